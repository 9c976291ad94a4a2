"""``minicheckers variants``: the games there are."""

import argparse

from ..game.presentation import presentation
from ..rules.variant import VARIANTS
from . import shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    shared.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a line for every game."""
    width = max(map(len, VARIANTS))
    for variant in VARIANTS.values():
        if arguments.json:
            shared.print_json(
                {
                    "name": variant.name,
                    "summary": presentation(variant).summary,
                    "size": variant.size,
                    "sizes": list(variant.possible_sizes),
                    "first": str(variant.first),
                    "man": variant.man_name,
                    "king": variant.king_name if variant.crowns else None,
                }
            )
        else:
            print(f"{variant.name:{width}}  {presentation(variant).summary}")
    return 0
