"""``minicheckers regret``: what a level gives away in mini, against the exact values."""

import argparse
import sys
import time
from itertools import count
from random import Random

from ..coach.regret import Regret, exact_positions, regret
from ..coach.review import Grade, GradedMove
from ..game.player import Player
from ..messages import counted
from ..players.guard import answer
from ..players.registry import chosen_level, strategy_of
from ..rules.variant import MINI
from . import shared
from .progress import ProgressBar

DEFAULT_POSITIONS = 200
WORST = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("level", metavar="LEVEL", help="a level or strategy that plays mini")
    parser.add_argument(
        "--positions",
        type=shared.whole_number(1, 20_000),
        default=DEFAULT_POSITIONS,
        metavar="N",
        help=f"how many positions to let it choose in; default: {DEFAULT_POSITIONS}",
    )
    shared.add_limits(parser)
    parser.add_argument(
        "--seed",
        type=shared.whole_number(),
        default=1,
        metavar="N",
        help="which positions; default: 1, so that all levels get the same",
    )
    parser.add_argument(
        "--worst",
        type=shared.whole_number(0),
        default=WORST,
        metavar="N",
        help=f"how many of its worst choices to show; default: {WORST}",
    )
    shared.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Let the level choose in a sample of positions, and print what it gave away."""
    level = chosen_level(arguments.level)
    player = Player(level, shared.chosen_limits(arguments))
    chooser = strategy_of(player, MINI, arguments.seed)
    started = time.perf_counter()
    with ProgressBar(arguments.positions, sys.stderr) as bar:
        done = count(1)
        found = regret(
            lambda position: answer(chooser, level, position).move,
            exact_positions(arguments.positions, Random(arguments.seed)),
            lambda choice: bar.show(next(done)),
        )
    seconds = time.perf_counter() - started
    if arguments.json:
        shared.print_json(
            {
                "level": level,
                "variant": MINI.name,
                "positions": len(found.choices),
                "given_away": found.given_away,
                "critical": found.critical,
                "blunders": found.blunders,
                "seconds": round(seconds, 6),
            }
        )
    else:
        for line in _lines(arguments.level, found, arguments.worst):
            print(line)
    return 0


def _lines(name: str, found: Regret, worst: int) -> list[str]:
    total = len(found.choices)
    lines = [
        f"{name}: {counted(found.given_away, 'piece')} given away in "
        f"{counted(total, 'position')} ({found.given_away / total:.3f} a move)",
        f"it changed the result in {found.blunders} of {found.critical} critical positions",
    ]
    shown = found.worst(worst)
    if shown:
        lines += ["", "the most expensive choices:", *map(_line, shown)]
    return lines


def _line(choice: GradedMove) -> str:
    best = " or ".join(str(move) for move in choice.analysis.best[:3])
    blunder = ", which changes the result" if choice.grade is Grade.BLUNDER else ""
    return (
        f"  {choice.position.fen()}  {choice.move} instead of {best}: "
        f"{choice.before} becomes {choice.after}{blunder}"
    )
