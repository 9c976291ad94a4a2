"""Squares and bits: a board with ghost squares, so that every direction is one shift.

The squares of a straight board are numbered row by row with one unused *ghost* column at the
right: square (row, column) is bit ``row * (size + 1) + column``. A diagonal board uses only the
squares with odd row + column; halving the same number gives it rows of ``size / 2`` bits with one
ghost after every second row. Either way a neighbour is a constant distance away wherever one
stands, and a step over the edge lands on a ghost or off the number, where the ``board`` mask
kills it. A game that also jumps straight over a diagonal board needs a ghost after every row: two
more ghost columns bring it. The ghosts lie symmetrically: turning the board by 180 degrees
reverses the bits.
"""

from dataclasses import dataclass
from functools import cached_property

#: A direction as (rows down, columns right).
Direction = tuple[int, int]

#: A direction as a pair (left, right) of shifts, one of them 0: ``bits << left >> right`` moves
#: every bit that way, ``bits << right >> left`` moves it back.
Shift = tuple[int, int]


@dataclass(frozen=True)
class Geometry:
    """A board of ``size`` rows; squares are numbered from 1, row by row from the top left.

    A ``diagonal`` board has only the dark squares, those with odd row + column, or, ``mirrored``,
    the others. ``straight``: pieces also go straight over such a board.
    """

    size: int
    diagonal: bool
    mirrored: bool = False
    straight: bool = False

    def __post_init__(self) -> None:
        if self.diagonal and self.size % 2:
            raise ValueError(f"a diagonal board needs an even size, not {self.size}")

    @cached_property
    def board(self) -> int:
        """The mask of all playing squares."""
        return sum(self.bits)

    @property
    def _spacing(self) -> int:
        return 2 if self.diagonal else 1

    @property
    def _stride(self) -> int:
        """The distance from row to row before halving."""
        return self.size + (3 if self.straight else 1)

    def is_dark(self, row: int, column: int) -> bool:
        """Whether a square is drawn dark: on a diagonal board those that are played on."""
        return (row + column) % 2 != self.mirrored

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """(row, column) of every playing square, in the order of their numbers."""
        return tuple(
            (row, column)
            for row in range(self.size)
            for column in range(self.size)
            if not self.diagonal or self.is_dark(row, column)
        )

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """The bit of every playing square, in the order of their numbers."""
        return tuple(
            1 << (row * self._stride + column) // self._spacing for row, column in self.places
        )

    @cached_property
    def _squares(self) -> dict[int, int]:
        return {bit: square for square, bit in enumerate(self.bits, start=1)}

    @cached_property
    def _squares_by_place(self) -> dict[tuple[int, int], int]:
        return {place: square for square, place in enumerate(self.places, start=1)}

    @property
    def count(self) -> int:
        return len(self.places)

    @cached_property
    def row_masks(self) -> tuple[int, ...]:
        """One mask a row, the top row first."""
        return self._line_masks(0)

    @cached_property
    def column_masks(self) -> tuple[int, ...]:
        """One mask a column, the leftmost column first."""
        return self._line_masks(1)

    def _line_masks(self, axis: int) -> tuple[int, ...]:
        masks = [0] * self.size
        for place, bit in zip(self.places, self.bits, strict=True):
            masks[place[axis]] |= bit
        return tuple(masks)

    @cached_property
    def long_diagonal(self) -> int:
        """The mask of the longest diagonal of playing squares, from corner to corner."""
        corners = self.size - 1
        return sum(
            bit
            for (row, column), bit in zip(self.places, self.bits, strict=True)
            if (row == column if self.mirrored else row + column == corners)
        )

    def square(self, bit: int) -> int:
        """The square number of a single bit."""
        return self._squares[bit]

    def squares(self, mask: int) -> list[int]:
        """The square numbers of all bits of a mask, ascending."""
        return [square for square, bit in enumerate(self.bits, start=1) if bit & mask]

    def place(self, square: int) -> tuple[int, int]:
        """(row, column) of a square number, row 0 on top."""
        return self.places[square - 1]

    def square_at(self, row: int, column: int) -> int | None:
        """The number of the playing square at (row, column), or None if there is none."""
        return self._squares_by_place.get((row, column))

    def shift(self, direction: Direction) -> Shift:
        """The shift that moves every bit of a mask one square in a direction."""
        down, right = direction
        distance = (down * self._stride + right) // self._spacing
        return (distance, 0) if distance > 0 else (0, -distance)

    def rotated(self, mask: int) -> int:
        """The mask on the board turned by 180 degrees."""
        width = self.board.bit_length()
        return int(f"{mask:0{width}b}"[::-1], 2)
