"""``minicheckers variants``: the games there are."""

import argparse
import sys

from ..game.presentation import presentation
from ..rules.variant import VARIANTS
from ..storage.variants import add_own_variants
from . import shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    shared.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a line for every game, those from outside included; 1 if one of them is wrong."""
    problems = add_own_variants()
    width = max(map(len, VARIANTS))
    for variant in VARIANTS.values():
        shown = presentation(variant)
        if not arguments.json:
            print(f"{variant.name:{width}}  {shown.summary}")
            continue
        shared.print_json(
            {
                "name": variant.name,
                "summary": shown.summary,
                "group": str(shown.group),
                "size": variant.size,
                "sizes": list(variant.possible_sizes),
                "first": str(variant.first),
                "man": variant.man_name,
                "king": variant.king_name if variant.crowns else None,
                "base": variant.base,
            }
        )
    for problem in problems:
        print(f"minicheckers: {problem}", file=sys.stderr)
    return 1 if problems else 0
