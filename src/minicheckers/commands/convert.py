"""``minicheckers convert``: one form of board into another."""

import argparse
from functools import partial

from ..rules.board_files import FORMS, numbered, write_board, write_emoji
from ..rules.position import Position
from ..rules.variant import Colour
from . import shared


def write_ascii(position: Position) -> str:
    """The board with coordinates around it, for places that show text alone."""
    size = position.variant.size
    *rows, turn = write_board(position, "diagram").split("\n")
    lines = rows if rows[0][0].isdigit() else numbered(rows)
    width = len(str(size))
    letters = " ".join(chr(ord("a") + column) for column in range(size))
    men = ", ".join(f"{colour} {position.count(colour)}" for colour in Colour)
    return "\n".join([*lines, f"{'':{width}} {letters}", f"{turn} to move; {men}"])


#: For chats, and for people: they can be read again, too.
PICTURES = {"emoji": write_emoji, "text": write_ascii}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "board", metavar="BOARD", help="a FEN, or a file with a board in any format"
    )
    parser.add_argument("--to", required=True, choices=(*FORMS, *PICTURES), help="the format")
    shared.add_flags(parser, "variant size goal turn")


def run(arguments: argparse.Namespace) -> int:
    position = shared.chosen_board(arguments, arguments.board)
    print(PICTURES.get(arguments.to, partial(write_board, form=arguments.to))(position))
    return 0
