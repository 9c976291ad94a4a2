"""``minicheckers regret``: what a level gives away in mini, by the exact values of moves."""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any

from ..coach.analysis import Analyst
from ..coach.review import Grade, GradedMove, Summary, grade
from ..engine.solver import SOLVED
from ..game.player import Player
from ..game.timeline import Timeline
from ..opponents.registry import chosen_level, strategy_of
from ..rules.notation import Move
from ..rules.position import Position
from ..support.text import counted
from . import shared
from .output import Column, Output, ProgressBar

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
    seconds = shared.stopwatch()
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
        "seconds": seconds(),
    }
    lines = _lines(Output.standard(), arguments.level, choices, record)
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
        yield grade(Timeline.begin(position), choose(position), analyst.analyse(position))


def worst_choices(choices: list[GradedMove], count: int) -> list[GradedMove]:
    """The choices that cost most, results before pieces; none that cost nothing."""
    costly = [choice for choice in choices if choice.loss]
    costly.sort(key=lambda choice: (choice.grade is not Grade.BLUNDER, -choice.loss))
    return costly[:count]


def _lines(
    output: Output, name: str, choices: list[GradedMove], record: dict[str, Any]
) -> list[str]:
    said = (
        f"{name} lost {counted(record['given_away'], 'piece')} in "
        f"{counted(record['positions'], 'position')}, "
        f"{record['given_away'] / record['positions']:.3f} per move. "
        f"It changed the result in {record['blunders']} of {record['critical']} critical positions."
    )
    lines = output.wrap(said)
    if worst := worst_choices(choices, WORST):
        lines += ["", "Its worst moves:", *output.table(worst, _COLUMNS)]
    return lines


_COLUMNS = (
    Column("position", lambda choice: choice.position.fen(), "dim"),
    Column("played", "move", lambda choice: "bad" if choice.grade is Grade.BLUNDER else "text"),
    Column("", lambda choice: choice.grade.mark),
    Column("best", lambda choice: " or ".join(map(str, choice.best[:3]))),
    Column("value", lambda choice: f"{choice.before} -> {choice.after}"),
)
