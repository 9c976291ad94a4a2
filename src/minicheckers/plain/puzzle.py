"""Puzzles line by line: the position, a move, and what is wrong with it if it is wrong."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..coach.puzzles import Analyse, Puzzle, goal_sentence
from ..coach.refutation import refutation, sentence
from ..coach.solving import Solving, rated, shared_line
from ..storage.puzzles import PuzzleRecord
from ..storage.store import Store, StoreError
from . import text
from .choosing import chosen_move
from .console import Console

HELP = (
    "Write a move or its number. board shows the board again, moves the moves in words,",
    "hint the piece to move, show the right move, skip the next puzzle, quit ends.",
)


class _LeftError(Exception):
    """The person has left, or the input has ended."""


class _SkippedError(Exception):
    """The person wants the next puzzle."""


@dataclass(frozen=True)
class Teller:
    """How the puzzles are told: the day they are of, if any, and with what letters."""

    day: str | None = None
    ascii: bool = True


def run(
    puzzles: Iterable[Puzzle],
    analyse: Analyse,
    store: Store,
    console: Console | None = None,
    teller: Teller | None = None,
) -> int:
    """Put the puzzles to a person one by one, and return the exit code."""
    console = console or Console.standard()
    for puzzle in puzzles:
        try:
            _Puzzle(puzzle, analyse, store, console, teller or Teller()).solve()
        except _SkippedError:
            continue
        except _LeftError:
            return 0
    return 0


def _read(console: Console) -> str | None:
    """The next line that can be read."""
    while True:
        try:
            return console.read()
        except ValueError as error:
            console.complain(error)


class _Puzzle:
    """A puzzle being solved."""

    def __init__(
        self,
        puzzle: Puzzle,
        analyse: Analyse,
        store: Store,
        console: Console,
        teller: Teller,
    ) -> None:
        self._solving = Solving(puzzle)
        self._analyse = analyse
        self._store = store
        self._console = console
        self._teller = teller
        self._counted = False

    def solve(self) -> None:
        """Ask until it is solved."""
        self._introduce()
        while not self._solving.is_solved:
            line = _read(self._console)
            if line is None:
                raise _LeftError
            word = line.strip().casefold()
            if word in _WORDS:
                _WORDS[word](self)
            elif word:
                self._try(word)
        self._finish()

    def _introduce(self) -> None:
        puzzle = self._solving.puzzle
        self._console.say(
            f"Puzzle {puzzle.id}, difficulty {puzzle.difficulty} of 5.",
            *self._board_lines(),
            f"{goal_sentence(puzzle)} Find the only move.",
            *text.choices(puzzle.position),
            "Write a move, its number, or help.",
        )

    def _board_lines(self) -> list[str]:
        position = self._solving.position
        return text.board_lines(position, position.turn)

    def _try(self, word: str) -> None:
        position = self._solving.position
        try:
            move = chosen_move(position, word)
        except ValueError as error:
            self._console.complain(f"{error} (help lists the words)")
            return
        after = self._solving.attempt(move)
        if after.tries > self._solving.tries:
            self._count(clean=False)
            self._solving = after
            found = refutation(position, move, self._analyse)
            self._console.say(*text.wrapped(f"{sentence(found)}. Try again."))
            return
        self._advance(after, "Right")

    def _advance(self, after: Solving, praise: str) -> None:
        before = self._solving
        answered = self._solving.puzzle.line[before.ply : after.ply]
        self._solving = after
        if after.is_solved:
            self._console.say(f"{praise}: {answered[0]}.")
            return
        here = before.position.play(answered[0])
        reply = text.described(here, answered[1])
        self._console.say(
            f"{praise}: {answered[0]}. {here.turn.capitalize()} answers {reply}.",
            *text.choices(after.position),
        )

    def _finish(self) -> None:
        record = self._count(clean=self._solving.is_clean)
        streak = record.streak if record else 0
        day = self._teller.day
        self._console.say(
            "Solved." if not self._solving.helped else "That was it.",
            shared_line(self._solving, streak, day, ascii=self._teller.ascii),
        )
        if record:
            self._console.say(f"Your rating is {record.rating}.")

    def _count(self, clean: bool) -> PuzzleRecord | None:
        """Count the puzzle, once: what a first try was worth is known then."""
        if self._counted:
            return self._store.puzzle_record()
        self._counted = True
        puzzle = self._solving.puzzle
        try:
            return self._store.update_puzzles(
                lambda record: record.plus(
                    puzzle.id, clean, rated(record.rating, puzzle.difficulty, clean)
                )
            )
        except StoreError as error:
            self._console.complain(error)
            return None

    def _say_help(self) -> None:
        self._console.say(*HELP)

    def _say_board(self) -> None:
        self._console.say(*self._board_lines())

    def _say_moves(self) -> None:
        self._console.say(*text.move_lines(self._solving.position))

    def _hint(self) -> None:
        self._count(clean=False)
        self._solving = self._solving.with_hint()
        square = self._solving.wanted.start
        self._console.say(f"Look at the piece on {square}.")

    def _show(self) -> None:
        self._count(clean=False)
        self._advance(self._solving.shown(), "It is")

    def _skip(self) -> None:
        self._count(clean=False)
        raise _SkippedError

    def _leave(self) -> None:
        raise _LeftError


_WORDS: dict[str, Callable[[_Puzzle], None]] = {
    "help": _Puzzle._say_help,
    "board": _Puzzle._say_board,
    "moves": _Puzzle._say_moves,
    "hint": _Puzzle._hint,
    "show": _Puzzle._show,
    "skip": _Puzzle._skip,
    "quit": _Puzzle._leave,
}
