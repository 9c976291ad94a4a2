"""What is known about an ending: a result and a distance, and both in one byte.

A *code* is 0 for a draw, otherwise one more than the number of plies to the end of the game. The
side to move loses in an even number of plies and wins in an odd one, so that the code tells the
result as well.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from ..score import Score

DRAWN = 0
#: The code of a position in which the game is over: the side to move has lost.
OVER = 1
#: Where a number stands for no position.
UNUSED = 255
#: The code of a win whose distance is not written down: the moves tell it.
WON = 254


class Result(StrEnum):
    """How a game ends for the side to move, if both sides play their best."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True)
class Ending:
    """The truth about a position, for the side to move.

    ``plies`` is how long the game still lasts if the winner hurries and the loser delays; None for
    a draw, and where only the result is known. Of a position by itself, that is without the rule
    that draws a game without progress; of a move in a game, with it.
    """

    result: Result
    plies: int | None

    @property
    def score(self) -> Score:
        """The same as a score."""
        if self.result is Result.DRAW:
            return Score.drawn()
        plies = self.plies or 0
        return Score.won(plies) if self.result is Result.WIN else Score.lost(plies)

    @classmethod
    def of(cls, code: int) -> "Ending":
        """What a code says."""
        if code == DRAWN:
            return cls(Result.DRAW, None)
        return cls(Result.LOSS if is_lost(code) else Result.WIN, code - 1)


def is_lost(code: int) -> bool:
    """Whether the side to move loses."""
    return code % 2 == 1


def is_won(code: int) -> bool:
    """Whether the side to move wins."""
    return code % 2 == 0 and code != DRAWN


def code_before(after: Collection[int]) -> int:
    """The code of a position by those after each of its moves: the winner hurries."""
    lost = [code for code in after if is_lost(code)]
    if lost:
        return min(lost) + 1
    return DRAWN if DRAWN in after else max(after, default=0) + 1
