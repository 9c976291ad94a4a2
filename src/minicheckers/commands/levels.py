"""``minicheckers levels`` and ``variants``: the opponents and the games there are."""

import argparse
from typing import Any

from ..engine.solver import is_solvable
from ..game.openings import ballots
from ..game.presentation import presentation
from ..opponents.levels import BY_STRENGTH, LEVELS, NUMBERS, strength_name, strength_number
from ..opponents.registry import available
from ..rules.variant import VARIANTS, Variant
from ..storage.own_files import add_own_variants
from ..treeview.seeds import ORIGINALS
from . import shared
from .output import Column, Output, print_rows


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add_flags(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Print a line for every level and strategy; plug-ins that cannot be used go to stderr."""
    entries, problems = available()
    levels = [_record("level", one.name, one.summary, one.number) for one in LEVELS.values()]
    strategies = [
        _record("strategy", one.name, one.summary, package=one.package) for one in entries
    ]
    if arguments.json:
        print_rows(arguments, [*levels, *strategies], ())
    else:
        _print(levels, strategies)
    shared.complain(*problems)
    return 0


def _record(
    kind: str, name: str, summary: str, number: int | None = None, package: str | None = None
) -> dict[str, Any]:
    return {"name": name, "kind": kind, "number": number, "summary": summary, "package": package}


def _print(levels: list[dict[str, Any]], strategies: list[dict[str, Any]]) -> None:
    steps = f"{strength_name(NUMBERS[0])} to {NUMBERS[-1]}"
    about = "even steps from beginner upwards (--strength N)"
    known = {one["name"]: one for one in (*strategies, *levels)}
    opponents = [known.pop(name) for name in BY_STRENGTH]
    others = [one for one in known.values() if not strength_number(one["name"])]
    originals = [one for one in others if one["name"] in ORIGINALS]
    groups = {
        "Opponents, the weakest first, by name or number:": opponents,
        "Opponents by strength:": [_record("level", steps, about)],
        "Strategies:": [one for one in others if one not in originals],
        "Computer players of the original designs:": originals,
    }
    width = max(len(one["name"]) for records in groups.values() for one in records)
    columns = (
        Column("", lambda one: f"  {one['number'] or ' '}"),
        Column("", lambda one: f"{one['name']:{width}}", "strong"),
        Column("", _about),
    )
    output = Output.standard()
    for heading, records in groups.items():
        head = output.wrap(heading, ink="dim")
        print(*head, *output.table(records, columns, prose=True), sep="\n")


def _about(one: dict[str, Any]) -> str:
    return f"{one['summary']} ({one['package']})" if one["package"] else str(one["summary"])


add_arguments_variants = add_arguments


def run_variants(arguments: argparse.Namespace) -> int:
    """Print a line for every game, those from outside included; 1 if one of them is wrong."""
    problems = add_own_variants()
    columns = Column("", "name", "strong"), Column("", _game_in_words)
    print_rows(arguments, map(_game_record, VARIANTS.values()), columns)
    shared.complain(*problems)
    return 1 if problems else 0


def _game_in_words(game: dict[str, Any]) -> str:
    return f"{game['summary']} (exact)" if game["exact"] else str(game["summary"])


def _game_record(variant: Variant) -> dict[str, Any]:
    return {
        "name": variant.name,
        **shared.fields(presentation(variant), "summary group"),
        "size": variant.size,
        "sizes": variant.possible_sizes,
        "first": variant.first,
        "man": variant.man_name,
        "king": variant.king_name if variant.crowns else None,
        "base": variant.base,
        "ballots": {key: one.description for key, one in ballots(variant).items()},
        "exact": is_solvable(variant),
    }
