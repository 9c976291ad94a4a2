"""``minicheckers review``: what every move of a recorded game was worth."""

import argparse
import sys
from collections.abc import Iterator, Mapping
from itertools import chain, count
from typing import Any

from ..coach.analysis import Analyst
from ..coach.review import Grade, GradedMove, Review, review
from ..coach.review_text import (
    GRAPH_HEADING,
    GRAPH_WIDTH,
    certainty_line,
    closing_lines,
    graph_rows,
    reason_line,
    review_lines,
    worth,
)
from ..coach.wording import outcome_of, outcome_words
from ..game.pdn import PdnGame, read_games
from ..game.timeline import Timeline
from ..rules.variant import COLOURS, Colour, Variant
from ..support.named_files import read_text_file
from ..support.text import about, counted, listing, printable, quoted
from . import shared
from .games import kept_games, print_games
from .output import Column, Output, ProgressBar

#: How wide the labels of a graph are.
_LABEL = 7
#: No real file of recorded games is longer.
LONGEST_PDN = 10_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pdn",
        nargs="?",
        metavar="GAME.pdn",
        help="a file with recorded games; without it your own games are listed",
    )
    game = "the number of the game in the file, default: all; without a file the ID of your game"
    shared.add_flags(parser, "game", game=game)
    shared.add_record_variant(parser)
    shared.add_flags(parser, "time depth json")
    parser.description = (
        f"{parser.description}\n\n"
        "In mini the values are exact: how many pieces ahead a side will be at the end if both "
        "sides play their best. Elsewhere they are the engine's opinion, the same as on the board "
        "unless --time or --depth is given."
    )


def run(arguments: argparse.Namespace) -> int:
    """Review the games, or list those that could be; 1 if one of them cannot be read."""
    if arguments.pdn is None and arguments.game is None:
        return _list_own(arguments)
    analysts: dict[Variant, Analyst] = {}
    output = Output.standard()
    for number, recorded in _games(arguments):
        variant = recorded.timeline.start.variant
        if variant not in analysts:
            analysts[variant] = Analyst(variant, shared.chosen_limits(arguments))
        found = _reviewed(recorded.timeline, analysts[variant])
        heading = output.wrap(_heading(found, number, recorded.tags), None, "strong")
        lines = _picture(output, found) if output.is_terminal else review_lines(found)
        shared.print_result(arguments, _record(found, number, recorded.tags), chain(heading, lines))
    return 0


def _list_own(arguments: argparse.Namespace) -> int:
    games, notices = kept_games()
    print_games(arguments, games)
    if games and not arguments.json:
        how = f"Review one of them with: minicheckers review --game {games[0].id}"
        print("", *Output.standard().wrap(how), sep="\n")
    return 1 if notices else 0


def _reviewed(timeline: Timeline, analyst: Analyst) -> Review:
    """The review of a game, with a progress bar while it takes its time."""
    done = count(1)
    with ProgressBar(max(1, timeline.ply), sys.stderr) as bar:
        return review(timeline, analyst, on_move=lambda _: bar.show(next(done)))


def _games(arguments: argparse.Namespace) -> Iterator[tuple[int, PdnGame]]:
    """The games asked for with their numbers; ValueError if there are none."""
    if arguments.pdn is None:
        (own,), _ = kept_games(arguments.game)
        yield own.id, own.record()
        return
    text = read_text_file(arguments.pdn, LONGEST_PDN)
    games = read_games(text, shared.given_variant(arguments))
    number = 0
    with about(arguments.pdn):
        for number, recorded in enumerate(games, start=1):
            if arguments.game in (None, number):
                yield number, recorded
            if number == arguments.game:
                return
    if number == 0:
        raise ValueError(f"there is no game in {quoted(arguments.pdn)}")
    if arguments.game is not None:
        games_there = counted(number, "game")
        raise ValueError(
            f"{quoted(arguments.pdn)} has {games_there}, so there is no game {arguments.game}"
        )


def _record(found: Review, number: int, tags: Mapping[str, str]) -> dict[str, Any]:
    graded = "ply colour move before after loss grade best choices"
    summary = "given_away critical kept accuracy"
    return {
        "variant": found.timeline.start.variant.name,
        "game": number,
        **{str(colour): _name(tags, colour) for colour in COLOURS},
        **shared.fields(found, "exact start final"),
        "moves": [shared.fields(move, graded) for move in found.moves],
        **{
            f"{colour}_summary": shared.fields(found.summary(colour), summary) for colour in COLOURS
        },
        "turning_ply": found.turning_ply,
    }


def _name(tags: Mapping[str, str], colour: Colour) -> str:
    return tags.get(colour.capitalize(), "?")


def _heading(found: Review, number: int, tags: Mapping[str, str]) -> str:
    names = " against ".join(f"{_name(tags, colour)} ({colour})" for colour in COLOURS)
    return printable(f"Game {number}, {found.timeline.start.variant}: {names}.")


# On a terminal

#: On fewer columns the table leaves out what the graph shows as well.
_NARROW = 60
#: The inks of grades; a mark or a word says the same.
_INKS = {Grade.BLUNDER: "bad", Grade.SLIP: "accent", Grade.FORCED: "dim"}


def _picture(output: Output, found: Review) -> Iterator[str]:
    """The graded moves, the graph with its marks, and the board where the game turned."""
    yield from output.wrap(certainty_line(found))
    yield ""
    if found.moves:
        yield from _graded(output, found)
        yield ""
        yield from _graph(output, found)
        yield ""
    ply = found.turning_ply
    if ply is None:
        yield from _summary(output, found, None)
        return
    turning = found.moves[ply - 1]
    board = output.board(turning.position, turning.best[0])
    yield from output.beside(board, lambda width: _summary(output, found, width))


def _graded(output: Output, found: Review) -> list[str]:
    """The moves with their grades; a narrow screen does without the values and spelled colours."""
    columns = list(_COLUMNS)
    if output.width is not None and output.width < _NARROW:
        columns = [column for column in columns if column.head != "value"]
        columns[1] = Column("", lambda graded: graded.colour[0])
    return output.table(found.moves, columns, prose=True)


def _ink(graded: GradedMove) -> str:
    return _INKS.get(graded.grade, "text")


_COLUMNS = (
    Column("", "number", "dim", right=True),
    Column("", "colour"),
    Column("move", None, _ink),
    Column("", lambda graded: graded.grade.mark, _ink),
    Column("value", worth, right=True),
    Column("grade", None, _ink),
    Column("better", lambda graded: listing(graded.best, "or") if graded.grade.mark else ""),
)


def _graph(output: Output, found: Review) -> Iterator[str]:
    """The value for Black over the game, and below it a mark for every mistake."""
    yield from output.wrap(GRAPH_HEADING)
    room = (output.width or GRAPH_WIDTH) - _LABEL - 2
    for label, row, ink in graph_rows(found, room, ascii=not output.unicode):
        yield f"{label:>{_LABEL}} {output.paint(row, ink)}"
    group = max(1, -(-len(found.curve) // room))
    marks = [" "] * (1 + len(found.curve) // group)
    for graded in found.mistakes():
        marks[(graded.ply - 1) // group] = "?"
    if found.mistakes():
        yield f"{'':{_LABEL}} {output.paint(''.join(marks).rstrip(), 'bad')}"
        yield from output.wrap("A question mark stands below every mistake.", None, "dim")


def _summary(output: Output, found: Review, width: int | None) -> list[str]:
    """The last lines of the review, and what was better at the turning point."""
    told = [*closing_lines(found)]
    if found.turning_ply is not None:
        turning = found.moves[found.turning_ply - 1]
        exact = turning.analysis.exact
        better = outcome_of(len(turning.best), turning.before, exact)
        told.append(
            f"{turning.move} {outcome_words(turning.after, exact)}; "
            f"{listing(turning.best, 'or')} {better}."
        )
        told += filter(None, [reason_line(turning)])
    return [line for text in told for line in output.wrap(text, width) or [""]]
