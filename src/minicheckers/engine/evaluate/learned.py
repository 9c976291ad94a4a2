"""Evaluations whose numbers were learnt from games, see benchmarks/fit.py.

The men of one side change with every second ply only, and kings are few, so the worth of all men
or kings of a side is remembered by their mask: most evaluations are four times looking up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import isqrt

from ...rules.movegen import State
from ...rules.variant import Variant
from .base import Evaluator, EvaluatorMaker


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


#: The pieces of a mask: how many there are, what they are worth late, and how much more early.
_Worth = tuple[int, int, int]


@dataclass(frozen=True)
class _Square:
    """What a piece is worth on a square late, how much more early, and its part in formations."""

    late: int
    more: int
    formations: tuple[tuple[int, int], ...] = ()


class _Worths(dict[int, _Worth]):
    """By the mask of one side's men, or kings: their worth, added up once and remembered."""

    def __init__(
        self,
        squares: dict[int, _Square],
        any_late: int = 0,
        formations: Sequence[tuple[int, int]] = (),
    ) -> None:
        super().__init__()
        self._squares = squares
        self._any_late = any_late
        self._formations = formations
        self._pairs_of_rows = len(formations) // FORMATIONS

    def __missing__(self, mask: int) -> _Worth:
        late, more = (self._any_late if mask else 0), 0
        standing = [FORMATIONS * pair for pair in range(self._pairs_of_rows)]
        rest = mask
        while rest:
            bit = rest & -rest
            rest ^= bit
            square = self._squares[bit]
            late += square.late
            more += square.more
            for pair, digit in square.formations:
                standing[pair] += digit
        for formation in standing:
            formation_late, formation_more = self._formations[formation]
            late += formation_late
            more += formation_more
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        self[mask] = found = (mask.bit_count(), late, more)
        return found


#: Ways to place men on two rows of four squares.
ROW = 4
FORMATIONS = 256

#: So many masks take about 10 MB.
MOST_REMEMBERED = 50_000


def _on_board(variant: Variant, worths: Sequence[int]) -> Sequence[int]:
    """What was learnt of squares, for the board of a variant, which may be larger or smaller."""
    squares = len(variant.geometry.bits)
    if squares == len(worths):
        return worths
    learnt, size = isqrt(len(worths)), variant.size
    # An edge stays an edge, where nothing else is worth the same; the squares between are spread.
    between = [1 + (2 * n * (learnt - 3) + size - 3) // (2 * (size - 3)) for n in range(size - 2)]
    nearest = [0, *between, learnt - 1]
    return [worths[learnt * row + column] for row in nearest for column in nearest]


def _late_and_more(early: Sequence[int], late: Sequence[int]) -> list[tuple[int, int]]:
    return [(then, now - then) for now, then in zip(early, late, strict=True)]


def _part_in_formations(number: int, formations: int) -> tuple[tuple[int, int], ...]:
    """In which pairs of rows a square stands, and as which digit of their formations."""
    row, column = divmod(number, ROW)
    pairs = range(formations // FORMATIONS)
    both = ((row - 1, 1 << ROW + column), (row, 1 << column))
    return tuple((pair, digit) for pair, digit in both if pair in pairs)


def learned(weights: LearnedWeights) -> EvaluatorMaker:
    """The heuristic that has learnt these weights."""

    @cache  # what is remembered serves the next search too
    def heuristic(variant: Variant, searcher: int) -> Evaluator:
        full = 2 * variant.home_men(0).bit_count()
        bits = variant.geometry.bits
        sides = (bits, bits[::-1])
        formations = _late_and_more(weights.formations_early, weights.formations_late)
        parts = [_part_in_formations(number, len(formations)) for number in range(len(bits))]
        men = _late_and_more(
            _on_board(variant, weights.man_early), _on_board(variant, weights.man_late)
        )
        crowned = _late_and_more(
            _on_board(variant, weights.king_early), _on_board(variant, weights.king_late)
        )
        men_worths = tuple(
            _Worths(
                {
                    bit: _Square(late, more, part)
                    for bit, (late, more), part in zip(squares, men, parts, strict=True)
                },
                formations=formations,
            )
            for squares in sides
        )
        king_worths = tuple(
            _Worths(
                {
                    bit: _Square(late, more)
                    for bit, (late, more) in zip(squares, crowned, strict=True)
                },
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
                own, own_late, own_more = king_worths[side][kings]
                foes, foe_late, foe_more = king_worths[1 - side][foe_kings]
                pieces += own + foes
                late += king[pieces] * (own - foes) + own_late - foe_late
                more += own_more - foe_more
            late += lead * man[pieces]
            more *= pieces
            # Rounded towards 0, so that what one side gains the other loses.
            return late + more // full if more >= 0 else late - -more // full

        return evaluate

    return heuristic
