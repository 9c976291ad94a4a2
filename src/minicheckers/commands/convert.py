"""``minicheckers convert``: one form of board into another."""

import argparse
from functools import partial

from ..rules.board_files import FORMS, write_ascii, write_board, write_emoji
from . import shared

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
