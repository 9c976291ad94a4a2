"""``minicheckers record``: the player's wins, draws and losses."""

import argparse
import sys
from dataclasses import asdict

from ..rules.variant import VARIANTS, get_variant
from ..storage.store import Store
from . import shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--variant", metavar="V", help=f"only one game: {', '.join(VARIANTS)}")
    shared.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the results against every level that has been played."""
    only = None if arguments.variant is None else get_variant(arguments.variant).name
    store = Store.default()
    record = store.record()
    for notice in store.take_notices():
        print(f"minicheckers: {notice}", file=sys.stderr)
    rows = [(key, score) for key, score in record.rows() if only in (None, key[0])]
    if arguments.json:
        for (variant, level), score in rows:
            shared.print_json({"variant": variant, "level": level, **asdict(score)})
        return 0
    if not rows:
        print("No game against the computer has been finished yet.")
    for (variant, level), score in rows:
        print(f"{variant:8} {level:10} {score}")
    return 0
