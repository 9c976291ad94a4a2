"""``minicheckers endings``: rebuild the exact table of endings and say what is in it."""

import argparse
import sys
import time
from dataclasses import asdict
from typing import Any

from ..engine.endings import SHIPPED
from ..engine.endings.build import BuildProgress, build, count_endings
from ..engine.endings.files import digest, write_endings
from ..engine.endings.placements import MOST_PIECES
from ..messages import listing, quoted
from ..named_files import output_file
from . import shared
from .output import ProgressBar

_GAMES = {variant.name: variant for variant in SHIPPED}
_DEFAULT = next(iter(_GAMES))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--variant",
        default=_DEFAULT,
        metavar="V",
        help=f"the game: {listing([*_GAMES], 'or')}; default: {_DEFAULT}",
    )
    parser.add_argument(
        "--pieces",
        type=shared.whole_number(2, MOST_PIECES),
        default=MOST_PIECES,
        metavar="N",
        help=f"at most N pieces on the board, 2 to {MOST_PIECES}; default: {MOST_PIECES}",
    )
    parser.add_argument("--out", metavar="FILE", help="write the table to a file")
    shared.add_flags(parser, "json")
    parser.description = (
        f"{parser.description}\n\n"
        "The table covers every position in which both sides have pieces: won, drawn or lost for "
        "the side to move, and in how many plies. The program comes with the same tables, so this "
        "only checks them. It takes about half a minute for four pieces."
    )


def run(arguments: argparse.Namespace) -> int:
    """Build the table, write it if a file is named, and print what is in it."""
    variant = _GAMES.get(arguments.variant)
    if variant is None:
        name, games = quoted(arguments.variant), listing([*_GAMES])
        raise ValueError(f"there is no table of endings for {name}, only for {games}")
    started = time.perf_counter()
    with output_file(arguments.out) as fresh:
        with ProgressBar(100, sys.stderr) as bar:
            endings = build(variant, arguments.pieces, _in_per_cent(bar))
        counts = count_endings(endings)
        record = {
            "variant": variant.name,
            "pieces": arguments.pieces,
            "positions": counts.positions,
            **asdict(counts),
            "sha256": digest(endings),
            "seconds": round(time.perf_counter() - started, 3),
        }
        if fresh is not None:
            fresh.write(write_endings(endings))
    shared.print_result(arguments, record, _lines(record))
    return 0


def _in_per_cent(bar: ProgressBar) -> BuildProgress:
    shown = 0

    def show(done: int, total: int) -> None:
        nonlocal shown
        if (per_cent := 100 * done // total) != shown:
            shown = per_cent
            bar.show(shown, "per cent")

    return show


def _lines(record: dict[str, Any]) -> list[str]:
    game = f"{record['variant']}, at most {record['pieces']} pieces"
    won, drawn, lost = (f"{record[name]:,} {name}" for name in ("won", "drawn", "lost"))
    return [
        f"{game}: {record['positions']:,} positions",
        f"For the side to move: {won}, {drawn}, {lost}",
        f"Longest win: {record['longest']} plies",
        f"SHA-256: {record['sha256']}",
        f"Built in {record['seconds']:.1f} s.",
    ]
