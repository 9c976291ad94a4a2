"""The ten strengths: opponents in steps of about equal size, from a beginner up, as data.

A strength looks less far than it could and misjudges its moves a little, as people do. How far it
looks is counted in plies and nodes and not in seconds, so that it is the same on every machine and
the same seed repeats the game.
"""

from dataclasses import dataclass

from ..game.player import Limits
from ..rules.variant import Variant

#: What the name of a strength begins with; its number follows.
PREFIX = "strength-"


@dataclass(frozen=True)
class Strength:
    """How far somebody looks, and by how much a move may be misjudged (see `deepening.search`)."""

    depth: int | None
    nodes: int | None
    error: int

    @property
    def limits(self) -> Limits:
        """How far it looks."""
        return Limits(depth=self.depth, nodes=self.nodes)


def _ladder(*rows: tuple[int | None, int | None, int]) -> tuple[Strength, ...]:
    return tuple(Strength(*row) for row in rows)


#: Plies, nodes and error of every strength, from 1 up.
LADDER = _ladder(
    (1, None, 300),
    (1, None, 150),
    (2, None, 150),
    (2, None, 80),
    (3, None, 60),
    (None, 200, 50),
    (None, 300, 30),
    (None, 500, 20),
    (None, 1000, 10),
    (None, 2000, 0),
)
#: The games whose own ladder was measured to be the more even one.
LADDERS = {
    "mini": LADDER,
}
NUMBERS = range(1, len(LADDER) + 1)


def strength_of(variant: Variant, number: int) -> Strength:
    """The settings of a strength in a game."""
    return LADDERS.get(variant.name, LADDER)[number - 1]


def strength_name(number: int) -> str:
    """The name of a strength, to be used as that of a level."""
    return f"{PREFIX}{number}"


def strength_number(level: str) -> int | None:
    """The number of the strength that a level is, None if it is another."""
    number = level.removeprefix(PREFIX)
    return int(number) if level in map(strength_name, NUMBERS) else None
