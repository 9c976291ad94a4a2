"""Solving a puzzle move by move: a value, shared by the board and plain mode."""

from dataclasses import dataclass, replace
from typing import Self

from ..rules.notation import Move
from ..rules.position import Position
from .puzzles import Puzzle

#: How much one puzzle can change a person's rating.
RATING_STEP = 32


@dataclass(frozen=True)
class Solving:
    """A puzzle of which ``ply`` moves of the line have been played.

    ``tries`` counts wrong moves; ``helped``: some of the solution was shown.
    """

    puzzle: Puzzle
    ply: int = 0
    tries: int = 0
    helped: bool = False

    @property
    def position(self) -> Position:
        """The position now."""
        position = self.puzzle.position
        for move in self.puzzle.line[: self.ply]:
            position = position.play(move)
        return position

    @property
    def is_solved(self) -> bool:
        """Whether the whole line has been found."""
        return self.ply >= len(self.puzzle.line)

    @property
    def is_clean(self) -> bool:
        """Whether it was solved without a wrong move and without help."""
        return not self.tries and not self.helped

    @property
    def wanted(self) -> Move:
        """The move to find now."""
        return self.puzzle.line[self.ply]

    def attempt(self, move: Move) -> "Solving":
        """The puzzle after a move: with the opponent's answer if it is right, else one more try."""
        if self.is_solved:
            raise ValueError("the puzzle is solved")
        if move != self.wanted:
            return replace(self, tries=self.tries + 1)
        return self._advanced()

    def with_hint(self) -> "Solving":
        """The puzzle after a part of the solution was told."""
        return replace(self, helped=True)

    def shown(self) -> "Solving":
        """The puzzle after the right move has been shown and played."""
        return replace(self._advanced(), helped=True)

    def _advanced(self) -> Self:
        """After the move that was wanted, and the opponent's answer."""
        return replace(self, ply=min(self.ply + 2, len(self.puzzle.line)))


def rated(rating: int, difficulty: int, solved: bool) -> int:
    """A person's rating after a puzzle, as if it had been a game against it."""
    puzzle = puzzle_rating(difficulty)
    expected = 1 / (1 + 10 ** ((puzzle - rating) / 400))
    return round(rating + RATING_STEP * (solved - expected))


def puzzle_rating(difficulty: int) -> int:
    """The rating of a puzzle: from 900 to 2100."""
    return 600 + 300 * difficulty


def stars(difficulty: int, *, ascii: bool) -> str:
    """How hard a puzzle is, as stars of five."""
    full, empty = ("*", ".") if ascii else ("\N{BLACK STAR}", "\N{WHITE STAR}")
    return full * difficulty + empty * (5 - difficulty)


def shared_line(solving: Solving, streak: int, day: str | None = None, *, ascii: bool) -> str:
    """A line to share that tells nothing of the solution."""
    puzzle = solving.puzzle
    right, wrong, help_ = ("+", "x", "?") if ascii else ("\N{CHECK MARK}", "\N{BALLOT X}", "?")
    marks = wrong * solving.tries + (help_ if solving.helped else right)
    shown = stars(puzzle.difficulty, ascii=ascii)
    when = f" of {day}" if day else ""
    return f"minicheckers puzzle{when} {puzzle.id} {shown} {marks} streak {streak}"
