"""What was found out about a finite game, kept on disk for the next time: one file per rule set.

The file holds a heading, a digest of what follows it and, compressed, the packed positions in
ascending order, each as its distance from the one before (eight bytes, the lowest first), then
their lower bounds and then their upper bounds, one byte each. The heading has a digest of the
rules. A file that is damaged, foreign or from another version is as good as none, and the next
one takes its place; so is a disk that cannot be written.
"""

import os
import zlib
from array import array
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from itertools import accumulate, pairwise
from pathlib import Path

from ...rules.variant import Notation, Variant
from ...support.named_files import read_file, state_directory, write_new
from .opening import OFFSET, little_endian

#: So many positions are kept at most, those with the longest way to go.
MOST_POSITIONS = 30_000
#: No more files than this, and the bytes that the positions of one take at most.
MOST_FILES = 100
_POSITION_BYTES = 10
_LONGEST = MOST_POSITIONS * _POSITION_BYTES
_VERSION = b"minicheckers solved 1\n"

Bounds = dict[int, tuple[int, int]]


def _heading(variant: Variant) -> bytes:
    """The version of the format, and a digest of the rules whatever they are called."""
    rules = replace(
        variant,
        name="",
        man_name="",
        king_name="",
        notation=Notation(),
        sizes=(),
        base=None,
    )
    return _VERSION + sha256(repr(rules).encode()).digest()


def _path(variant: Variant) -> Path | None:
    directory = state_directory()
    if directory is None:
        return None
    return directory / "solved" / f"{_heading(variant)[len(_VERSION) :].hex()[:24]}.bounds"


def read_kept(variant: Variant) -> Bounds:
    """The bounds that were kept for a game; {} if there are none, or none to rely on."""
    path, heading = _path(variant), _heading(variant)
    if path is None:
        return {}
    try:
        content = read_file(path, 2 * _LONGEST)
    except ValueError:
        return {}
    digest, packed = content[len(heading) :][:32], content[len(heading) + 32 :]
    if not content.startswith(heading) or sha256(packed).digest() != digest:
        return {}
    try:
        raw = zlib.decompressobj().decompress(packed, _LONGEST)
    except zlib.error:
        return {}
    count = len(raw) // _POSITION_BYTES
    positions = accumulate(little_endian(array("Q", raw[: 8 * count])))
    lows, highs = raw[8 * count : 9 * count], raw[9 * count :]
    bounds = zip(lows, highs, strict=False)
    return {
        position: (low - OFFSET, high - OFFSET)
        for position, (low, high) in zip(positions, bounds, strict=False)
    }


def keep(variant: Variant, bounds: Mapping[int, tuple[int, int]]) -> None:
    """Keep the bounds for the next time, at most MOST_POSITIONS of them."""
    path = _path(variant)
    if path is None:
        return
    positions = sorted(bounds)
    distances = (after - before for before, after in pairwise((0, *positions)))
    packed = zlib.compress(
        little_endian(array("Q", distances)).tobytes()
        + bytes(bounds[position][0] + OFFSET for position in positions)
        + bytes(bounds[position][1] + OFFSET for position in positions)
    )
    temporary = path.with_suffix(f".{os.getpid()}")
    with suppress(OSError):
        for directory in (path.parent.parent, path.parent):
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if len(list(path.parent.iterdir())) >= MOST_FILES and not path.exists():
            return
        try:
            write_new(temporary, _heading(variant) + sha256(packed).digest() + packed)
            temporary.chmod(0o600)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
