"""Move-path counts: the tables in tests/data, and the referee on their shallow part."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from minicheckers import Position
from minicheckers.rules.house_rules import from_data
from minicheckers.rules.perft import perft
from minicheckers.rules.variant import VARIANTS, get_variant
from testing.referee import Table

DATA = Path(__file__).parent.parent / "data"

#: A table from the start of a game is counted to its deepest row of at most so many leaves in the
#: default run, others to less; the referee gets far fewer.
QUICK, QUICK_FOR_OTHERS = 1_100_000, 100_000
QUICK_FOR_REFEREE = 1_500


@dataclass(frozen=True)
class Count:
    name: str
    position: Position
    depth: int
    nodes: int


def counts() -> list[Count]:
    found = []
    for file in sorted(DATA.glob("*.perft")):
        lines = [line for line in file.read_text().splitlines() if not line.startswith("#")]
        fields = dict(line.split(" ", 1) for line in lines)
        if "rules" in fields:
            variant = from_data(json.loads(fields.pop("rules")))
        else:
            name, size = fields.pop("game").split()
            variant = get_variant(name, int(size))
        fen = fields.pop("position", None)
        position = Position.start(variant) if fen is None else Position.from_fen(fen, variant)
        for depth, nodes in fields.items():
            found.append(Count(file.stem, position, int(depth), int(nodes)))
    return found


def referee_count(table: Table, depth: int) -> int:
    moves = table.moves()
    if depth == 1:
        return len(moves)
    return sum(referee_count(table.after(move), depth - 1) for move in moves)


COUNTS = counts()


def is_slow(count: Count) -> bool:
    """Whether there is a deeper row that is quick, or this one is not."""
    limit = QUICK if count.name in VARIANTS else QUICK_FOR_OTHERS
    quick = [other for other in COUNTS if other.name == count.name and other.nodes <= limit]
    return count != quick[-1]


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(
            count,
            id=f"{count.name}-{count.depth}",
            marks=[pytest.mark.slow] if is_slow(count) else [],
        )
        for count in COUNTS
    ],
)
def test_counts_are_those_of_the_table(count: Count) -> None:
    position = count.position
    assert perft(position.variant, position.state, count.depth) == count.nodes


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(count, id=f"{count.name}-{count.depth}")
        for count in COUNTS
        if count.nodes <= QUICK_FOR_REFEREE
    ],
)
def test_the_referee_counts_the_same(count: Count) -> None:
    assert referee_count(Table.of(count.position), count.depth) == count.nodes


def test_there_is_a_table_for_every_game_and_for_set_up_positions() -> None:
    assert {count.position.variant.family for count in COUNTS} == set(VARIANTS)
    assert len(COUNTS) > 60


def test_depth_zero_is_the_position_itself() -> None:
    start = Position.start("english")
    assert perft(start.variant, start.state, 0) == 1
