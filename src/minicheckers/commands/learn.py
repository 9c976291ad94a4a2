"""``minicheckers learn``: the rules of a game, hands on."""

import argparse

from . import screen, shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add_variant(parser)
    screen.add_looks(parser)


def run(arguments: argparse.Namespace) -> int:
    return screen.open_study(arguments, shared.chosen_variant(arguments))
