"""``minicheckers perft``: count the paths of legal moves, to check and time the generator."""

import argparse

from ..game.player import DEEPEST
from ..rules.movegen import State, generator
from ..rules.variant import Variant
from . import shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "depth",
        type=shared.whole_number(0, DEEPEST),
        metavar="DEPTH",
        help="how many plies to count",
    )
    shared.add_flags(parser, "variant size goal position")
    parser.add_argument("--divide", action="store_true", help="show the count of every first move")
    shared.add_flags(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Print the count, and with --divide the share of every first move."""
    position = shared.chosen_position(arguments)
    variant = position.variant
    seconds = shared.stopwatch()
    divide: dict[str, int] = {}
    if arguments.divide and arguments.depth > 0:
        for move, after in position.transitions().items():
            divide[str(move)] = perft(variant, after.state, arguments.depth - 1)
        nodes = sum(divide.values())
    else:
        nodes = perft(variant, position.state, arguments.depth)
    record = {
        "variant": variant.name,
        "position": position.fen(),
        "depth": arguments.depth,
        "nodes": nodes,
        "seconds": seconds(),
        **({"divide": divide} if arguments.divide else {}),
    }
    lines = [f"{move}: {count}" for move, count in divide.items()]
    shared.print_result(arguments, record, [*lines, f"{nodes} nodes in {record['seconds']:.3f} s"])
    return 0


def perft(variant: Variant, state: State, depth: int) -> int:
    """How many paths of exactly `depth` legal moves lead from a state.

    Not beside the generator, for it must not be compiled: compiled code would not listen to Ctrl-C.
    """
    successors = generator(variant)

    def count(state: State, depth: int) -> int:
        children = successors(state)
        if depth == 1:
            return len(children)
        depth -= 1
        total = 0
        for child in children:
            total += count(child, depth)
        return total

    return count(state, depth) if depth > 0 else 1
