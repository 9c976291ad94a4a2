"""The levels: opponents by name and number, each a strategy that suits the game."""

from dataclasses import dataclass

from ..rules.variant import Variant

#: The games for which there is perfect play.
SOLVED = ("mini",)


@dataclass(frozen=True)
class Level:
    """An opponent: a strategy by another name, maybe another one in a solved game."""

    number: int
    name: str
    summary: str
    strategy: str
    where_solved: str | None = None

    def strategy_for(self, variant: Variant) -> str:
        """The name of the strategy that plays this level."""
        if self.where_solved and variant.name in SOLVED:
            return self.where_solved
        return self.strategy


LEVELS = {
    level.name: level
    for level in (
        Level(1, "easy", "any legal move, at random", "random"),
        Level(2, "medium", "looks five plies ahead", "alphabeta"),
        Level(3, "hard", "looks further ahead as pieces leave the board", "dynamic"),
        Level(
            4,
            "expert",
            "perfect play in mini; elsewhere as deep as 3 seconds allow",
            "timed",
            where_solved="solver",
        ),
    )
}

#: Opponents beside the ladder that the menu offers too, each with a line about it.
BESIDE_THE_LADDER = {
    "novice": "sees what hangs, overlooks the rest",
    "adaptive": "keeps the game close",
}


def level_called(word: str) -> str | None:
    """The name of the level that a name or a number means, None if there is none."""
    for level in LEVELS.values():
        if word in (level.name, str(level.number)):
            return level.name
    return None
