"""Exploring line by line: both sides are played freely, back and forth, in branches."""

from collections.abc import Callable

from ..coach.analysis import Analysis
from ..coach.exploring import Exploration
from ..coach.tutor import worth_sentence
from ..game.timeline import Timeline
from ..messages import counted
from ..rules.position import Position
from ..rules.variant import Colour
from . import text
from .choosing import chosen_move
from .console import Console

HELP = (
    "Write a move of either side or its number. undo and redo go back and forth, branch takes",
    "another move that was tried in place of the last one, lines lists all that was tried,",
    "worth tells what every move is worth, fen tells the position, fen FEN sets another one,",
    "board and moves show them, leave goes back to the game.",
)


def explore(
    timeline: Timeline, bottom: Colour, analyse: Callable[[Timeline], Analysis], console: Console
) -> None:
    """Let a person explore from where a game is, until they leave or the input ends."""
    explored = Exploration.of(timeline)
    console.say("The analysis board: write a move of either side, help, or leave.")
    _show(explored, bottom, console)
    while True:
        try:
            line = console.read()
            if line is None or (word := line.strip().casefold()) in ("leave", "quit"):
                console.say("Back to the game.")
                return
            if word in ("help", "?"):
                console.say(*HELP)
            elif word == "worth":
                console.say(*_worth(explored, analyse))
            elif word == "lines":
                console.say(*_lines(explored))
            elif word == "fen":
                console.say(explored.position.fen())
            elif word == "moves":
                console.say(*text.move_lines(explored.position))
            else:
                explored = _changed(explored, word)
                _show(explored, bottom, console)
        except ValueError as error:
            console.complain(error)


def _changed(explored: Exploration, word: str) -> Exploration:
    """What a word that changes something leads to; ValueError with a sentence."""
    if word in _STEPS:
        return _STEPS[word](explored)
    if word.startswith("fen "):
        return Exploration.begin(Position.from_fen(word[4:], explored.position.variant))
    return explored.play(chosen_move(explored.position, word))


_STEPS: dict[str, Callable[[Exploration], Exploration]] = {
    "": lambda explored: explored,
    "board": lambda explored: explored,
    "undo": Exploration.back,
    "redo": Exploration.forward,
    "branch": Exploration.other_branch,
}


def _show(explored: Exploration, bottom: Colour, console: Console) -> None:
    position = explored.position
    played = " ".join(map(str, explored.timeline.played)) or "no move yet"
    console.say(*text.board_lines(position, bottom), *text.wrapped(f"Line: {played}."))
    if explored.timeline.outcome is None:
        console.say(f"{position.turn.capitalize()} is to move.", *text.choices(position))
    else:
        console.say(f"{str(explored.timeline.outcome).capitalize()}.")


def _worth(explored: Exploration, analyse: Callable[[Timeline], Analysis]) -> list[str]:
    if explored.timeline.outcome is not None:
        raise ValueError("the game is over here, so no move is worth anything")
    return text.wrapped(worth_sentence(analyse(explored.timeline)))


def _lines(explored: Exploration) -> list[str]:
    lines = list(explored.lines())
    told = [line for path in lines for line in text.wrapped(" ".join(map(str, path)))]
    return [f"{counted(len(lines), 'line')} so far:", *told]
