"""The tutor: a word before a move that throws the result away, and what every move is worth."""

from dataclasses import dataclass
from enum import StrEnum

from ..rules.notation import Move
from ..rules.position import Position
from .analysis import Analysis
from .review import changes_result
from .wording import outcome_words, signed


class Coaching(StrEnum):
    """How much help a person wants while playing."""

    OFF = "off"
    WARN = "warn"
    SHOW = "show"


@dataclass(frozen=True)
class Warning:
    """A move that changes the result, and the reply that punishes it."""

    position: Position
    move: Move
    reply: Move | None
    sentence: str


def warning(position: Position, move: Move, here: Analysis, after: Analysis) -> Warning | None:
    """The warning that a move deserves, None if it keeps the result.

    `here` and `after` are the analyses of the position and of the one the move leads to.
    """
    if not changes_result(here.value, here.moves[move], here.exact):
        return None
    reply = after.best[0] if after.moves else None
    worth = outcome_words(here.moves[move], here.exact)
    verb = "" if here.exact else ", in the engine's opinion,"
    punished = f" after {reply}" if reply is not None else ""
    better = outcome_words(here.value, here.exact)
    sentence = f"{move}{verb} {worth}{punished}, where another move {better}"
    return Warning(position, move, reply, sentence)


def worth_of_moves(analysis: Analysis) -> list[str]:
    """Every move with its value in a few letters, best first."""
    return [f"{move} {signed(value, analysis.exact)}" for move, value in analysis.moves.items()]
