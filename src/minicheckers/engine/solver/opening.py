"""The opening table: the value of every position that play can reach in the first few moves.

Those positions are few, and they are the ones that take the search long. The file, which
research/mini_files.py writes, holds, compressed, the packed positions in ascending order, each as
its distance from the one before (eight bytes, the lowest first), and then their values, one byte
each.
"""

import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import accumulate, pairwise

FILE = "opening.bin"
_OFFSET = 128  # values are stored as bytes, and may be negative


class OpeningTable:
    """Values of packed positions; a read-only mapping in little space."""

    def __init__(self, values: dict[int, int]) -> None:
        self._positions = array("Q", sorted(values))
        self._values = bytes(values[packed] + _OFFSET for packed in self._positions)

    def get(self, packed: int) -> int | None:
        index = bisect_left(self._positions, packed)
        if index < len(self._positions) and self._positions[index] == packed:
            return self._values[index] - _OFFSET
        return None

    def __len__(self) -> int:
        return len(self._positions)

    def __iter__(self) -> Iterator[int]:
        return iter(self._positions)

    def to_bytes(self) -> bytes:
        distances = array("Q", (b - a for a, b in pairwise([0, *self._positions])))
        return zlib.compress(_little_endian(distances).tobytes() + self._values, 9)

    @classmethod
    def from_bytes(cls, content: bytes) -> "OpeningTable":
        raw = zlib.decompress(content)
        count = len(raw) // 9
        table = cls({})
        distances = _little_endian(array("Q", raw[: 8 * count]))
        table._positions = array("Q", accumulate(distances))
        table._values = raw[8 * count :]
        return table


@cache
def opening_table() -> OpeningTable:
    """The table that comes with the package, read when it is first asked for."""
    return OpeningTable.from_bytes(files(__package__).joinpath(FILE).read_bytes())


def _little_endian(numbers: "array[int]") -> "array[int]":
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers
