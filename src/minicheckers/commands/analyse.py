"""``minicheckers analyse``: what every legal move is worth, for people and for other programs."""

import argparse
import time
from typing import Any

from ..coach.analysis import DEFAULT_TIME, Analyst, LevelAnalyst
from ..coach.review import changes_result
from ..coach.wording import outcome_words
from ..engine.endings.table import Ending
from ..engine.score import Unit
from ..game.player import Player
from ..opponents.registry import chosen_level
from ..rules.position import Position
from ..support.text import counted
from . import shared
from .output import Cell, Output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add_flags(
        parser,
        "level",
        level="whose opinion: a level, strategy or engine that gives scores; default: the coach",
    )
    flags = "variant size goal position time depth json"
    shared.add_flags(parser, flags, position=shared.POSITION_OR_STREAM)
    parser.description = (
        f"{parser.description}\n\n"
        "In mini the values are exact: how many pieces the side to move will be ahead at the end "
        "if both sides play their best. In english and towers they are exact with at most four "
        "pieces on the board: won, drawn or lost, and in how many moves of the winner. Elsewhere "
        f"they are the engine's opinion in men, from a search of {DEFAULT_TIME:g} s or as set by "
        "--time and --depth. With --json they are in hundredths of a man."
    )


def run(arguments: argparse.Namespace) -> int:
    variant, limits = shared.chosen_variant(arguments), shared.chosen_limits(arguments)
    analyst: Analyst | LevelAnalyst = Analyst(variant, limits)
    if arguments.level is not None:
        analyst = LevelAnalyst(Player(chosen_level(arguments.level), limits), variant)

    def analyse(position: Position) -> dict[str, Any]:
        started = time.perf_counter()
        analysis = analyst.analyse(position)
        return {
            "variant": position.variant.name,
            "position": position.fen(),
            "exact": analysis.exact,
            "value": analysis.value,
            **_truth(analysis.ending),
            "best": [str(move) for move in analysis.best],
            "moves": [
                {"move": str(move), "value": value}
                | (_truth(analysis.endings[move]) if move in analysis.endings else {})
                for move, value in analysis.moves.items()
            ],
            "depth": analysis.depth,
            "nodes": analysis.nodes,
            "seconds": round(time.perf_counter() - started, 6),
        }

    output = Output.standard()

    def in_words(record: dict[str, Any], position: Position) -> list[str]:
        return _picture(output, record, position) if output.is_terminal else _lines(record)

    return shared.answer_positions(arguments, analyse, in_words)


def _truth(ending: Ending | None) -> dict[str, Any]:
    if ending is None:
        return {"result": None, "plies": None}
    return {"result": str(ending.result), "plies": ending.plies}


def _lines(record: dict[str, Any]) -> list[str]:
    heading = f"{record['position']}  {record['value']}"
    if not record["moves"]:
        return [f"{heading}, the game is over"]
    certainty = "exact" if record["exact"] else f"depth {record['depth']}"
    width = max(len(entry["move"]) for entry in record["moves"])
    return [
        f"{heading} ({certainty}, {counted(record['nodes'], 'node')}, {record['seconds']:.3f} s)",
        *(f"  {entry['move']:{width}}  {entry['value']}" for entry in record["moves"]),
    ]


def _picture(output: Output, record: dict[str, Any], position: Position) -> list[str]:
    """The board, and beside it what every move comes to; for a terminal."""
    legal = {str(move): move for move in position.legal_moves()}
    board = output.board(position, *(legal[text] for text in record["best"][:1]))

    def about(width: int | None) -> list[str]:
        heading = output.wrap(_heading(record, position), width, "strong")
        if not record["moves"]:
            return heading
        moves = [_row(entry, record) for entry in record["moves"]]
        nodes = "node" if record["nodes"] == 1 else "nodes"
        effort = f"{record['nodes']:,} {nodes}, {record['seconds']:.3f} s"
        return [
            *heading,
            "",
            *output.table(moves, right={1}, width=width),
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


def _row(entry: dict[str, Any], record: dict[str, Any]) -> list[Cell]:
    value, exact = entry["value"], record["exact"]
    best = entry["move"] in record["best"]
    bad = changes_result(record["value"], value, exact)
    ink = "good" if best else "bad" if bad else "text"
    meaning = outcome_words(value, exact) if value.unit is Unit.PIECES else ""
    notes = ", ".join(filter(None, (meaning, "best" if best else "")))
    return [Cell(entry["move"], ink), Cell(str(value), ink), Cell(notes, ink)]
