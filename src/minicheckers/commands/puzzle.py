"""``minicheckers puzzle`` and ``learn``: positions with one right move, and lessons."""

import argparse
import datetime
import secrets
from itertools import islice
from typing import Any

from ..coach.course import LONGEST_COURSE, course_of, read_course
from ..coach.puzzle_source import PuzzleSource, ordered, read_date
from ..coach.puzzles import Puzzle, position_of
from ..coach.requests import PuzzleOrder
from ..support.named_files import read_text_file
from ..support.text import about
from . import screen, shared

MOST_PUZZLES = 100_000
TODAY = "today"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add_flags(parser, "variant size goal")
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--seed", type=shared.whole_number(), metavar="N", help="the same puzzles every time"
    )
    which.add_argument(
        "--daily",
        nargs="?",
        const=TODAY,
        metavar="DATE",
        help="the puzzle of the day, the same for everybody: today, or a date such as 2026-12-31",
    )
    which.add_argument("--id", metavar="ID", help="the puzzle with this ID")
    parser.add_argument(
        "--count",
        type=shared.whole_number(1, MOST_PUZZLES),
        metavar="N",
        help="how many puzzles; default: 1 with --daily, --plain or --json, else no limit",
    )
    shared.add_flags(parser, "plain json")


def run(arguments: argparse.Namespace) -> int:
    day = _day(arguments)
    named = None if arguments.id is None else position_of(arguments.id).variant
    source = PuzzleSource(named or shared.chosen_variant(arguments))
    seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
    if arguments.json:
        puzzles = ordered(source, seed, day, arguments.id)
        for puzzle in islice(puzzles, arguments.count or 1):
            shared.print_json(_record(puzzle))
        return 0
    limit = arguments.count or (None if day is None and arguments.id is None else 1)
    order = PuzzleOrder(source.variant, seed, day, arguments.id, limit)
    return screen.open_study(arguments, order)


def _day(arguments: argparse.Namespace) -> datetime.date | None:
    if arguments.daily is None:
        return None
    if arguments.daily == TODAY:
        # The day begins at the same moment for everybody.
        return datetime.datetime.now(datetime.UTC).date()
    return read_date(arguments.daily)


def _record(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "variant": puzzle.position.variant.name,
        "id": puzzle.id,
        "position": puzzle.position.fen(),
        **shared.fields(puzzle, "goal value"),
        "solution": [puzzle.solution],
        **shared.fields(puzzle, "line difficulty"),
    }


def add_arguments_learn(parser: argparse.ArgumentParser) -> None:
    shared.add_flags(parser, "variant size goal")
    parser.add_argument(
        "--course",
        nargs="?",
        const="",
        metavar="FILE",
        help="learn to play well: the course of the game, or one in a TOML file",
    )
    shared.add_flags(parser, "plain")


def run_learn(arguments: argparse.Namespace) -> int:
    variant, name = shared.chosen_variant(arguments), arguments.course
    if name is None:
        return screen.open_study(arguments, variant)
    if not name:
        return screen.open_study(arguments, course_of(variant))
    text = read_text_file(name, LONGEST_COURSE)
    with about(name):
        course = read_course(text)
    return screen.open_study(arguments, course)
