"""``minicheckers levels``: the opponents there are, plug-ins included."""

import argparse
from collections.abc import Sequence

from ..opponents.levels import LEVELS, NUMBERS, strength_name, strength_number
from ..opponents.registry import StrategyInfo, available
from . import shared
from .output import Cell, Output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add_flags(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Print a line for every level and strategy; plug-ins that cannot be used go to stderr."""
    entries, problems = available()
    if arguments.json:
        for level in LEVELS.values():
            _print_record(level.name, "level", level.number, level.summary, None)
        for entry in entries:
            _print_record(entry.name, "strategy", None, entry.summary, entry.package)
    else:
        print(*_lines(Output.standard(), entries), sep="\n")
    shared.complain(*problems)
    return 0


def _lines(output: Output, entries: Sequence[StrategyInfo]) -> list[str]:
    steps = f"{strength_name(NUMBERS[0])} to {NUMBERS[-1]}"
    width = max(map(len, (*LEVELS, steps, *(entry.name for entry in entries))))
    levels = [
        _row(str(level.number), level.name, width, level.summary) for level in LEVELS.values()
    ]
    strengths = [_row(" ", steps, width, "even steps from beginner upwards (--strength N)")]
    others = [entry for entry in entries if strength_number(entry.name) is None]
    strategies = [_row(" ", entry.name, width, _about(entry)) for entry in others]
    return [
        output.paint("Levels, by name or number:", "dim"),
        *output.table(levels, prose=True),
        output.paint("Levels by strength:", "dim"),
        *output.table(strengths, prose=True),
        output.paint("Strategies, by name:", "dim"),
        *output.table(strategies, prose=True),
    ]


def _row(number: str, name: str, width: int, summary: str) -> list[Cell]:
    return [Cell(f"  {number}"), Cell(f"{name:{width}}", "strong"), Cell(summary)]


def _about(entry: StrategyInfo) -> str:
    return f"{entry.summary} ({entry.package})" if entry.package else entry.summary


def _print_record(
    name: str, kind: str, number: int | None, summary: str, package: str | None
) -> None:
    shared.print_json(
        {"name": name, "kind": kind, "number": number, "summary": summary, "package": package}
    )
