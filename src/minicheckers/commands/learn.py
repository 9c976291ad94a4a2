"""``minicheckers learn``: the rules of a game, hands on."""

import argparse

from ..coach.lessons import lessons
from ..plain import learn
from . import shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    shared.add_variant(parser)


def run(arguments: argparse.Namespace) -> int:
    """Go through the lessons of a game with a person."""
    return learn.run(lessons(shared.chosen_variant(arguments)))
