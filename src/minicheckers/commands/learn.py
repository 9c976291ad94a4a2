"""``minicheckers learn``: the rules of a game, hands on."""

import argparse

from ..coach.lessons import lessons
from ..plain import learn
from . import screen, shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    shared.add_variant(parser)
    screen.add_looks(parser)


def run(arguments: argparse.Namespace) -> int:
    """Go through the lessons of a game with a person."""
    variant = shared.chosen_variant(arguments)
    told = lessons(variant)
    on_board = screen.open_study(arguments, variant)
    return learn.run(told) if on_board is None else on_board
