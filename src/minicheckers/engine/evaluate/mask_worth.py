"""What a mask of pieces is worth, by looking up a few squares at a time.

A mask is cut into *windows* of some neighbouring bits. For every way to fill a window its worth is
added up beforehand, so that the worth of a mask is a sum of a few numbers, one a window.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

#: What something is worth late in a game, and how much more early.
LateAndMore = tuple[int, int]

#: Both in one int, so that one addition adds both: `late * _SCALE + more`.
_SCALE = 1 << 20
_HALF = _SCALE // 2

#: Windows of so many bits where nothing else decides.
_WIDTH = 8


@dataclass(frozen=True)
class Formations:
    """What pieces on two neighbouring rows are worth together, for each pair of rows.

    A formation is numbered by its squares, one bit each: those of the row nearer to home first.
    """

    rows: Sequence[Sequence[int]]
    worths: Sequence[LateAndMore]

    def windows(self) -> Iterable[tuple[list[int], Sequence[LateAndMore]]]:
        """The squares of each pair of rows as bits, and the worths of their formations."""
        for number, (near, far) in enumerate(zip(self.rows, self.rows[1:], strict=False)):
            squares = [*near, *far]
            count = 1 << len(squares)
            yield squares, self.worths[count * number : count * (number + 1)]


class MaskWorth:
    """What the men of a side, or its kings, are worth by their mask."""

    def __init__(
        self,
        squares: Mapping[int, LateAndMore],
        formations: Formations | None = None,
        first: int = 0,
    ) -> None:
        """`squares`: a piece by its bit; `first` is for having any piece at all."""
        self._first = first * _SCALE
        self._windows: list[tuple[int, int, list[int]]] = []
        single = {bit: late * _SCALE + more for bit, (late, more) in squares.items()}
        if formations is not None:
            for bits, worths in formations.windows():
                together = [late * _SCALE + more for late, more in worths]
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
        for digit, (bit, worth) in enumerate(zip(bits, alone, strict=True)):
            more = [filling | bit // lowest for filling in fillings]
            for before, after in zip(fillings, more, strict=True):
                table[after] = table[before] + worth
            fillings += more
            numbers += [number | 1 << digit for number in numbers]
        if together:
            for filling, number in zip(fillings, numbers, strict=True):
                table[filling] += together[number]
        self._windows.append((lowest.bit_length() - 1, size - 1, table))

    def late_and_more(self, mask: int) -> LateAndMore:
        """What the pieces of a mask are worth late, and how much more early."""
        both = self._first if mask else 0
        for shift, ones, table in self._windows:
            both += table[mask >> shift & ones]
        late, more = divmod(both + _HALF, _SCALE)
        return late, more - _HALF
