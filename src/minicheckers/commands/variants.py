"""``minicheckers variants``: the games there are."""

import argparse
from typing import Any

from ..game.presentation import presentation
from ..rules.variant import VARIANTS, Variant
from ..storage.variants import add_own_variants
from . import shared
from .output import Cell, Output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add_flags(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Print a line for every game, those from outside included; 1 if one of them is wrong."""
    problems = add_own_variants()
    if arguments.json:
        for variant in VARIANTS.values():
            shared.print_json(_record(variant))
    else:
        output = Output.standard()
        rows = [
            [Cell(variant.name, "strong"), Cell(presentation(variant).summary)]
            for variant in VARIANTS.values()
        ]
        print(*output.table(rows, prose=True), sep="\n")
    shared.complain(*problems)
    return 1 if problems else 0


def _record(variant: Variant) -> dict[str, Any]:
    shown = presentation(variant)
    return {
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
