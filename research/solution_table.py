"""The strong solution as a file: the value of every mini position that play can reach.

The positions are those of `position_sets` with Black to move. They are cut into blocks by the
content of the odd rows, `ROWS_IN_BLOCK` contents each, in ascending order. A block holds

* for each content of the odd rows, `BYTES_IN_ROW` bytes with a bit for every content of the even
  rows, the lowest first: is there a position?
* for each position, in the same order, a byte: its value, less the difference in men on the board,
  plus `OFFSET`.

The file is `MAGIC`, the SHA-256 of every block, their compressed lengths (four bytes each, the
lowest first), the blocks compressed with LZMA, and at last the SHA-256 of all that. The SHA-256 of
the table itself is that of the blocks' SHA-256, one after the other: it does not depend on how
well somebody's library compresses.
"""

import lzma
import struct
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import accumulate, compress, pairwise
from pathlib import Path

from minicheckers.engine.solver.referee import referee
from minicheckers.rules.movegen import generator
from minicheckers.rules.variant import MINI
from position_sets import (
    BLACK,
    CONTENTS,
    MEN,
    SIZE,
    WHITE,
    locate,
    rotated,
    squares_of_half,
)
from strong import LOWEST, Values, one_byte_a_bit, unpack

MAGIC = b"minicheckers mini table 1\n"
BLOCKS = 27
ROWS_IN_BLOCK = SIZE // BLOCKS
BYTES_IN_ROW = (SIZE + 7) // 8
OFFSET = 16

#: The SHA-256 of the table of the whole game; there is no other right one.
PINNED = "ea832fa0019e814fe654cf49af39b659a00e26d024ea8d0b06861a1f15125397"

_DIGEST_SIZE = 32
_HEADER = struct.Struct(f"<{len(MAGIC)}s{BLOCKS * _DIGEST_SIZE}s{BLOCKS}I")

_ALL_ABSENT = bytes(range(0x80, 256))
_DIFFERENCES = [black - white for black, white in zip(MEN[BLACK], MEN[WHITE], strict=True)]
_EVERY_BYTE = int.from_bytes(b"\1" * SIZE)
#: The differences of the men on the even rows, a byte for each content, as one number.
_EVEN_DIFFERENCES = int.from_bytes(bytes(MEN[BLACK]), "little") - int.from_bytes(
    bytes(MEN[WHITE]), "little"
)


def make_block(number: int, values: Values) -> bytes:
    """One block of the table, not compressed."""
    positions = []
    relative = []
    for odd in range(number * ROWS_IN_BLOCK, (number + 1) * ROWS_IN_BLOCK):
        positions.append(values.positions.get(odd, 0).to_bytes(BYTES_IN_ROW, "little"))
        if odd in values.positions:
            relative.append(_relative_row(odd, values))
    return b"".join(positions + relative)


def _relative_row(odd: int, values: Values) -> bytes:
    """The values of a row less the differences in men, where there is a position."""
    row = int.from_bytes(values.row(odd), "little")
    # No byte gets so small or so large that the next one would notice.
    row += _EVERY_BYTE * (LOWEST + OFFSET - _DIFFERENCES[odd]) - _EVEN_DIFFERENCES
    return row.to_bytes(SIZE, "little").translate(None, _ALL_ABSENT)


def pack_block(block: bytes) -> bytes:
    """A block as it is in the file."""
    return lzma.compress(block)


def digest_of(digests: Iterable[bytes]) -> str:
    """The SHA-256 of a table whose blocks have these."""
    return sha256(b"".join(digests)).hexdigest()


def to_file(digests: list[bytes], compressed: list[bytes]) -> bytes:
    """The content of the file with these blocks."""
    lengths = map(len, compressed)
    content = _HEADER.pack(MAGIC, b"".join(digests), *lengths) + b"".join(compressed)
    return content + sha256(content).digest()


class SolutionTable:
    """The values of a table's positions. A block is unpacked when it is first asked for."""

    def __init__(self, content: bytes) -> None:
        """Read the content of a file; ValueError if it is no table, or damaged."""
        if not content.startswith(MAGIC):
            raise ValueError("this is not a table of mini positions")
        if len(content) < _HEADER.size + _DIGEST_SIZE:
            raise ValueError("the table is cut off")
        if sha256(content[:-_DIGEST_SIZE]).digest() != content[-_DIGEST_SIZE:]:
            raise ValueError("the table is damaged: its SHA-256 is another")
        _, digests, *lengths = _HEADER.unpack_from(content)
        self._digests = [
            digests[n : n + _DIGEST_SIZE] for n in range(0, len(digests), _DIGEST_SIZE)
        ]
        ends = list(accumulate(lengths, initial=_HEADER.size))
        if ends[-1] + _DIGEST_SIZE != len(content):
            raise ValueError("the table is damaged: its blocks do not fill it")
        self._compressed = [content[begin:end] for begin, end in pairwise(ends)]
        self._blocks: dict[int, _Block] = {}

    @property
    def sha256(self) -> str:
        """What tells this table from others, however it was compressed."""
        return digest_of(self._digests)

    def get(self, packed: int) -> int | None:
        """The value of a position for the side to move, None if it is not in the table."""
        odd, even = locate(*unpack(packed))
        block, row = divmod(odd, ROWS_IN_BLOCK)
        relative = self._block(block).relative(row, even)
        return None if relative is None else relative + _DIFFERENCES[odd] + _DIFFERENCES[even]

    def rows(self) -> Iterator[tuple[int, list[int], list[int]]]:
        """All positions, ascending: the content of the odd rows, those of the even ones, values."""
        for number in range(BLOCKS):
            block = self._unpack(number)  # not kept: everything at once is a lot
            for row in range(ROWS_IN_BLOCK):
                if relatives := block.relatives(row):
                    odd = number * ROWS_IN_BLOCK + row
                    evens = list(compress(range(SIZE), one_byte_a_bit(block.positions(row))))
                    offset = _DIFFERENCES[odd] - OFFSET
                    pairs = zip(evens, relatives, strict=True)
                    yield odd, evens, [n + offset + _DIFFERENCES[even] for even, n in pairs]

    def _block(self, number: int) -> "_Block":
        if number not in self._blocks:
            self._blocks[number] = self._unpack(number)
        return self._blocks[number]

    def _unpack(self, number: int) -> "_Block":
        raw = lzma.decompress(self._compressed[number])
        if sha256(raw).digest() != self._digests[number]:
            raise ValueError(f"block {number} of the table is not the one it should be")
        return _Block(raw)


class _Block:
    """A block, unpacked."""

    def __init__(self, raw: bytes) -> None:
        split = ROWS_IN_BLOCK * BYTES_IN_ROW
        self._positions = [raw[n : n + BYTES_IN_ROW] for n in range(0, split, BYTES_IN_ROW)]
        counts = (int.from_bytes(row).bit_count() for row in self._positions)
        self._begins = list(accumulate(counts, initial=split))
        if self._begins[-1] != len(raw):
            raise ValueError("a block of the table does not have one value for each position")
        self._raw = raw

    def positions(self, row: int) -> int:
        """The contents of the even rows in a row, as a set."""
        return int.from_bytes(self._positions[row], "little")

    def relatives(self, row: int) -> bytes:
        """The bytes that stand for the values of a row."""
        return self._raw[self._begins[row] : self._begins[row + 1]]

    def relative(self, row: int, even: int) -> int | None:
        """A value less the difference in men; None if there is no such position."""
        whole, bit = divmod(even, 8)
        positions = self._positions[row]
        if not positions[whole] >> bit & 1:
            return None
        before = int.from_bytes(positions[:whole]).bit_count()
        before += (positions[whole] & (1 << bit) - 1).bit_count()
        return self._raw[self._begins[row] + before] - OFFSET


def read_table(path: Path) -> SolutionTable:
    """The table in a file; ValueError if it is none."""
    return SolutionTable(path.read_bytes())


_successors = generator(MINI)
_UNKNOWN = 0


def _masks(odd: bool, colour: int) -> list[int]:
    """The squares of a colour as a mask, for every content of a half."""
    bits = [MINI.geometry.bits[square] for square in squares_of_half(odd)]
    return [
        sum(bit for bit, piece in zip(bits, content, strict=True) if piece == colour)
        for content in CONTENTS
    ]


def check_table(table: SolutionTable, report: Callable[[int], None], every: int = 1) -> int:
    """Check that every value is the best of the replies, and that the solver's bounds hold.

    Nothing of how the table was made is used: the moves come from the game's own generator, one
    position at a time. Returns how many positions that were; ValueError for the first mistake.
    `report` is called with the number of blocks that are done. With `every` = n only every n-th row
    is looked at.
    """
    values = bytearray(SIZE * SIZE)
    for odd, evens, row in table.rows():
        base = odd * SIZE
        for even, value in zip(evens, row, strict=True):
            values[base + even] = value + OFFSET
    odd_men, even_men = _masks(True, BLACK), _masks(False, BLACK)
    odd_foes, even_foes = _masks(True, WHITE), _masks(False, WHITE)
    checked = 0
    for number, (odd, evens, row) in enumerate(table.rows()):
        if number % every:
            continue
        for even, value in zip(evens, row, strict=True):
            men, foes = odd_men[odd] | even_men[even], odd_foes[odd] | even_foes[even]
            best = _best(men, foes, values)
            if value != best:
                raise ValueError(f"a value is {value}, and the best of its replies is {best}")
            low, high = referee(MINI).bounds(men, foes)
            if not low <= value <= high:
                raise ValueError(f"a value is {value}, out of its bounds {low} and {high}")
        checked += len(evens)
        report(odd // ROWS_IN_BLOCK)
    report(BLOCKS)
    return checked


def _best(men: int, foes: int, values: bytearray) -> int | None:
    """The value of a position from those of its replies; None if one of them is not there."""
    replies = _successors((men, 0, foes, 0, 0))
    if not replies:
        return men.bit_count() - foes.bit_count()
    lowest = 99
    for white, _, black, _, _ in replies:
        odd, even = rotated(*locate(black, white))
        value = values[odd * SIZE + even]
        if value == _UNKNOWN:
            return None
        if value < lowest:
            lowest = value
    return OFFSET - lowest
