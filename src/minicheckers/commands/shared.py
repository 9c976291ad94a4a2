"""Arguments that mean the same in every command, and the values they stand for."""

import argparse
import json
from typing import Any

from ..rules.position import Position
from ..rules.variant import VARIANTS, Variant, get_variant


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Add --variant and --size."""
    parser.add_argument(
        "--variant", default="mini", metavar="V", help=f"the game: {', '.join(VARIANTS)}"
    )
    parser.add_argument("--size", type=int, metavar="N", help="board size, for pikachu: 7 to 16")


def chosen_variant(arguments: argparse.Namespace) -> Variant:
    """The variant that --variant and --size name; ValueError if there is none."""
    return get_variant(arguments.variant, arguments.size)


def add_position(parser: argparse.ArgumentParser, what: str = "a FEN; default: the start") -> None:
    """Add --position."""
    parser.add_argument("--position", metavar="FEN", help=what)


def chosen_position(arguments: argparse.Namespace) -> Position:
    """The position that --position names, or the start of the variant."""
    variant = chosen_variant(arguments)
    if arguments.position is None:
        return Position.start(variant)
    return Position.from_fen(arguments.position, variant)


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add --json."""
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")


def print_json(record: dict[str, Any]) -> None:
    """Print one object on one line, at once."""
    print(json.dumps(record), flush=True)
