"""Evaluations whose numbers were learnt from games, see research/fit.py.

They are *tapered*: every number has a value early in the game and one late, and the pieces on the
board say how much of each counts. The men of one side change with every second ply only, and kings
are few, so the value of all men or kings of a side is remembered by their mask, apart for each
number of pieces on the board: most evaluations are a few times looking up.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import isqrt

from ...rules.movegen import State
from ...rules.variant import Variant
from .base import Evaluator, EvaluatorMaker, MaskMemory


@dataclass(frozen=True)
class LearnedWeights:
    """The value of a piece by the number of pieces on the board, and what its square adds.

    ``learnt_from`` says how many games and positions they come from.

    Squares are given for Black, in the order of their numbers; on a board of another size a square
    has the value of the nearest one on the board that was learnt on. ``first_king`` is for having a
    king at all. What is *early* counts in full at the start of a game and fades with every piece.

    Formations are what the men of a side on two neighbouring rows are worth together, beyond what
    each is worth by itself: one number for each of the 256 ways to place men on eight squares, for
    the first and second row, the second and third, and so on. A game may do without them.
    """

    learnt_from: str
    man: Sequence[int]
    king: Sequence[int]
    man_early: Sequence[int]
    man_late: Sequence[int]
    king_early: Sequence[int]
    king_late: Sequence[int]
    first_king: int
    formations_early: Sequence[int] = ()
    formations_late: Sequence[int] = ()


#: A tapered value: late in a game, and how much more early.
Tapered = tuple[int, int]

#: Both in one int, so that one addition adds both: `late * _SCALE + more`.
_SCALE = 1 << 20
_HALF = _SCALE // 2

#: Men on a row, where formations are looked at.
ROW = 4

#: Windows of this many bits where no formation decides.
_WIDTH = 8

#: This many masks take about 10 MB.
MOST_REMEMBERED = 60_000


@dataclass(frozen=True)
class Formations:
    """The values of men on two neighbouring rows together, for each pair of rows.

    A formation is numbered by its squares, one bit each: those of the row nearer to home first.
    """

    rows: Sequence[Sequence[int]]
    values: Sequence[Tapered]

    def windows(self) -> Iterator[tuple[list[int], Sequence[Tapered]]]:
        """The squares of each pair of rows as bits, and the values of their formations."""
        for number, (near, far) in enumerate(zip(self.rows, self.rows[1:], strict=False)):
            squares = [*near, *far]
            count = 1 << len(squares)
            yield squares, self.values[count * number : count * (number + 1)]


class PieceSquareTable:
    """The value of all men of a side, or of all its kings, by their mask.

    A mask is cut into *windows* of some neighbouring bits. For every way to fill a window its value
    is added up beforehand, so that the value of a mask is a sum of a few numbers, one a window.
    """

    def __init__(
        self, squares: Mapping[int, Tapered], formations: Formations | None = None, first: int = 0
    ) -> None:
        """`squares`: a piece by its bit; `first` is for having any piece at all."""
        self._first = first * _SCALE
        self._windows: list[tuple[int, int, list[int]]] = []
        single = {bit: late * _SCALE + more for bit, (late, more) in squares.items()}
        if formations is not None:
            for bits, values in formations.windows():
                together = [late * _SCALE + more for late, more in values]
                # Each square by itself belongs to the first window that it is in.
                alone = [single.pop(bit, 0) for bit in bits]
                self._add_window(bits, alone, together)
        while single:
            lowest = min(single)
            bits = [bit for bit in single if bit < lowest << _WIDTH]
            self._add_window(bits, [single.pop(bit) for bit in bits], [])

    def _add_window(self, bits: list[int], alone: list[int], together: list[int]) -> None:
        lowest = min(bits)
        size = 2 * max(bits) // lowest
        table = [0] * size
        # Filled square by square: with one more square, all fillings so far and their doubles.
        fillings, numbers = [0], [0]
        for digit, (bit, value) in enumerate(zip(bits, alone, strict=True)):
            more = [filling | bit // lowest for filling in fillings]
            for before, after in zip(fillings, more, strict=True):
                table[after] = table[before] + value
            fillings += more
            numbers += [number | 1 << digit for number in numbers]
        if together:
            for filling, number in zip(fillings, numbers, strict=True):
                table[filling] += together[number]
        self._windows.append((lowest.bit_length() - 1, size - 1, table))

    def value(self, mask: int) -> Tapered:
        """The value of the pieces of a mask late, and how much more they are worth early."""
        both = self._first if mask else 0
        for shift, ones, table in self._windows:
            both += table[mask >> shift & ones]
        late, more = divmod(both + _HALF, _SCALE)
        return late, more - _HALF


class _MaskValues(dict[int, int]):
    """By the mask of one side's men, or kings: their value, added up once and remembered.

    That is for one number of pieces on the board, which says what each is worth and how much of
    `full`, the pieces at the start, is still early.
    """

    def __init__(
        self, pieces: PieceSquareTable, each: int, on_board: int, full: int, memory: MaskMemory
    ) -> None:
        super().__init__()
        self._pieces = pieces
        self._each = each
        self._on_board = on_board
        self._full = full
        self._memory = memory
        memory.tables.append(self)

    def __missing__(self, mask: int) -> int:
        late, more = self._pieces.value(mask)
        self._memory.make_room()
        found = mask.bit_count() * self._each + late + more * self._on_board // self._full
        self[mask] = found
        return found


#: Of the side to move and of the other side: the values of its men and of its kings.
_FourValues = tuple[_MaskValues, _MaskValues, _MaskValues, _MaskValues]


def _on_its_board(variant: Variant, values: Sequence[int]) -> Sequence[int]:
    """What was learnt of squares, for the board of a variant, which may be larger or smaller."""
    squares = len(variant.geometry.bits)
    if squares == len(values):
        return values
    learnt, size = isqrt(len(values)), variant.size
    # An edge stays an edge, which no other square is like; the squares between are spread.
    between = [1 + (2 * n * (learnt - 3) + size - 3) // (2 * (size - 3)) for n in range(size - 2)]
    nearest = [0, *between, learnt - 1]
    return [values[learnt * row + column] for row in nearest for column in nearest]


def _tapered(early: Sequence[int], late: Sequence[int]) -> list[Tapered]:
    return [(then, now - then) for now, then in zip(early, late, strict=True)]


def shipped_weights(name: str) -> LearnedWeights:
    """The weights of a game that come with the package."""
    content = resources.files(__package__).joinpath(f"{name}.weights").read_bytes()
    return LearnedWeights(**json.loads(content))


def by_weights(name: str) -> EvaluatorMaker:
    """The heuristic by a game's weights, which are loaded when a search first asks for it."""

    def made(variant: Variant) -> Evaluator:
        weights = shipped_weights(name)
        full = 2 * variant.home_men(0).bit_count()
        bits = variant.geometry.bits
        men = _tapered(
            _on_its_board(variant, weights.man_early), _on_its_board(variant, weights.man_late)
        )
        crowned = _tapered(
            _on_its_board(variant, weights.king_early), _on_its_board(variant, weights.king_late)
        )
        together = _tapered(weights.formations_early, weights.formations_late)
        men_of, kings_of = [], []
        for squares in (bits, bits[::-1]):
            rows = [squares[start : start + ROW] for start in range(0, len(squares), ROW)]
            formations = Formations(rows, together) if together else None
            men_of.append(PieceSquareTable(dict(zip(squares, men, strict=True)), formations))
            by_square = dict(zip(squares, crowned, strict=True))
            kings_of.append(PieceSquareTable(by_square, first=weights.first_king))
        memory = MaskMemory(MOST_REMEMBERED)

        def values(on_board: int) -> tuple[_FourValues, ...]:
            """With that many pieces on the board, for either side to move."""
            man = weights.man[min(on_board, len(weights.man) - 1)]
            king = weights.king[min(on_board, len(weights.king) - 1)]
            black, white = (
                (
                    _MaskValues(men_of[side], man, on_board, full, memory),
                    _MaskValues(kings_of[side], king, on_board, full, memory),
                )
                for side in (0, 1)
            )
            return (*black, *white), (*white, *black)

        # More pieces than at the start are worth what they are at the start.
        by_number = [values(on_board) for on_board in range(full + 1)]
        by_number += [by_number[full]] * (len(bits) - full)

        def evaluate(state: State) -> int:
            men, kings, foe_men, foe_kings, side = state
            on_board = (men | kings | foe_men | foe_kings).bit_count()
            of_men, of_kings, of_foe_men, of_foe_kings = by_number[on_board][side]
            value = of_men[men] - of_foe_men[foe_men]
            if kings or foe_kings:
                value += of_kings[kings] - of_foe_kings[foe_kings]
            return value

        return evaluate

    evaluator = cache(made)  # what is remembered serves the next search too, whoever searches
    return lambda variant, searcher: evaluator(variant)
