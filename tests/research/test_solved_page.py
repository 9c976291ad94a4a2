"""The page about the solution says what the program finds."""

import re
from pathlib import Path

from minicheckers import Position
from minicheckers.coach.analysis import Analyst
from solution_table import PINNED
from testing.certificates import POSITIONS

PAGE = (Path(__file__).parents[2] / "docs" / "mini-checkers-solved.md").read_text("utf-8")


def test_the_values_add_up_and_the_table_is_the_pinned_one() -> None:
    values = PAGE.split("| value | positions |")[1].split("\n\n")[0]
    counts = re.findall(r"(?:^|\| )([-+]?[0-6]) \| ([0-9,]+)(?= \|)", values, re.MULTILINE)
    assert len(counts) == 13
    total = sum(int(count.replace(",", "")) for _, count in counts)
    assert total == 20_255_803 == 20_261_946 - 6_143
    for figure in ("20,255,803", "20,261,946", "6,143", PINNED):
        assert figure in PAGE


def test_the_certificates_are_as_large_as_it_says() -> None:
    for name, positions in POSITIONS.items():
        assert f"| `{name.removesuffix('.certificate')}` |" in PAGE
        assert f"| {positions:,} |" in PAGE


def test_the_opening_moves_have_the_values_it_says() -> None:
    rows = re.findall(r"^\| (\d+-\d+) \| (\S+) \| (.*) \|$", PAGE, re.MULTILINE)[:5]
    start = Position.start("mini")
    analyst = Analyst(start.variant)
    assert len(rows) == len(start.legal_moves())
    for first, value, replies in rows:
        after = start.play(first)
        found = {str(move): -worth for move, worth in analyst.analyse(after).moves.items()}
        assert dict(reply.split() for reply in replies.split(", ")) == {
            move: str(worth) for move, worth in found.items()
        }
        assert min(found.values()) == int(value)


def test_the_numbers_of_pieces_add_up() -> None:
    table = PAGE.split("| pieces | positions |")[1]
    rows = re.findall(r"^\| (\d+) \|((?: [0-9,]+ \|){4})$", table, re.MULTILINE)
    counts = [[int(n.replace(",", "")) for n in row[1].strip("| ").split(" | ")] for row in rows]
    assert [int(row[0]) for row in rows] == list(range(1, 13))
    assert all(positions == sum(results) for positions, *results in counts)
    assert sum(row[0] for row in counts) == 20_261_946


def test_the_only_moves_are_the_only_ones() -> None:
    rows = re.findall(r"^\| `(B:\S+)` \| (\S+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 3
    for fen, only, choices, saved in rows:
        position = Position.from_fen(fen)
        found = Analyst(position.variant).analyse(position)
        best, second, *_ = found.moves.values()
        assert [str(move) for move in found.best] == [only]
        assert (len(found.moves), best - second) == (int(choices), int(saved))
        assert best > 0 > second
