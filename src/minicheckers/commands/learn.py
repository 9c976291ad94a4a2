"""``minicheckers learn``: the rules of a game, hands on."""

import argparse

from . import screen, shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add_flags(parser, f"variant size goal {shared.LOOKS}")


def run(arguments: argparse.Namespace) -> int:
    return screen.open_study(arguments, shared.chosen_variant(arguments))
