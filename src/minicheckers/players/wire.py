"""Decisions and reports as plain data, and back from data that nobody can trust."""

from typing import Any

from ..engine.decision import Decision, Progress
from ..engine.score import Score, Unit
from ..rules.notation import Move
from .guard import LONGEST_PV


def decision_data(decision: Decision) -> dict[str, Any]:
    """A sound decision as plain data."""
    return {
        "move": _move_data(decision.move),
        "score": None if decision.score is None else _score_data(decision.score),
        "depth": decision.depth,
        "nodes": decision.nodes,
        "pv": _line_data(decision.pv),
    }


def progress_data(progress: Progress) -> dict[str, Any]:
    """A sound report as plain data."""
    return {
        "depth": progress.depth,
        "score": _score_data(progress.score),
        "pv": _line_data(progress.pv),
        "nodes": progress.nodes,
        "seconds": progress.seconds,
        "max_cutoffs": progress.max_cutoffs,
        "min_cutoffs": progress.min_cutoffs,
    }


def decision_of(data: Any) -> Decision:
    """The decision of some data, still to be checked; ValueError if it is not even shaped so."""
    try:
        score = data["score"]
        return Decision(
            _move_of(data["move"]),
            None if score is None else _score_of(score),
            data["depth"],
            data["nodes"],
            _line_of(data["pv"]),
        )
    except (TypeError, KeyError, ValueError, OverflowError) as error:
        raise ValueError("not the data of a decision") from error


def progress_of(data: Any) -> Progress:
    """The report of some data, still to be checked; ValueError if it is not even shaped so."""
    try:
        return Progress(
            data["depth"],
            _score_of(data["score"]),
            _line_of(data["pv"]),
            data["nodes"],
            data["seconds"],
            data["max_cutoffs"],
            data["min_cutoffs"],
        )
    except (TypeError, KeyError, ValueError, OverflowError) as error:
        raise ValueError("not the data of a report") from error


def _move_data(move: Move) -> list[tuple[int, ...]]:
    return [move.path, move.captured]


def _move_of(data: Any) -> Move:
    path, captured = data
    return Move(tuple(map(int, path)), tuple(map(int, captured)))


def _line_data(line: tuple[Move, ...]) -> list[list[tuple[int, ...]]]:
    return [_move_data(move) for move in line[:LONGEST_PV]]


def _line_of(data: Any) -> tuple[Move, ...]:
    return tuple(map(_move_of, data[:LONGEST_PV]))


def _score_data(score: Score) -> list[Any]:
    return [int(score), score.unit.name]


def _score_of(data: Any) -> Score:
    number, unit = data
    return Score(int(number), Unit[unit])
