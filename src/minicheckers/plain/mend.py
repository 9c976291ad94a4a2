"""Retrying mistakes line by line: each is put up again until a move keeps the value."""

from collections.abc import Sequence

from ..coach.puzzles import Analyse
from ..coach.refutation import refutation, sentence
from ..coach.review import GradedMove, keeps_value
from ..coach.wording import outcome_words
from ..messages import counted
from . import text
from .choosing import chosen_move
from .console import Console

HELP = "Write a move or its number; board, moves, show, skip, leave."


def mend(mistakes: Sequence[GradedMove], analyse: Analyse, console: Console) -> None:
    """Put the mistakes up one after the other, until they are mended or the person leaves."""
    if not mistakes:
        console.say("There is no mistake to be mended.")
        return
    for number, mistake in enumerate(mistakes, start=1):
        position, exact = mistake.position, mistake.analysis.exact
        console.say(
            f"Mistake {number} of {len(mistakes)}, move {mistake.ply}.",
            *text.board_lines(position, position.turn),
            *text.wrapped(
                f"You played {mistake.move}, which {outcome_words(mistake.after, exact)}. "
                f"Something else {outcome_words(mistake.before, exact)}."
            ),
            *text.choices(position),
        )
        if not _mended(mistake, analyse, console):
            console.say("Back to the game.")
            return
    console.say(f"That was {counted(len(mistakes), 'mistake')}. Back to the game.")


def _mended(mistake: GradedMove, analyse: Analyse, console: Console) -> bool:
    """Ask until a move keeps the value; False if the person leaves or the input ends."""
    position = mistake.position
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
                    console.say(f"Right: {move} keeps the value.")
                    return True
                told = sentence(refutation(position, move, analyse))
                console.say(*text.wrapped(f"{told}. Try again."))
        except ValueError as error:
            console.complain(error)
