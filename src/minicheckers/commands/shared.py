"""Arguments that mean the same in every command, and the values they stand for."""

import argparse
import json
import re
from typing import Any

from ..rules.boards import read_board
from ..rules.position import Position
from ..rules.text import quoted
from ..rules.variant import VARIANTS, Colour, Variant, get_variant

#: No board of any form is longer, nor by far.
LONGEST_BOARD = 100_000


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


def add_turn(parser: argparse.ArgumentParser) -> None:
    """Add --turn."""
    parser.add_argument(
        "--turn",
        choices=[str(colour) for colour in Colour],
        help="who moves on a board that does not say so; default: the variant's first colour",
    )


def chosen_board(arguments: argparse.Namespace, board: str) -> Position:
    """The position of a FEN or a board file, read by --variant, --size and --turn."""
    turn = Colour(arguments.turn) if arguments.turn else None
    return read_board_argument(board, arguments.variant, size=arguments.size, turn=turn)


def read_board_argument(
    board: str,
    variant: str | Variant = "mini",
    *,
    size: int | None = None,
    turn: Colour | None = None,
) -> Position:
    """The position of a FEN, or of a file with a board of any form.

    Raises ValueError with a sentence if the file cannot be read or the board is wrong.
    """
    if re.match(r"\s*[bw]\s*:\s*[bw]", board, re.IGNORECASE | re.ASCII):
        return read_board(board, variant, size=size, turn=turn)
    return read_board(read_text_file(board, LONGEST_BOARD), variant, size=size, turn=turn)


def read_text_file(path: str, longest: int) -> str:
    """The text of a file of at most so many characters; ValueError with a sentence if not."""
    try:
        with open(path, encoding="utf-8-sig") as file:
            text = file.read(longest + 1)
    except UnicodeDecodeError:
        raise ValueError(f"{quoted(path)} is not a text file in UTF-8") from None
    except FileNotFoundError:
        raise ValueError(f"there is no file {quoted(path)}") from None
    except OSError as error:
        raise ValueError(f"cannot read {quoted(path)}: {error.strerror}") from None
    if len(text) > longest:
        raise ValueError(f"{quoted(path)} is longer than {longest} characters")
    return text


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add --json."""
    parser.add_argument("--json", action="store_true", help="print JSON, one object a line")


def print_json(record: dict[str, Any]) -> None:
    """Print one object on one line, at once."""
    print(json.dumps(record), flush=True)
