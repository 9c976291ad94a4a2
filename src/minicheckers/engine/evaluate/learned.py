"""Evaluations whose numbers were learnt from games, see benchmarks/fit.py.

The men of one side change with every second ply only, and kings are few, so the worth of all men
or kings of a side is remembered by their mask: most evaluations are four times looking up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from ...rules.movegen import State
from ...rules.variant import Variant
from .base import Evaluator, EvaluatorMaker


@dataclass(frozen=True)
class LearnedWeights:
    """What a piece more is worth by the number of pieces on the board, and a piece by its square.

    Squares are given for Black, in the order of their numbers. ``first_king`` is for having a king
    at all. What is *early* counts in full at the start of a game and fades with every piece.
    """

    man: Sequence[int]
    king: Sequence[int]
    man_early: Sequence[int]
    man_late: Sequence[int]
    king_on: Sequence[int]
    first_king: int


#: The pieces of a mask: how many there are, what they are worth late, and how much more early.
_Worth = tuple[int, int, int]


class _Worths(dict[int, _Worth]):
    """By the mask of one side's men, or kings: their worth, added up once and remembered."""

    def __init__(self, squares: dict[int, tuple[int, int]], any_late: int = 0) -> None:
        super().__init__()
        self._squares = squares
        self._any_late = any_late

    def __missing__(self, mask: int) -> _Worth:
        late, more = (self._any_late if mask else 0), 0
        rest = mask
        while rest:
            bit = rest & -rest
            rest ^= bit
            worth_late, worth_more = self._squares[bit]
            late += worth_late
            more += worth_more
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        self[mask] = found = (mask.bit_count(), late, more)
        return found


#: So many masks take about 10 MB.
MOST_REMEMBERED = 50_000


def learned(weights: LearnedWeights) -> EvaluatorMaker:
    """The heuristic that has learnt these weights."""

    @cache  # what is remembered serves the next search too
    def heuristic(variant: Variant, searcher: int) -> Evaluator:
        full = 2 * variant.home_men(0).bit_count()
        bits = variant.geometry.bits
        sides = (bits, bits[::-1])
        men_worths = tuple(
            _Worths(
                {
                    bit: (late, early - late)
                    for bit, early, late in zip(
                        squares, weights.man_early, weights.man_late, strict=True
                    )
                }
            )
            for squares in sides
        )
        king_worths = tuple(
            _Worths(
                {bit: (worth, 0) for bit, worth in zip(squares, weights.king_on, strict=True)},
                weights.first_king,
            )
            for squares in sides
        )
        # More pieces than at the start are worth what they are at the start.
        man = [*weights.man, *[weights.man[-1]] * len(bits)]
        king = [*weights.king, *[weights.king[-1]] * len(bits)]

        def evaluate(state: State) -> int:
            men, kings, foe_men, foe_kings, side = state
            own, late, more = men_worths[side][men]
            foes, foe_late, foe_more = men_worths[1 - side][foe_men]
            pieces = own + foes
            lead = own - foes
            late -= foe_late
            more -= foe_more
            if kings or foe_kings:
                own, own_late, _ = king_worths[side][kings]
                foes, foe_late, _ = king_worths[1 - side][foe_kings]
                pieces += own + foes
                late += king[pieces] * (own - foes) + own_late - foe_late
            late += lead * man[pieces]
            more *= pieces
            # Rounded towards 0, so that what one side gains the other loses.
            return late + more // full if more >= 0 else late - -more // full

        return evaluate

    return heuristic
