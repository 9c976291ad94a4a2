"""Move-path counts: the tables in tests/data, and the referee on their shallow part."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from minicheckers import Position
from minicheckers.commands.perft import perft
from minicheckers.rules.house_rules import from_data
from minicheckers.rules.variant import VARIANTS, get_variant
from testing.referee import Table

DATA = Path(__file__).parent.parent / "data"

#: A table from the start of a game is counted to its deepest row of at most so many leaves in the
#: default run, others to less; the referee gets far fewer.
QUICK, QUICK_FOR_OTHERS = 50_000, 10_000
QUICK_FOR_REFEREE = 600


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


def to(counts: list[Count], limit: int, limit_for_others: int) -> pytest.MarkDecorator:
    """All counts; those are slow that are longer than the limit, or not the deepest within it."""

    def case(count: Count) -> ParameterSet:
        most = limit if count.name in VARIANTS else limit_for_others
        quick = [other for other in counts if other.name == count.name and other.nodes <= most]
        marks = () if count == quick[-1] else pytest.mark.slow
        return pytest.param(count, id=f"{count.name}-{count.depth}", marks=marks)

    return pytest.mark.parametrize("count", [case(count) for count in counts])


@to(COUNTS, QUICK, QUICK_FOR_OTHERS)
def test_counts_are_those_of_the_table(count: Count) -> None:
    position = count.position
    assert perft(position.variant, position.state, count.depth) == count.nodes


@to(
    [count for count in COUNTS if count.nodes <= QUICK_FOR_REFEREE],
    QUICK_FOR_REFEREE,
    QUICK_FOR_REFEREE,
)
def test_the_referee_counts_the_same(count: Count) -> None:
    assert referee_count(Table.of(count.position), count.depth) == count.nodes


def test_depth_zero_is_the_position_itself() -> None:
    start = Position.start("english")
    assert perft(start.variant, start.state, 0) == 1
