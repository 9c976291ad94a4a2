"""``minicheckers solve``: the value of every position of mini that play can reach."""

import argparse
import os

from . import shared

#: More would have nothing to do.
MOST_JOBS = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--out", metavar="FILE", help="write the table of all values to a file")
    parser.add_argument(
        "--jobs",
        type=shared.whole_number(1, MOST_JOBS),
        default=min(2, os.cpu_count() or 1),
        metavar="J",
        help="how many processes to use, about 300 MB each; default: 2, or 1 on a single processor",
    )
    shared.add_position(parser, "solve only what can follow this FEN; default: the start")
    shared.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Solve, write the table, and print what was found."""
    from . import solving

    return solving.run(arguments)
