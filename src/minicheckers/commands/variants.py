"""``minicheckers variants``: the games there are."""

import argparse

from ..rules.variant import PIKACHU_SIZES, VARIANTS, get_variant
from . import shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    shared.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a line for every game."""
    width = max(map(len, VARIANTS))
    for variant in map(get_variant, VARIANTS):
        if arguments.json:
            shared.print_json(
                {
                    "name": variant.name,
                    "summary": variant.summary,
                    "size": variant.size,
                    "sizes": list(PIKACHU_SIZES) if variant.name == "pikachu" else [variant.size],
                    "first": str(variant.first),
                    "man": variant.man_name,
                    "king": variant.king_name,
                }
            )
        else:
            print(f"{variant.name:{width}}  {variant.summary}")
    return 0
