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
from itertools import accumulate

FILE = "opening.bin"
OFFSET = 128  # values are stored as bytes, and may be negative


class OpeningTable:
    """Values of packed positions; a read-only mapping in little space."""

    def __init__(self, content: bytes) -> None:
        """Read the content of a file."""
        raw = zlib.decompress(content)
        count = len(raw) // 9
        distances = little_endian(array("Q", raw[: 8 * count]))
        self._positions = array("Q", accumulate(distances))
        self._values = raw[8 * count :]

    def get(self, packed: int) -> int | None:
        index = bisect_left(self._positions, packed)
        if index < len(self._positions) and self._positions[index] == packed:
            return self._values[index] - OFFSET
        return None

    def __len__(self) -> int:
        return len(self._positions)

    def __iter__(self) -> Iterator[int]:
        return iter(self._positions)


@cache
def opening_table() -> OpeningTable:
    """The table that comes with the package, read when it is first asked for."""
    return OpeningTable(files(__package__).joinpath(FILE).read_bytes())


def little_endian(numbers: "array[int]") -> "array[int]":
    """The numbers in the order of bytes that the file has."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers
