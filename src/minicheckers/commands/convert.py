"""``minicheckers convert``: one form of board into another."""

import argparse

from ..rules.board_files import FORMS, write_ascii, write_board, write_emoji
from ..rules.position import Position
from . import shared

#: The format for chats; it can also be read.
EMOJI = "emoji"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "board", metavar="BOARD", help="a FEN, or a file with a board in any format"
    )
    parser.add_argument("--to", required=True, choices=(*FORMS, EMOJI), help="the format to write")
    parser.add_argument(
        "--ascii", action="store_true", help="with --to emoji: draw the board in plain text instead"
    )
    shared.add_flags(parser, "variant size goal turn json")


def run(arguments: argparse.Namespace) -> int:
    position = shared.chosen_board(arguments, arguments.board)
    board = _written(position, arguments.to, ascii_only=arguments.ascii)
    record = {
        "variant": position.variant.name,
        "size": position.variant.size,
        "position": position.fen(),
        "form": arguments.to,
        "board": board,
    }
    shared.print_result(arguments, record, [board])
    return 0


def _written(position: Position, form: str, *, ascii_only: bool) -> str:
    if form == EMOJI:
        return write_ascii(position) if ascii_only else write_emoji(position)
    if ascii_only:
        raise ValueError(f"--ascii goes with --to {EMOJI}; the other formats are ASCII already")
    return write_board(position, form)
