"""A person's rating: Glicko's, so that a number comes with how certain it is.

Mark Glickman's formulas, with every game a period of its own. The opponents are levels whose
ratings are known (`opponents.levels`), so theirs are taken for certain. Whoever plays on is never
taken to be known exactly: people learn.
"""

import math
from dataclasses import dataclass

from ..opponents.levels import fitting_strength
from ..rules.variant import Variant

#: The rating of a new player, and how uncertain it is.
FIRST_VALUE, FIRST_DEVIATION = 1200.0, 350.0
#: The deviation never falls below this, because people improve.
LEAST_DEVIATION = 50.0
#: A rating with a wider margin than this hardly says anything yet.
UNCERTAIN = 300.0
#: How much one puzzle can change a person's rating in puzzles.
RATING_STEP = 32
#: How many standard deviations to either side hold 95 %.
_Z_95 = 1.96
_Q = math.log(10) / 400


@dataclass(frozen=True)
class Rating:
    """Elo points, their standard deviation, and from how many games."""

    value: float = FIRST_VALUE
    deviation: float = FIRST_DEVIATION
    games: int = 0

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval."""
        return _Z_95 * self.deviation

    def after(self, opponent: float, score: float) -> "Rating":
        """The rating after a game that was worth 1, 0.5 or 0 against an opponent of a rating."""
        expected = 1 / (1 + 10 ** ((opponent - self.value) / 400))
        information = 1 / self.deviation**2 + _Q**2 * expected * (1 - expected)
        return Rating(
            self.value + _Q / information * (score - expected),
            max(LEAST_DEVIATION, math.sqrt(1 / information)),
            self.games + 1,
        )

    def __str__(self) -> str:
        return f"{self.value:.0f}, give or take {self.margin:.0f}"


def rating_sentences(variant: Variant, rating: Rating, where: str = "") -> tuple[str, str]:
    """A rating in a game that comes with the program, and the strength that fits it."""
    fitting = fitting_strength(variant, rating.value)
    level = fitting.capitalize().replace("-", " ")
    doubted = f"{rating.value:.0f}, still very uncertain"
    told = doubted if rating.margin > UNCERTAIN else str(rating)
    return f"Your rating{where} is {told}.", f"{level} would suit you."


def rating_in_words(variant: Variant, rating: Rating) -> str:
    """The same in one text that names the game."""
    return " ".join(rating_sentences(variant, rating, f" in {variant}"))


def rated(rating: int, difficulty: int, solved: bool) -> int:
    """A person's rating in puzzles after one of them, as if it had been a game against it."""
    puzzle = 600 + 300 * difficulty
    expected = 1 / (1 + 10 ** ((puzzle - rating) / 400))
    return round(rating + RATING_STEP * (solved - expected))
