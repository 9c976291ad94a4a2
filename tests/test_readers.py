"""One law for all that is read: written, read, equal; all else is refused with a sentence."""

import ast
import re
import time
from pathlib import Path
from random import Random

import pytest

from testing.positions import GAMES
from testing.readers import READERS, damaged, is_read, nonsense

HERE = Path(__file__).parent
SOURCE = HERE.parent / "src" / "minicheckers"
#: Readers of what is no text of one value, and the tests that hold them to the same.
ELSEWHERE = {
    "Game.from_pdn": "game/test_pdn.py",
    "read_course": "coach/test_course.py",
    "read_toml": "rules/test_house_rules.py",
    "parse_fen": "rules/test_notation.py",
    "read_house_rules": "rules/test_house_rules.py",
    "parse_message": "hub/test_conversation.py",
    "read_network": "engine/test_network.py",
    "read_endings": "engine/endings/test_endings_proof.py",
    "Certificate.from_bytes": "engine/test_certificate.py",
}
every_reader = pytest.mark.parametrize("name", READERS)


def text_readers() -> set[str]:
    """The functions of the program that read a text: by their names, and what they take first."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        kinds = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        for prefix, nodes in [("", tree.body), *((f"{kind.name}.", kind.body) for kind in kinds)]:
            for node in nodes:
                if isinstance(node, ast.FunctionDef) and re.match(
                    "(read|parse|decode|from)(_|$)", node.name
                ):
                    taken = [one for one in node.args.args if one.arg not in ("self", "cls")]
                    if any(
                        one.annotation is not None
                        and ast.unparse(one.annotation) in ("str", "bytes", "str | bytes")
                        and one.arg in ("text", "raw", "content", "line")
                        for one in taken
                    ):
                        found.add(prefix + node.name)
    return found


def test_every_reader_has_its_row() -> None:
    assert text_readers() == {*READERS, *ELSEWHERE}
    assert all((HERE / tests).exists() for tests in ELSEWHERE.values())


@pytest.mark.parametrize("rounds", [1, pytest.param(40, marks=pytest.mark.slow)])
@every_reader
def test_what_is_written_is_read_and_anything_else_answered(name: str, rounds: int) -> None:
    reader, random = READERS[name], Random(name)
    for variant in GAMES * rounds:
        text = reader.example(variant, random)
        assert is_read(reader, variant, text), text
        for _ in range(3):
            is_read(reader, variant, damaged(text, random))
        is_read(reader, variant, nonsense(random))


@every_reader
def test_a_long_text_is_answered_at_once(name: str) -> None:
    reader, random = READERS[name], Random(name)
    for piece in ("x", "1", " ", "[", "1-", "\n", reader.example(GAMES[0], random)):
        began = time.process_time()
        is_read(reader, GAMES[0], piece * (100_000 // len(piece)))
        assert time.process_time() - began < 5, piece
