"""Learning a game line by line: a position, something to do, and what that shows."""

from collections.abc import Sequence

from ..coach.lessons import Lesson
from . import text
from .choosing import chosen_move
from .console import Console

HELP = "Write a move or its number; board, moves, show, skip, quit."


def run(lessons: Sequence[Lesson], console: Console | None = None) -> int:
    """Go through the lessons with a person, and return the exit code."""
    console = console or Console.standard()
    for number, lesson in enumerate(lessons, start=1):
        console.say(
            f"Lesson {number} of {len(lessons)}: {lesson.title}.",
            *text.board_lines(lesson.position, lesson.position.turn),
            *text.wrapped(f"You play {lesson.position.turn}. {lesson.task}"),
            *text.choices(lesson.position),
        )
        if not _learn(lesson, console):
            return 0
    console.say("That is all there is to know. minicheckers opens a game.")
    return 0


def _learn(lesson: Lesson, console: Console) -> bool:
    """Wait until the task is done or skipped; False if the person leaves."""
    while True:
        try:
            line = console.read()
        except ValueError as error:
            console.complain(error)
            continue
        if line is None or (word := line.strip().casefold()) == "quit":
            return False
        if word == "skip":
            return True
        if word in ("help", "?"):
            console.say(HELP)
        elif word == "board":
            console.say(*text.board_lines(lesson.position, lesson.position.turn))
        elif word == "moves":
            console.say(*text.move_lines(lesson.position))
        elif word == "show":
            console.say(f"For instance {lesson.accepted()[0]}.")
        elif word and _try(lesson, word, console):
            return True


def _try(lesson: Lesson, word: str, console: Console) -> bool:
    try:
        move = chosen_move(lesson.position, word)
    except ValueError as error:
        console.complain(error)
        return False
    if not lesson.accepts(lesson.position, move):
        console.say(*text.wrapped(f"{move} is legal, but not what is asked for. {lesson.task}"))
        return False
    after = lesson.position.play(move)
    console.say(
        *text.board_lines(after, lesson.position.turn),
        *text.wrapped(f"{text.described(lesson.position, move)}. {lesson.learned}"),
        "",
    )
    return True
