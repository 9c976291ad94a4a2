"""Evaluations whose numbers were learnt from games, see benchmarks/fit.py.

The men of one side change with every second ply only, and kings are few, so the worth of all men
or kings of a side is remembered by their mask, apart for each number of pieces on the board: most
evaluations are a few times looking up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import isqrt

from ...rules.movegen import State
from ...rules.variant import Variant
from .base import Evaluator, EvaluatorMaker
from .mask_worth import Formations, LateAndMore, MaskWorth


@dataclass(frozen=True)
class LearnedWeights:
    """What a piece more is worth by the number of pieces on the board, and a piece by its square.

    Squares are given for Black, in the order of their numbers; on a board of another size a square
    is worth what the nearest one is on the board that was learnt on. ``first_king`` is for having a
    king at all. What is *early* counts in full at the start of a game and fades with every piece.

    Formations are what the men of a side on two neighbouring rows are worth together, beyond what
    each is worth by itself: one number for each of the 256 ways to place men on eight squares, for
    the first and second row, the second and third, and so on. A game may do without them.
    """

    man: Sequence[int]
    king: Sequence[int]
    man_early: Sequence[int]
    man_late: Sequence[int]
    king_early: Sequence[int]
    king_late: Sequence[int]
    first_king: int
    formations_early: Sequence[int] = ()
    formations_late: Sequence[int] = ()


#: Men on a row, where formations are looked at.
ROW = 4

#: So many masks take about 10 MB.
MOST_REMEMBERED = 60_000


class _Remembered:
    """All that an evaluation remembers: when it is too much, all of it is forgotten."""

    def __init__(self) -> None:
        self.tables: list[_Worths] = []
        self._room = MOST_REMEMBERED

    def make_room(self) -> None:
        """Say that something is about to be remembered."""
        if self._room <= 0:  # less, if several threads have come this far at once
            for table in self.tables:
                table.clear()
            self._room = MOST_REMEMBERED
        self._room -= 1


class _Worths(dict[int, int]):
    """By the mask of one side's men, or kings: their worth, added up once and remembered.

    That is for one number of pieces on the board, which says what each is worth and how much of
    `full`, the pieces at the start, is still early.
    """

    def __init__(
        self, pieces: MaskWorth, each: int, on_board: int, full: int, remembered: _Remembered
    ) -> None:
        super().__init__()
        self._pieces = pieces
        self._each = each
        self._on_board = on_board
        self._full = full
        self._remembered = remembered
        remembered.tables.append(self)

    def __missing__(self, mask: int) -> int:
        late, more = self._pieces.late_and_more(mask)
        self._remembered.make_room()
        found = mask.bit_count() * self._each + late + more * self._on_board // self._full
        self[mask] = found
        return found


def _on_its_board(variant: Variant, worths: Sequence[int]) -> Sequence[int]:
    """What was learnt of squares, for the board of a variant, which may be larger or smaller."""
    squares = len(variant.geometry.bits)
    if squares == len(worths):
        return worths
    learnt, size = isqrt(len(worths)), variant.size
    # An edge stays an edge, where nothing else is worth the same; the squares between are spread.
    between = [1 + (2 * n * (learnt - 3) + size - 3) // (2 * (size - 3)) for n in range(size - 2)]
    nearest = [0, *between, learnt - 1]
    return [worths[learnt * row + column] for row in nearest for column in nearest]


def _late_and_more(early: Sequence[int], late: Sequence[int]) -> list[LateAndMore]:
    return [(then, now - then) for now, then in zip(early, late, strict=True)]


def learned(weights: LearnedWeights) -> EvaluatorMaker:
    """The heuristic that has learnt these weights."""

    def made(variant: Variant) -> Evaluator:
        full = 2 * variant.home_men(0).bit_count()
        bits = variant.geometry.bits
        men = _late_and_more(
            _on_its_board(variant, weights.man_early), _on_its_board(variant, weights.man_late)
        )
        crowned = _late_and_more(
            _on_its_board(variant, weights.king_early), _on_its_board(variant, weights.king_late)
        )
        together = _late_and_more(weights.formations_early, weights.formations_late)
        men_of, kings_of = [], []
        for squares in (bits, bits[::-1]):
            rows = [squares[start : start + ROW] for start in range(0, len(squares), ROW)]
            formations = Formations(rows, together) if together else None
            men_of.append(MaskWorth(dict(zip(squares, men, strict=True)), formations))
            by_square = dict(zip(squares, crowned, strict=True))
            kings_of.append(MaskWorth(by_square, first=weights.first_king))
        remembered = _Remembered()

        def worths(on_board: int) -> tuple[tuple[_Worths, _Worths, _Worths, _Worths], ...]:
            """For either side to move: its men and kings, and those of the other."""
            man = weights.man[min(on_board, len(weights.man) - 1)]
            king = weights.king[min(on_board, len(weights.king) - 1)]
            (black_men, black_kings), (white_men, white_kings) = (
                (
                    _Worths(men_of[side], man, on_board, full, remembered),
                    _Worths(kings_of[side], king, on_board, full, remembered),
                )
                for side in (0, 1)
            )
            return (
                (black_men, black_kings, white_men, white_kings),
                (white_men, white_kings, black_men, black_kings),
            )

        # More pieces than at the start are worth what they are at the start.
        by_number = [worths(on_board) for on_board in range(full + 1)]
        by_number += [by_number[full]] * (len(bits) - full)

        def evaluate(state: State) -> int:
            men, kings, foe_men, foe_kings, side = state
            on_board = (men | kings | foe_men | foe_kings).bit_count()
            men_worth, kings_worth, foe_men_worth, foe_kings_worth = by_number[on_board][side]
            worth = men_worth[men] - foe_men_worth[foe_men]
            if kings or foe_kings:
                worth += kings_worth[kings] - foe_kings_worth[foe_kings]
            return worth

        return evaluate

    evaluator = cache(made)  # what is remembered serves the next search too, whoever searches
    return lambda variant, searcher: evaluator(variant)
