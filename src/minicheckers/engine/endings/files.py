"""The endings as a file: one line of JSON, then the codes of each material, compressed apart.

Only losses keep their distance. A win's is found from the moves of the position, which halves the
file. Materials are compressed one by one, so that only what is asked for has to be unpacked.
research/endings.py writes such files.
"""

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from importlib.util import find_spec

from ...rules.movegen import State
from ...rules.variant import Variant, get_variant
from . import SHIPPED
from .placements import MOST_PIECES, Material, materials
from .table import Endings

FORMAT, VERSION = "minicheckers endings", 1


@cache
def shipped_endings(variant: Variant) -> Endings | None:
    """The endings of a game that come with the package, None if there are none.

    Opening them is cheap; what they hold is unpacked when it is asked for.
    """
    if variant not in SHIPPED or find_spec("_lzma") is None:  # some builds of Python lack it
        return None
    file = resources.files(__package__).joinpath(f"{variant.name}.endings")
    return read_endings(file.read_bytes())


def search_probe(variant: Variant) -> Callable[[State, int], int | None] | None:
    """What a search asks after a capture (`Endings.probe_score`), None for a game without endings.

    The file is not opened before a state has few enough pieces.
    """
    if variant not in SHIPPED:
        return None

    def probe(state: State, ply: int) -> int | None:
        men, kings, foe_men, foe_kings, _ = state
        if (men | kings | foe_men | foe_kings).bit_count() > MOST_PIECES:
            return None
        endings = shipped_endings(variant)
        return None if endings is None else endings.probe_score(state, ply)

    return probe


def read_endings(content: bytes) -> Endings:
    """The endings in a file; ValueError if it is not one of ours."""
    first, _, packed = content.partition(b"\n")
    try:
        header = json.loads(first)
        if (header["format"], header["version"]) != (FORMAT, VERSION):
            raise ValueError
        variant, pieces = get_variant(header["variant"]), int(header["pieces"])
        lengths = [int(length) for length in header["bytes"]]
    except (ValueError, KeyError, TypeError):
        raise ValueError(f"this is not a file of {FORMAT}, version {VERSION}") from None
    order = materials(pieces)
    if len(lengths) != len(order) or sum(lengths) != len(packed):
        raise ValueError("the file of endings is cut off or damaged")
    parts: dict[Material, bytes] = {}
    at = 0
    for material, length in zip(order, lengths, strict=True):
        parts[material] = packed[at : at + length]
        at += length
    return Endings(variant, pieces, _Unpacked(parts))


class _Unpacked(dict[Material, bytes]):
    """Codes by material, each unpacked when it is first asked for."""

    def __init__(self, packed: dict[Material, bytes]) -> None:
        super().__init__()
        self._packed = packed

    def __missing__(self, material: Material) -> bytes:
        import lzma

        self[material] = codes = lzma.decompress(self._packed[material])
        return codes
