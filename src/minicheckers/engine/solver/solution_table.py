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
import os
import struct
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

from .position_sets import BLACK, MEN, SIZE, WHITE
from .strong import ABSENT, LOWEST, Values

MAGIC = b"minicheckers mini table 1\n"
BLOCKS = 27
ROWS_IN_BLOCK = SIZE // BLOCKS
BYTES_IN_ROW = (SIZE + 7) // 8
OFFSET = 16

#: The SHA-256 of the one right table.
PINNED = ""

#: The environment variable that names a table to use.
VARIABLE = "MINICHECKERS_TABLE"

_DIGEST = sha256().digest_size
_HEADER = struct.Struct(f"<{len(MAGIC)}s{BLOCKS * _DIGEST}s{BLOCKS}I")
_ALL_ABSENT = bytes(range(ABSENT, 256))


def root(digests: Iterable[bytes]) -> str:
    """The SHA-256 of a table whose blocks have these."""
    return sha256(b"".join(digests)).hexdigest()
