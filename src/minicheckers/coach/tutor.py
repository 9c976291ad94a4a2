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


def throws_result_away(move: Move, here: Analysis) -> bool:
    """Whether a move of an analysed position changes the result."""
    return changes_result(here.value, here.moves[move], here.exact)


def warning(position: Position, move: Move, here: Analysis, reply: Move | None) -> Warning:
    """The warning before a move that throws the result away, with the reply that punishes it."""
    worth = outcome_words(here.moves[move], here.exact)
    verb = "" if here.exact else ", in the engine's opinion,"
    punished = f" after {reply}" if reply is not None else ""
    better = outcome_words(here.value, here.exact)
    sentence = f"{move}{verb} {worth}{punished}, where another move {better}"
    return Warning(position, move, reply, sentence)


def worth_sentence(analysis: Analysis) -> str:
    """What every move is worth and how certain that is, in one sentence.

    A move and its value are kept together by no-break spaces.
    """
    kind = "exact" if analysis.exact else f"an opinion at depth {analysis.depth}"
    items = (item.replace(" ", "\N{NO-BREAK SPACE}") for item in worth_of_moves(analysis))
    return f"Worth ({kind}): {', '.join(items)}"


def worth_of_moves(analysis: Analysis) -> list[str]:
    """Every move with its value in a few letters, best first."""
    return [f"{move} {signed(value, analysis.exact)}" for move, value in analysis.moves.items()]
