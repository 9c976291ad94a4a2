"""A hint in three steps, each telling more: which piece, which target, and why.

The sentence that says why is made of facts alone: values, what the other moves lose, what is
captured, what the opponent is forced to. Nothing in it is decoration, so all of it can be checked.
"""

from dataclasses import dataclass
from itertools import islice

from ..engine.deepening import moves_through
from ..engine.score import is_decided
from ..rules.notation import Move, Square
from ..rules.position import Position
from ..support.text import Phrase, counted, joined
from .analysis import Analysis
from .chances import percent
from .wording import others_do, outcome_words

#: How many moves of a line are shown.
SHOWN = 3


@dataclass(frozen=True)
class Hint:
    """A move, and the three steps of a hint for it: the piece, the move, the reason.

    The ``line`` is what it leads to, if more than one move is expected.
    """

    move: Move
    steps: tuple[str, str, str]
    line: tuple[Move, ...] = ()


def hint(position: Position, analysis: Analysis) -> Hint:
    """A hint from what is known about a position; ValueError if the game is over."""
    if not analysis.moves:
        raise ValueError("the game is over, so there is no hint")
    move = analysis.best[0]
    if move.is_pass:
        only = "There is no legal move, so you must pass."
        return Hint(move, (only, only, only))
    all_equal = analysis.exact and len(analysis.best) == len(analysis.moves) > 1
    every = f"Every move {outcome_words(analysis.value, True)}. " if all_equal else ""
    piece = Phrase(f"{every}Look at the piece on ", Square(move.start), ".")
    reason = joined([*_worth(move, analysis), *_consequences(position, move)], " ")
    after = moves_through(position.play(move), analysis.lines.get(move, ()))
    line = (move, *islice(after, SHOWN - 1))
    steps = piece, Phrase("Play ", move, "."), reason
    return Hint(move, steps, line if len(line) > 1 else ())


def _worth(move: Move, analysis: Analysis) -> list[str]:
    """What the move is worth, and what the others are."""
    others = [value for other, value in analysis.moves.items() if other != move]
    if not others:
        return [Phrase(move, " is the only legal move.")]
    if not analysis.exact and not is_decided(analysis.value):
        return [Phrase(move, f" looks best. Your winning chances are {percent(analysis.value)} %.")]
    worth = outcome_words(analysis.value, analysis.exact)
    if min(others) == analysis.value:
        return [f"Every move {worth}."]
    return [Phrase(move, f" {worth}."), f"{_about_others(analysis, max(others))}."]


def _about_others(analysis: Analysis, best_other: int) -> str:
    value = analysis.value
    if best_other == value:
        return others_do(len(analysis.best) - 1, value, analysis.exact, also=True)
    if not analysis.exact:
        # A search cannot rule out what it has not seen.
        return "The search found nothing better"
    if value > 0 >= best_other:
        return "No other move wins"
    if value == 0 > best_other:
        if is_decided(best_other):
            return "Every other move loses"
        return f"Every other move loses by at least {counted(abs(best_other), 'piece')}"
    if is_decided(value):
        return f"Every other move {'takes longer' if value > 0 else 'loses sooner'}"
    return f"Every other move costs at least {counted(value - best_other, 'piece')}"


def _consequences(position: Position, move: Move) -> list[str]:
    """What the move does at once: what it captures, what it forces."""
    facts = []
    if move.captured:
        facts.append(f"It captures {counted(len(move.captured), 'piece')}.")
    after = position.play(move)
    mover = position.piece_at(move.start)
    landed = after.piece_at(move.end)
    if mover and landed and landed.king and not mover.king:
        facts.append(f"It makes a {position.variant.king_name}.")
    replies = after.legal_moves()
    opponent = after.turn.capitalize()
    if not replies:
        facts.append("It ends the game.")
    elif replies[0].is_pass:
        facts.append(f"{opponent} must pass.")
    elif len(replies) == 1:
        facts.append(Phrase(f"{opponent} must answer ", replies[0], "."))
    return facts
