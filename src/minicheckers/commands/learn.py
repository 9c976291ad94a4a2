"""``minicheckers learn``: the rules of a game, hands on."""

import argparse

from . import screen, shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add_flags(parser, "variant size goal plain")


def run(arguments: argparse.Namespace) -> int:
    return screen.open_study(arguments, shared.chosen_variant(arguments))
