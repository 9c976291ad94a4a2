"""What a score means: numbers inside the search, a `Score` from the engine's door outwards.

Inside, bands of numbers keep a decided game from looking like a good position.

Scores are whole numbers for the side to move, about 100 a man. A game won in *n* plies scores
``WIN - n`` (more where a game is won by a margin), lost in *n* plies ``n - WIN``: sooner wins and
later losses are worth more. No evaluation of an undecided position comes near ``DECIDED``.
"""

from enum import Enum
from typing import Self

#: A game won here and now.
WIN = 1_000_000
DRAW = 0

#: No search line is longer than this, and no bonus for the distance is larger.
MAX_PLY = 1_000

#: Scores beyond this, either way, belong to decided games.
DECIDED = WIN - MAX_PLY

#: Beyond every score there is.
INFINITY = 10 * WIN

#: Margins of a win come in such steps, so that the number of plies is left in what remains.
MARGIN = 1_000


def is_decided(score: int) -> bool:
    """Whether a score means a won or a lost game."""
    return abs(score) > DECIDED


def plies_to_end(score: int) -> int | None:
    """In how many plies the game is won or lost, None for a score of an undecided game."""
    return -abs(score) % MARGIN if is_decided(score) else None


def moves_to_end(value: int) -> int | None:
    """How many moves the winner still needs, as players count them; None if nothing is decided.

    In 7 plies the winner makes 4 moves, and in 6 plies 3, because then the loser moves first.
    """
    plies = plies_to_end(value)
    return None if plies is None else (plies + 1) // 2


def seen_from_root(score: int, ply: int) -> int:
    """A score of a node `ply` plies down, as the root sees it: a decision is so much further."""
    if score > DECIDED:
        return score - ply
    if score < -DECIDED:
        return score + ply
    return score


def seen_from_node(score: int, ply: int) -> int:
    """The reverse of `seen_from_root`: what a table that is shared by all paths remembers."""
    return seen_from_root(score, -ply)


class Unit(Enum):
    """What a score counts."""

    HUNDREDTHS = "hundredths of a man, as a search sees it"
    PIECES = "pieces at the end of the game, under best play by both sides"
    RESULT = "the result under best play by both sides, and the plies until then"


class Score(int):
    """What a position is worth to the side to move: a number that knows what it counts.

    As a number it is what the JSON shows, so that the scores of one game are ordered as ints are;
    as text it is what a person reads. A negated score is the same seen from the other side.
    """

    unit: Unit

    def __new__(cls, number: int, unit: Unit = Unit.HUNDREDTHS) -> Self:
        """A score of the search's own numbers, or of another unit."""
        score = super().__new__(cls, number)
        score.unit = unit
        return score

    @classmethod
    def pieces(cls, difference: int) -> Self:
        """An exact score: the difference in pieces at the end."""
        return cls(difference, Unit.PIECES)

    @classmethod
    def won(cls, plies: int) -> Self:
        return cls(WIN - plies, Unit.RESULT)

    @classmethod
    def lost(cls, plies: int) -> Self:
        return cls(plies - WIN, Unit.RESULT)

    @classmethod
    def drawn(cls) -> Self:
        return cls(DRAW, Unit.RESULT)

    @property
    def plies(self) -> int | None:
        """In how many plies the game is won or lost, None where that is not known."""
        return None if self.unit is Unit.PIECES else plies_to_end(self)

    @property
    def is_exact(self) -> bool:
        """Whether it is the truth, and not what a search believes."""
        return self.unit is not Unit.HUNDREDTHS

    def __neg__(self) -> Self:
        return type(self)(-int(self), self.unit)

    def __reduce__(self) -> tuple[type[Self], tuple[int, Unit]]:
        return type(self), (int(self), self.unit)

    def __str__(self) -> str:
        number = int(self)
        if self.unit is Unit.PIECES:
            return f"{number:+d}" if number else "0"
        if (moves := moves_to_end(self)) is None:
            if self.unit is Unit.RESULT:
                return "drawn"
            return f"{number / 100:+.2f}" if number else "0.00"
        return f"{'won' if number > 0 else 'lost'}{f' in {moves}' if moves else ''}"
