"""The levels and the ten strengths: opponents by name and number, and what they are rated."""

from dataclasses import dataclass

from ..engine.solver import SOLVED
from ..game.player import Limits
from ..rules.variant import Variant

#: The strategy that plays perfectly what is solved.
PERFECT = "solver"


@dataclass(frozen=True)
class Level:
    """An opponent: a strategy by another name, the perfect one where there is one."""

    number: int
    name: str
    summary: str
    strategy: str
    perfect: bool = False

    def strategy_for(self, variant: Variant) -> str:
        return PERFECT if self.perfect and variant == SOLVED else self.strategy


LEVELS = {
    level.name: level
    for level in (
        Level(1, "easy", "any legal move, at random", "random"),
        Level(2, "medium", "looks five plies ahead", "alphabeta"),
        Level(3, "hard", "looks further ahead as pieces leave the board", "dynamic"),
        Level(
            4,
            "expert",
            f"perfect play in {SOLVED}; elsewhere as deep as 3 seconds allow",
            "timed",
            perfect=True,
        ),
    )
}

#: Opponents beside the numbered ones, each with a line about it.
EXTRA_LEVELS = {
    "novice": "sees immediate captures, misses the rest",
    "adaptive": "keeps the game close",
}

#: What menus offer, the weakest first; the last is as strong as it has to be.
BY_STRENGTH = ("easy", "novice", "medium", "hard", "expert", "adaptive")


def check_plays(level: str, variant: Variant) -> None:
    """ValueError if a level cannot play a game: the perfect strategy knows only what is solved."""
    if level == PERFECT and variant != SOLVED:
        raise ValueError(f"only {SOLVED} is solved, so {PERFECT} cannot play {variant}")


def level_called(word: str) -> str | None:
    """The name of the level that a name or a number means, None if there is none."""
    for level in LEVELS.values():
        if word in (level.name, str(level.number)):
            return level.name
    return None


# The ten strengths: opponents in steps of about equal size, from a beginner up. A strength looks
# less far than it could and misjudges its moves a little, as people do. How far it looks is counted
# in plies and nodes and not in seconds, so that it is the same on every machine and the same seed
# repeats the game.

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
        return Limits(depth=self.depth, nodes=self.nodes)


def _ladder(*rows: tuple[int | None, int | None, int, int]) -> tuple[Strength, ...]:
    return tuple(Strength(*row) for row in rows)


#: Plies, nodes, error and rating of every strength, from 1 up, in the games in which they were
#: measured (research/ladder.py).
LADDERS = {
    "mini": _ladder(
        (1, None, 2500, 830),
        (1, None, 600, 910),
        (1, None, 310, 1010),
        (1, None, 200, 1080),
        (1, None, 105, 1200),
        (1, None, 30, 1330),
        (2, None, 14, 1430),
        (None, 170, 6, 1560),
        (None, 1100, 0, 1670),
        (None, 20000, 0, 1750),
    ),
    "english": _ladder(
        (1, None, 125, 330),
        (2, None, 140, 540),
        (2, None, 71, 770),
        (3, None, 78, 990),
        (None, 350, 57, 1200),
        (None, 520, 35, 1360),
        (None, 1000, 20, 1530),
        (None, 2900, 8, 1720),
        (None, 8000, 2, 1870),
        (None, 60000, 0, 2000),
    ),
    "russian": _ladder(
        (1, None, 500, 540),
        (1, None, 280, 700),
        (1, None, 100, 840),
        (2, None, 155, 1070),
        (2, None, 50, 1200),
        (3, None, 70, 1390),
        (None, 450, 22, 1600),
        (None, 1000, 8, 1740),
        (None, 2500, 0, 1910),
        (None, 8000, 0, 2010),
    ),
    "international": _ladder(
        (1, None, 420, 410),
        (1, None, 240, 630),
        (2, None, 220, 840),
        (2, None, 120, 1050),
        (3, None, 140, 1200),
        (3, None, 65, 1390),
        (4, None, 80, 1510),
        (None, 1200, 45, 1710),
        (None, 2200, 26, 1890),
        (None, 6000, 8, 2130),
    ),
}
#: What the levels are rated in those games, on the same scale, by fewer games.
LEVEL_RATINGS = {
    "mini": {"easy": 820, "novice": 990, "medium": 1200, "hard": 1690, "expert": 1730},
    "english": {"easy": -670, "novice": -180, "medium": 860, "hard": 1900, "expert": 2100},
    "russian": {"easy": -50, "novice": 430, "medium": 1360},
    "international": {"easy": -230, "novice": 300, "medium": 1450},
}
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
    """The settings of a strength in a game; ValueError if the level is not one."""
    number = strength_number(level)
    if number is None:
        raise ValueError(f"{level} is not a strength")
    return ladder(variant)[number - 1]


def level_rating(variant: Variant, level: str) -> int | None:
    """What a level is rated in a game that comes with the program, None if nobody knows."""
    if strength_number(level) is None:
        return LEVEL_RATINGS.get(variant.name, {}).get(level)
    return strength(variant, level).rating


def fitting_strength(variant: Variant, rating: float) -> str:
    """The name of the strength that is nearest to a rating."""
    steps = ladder(variant)
    return strength_name(min(NUMBERS, key=lambda number: abs(steps[number - 1].rating - rating)))
