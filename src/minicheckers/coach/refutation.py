"""What is wrong with a move, shown by play: the best answer to it, and what comes of that."""

from dataclasses import dataclass
from typing import NamedTuple

from ..engine.score import is_decided
from ..rules.notation import Move
from ..rules.position import Position
from ..support.text import Phrase, joined
from .analysis import proven_answer
from .puzzles import Analyse
from .wording import outcome_words, signed

#: Show at most this many plies after the move.
LONGEST = 12


@dataclass(frozen=True)
class Refutation:
    """A move, best play by both sides after it, and its value for the side that made the move.

    ``value`` is exact where it is known to be, as in every puzzle.
    """

    position: Position
    move: Move
    replies: tuple[Move, ...]
    value: int
    exact: bool


def sentence(found: Refutation) -> str:
    """What is wrong with a move, in words."""
    after = Phrase(" after ", joined(found.replies), ",") if found.replies else ""
    return Phrase(found.move, " is wrong:", after, f" {_verdict(found)}.")


def _verdict(found: Refutation) -> str:
    if found.exact and found.value == 0:
        return "it is only a draw"
    if found.exact or is_decided(found.value):
        return f"{found.position.turn.capitalize()} {outcome_words(found.value, found.exact)}"
    mover = found.position.turn.capitalize()
    return f"the position is worth {signed(found.value, False)} men for {mover}"


def refutation(position: Position, move: Move, analyse: Analyse) -> Refutation:
    """Play a move out: until the pieces on the board tell what it is worth, or for LONGEST plies.

    Where values are not exact only the best answer is shown: the rest would be guesswork.
    """
    mover = position.turn
    here = position.play(move)
    answer = first = _answer(here, analyse)
    value = -first.value
    replies: list[Move] = []
    while answer.reply is not None and answer.exact == first.exact and len(replies) < LONGEST:
        replies.append(answer.reply)
        here = here.play(answer.reply)
        difference = here.count(mover) - here.count(mover.other)
        if not first.exact or (difference == value and here.turn is mover):
            break
        answer = _answer(here, analyse)
    return Refutation(position, move, tuple(replies), value, first.exact)


class _Answer(NamedTuple):
    """A best reply, None when the game is over, and what it is worth."""

    reply: Move | None
    value: int
    exact: bool


def _answer(position: Position, analyse: Analyse) -> _Answer:
    if (proven := proven_answer(position)) is not None:
        return _Answer(*proven, exact=True)
    analysis = analyse(position)
    return _Answer(next(iter(analysis.best), None), analysis.value, analysis.exact)
