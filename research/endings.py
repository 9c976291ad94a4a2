"""Build the exact table of endings of a game, say what is in it, and write its file.

    python research/endings.py english
    python research/endings.py english --out src/minicheckers/engine/endings/english.endings
    python research/endings.py towers --pieces 3

One JSON object says what was found: every position in which both sides have pieces is won, drawn or
lost for the side to move, and in how many plies. Four pieces take about half a minute.
"""

import argparse
import hashlib
import json
import lzma
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from minicheckers.commands.output import ProgressBar
from minicheckers.engine.endings import SHIPPED
from minicheckers.engine.endings.files import FORMAT, VERSION
from minicheckers.engine.endings.placements import MOST_PIECES, Material, materials
from minicheckers.engine.endings.table import WON, Endings
from retrograde import UNUSED, build, count_endings, is_won

_WITHOUT_DISTANCE = bytes(WON if is_won(code) else code for code in range(256))
_UNUSED_RUN = re.compile(rb"(?s)(.)%c+" % UNUSED)
_GAMES = {variant.name: variant for variant in SHIPPED}


def file_of(endings: Endings) -> bytes:
    """The content of a file with these endings."""
    preset = 9 | lzma.PRESET_EXTREME
    packed = [
        (material, lzma.compress(codes, preset=preset)) for material, codes in _stored(endings)
    ]
    header = {
        "format": FORMAT,
        "version": VERSION,
        "variant": endings.variant.name,
        "pieces": endings.pieces,
        "sha256": digest(endings),
        "bytes": [len(data) for _, data in packed],
    }
    return b"".join([json.dumps(header).encode(), b"\n", *(data for _, data in packed)])


def digest(endings: Endings) -> str:
    """The SHA-256 of what a file of these endings holds, unpacked."""
    content = hashlib.sha256()
    for _, codes in _stored(endings):
        content.update(codes)
    return content.hexdigest()


def _stored(endings: Endings) -> Iterator[tuple[Material, bytes]]:
    """The codes of every material as a file holds them.

    An unused number gets the code of the number before it, which packs better.
    """
    for material in materials(endings.pieces):
        codes = endings.codes[material].translate(_WITHOUT_DISTANCE)
        used = codes.lstrip(bytes([UNUSED]))
        filled = _UNUSED_RUN.sub(lambda run: run[1] * len(run[0]), used)
        yield material, bytes(len(codes) - len(used)) + filled


def found_in(game: str, pieces: int, out: Path | None = None) -> dict[str, Any]:
    """Build the endings of a game, write their file, and say what is in it."""
    started = time.perf_counter()
    with ProgressBar(100, sys.stderr) as bar:
        endings = build(
            _GAMES[game], pieces, lambda done, total: bar.show(100 * done // total, "per cent")
        )
    counts = count_endings(endings)
    if out is not None:
        out.write_bytes(file_of(endings))
    return {
        "variant": game,
        "pieces": pieces,
        "positions": counts.positions,
        **asdict(counts),
        "sha256": digest(endings),
        "seconds": round(time.perf_counter() - started, 3),
    }


def main() -> None:
    """Print what is in the endings of the game that is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=_GAMES)
    parser.add_argument(
        "--pieces",
        type=int,
        choices=range(2, MOST_PIECES + 1),
        default=MOST_PIECES,
        help="at most that many on the board",
    )
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table to a file")
    arguments = parser.parse_args()
    print(json.dumps(found_in(arguments.game, arguments.pieces, arguments.out)))


if __name__ == "__main__":
    main()
