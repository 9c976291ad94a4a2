"""The levels and the ten strengths: opponents by name and number, and what they are rated."""

import json
from dataclasses import dataclass
from functools import cache
from pkgutil import get_data
from typing import Any

from ..engine.solver import SOLVED, is_solvable
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
        return PERFECT if self.perfect and is_solvable(variant) else self.strategy


LEVELS = {
    level.name: level
    for level in (
        Level(1, "easy", "any legal move, at random", "random"),
        Level(2, "medium", "looks five plies ahead", "alphabeta"),
        Level(3, "hard", "looks further ahead as pieces leave the board", "dynamic"),
        Level(
            4,
            "expert",
            f"perfect play in {SOLVED} and its family; elsewhere as deep as 3 seconds allow",
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
    """ValueError if a level cannot play a game: the perfect strategy knows finite games only."""
    if level == PERFECT and not is_solvable(variant):
        solved = f"only {SOLVED} and its family are solved"
        raise ValueError(f"{solved}, so {PERFECT} cannot play {variant}")


def level_called(word: str) -> str | None:
    """The name of the level that a name or a number means, None if there is none."""
    return next((one.name for one in LEVELS.values() if word in (one.name, str(one.number))), None)


# The ten strengths: opponents in steps of about equal size, from a beginner up. A strength looks
# less far than it could and misjudges its moves a little, as people do. How far it looks is counted
# in plies and nodes and not in seconds, so that it is the same on every machine and the same seed
# repeats the game.


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


NUMBERS = range(1, 11)


@cache
def _measured() -> dict[str, Any]:
    """Of some games the ``strengths`` from 1 up, each as its fields, and ratings of ``levels``.

    They were measured by research/ladder.py, the levels by fewer games.
    """
    return json.loads(get_data(__package__, "strengths.json") or "")  # type: ignore[no-any-return]


def ladder(variant: Variant) -> tuple[Strength, ...]:
    """The strengths of a game; where none were measured, those of the most similar one."""
    similar = variant.name
    if similar not in _measured():
        similar = "english"
        if not variant.crowns:
            similar = "mini"
        elif variant.size > 8:
            similar = "international"
        elif variant.king_flies:
            similar = "russian"
    return tuple(Strength(*fields) for fields in _measured()[similar]["strengths"])


def strength_name(number: int) -> str:
    """The name of a strength, to be used as that of a level."""
    return f"strength-{number}"


def strength_number(level: str) -> int | None:
    """The number of the strength that a level is, None if it is another."""
    return next((number for number in NUMBERS if strength_name(number) == level), None)


def next_level(level: str) -> str | None:
    """The next stronger level or strength, None if there is none."""
    for names in (tuple(LEVELS), tuple(map(strength_name, NUMBERS))):
        if level in names[:-1]:
            return names[names.index(level) + 1]
    return None


def level_rating(variant: Variant, level: str) -> int | None:
    """What a level is rated in a game that comes with the program, None if nobody knows."""
    if (number := strength_number(level)) is not None:
        return ladder(variant)[number - 1].rating
    known: dict[str, int] = _measured().get(variant.name, {}).get("levels", {})
    return known.get(level)


def fitting_strength(variant: Variant, rating: float) -> str:
    """The name of the strength that is nearest to a rating."""
    steps = ladder(variant)
    return strength_name(min(NUMBERS, key=lambda number: abs(steps[number - 1].rating - rating)))


def by_strength(variant: Variant) -> list[str]:
    """Levels and strengths in a game, the weakest first; last the one that is as strong as you.

    A level that was not measured in this game stands where it does in English checkers.
    """
    levels: dict[str, int] = _measured()["english"]["levels"]

    def rating(name: str) -> int:
        known = level_rating(variant, name)
        return levels[name] if known is None else known

    *known, adaptive = BY_STRENGTH
    return [*sorted((*map(strength_name, NUMBERS), *known), key=rating), adaptive]
