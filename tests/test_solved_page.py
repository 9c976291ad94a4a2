"""The page about the solution says what the program finds."""

import re
from pathlib import Path

from minicheckers.engine.solver.certificate import Certificate, check, shipped
from minicheckers.engine.solver.solution_table import PINNED

PAGE = (Path(__file__).parent.parent / "docs" / "mini-checkers-solved.md").read_text("utf-8")


def test_the_values_add_up_and_the_table_is_the_pinned_one() -> None:
    counts = re.findall(r"(?:^|\| )([-+]?[0-6]) \| ([0-9,]+)(?= \|)", PAGE, re.MULTILINE)
    assert len(counts) == 13
    total = sum(int(count.replace(",", "")) for _, count in counts)
    assert total == 20_255_803 == 20_261_946 - 6_143
    for figure in ("20,255,803", "20,261,946", "6,143", PINNED):
        assert figure in PAGE


def test_the_certificates_are_as_large_as_it_says() -> None:
    for name, content in shipped():
        positions = check(Certificate.from_bytes(content))
        assert f"| `{name.removesuffix('.certificate')}` |" in PAGE
        assert f"| {positions:,} |" in PAGE
