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
    with Store.default() as store:
        stats = store.stats()
    for notice in store.take_notices():
        print(f"minicheckers: {notice}", file=sys.stderr)
    rows = [
        (*key, score, helped)
        for helped, kept in ((False, stats.rows()), (True, stats.helped_rows()))
        for key, score in kept
        if only in (None, key[0])
    ]
    if arguments.json:
        for variant, level, score, helped in rows:
            row = {"variant": variant, "level": level, **asdict(score)}
            shared.print_json({**row, "helped": True} if helped else row)
        return 0
    if not rows:
        print("No game against the computer has been finished yet.")
    for variant, level, score, helped in rows:
        print(f"{variant:13} {level:10} {score}{' (with help)' if helped else ''}")
    if stats.best_streak > 1 and only is None:
        best = f"the longest was {stats.best_streak}"
        print(f"Wins in a row without help: {stats.streak}, {best}.")
    return 0
