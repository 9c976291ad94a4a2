"""The ten strengths: opponents in steps of about equal size, from a beginner up, as data.

A strength looks less far than it could and misjudges its moves a little, as people do. How far it
looks is counted in plies and nodes and not in seconds, so that it is the same on every machine and
the same seed repeats the game.
"""

from dataclasses import dataclass

from ..game.player import Limits
from ..rules.variant import VARIANTS, Variant

#: What the name of a strength begins with; its number follows.
PREFIX = "strength-"


@dataclass(frozen=True)
class Strength:
    """How far somebody looks, by how much a move may be misjudged, and what that is rated.

    The ``error`` is that of `deepening.search`. The ``rating`` is Elo points, of which only
    differences mean something: strength 5 has 1200 in every game.
    """

    depth: int | None
    nodes: int | None
    error: int
    rating: int

    @property
    def limits(self) -> Limits:
        """How far it looks."""
        return Limits(depth=self.depth, nodes=self.nodes)


def _ladder(*rows: tuple[int | None, int | None, int, int]) -> tuple[Strength, ...]:
    return tuple(Strength(*row) for row in rows)


#: The strengths of the games in which they were measured, from 1 up, by benchmarks/ladder.py.
LADDERS = {
    "mini": _ladder(
        (1, None, 300, 600),
        (1, None, 150, 750),
        (2, None, 150, 900),
        (2, None, 80, 1050),
        (3, None, 60, 1200),
        (None, 200, 50, 1350),
        (None, 300, 30, 1500),
        (None, 500, 20, 1650),
        (None, 1000, 10, 1800),
        (None, 2000, 0, 1950),
    ),
}
for name in ("english", "russian", "international"):
    LADDERS[name] = LADDERS["mini"]
#: What the levels are rated in those games, on the same scale.
LEVEL_RATINGS: dict[str, dict[str, int]] = {}
NUMBERS = range(1, 11)


def ladder(variant: Variant) -> tuple[Strength, ...]:
    """The strengths of a game; where none were measured, those of the most similar one."""
    if variant.name in LADDERS:
        return LADDERS[variant.name]
    if not variant.crowns:
        return LADDERS["mini"]
    if variant.size > 8:
        return LADDERS["international"]
    return LADDERS["russian" if variant.king_flies else "english"]


def strength_name(number: int) -> str:
    """The name of a strength, to be used as that of a level."""
    return f"{PREFIX}{number}"


def strength_number(level: str) -> int | None:
    """The number of the strength that a level is, None if it is another."""
    names = [strength_name(number) for number in NUMBERS]
    return names.index(level) + 1 if level in names else None


def level_rating(game: str, level: str) -> int | None:
    """What a level is rated in a game that comes with the program, None if nobody knows."""
    number = strength_number(level)
    if game not in VARIANTS or number is None:
        return LEVEL_RATINGS.get(game, {}).get(level)
    return ladder(VARIANTS[game])[number - 1].rating


def fitting_strength(variant: Variant, rating: float) -> str:
    """The name of the strength that is nearest to a rating."""
    steps = ladder(variant)
    return strength_name(min(NUMBERS, key=lambda number: abs(steps[number - 1].rating - rating)))
