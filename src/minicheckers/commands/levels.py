"""``minicheckers levels``: who there is to play against, plug-ins included."""

import argparse
import sys
from typing import Any

from ..players.levels import LEVELS, Level
from ..players.registry import StrategyInfo, available
from . import shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    shared.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a line for every level and strategy; plug-ins that cannot be used go to stderr."""
    entries, problems = available()
    if arguments.json:
        for level in LEVELS.values():
            shared.print_json(_level_record(level))
        for entry in entries:
            shared.print_json(_strategy_record(entry))
    else:
        width = max(len(name) for name in [*LEVELS, *(entry.name for entry in entries)])
        print("levels, by name or number:")
        for level in LEVELS.values():
            print(f"  {level.number}  {level.name:{width}}  {level.summary}")
        print("strategies, by name:")
        for entry in entries:
            origin = f" ({entry.package})" if entry.package else ""
            print(f"     {entry.name:{width}}  {entry.summary}{origin}")
    for problem in problems:
        print(f"minicheckers: {problem}", file=sys.stderr)
    return 0


def _level_record(level: Level) -> dict[str, Any]:
    return {
        "name": level.name,
        "kind": "level",
        "number": level.number,
        "summary": level.summary,
        "package": None,
    }


def _strategy_record(entry: StrategyInfo) -> dict[str, Any]:
    return {
        "name": entry.name,
        "kind": "strategy",
        "number": None,
        "summary": entry.summary,
        "package": entry.package,
    }
