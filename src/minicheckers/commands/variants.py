"""``minicheckers variants``: the games there are."""

import argparse
from typing import Any

from ..game.presentation import presentation
from ..rules.variant import VARIANTS, Variant
from ..storage.variants import add_own_variants
from . import shared
from .output import Cell, print_rows


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add_flags(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Print a line for every game, those from outside included; 1 if one of them is wrong."""
    problems = add_own_variants()
    records = map(_record, VARIANTS.values())
    print_rows(arguments, records, lambda game: [Cell(game["name"], "strong"), game["summary"]])
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
