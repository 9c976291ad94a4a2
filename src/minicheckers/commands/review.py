"""``minicheckers review``: what every move of a recorded game was worth."""

import argparse
from collections.abc import Iterator, Mapping
from typing import Any

from ..coach.analysis import Analyst
from ..coach.review import DEFAULT_TIME, Review, Summary, review
from ..coach.review_text import review_lines
from ..game.pdn import PdnGame, read_games
from ..game.player import NO_LIMITS, Limits
from ..messages import counted, quoted
from ..named_files import read_text_file
from ..rules.variant import COLOURS, Colour, Variant
from . import shared

#: No file of recorded games that people keep is longer.
LONGEST_PDN = 10_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("pdn", metavar="GAME.pdn", help="a file with recorded games")
    parser.add_argument(
        "--game",
        type=shared.whole_number(1),
        metavar="N",
        help="only the game of that number in the file; default: all",
    )
    shared.add_limits(parser)
    shared.add_json(parser)
    parser.description = (
        f"{parser.description}\n\n"
        "In mini the values are exact: the difference in pieces at the end if both\n"
        "sides play their best. Elsewhere they are the engine's opinion, found by a\n"
        f"search of {DEFAULT_TIME:g} s a move, or as --time and --depth say."
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the review of each game asked for."""
    analysts: dict[Variant, Analyst] = {}
    for number, recorded in _games(arguments):
        variant = recorded.timeline.start.variant
        if variant not in analysts:
            limits = shared.chosen_limits(arguments)
            chosen = Limits(DEFAULT_TIME) if limits == NO_LIMITS else limits
            analysts[variant] = Analyst(variant, chosen)
        found = review(recorded.timeline, analysts[variant])
        if arguments.json:
            shared.print_json(_record(found, number, recorded.tags))
        else:
            print("\n".join(_lines(found, number, recorded.tags)), flush=True)
    return 0


def _games(arguments: argparse.Namespace) -> Iterator[tuple[int, PdnGame]]:
    """The games asked for with their numbers; ValueError if there are none."""
    games = read_games(read_text_file(arguments.pdn, LONGEST_PDN))
    number = 0
    for number, recorded in enumerate(games, start=1):
        if arguments.game in (None, number):
            yield number, recorded
        if number == arguments.game:
            return
    if number == 0:
        raise ValueError(f"there is no game in {quoted(arguments.pdn)}")
    if arguments.game is not None:
        games_there = counted(number, "game")
        raise ValueError(f"there is no game {arguments.game} in the file; it has {games_there}")


def _record(found: Review, number: int, tags: Mapping[str, str]) -> dict[str, Any]:
    return {
        "variant": found.timeline.start.variant.name,
        "game": number,
        "black": _name(tags, Colour.BLACK),
        "white": _name(tags, Colour.WHITE),
        "exact": found.exact,
        "start": found.start,
        "final": found.final,
        "moves": [
            {
                "ply": graded.ply,
                "colour": str(graded.colour),
                "move": str(graded.move),
                "before": graded.before,
                "after": graded.after,
                "loss": graded.loss,
                "grade": str(graded.grade),
                "best": [str(move) for move in graded.best],
                "choices": graded.choices,
            }
            for graded in found.moves
        ],
        "black_summary": _summary_record(found.summary(Colour.BLACK)),
        "white_summary": _summary_record(found.summary(Colour.WHITE)),
        "turning_ply": found.turning_ply,
    }


def _summary_record(summary: Summary) -> dict[str, Any]:
    return {
        "given_away": summary.given_away,
        "critical": summary.critical,
        "kept": summary.kept,
        "accuracy": summary.accuracy,
    }


def _name(tags: Mapping[str, str], colour: Colour) -> str:
    return tags.get(colour.capitalize(), "?")


def _lines(found: Review, number: int, tags: Mapping[str, str]) -> Iterator[str]:
    variant = found.timeline.start.variant
    names = " against ".join(f"{_name(tags, colour)} ({colour})" for colour in COLOURS)
    yield f"Game {number}, {variant}: {names}."
    yield from review_lines(found)
