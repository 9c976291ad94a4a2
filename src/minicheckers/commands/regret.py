"""``minicheckers regret``: what a level gives away in mini, by the exact values of moves."""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from random import Random

from ..coach.analysis import Analyst
from ..coach.review import Grade, GradedMove, Summary, grade
from ..engine.solver import SOLVED
from ..game.player import Player
from ..opponents.registry import chosen_level, strategy_of
from ..rules.notation import Move
from ..rules.position import Position
from ..support.text import counted
from . import shared
from .output import Cell, Output, ProgressBar

DEFAULT_POSITIONS = 200
WORST = 5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("level", metavar="LEVEL", help="a level or strategy that plays mini")
    parser.add_argument(
        "--positions",
        type=shared.whole_number(1, 20_000),
        default=DEFAULT_POSITIONS,
        metavar="N",
        help=f"how many positions to test; default: {DEFAULT_POSITIONS}",
    )
    seed = "which positions; default: 1, so that every level gets the same ones"
    shared.add_flags(parser, "time depth seed", seed=seed)
    parser.set_defaults(seed=1)
    shared.add_flags(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Let the level choose in a sample of positions, and print what it gave away."""
    level = chosen_level(arguments.level)
    player = Player(level, shared.chosen_limits(arguments))
    chooser = strategy_of(player, SOLVED, arguments.seed)
    started = time.perf_counter()
    positions = exact_positions(arguments.positions, Random(arguments.seed))
    choices = []
    with ProgressBar(arguments.positions, sys.stderr) as bar:
        for choice in graded_choices(lambda here: chooser.choose(here).move, positions):
            choices.append(choice)
            bar.show(len(choices))
    found = Summary.of(choices)
    record = {
        "level": level,
        "variant": SOLVED.name,
        "positions": len(choices),
        "given_away": found.given_away,
        "critical": found.critical,
        "blunders": found.critical - found.kept,
        "seconds": round(time.perf_counter() - started, 6),
    }
    output = Output.standard()
    lines = _lines(output, arguments.level, choices)
    shared.print_result(arguments, record, lines)
    return 0


def exact_positions(count: int, random: Random) -> Iterator[Position]:
    """That many different positions of the solved game from random games, all with a choice."""
    seen: set[Position] = set()
    while len(seen) < count:
        position = Position.start(SOLVED)
        game = []
        while moves := list(position.transitions().values()):
            if len(moves) > 1:
                game.append(position)
            position = random.choice(moves)
        # Take one position from each game: neighbours have too much in common.
        chosen = random.choice(game)
        if chosen not in seen:
            seen.add(chosen)
            yield chosen


def graded_choices(
    choose: Callable[[Position], Move], positions: Iterable[Position]
) -> Iterator[GradedMove]:
    """What somebody chooses in every position, each graded by exact values as it is made."""
    analyst = Analyst(SOLVED)
    for position in positions:
        yield grade(1, position, choose(position), analyst.analyse(position))


def worst_choices(choices: list[GradedMove], count: int) -> list[GradedMove]:
    """The choices that cost most, results before pieces; none that cost nothing."""
    costly = [choice for choice in choices if choice.loss]
    costly.sort(key=lambda choice: (choice.grade is not Grade.BLUNDER, -choice.loss))
    return costly[:count]


def _lines(output: Output, name: str, choices: list[GradedMove]) -> list[str]:
    found, total = Summary.of(choices), len(choices)
    blunders = f"{found.critical - found.kept} of {found.critical}"
    said = (
        f"{name} lost {counted(found.given_away, 'piece')} in {counted(total, 'position')}, "
        f"{found.given_away / total:.3f} per move. "
        f"It changed the result in {blunders} critical positions."
    )
    lines = output.wrap(said)
    if shown := worst_choices(choices, WORST):
        heads = ("position", "played", "", "best", "value")
        lines += ["", "Its worst moves:", *output.table([_row(one) for one in shown], heads)]
    return lines


def _row(choice: GradedMove) -> list[Cell]:
    best = " or ".join(str(move) for move in choice.analysis.best[:3])
    return [
        Cell(choice.position.fen(), "dim"),
        Cell(str(choice.move), "bad" if choice.grade is Grade.BLUNDER else "text"),
        Cell(choice.grade.mark),
        Cell(best),
        Cell(f"{choice.before} -> {choice.after}"),
    ]
