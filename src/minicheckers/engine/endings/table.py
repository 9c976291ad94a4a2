"""The table of endings: the truth about every position of few pieces, one byte each.

A *code* is 0 for a draw, otherwise one more than the number of plies to the end of the game. The
side to move loses in an even number of plies and wins in an odd one, so that the code tells the
result as well.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from ...rules.movegen import State, generator
from ...rules.variant import Variant
from ..score import DRAW, WIN, Score
from .placements import Material, numbers, placement_count

DRAWN = 0
#: The code of a position in which the game is over: the side to move has lost.
OVER = 1
#: The code of a win whose distance is not written down: the moves tell it.
WON = 254


class Result(StrEnum):
    """How a game ends for the side to move, if both sides play their best."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"

    @classmethod
    def of_lead(cls, lead: int) -> "Result":
        """What it is for the side to move to be ahead by so much at the end."""
        if not lead:
            return cls.DRAW
        return cls.WIN if lead > 0 else cls.LOSS


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
        if self.result is Result.DRAW:
            return Score.drawn()
        plies = self.plies or 0
        return Score.won(plies) if self.result is Result.WIN else Score.lost(plies)

    @classmethod
    def of(cls, code: int) -> "Ending":
        if code == DRAWN:
            return cls(Result.DRAW, None)
        return cls(Result.LOSS if is_lost(code) else Result.WIN, code - 1)


def is_lost(code: int) -> bool:
    """Whether the side to move loses."""
    return code % 2 == 1


def code_before(after: Collection[int]) -> int:
    """The code of a position by those after each of its moves: the winner hurries."""
    lost = [code for code in after if is_lost(code)]
    if lost:
        return min(lost) + 1
    return DRAWN if DRAWN in after else max(after, default=0) + 1


class Endings:
    """All positions of at most that many pieces of a game, both sides present, as codes.

    The codes of a material are given by the mover's placement and then by the other side's.
    """

    def __init__(self, variant: Variant, pieces: int, codes: Mapping[Material, bytes]) -> None:
        self.variant = variant
        self.pieces = pieces
        self.codes = codes
        self._successors = generator(variant)
        self._men_numbers = tuple(numbers(variant, side, crowned=False) for side in (0, 1))
        self._king_numbers = tuple(numbers(variant, side, crowned=True) for side in (0, 1))
        self._king_counts = [placement_count(variant, 0, kings) for kings in range(pieces)]
        self._counts = {
            (men, kings): placement_count(variant, men, kings)
            for men in range(pieces)
            for kings in range(pieces - men)
        }

    def __contains__(self, state: State) -> bool:
        men, kings, foe_men, foe_kings, _ = state
        return (men | kings | foe_men | foe_kings).bit_count() <= self.pieces and bool(
            (men or kings) and (foe_men or foe_kings)
        )

    def probe(self, state: State) -> Ending | None:
        """The truth about a position, None if there are too many pieces or a side has none."""
        return Ending.of(self.full_code(state)) if state in self else None

    def ending_of_move(self, after: State) -> Ending:
        """The truth about a move by where it leads, for the side that makes it.

        The move itself is counted. KeyError if there are too many pieces.
        """
        code = self.full_code(after)
        return Ending.of(code + 1 if code else DRAWN)

    def probe_score(self, state: State, ply: int) -> int | None:
        """The score of a node of a search, `ply` plies from the root; None if it is not known.

        The node is one after a capture: the 80-ply rule cannot prevent what the table says.
        """
        if state not in self:
            return None
        code = self.full_code(state)
        if code == DRAWN:
            return DRAW
        plies = code - 1
        return ply + plies - WIN if is_lost(code) else WIN - ply - plies

    def full_code(self, state: State) -> int:
        """The code of a position, its distance included; KeyError if there are too many pieces."""
        code = self.code(state)
        if code != WON:
            return code
        return code_before([self.code(child) for child in self._successors(state)])

    def code(self, state: State) -> int:
        """The code of a position; that of a win may lack the distance.

        A side without pieces has lost. KeyError if there are too many pieces.
        """
        men, kings, foe_men, foe_kings, side = state
        own = men.bit_count(), kings.bit_count()
        foe = foe_men.bit_count(), foe_kings.bit_count()
        if own == (0, 0):
            return OVER
        other = 1 - side
        own_number = (
            self._men_numbers[side][men] * self._king_counts[own[1]]
            + self._king_numbers[side][kings]
        )
        foe_number = (
            self._men_numbers[other][foe_men] * self._king_counts[foe[1]]
            + self._king_numbers[other][foe_kings]
        )
        return self.codes[own + foe][own_number * self._counts[foe] + foe_number]
