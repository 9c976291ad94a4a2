"""The levels: opponents by name and number, each a strategy that suits the game."""

from dataclasses import dataclass

from ..engine.solver import SOLVED
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
        """The name of the strategy that plays this level."""
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


def level_called(word: str) -> str | None:
    """The name of the level that a name or a number means, None if there is none."""
    for level in LEVELS.values():
        if word in (level.name, str(level.number)):
            return level.name
    return None
