"""``minicheckers analyse``: what every legal move is worth, for people and for other programs."""

import argparse
import sys
from typing import Any

from ..coach.analysis import LOOK, Analyst, LevelAnalyst
from ..coach.chances import changes_result
from ..coach.wording import outcome_words
from ..engine.endings import SHIPPED
from ..engine.endings.table import Ending
from ..engine.score import Unit
from ..game.player import Player
from ..opponents.registry import chosen_level
from ..rules.position import Position
from ..support.text import counted, listing
from . import shared
from .output import Column, Output, ProgressBar


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add_flags(
        parser,
        "level",
        level="whose opinion: a level, strategy or engine that gives scores; default: the coach",
    )
    shared.add_flags(parser, "variant size goal position", position=shared.POSITION_OR_STREAM)
    parser.add_argument(
        "--exact", action="store_true", help="wait for the exact values, however long it takes"
    )
    shared.add_flags(parser, "time depth json")
    parser.description = (
        f"{parser.description}\n\n"
        "In mini the values are exact: how many pieces the side to move will be ahead at the end "
        "if both sides play their best. So they are in its family, where no man goes back and "
        "nothing is crowned, such as mini with another goal: won, drawn or lost; where that takes "
        "long, --exact waits for it, and the next time it is known. In "
        f"{listing(SHIPPED)} they are exact with at most four pieces on the board: won, drawn or "
        "lost, and in how many moves of the winner. Elsewhere "
        f"they are the engine's opinion in men, from a search of {LOOK} or as set by "
        "--time and --depth. With --json they are in hundredths of a man."
    )


def run(arguments: argparse.Namespace) -> int:
    variant, limits = shared.chosen_variant(arguments), shared.chosen_limits(arguments)
    if arguments.exact and arguments.level is not None:
        raise ValueError("--exact and --level cannot be combined")
    bar: ProgressBar | None = None
    analyst: Analyst | LevelAnalyst = Analyst(
        variant,
        limits,
        patient=arguments.exact,
        on_move=lambda moves: bar.show(moves, "moves solved") if bar is not None else None,
    )
    if arguments.level is not None:
        analyst = LevelAnalyst(Player(chosen_level(arguments.level), limits), variant)

    def analyse(position: Position) -> dict[str, Any]:
        nonlocal bar
        seconds = shared.stopwatch()
        stream = sys.stderr if arguments.exact else None
        with ProgressBar(max(1, len(position.legal_moves())), stream) as bar:
            analysis = analyst.analyse(position)
        if arguments.exact and not analysis.exact:
            raise ValueError(
                "no exact values are known here; --exact is for games in which no position can "
                "come back, on small boards, such as mini"
            )
        return {
            "variant": position.variant.name,
            "position": position.fen(),
            **shared.fields(analysis, "exact value"),
            **_truth(analysis.ending),
            "best": analysis.best,
            "moves": [
                {"move": move, "value": value}
                | (_truth(analysis.endings[move]) if move in analysis.endings else {})
                for move, value in analysis.moves.items()
            ],
            **shared.fields(analysis, "depth nodes"),
            "seconds": seconds(),
        }

    output = Output.standard()

    def in_words(record: dict[str, Any], position: Position) -> list[str]:
        return _picture(output, record, position) if output.is_terminal else _lines(record)

    return shared.answer_positions(arguments, analyse, in_words)


def _truth(ending: Ending | None) -> dict[str, Any]:
    if ending is None:
        return {"result": None, "plies": None}
    return shared.fields(ending, "result plies")


def _lines(record: dict[str, Any]) -> list[str]:
    heading = f"{record['position']}  {record['value']}"
    if not record["moves"]:
        return [f"{heading}, the game is over"]
    certainty = "exact" if record["exact"] else f"depth {record['depth']}"
    nodes = counted(record["nodes"], "node")
    return [
        f"{heading} ({certainty}, {nodes}, {record['seconds']:.3f} s)",
        *(f"  {row}" for row in Output().table(record["moves"], _columns(record)[:2])),
    ]


def _picture(output: Output, record: dict[str, Any], position: Position) -> list[str]:
    """The board, and beside it what every move comes to; for a terminal."""
    board = output.board(position, *record["best"][:1])

    def about(width: int | None) -> list[str]:
        heading = output.wrap(_heading(record, position), width, "strong")
        if not record["moves"]:
            return heading
        nodes = "node" if record["nodes"] == 1 else "nodes"
        effort = f"{record['nodes']:,} {nodes}, {record['seconds']:.3f} s"
        return [
            *heading,
            "",
            *output.table(record["moves"], _columns(record), width=width),
            "",
            output.paint(effort, "dim"),
        ]

    return [*output.beside(board, about), "", output.paint(record["position"], "dim")]


def _heading(record: dict[str, Any], position: Position) -> str:
    if not record["moves"]:
        return f"The game is over: {position.outcome}."
    turn, value, exact = position.turn, record["value"], record["exact"]
    if exact:
        return f"{turn.capitalize()} is to move and {outcome_words(value, exact)} with best play."
    return f"{turn.capitalize()} is to move: {value} at depth {record['depth']}."


def _columns(record: dict[str, Any]) -> list[Column]:
    """The columns of the moves: a move, its value and what that means, the best ones in colour."""
    exact = record["exact"]

    def ink(entry: dict[str, Any]) -> str:
        if entry["move"] in record["best"]:
            return "good"
        return "bad" if changes_result(record["value"], entry["value"], exact) else "text"

    def notes(entry: dict[str, Any]) -> str:
        in_pieces = entry["value"].unit is Unit.PIECES
        meaning = [outcome_words(entry["value"], exact)] if in_pieces else []
        return ", ".join([*meaning, *["best"] * (entry["move"] in record["best"])])

    return [
        Column("", "move", ink),
        Column("", "value", ink, right=True),
        Column("", notes, ink),
    ]
