"""Retrying mistakes line by line: each is put up again until a move keeps the value."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..coach.puzzles import Analyse
from ..coach.refutation import refutation, sentence
from ..coach.review import GradedMove, keeps_value
from ..coach.wording import outcome_words
from ..messages import counted
from ..rules.position import Position
from . import text
from .choosing import chosen_move
from .console import Console

HELP = "Write a move or its number; board, moves, show, skip, leave."


@dataclass(frozen=True)
class Found:
    """A mistake that was found: where, in words, and what tells why other moves are wrong."""

    where: str
    mistake: GradedMove
    analyse: Analyse


def numbered(mistakes: Sequence[GradedMove], analyse: Analyse) -> Iterator[Found]:
    """The mistakes of one game, each with its number."""
    for number, mistake in enumerate(mistakes, start=1):
        where = f"Mistake {number} of {len(mistakes)}, move {mistake.ply}."
        yield Found(where, mistake, analyse)


def mend(
    mistakes: Iterable[Found], console: Console, on_mended: Callable[[Position], None]
) -> None:
    """Put the mistakes up one after the other, until they are mended or the person leaves.

    `on_mended` hears of every position in which something better was found.
    """
    total = 0
    for found in mistakes:
        total += 1
        position = found.mistake.position
        console.say(
            found.where,
            *text.board_lines(position, position.turn),
            *text.wrapped(_what_happened(found.mistake)),
            *text.choices(position),
        )
        if not _mended(found, console, on_mended):
            console.say("Back to the game.")
            return
    if total:
        console.say(f"That was {counted(total, 'mistake')}. Back to the game.")
    else:
        console.say("There is no mistake to be mended.")


def _what_happened(mistake: GradedMove) -> str:
    exact = mistake.analysis.exact
    opinion = "" if exact else " That is the engine's opinion."
    return (
        f"You played {mistake.move}, which {outcome_words(mistake.after, exact)}. "
        f"Something else {outcome_words(mistake.before, exact)}.{opinion}"
    )


def _mended(found: Found, console: Console, on_mended: Callable[[Position], None]) -> bool:
    """Ask until a move keeps the value; False if the person leaves or the input ends."""
    mistake, position = found.mistake, found.mistake.position
    while True:
        try:
            line = console.read()
            if line is None or (word := line.strip().casefold()) in ("leave", "quit"):
                return False
            if word == "skip":
                return True
            if word in ("help", "?"):
                console.say(HELP)
            elif word in ("", "board"):
                console.say(*text.board_lines(position, position.turn))
            elif word == "moves":
                console.say(*text.move_lines(position))
            elif word == "show":
                console.say(f"{' or '.join(map(str, mistake.best))} keeps the value.")
            else:
                move = chosen_move(position, word)
                if keeps_value(mistake.analysis, move):
                    on_mended(position)
                    console.say(f"Right: {move} keeps the value.")
                    return True
                told = sentence(refutation(position, move, found.analyse))
                console.say(*text.wrapped(f"{told}. Try again."))
        except ValueError as error:
            console.complain(error)
