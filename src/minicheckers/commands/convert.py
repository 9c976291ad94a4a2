"""``minicheckers convert``: one form of board into another."""

import argparse

from ..rules.board_files import FORMS, write_board
from . import shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("board", metavar="BOARD", help="a file with a board of any form, or a FEN")
    parser.add_argument("--to", required=True, choices=tuple(FORMS), help="the form to write")
    shared.add_variant(parser)
    shared.add_turn(parser)
    shared.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the board in the form asked for."""
    position = shared.chosen_board(arguments, arguments.board)
    board = write_board(position, arguments.to)
    if arguments.json:
        shared.print_json(
            {
                "variant": position.variant.name,
                "size": position.variant.size,
                "position": position.fen(),
                "form": arguments.to,
                "board": board,
            }
        )
    else:
        print(board)
    return 0
