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


#: Plies, nodes, error and rating of every strength, from 1 up, in the games in which they were
#: measured (benchmarks/ladder.py).
LADDERS = {
    "mini": _ladder(
        (1, None, 800, 750),
        (1, None, 430, 870),
        (1, None, 240, 970),
        (1, None, 140, 1080),
        (1, None, 85, 1200),
        (1, None, 38, 1300),
        (2, None, 20, 1410),
        (None, 150, 8, 1510),
        (None, 1000, 0, 1620),
        (None, 20000, 0, 1710),
    ),
    "english": _ladder(
        (1, None, 400, 600),
        (1, None, 240, 750),
        (1, None, 125, 900),
        (2, None, 130, 1050),
        (2, None, 60, 1200),
        (3, None, 75, 1350),
        (None, 300, 45, 1500),
        (None, 550, 30, 1650),
        (None, 1000, 20, 1800),
        (None, 1600, 10, 1950),
    ),
    "russian": _ladder(
        (1, None, 500, 600),
        (1, None, 210, 750),
        (2, None, 180, 900),
        (2, None, 60, 1050),
        (3, None, 200, 1200),
        (3, None, 70, 1350),
        (None, 400, 25, 1500),
        (None, 1000, 8, 1650),
        (None, 1700, 2, 1800),
        (None, 3000, 0, 1950),
    ),
    "international": _ladder(
        (1, None, 420, 600),
        (1, None, 290, 750),
        (1, None, 170, 900),
        (2, None, 220, 1050),
        (2, None, 120, 1200),
        (3, None, 150, 1350),
        (3, None, 80, 1500),
        (4, None, 60, 1650),
        (5, None, 40, 1800),
        (6, None, 20, 1950),
    ),
}
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


def strength(variant: Variant, level: str) -> Strength:
    """The settings of a strength in a game; ValueError if the level is none."""
    number = strength_number(level)
    if number is None:
        raise ValueError(f"{level} is no strength")
    return ladder(variant)[number - 1]


def level_rating(game: str, level: str) -> int | None:
    """What a level is rated in a game that comes with the program, None if nobody knows."""
    if game not in VARIANTS or strength_number(level) is None:
        return LEVEL_RATINGS.get(game, {}).get(level)
    return strength(VARIANTS[game], level).rating


def fitting_strength(variant: Variant, rating: float) -> str:
    """The name of the strength that is nearest to a rating."""
    steps = ladder(variant)
    return strength_name(min(NUMBERS, key=lambda number: abs(steps[number - 1].rating - rating)))
