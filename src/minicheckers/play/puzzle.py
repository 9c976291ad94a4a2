"""Solving puzzles: find the one right move; a wrong one is answered by its refutation."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ..coach.requests import Analyse, FindPuzzle, PuzzleOrder
from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.position import Position
from .advice import NOTHING_TO_FIND, WrongMove, told_values
from .effects import (
    CoachAnswered,
    CoachFailed,
    Consult,
    CountPuzzle,
    Effects,
    PlayEvent,
    PuzzleCounted,
    Say,
    then,
)

if TYPE_CHECKING:  # the coach takes a while to load
    from ..coach.puzzles import Puzzle
    from ..storage.store import PuzzleStats

Step = tuple["Puzzling", Effects]


@dataclass(frozen=True)
class Solving:
    """A puzzle of which ``ply`` moves of the line have been played.

    ``tries`` counts wrong moves; ``helped``: some of the solution was shown.
    """

    puzzle: "Puzzle"
    ply: int = 0
    tries: int = 0
    helped: bool = False

    @property
    def is_solved(self) -> bool:
        return self.ply >= len(self.puzzle.line)

    @property
    def is_clean(self) -> bool:
        """Whether it was solved without a wrong move and without help."""
        return not self.tries and not self.helped

    @property
    def wanted(self) -> Move:
        return self.puzzle.line[self.ply]

    def attempt(self, move: Move) -> "Solving":
        """The puzzle after a move: with the opponent's answer if it is right, else one more try."""
        if self.is_solved:
            raise ValueError("the puzzle is solved")
        return self._advanced() if move == self.wanted else replace(self, tries=self.tries + 1)

    def shown(self) -> "Solving":
        """The puzzle after the right move has been shown and played."""
        return replace(self._advanced(), helped=True)

    def _advanced(self) -> Self:
        """After the move that was wanted, and the opponent's answer."""
        return replace(self, ply=min(self.ply + 2, len(self.puzzle.line)))


@dataclass(frozen=True)
class Puzzling:
    """The puzzles of an order, one after the other.

    ``solving`` is the puzzle on the board, None while it is being found, and ``timeline`` its line
    as far as it was found. ``counted``: what the first try was worth is in ``record``, the
    person's puzzle record. ``ended``: there is no further puzzle.
    """

    order: PuzzleOrder
    timeline: Timeline
    number: int = 0
    solving: Solving | None = None
    wrong: WrongMove | None = None
    record: "PuzzleStats | None" = None
    counted: bool = False
    ended: str = ""

    @classmethod
    def begin(cls, order: PuzzleOrder) -> Step:
        puzzles = cls(order, Timeline.begin(Position.start(order.variant)))
        return puzzles, (Consult(FindPuzzle(order, 0)),)

    @property
    def takes_moves(self) -> bool:
        return self.solving is not None and not self.solving.is_solved and self.wrong is None

    @property
    def is_solved(self) -> bool:
        return self.solving is not None and self.solving.is_solved

    @property
    def is_helped(self) -> bool:
        """Whether the person was told something about the puzzle on the board."""
        return self.solving is not None and self.solving.helped

    @property
    def is_last(self) -> bool:
        return self.number + 1 == self.order.limit

    def task(self) -> str:
        """What the person is to do now."""
        if self.ended:
            return self.ended
        if self.wrong is not None:
            return self.wrong.sentence
        if self.solving is None:
            return "Looking for a puzzle."
        if self.solving.is_solved:
            verdict = "That was the move." if self.solving.helped else "Correct!"
            return f"{verdict} Press Enter to continue."
        from ..coach.puzzles import goal_sentence

        return goal_sentence(self.solving.puzzle)

    def shared_line(self, *, ascii: bool) -> str:
        """A line to share about the solved puzzle, which tells nothing of the solution."""
        assert self.solving is not None
        day = self.order.day.isoformat() if self.order.day else None
        return shared_line(self.solving, self.record.streak if self.record else 0, day, ascii=ascii)

    def try_move(self, move: Move) -> Step:
        """Try a move: the right one is answered, a wrong one refuted."""
        if self.solving is None or not self.takes_moves:
            raise ValueError(NOTHING_TO_FIND)
        position = self.timeline.position
        after = self.solving.attempt(position.find(move))
        if after.tries == self.solving.tries:
            return self._advance(after)
        wrong = WrongMove(position, move)
        return replace(self, solving=after, wrong=wrong)._count(False, wrong.ask())

    def try_again(self) -> "Puzzling":
        """Back to the position before the wrong move."""
        return replace(self, wrong=None)

    def hint(self) -> Step:
        told = Say(f"Look at the piece on {self._unsolved().wanted.start}.")
        return self._helped()._count(False, (told,))

    def ask_values(self) -> Step:
        """Tell the value of every move, which tells the right one."""
        return self._helped()._count(False, (Consult(Analyse(self.timeline)),))

    def _helped(self) -> "Puzzling":
        return replace(self, solving=replace(self._unsolved(), helped=True), wrong=None)

    def show(self) -> Step:
        """Play the right move for the person."""
        solving = self._unsolved()
        after = solving.shown()
        told: Effects = () if after.is_solved else (Say(f"The right move is {solving.wanted}."),)
        step = replace(self, wrong=None)._count(False, ())
        return then(step, lambda puzzles: puzzles._advance(after), lambda p: (p, told))

    def _unsolved(self) -> Solving:
        """The puzzle on the board; ValueError if there is nothing to find."""
        if self.solving is None or self.solving.is_solved:
            raise ValueError(NOTHING_TO_FIND)
        return self.solving

    def next(self) -> Step:
        """The next puzzle; one that is left unsolved counts as not solved."""
        puzzles, effects = self._count(False, ())
        if self.is_last:
            ended = "That was the last puzzle of this set."
            return replace(puzzles, ended=ended), (*effects, Say(ended))
        number = self.number + 1
        after = replace(puzzles, number=number, solving=None, wrong=None, counted=False)
        return after, (*effects, Consult(FindPuzzle(self.order, number)))

    def _advance(self, after: Solving) -> Step:
        """Play the moves of the line up to where the solving is now."""
        assert self.solving is not None
        timeline = self.timeline
        for move in after.puzzle.line[self.solving.ply : after.ply]:
            timeline = timeline.play(move)
        moved = replace(self, solving=after, timeline=timeline)
        return moved._count(after.is_clean, ()) if after.is_solved else (moved, ())

    def _count(self, clean: bool, effects: Effects) -> Step:
        """Count the puzzle, once: what the first try was worth is known then."""
        if self.counted or self.solving is None:
            return self, effects
        puzzle = self.solving.puzzle
        counted = CountPuzzle(puzzle.id, puzzle.difficulty, clean)
        return replace(self, counted=True), (counted, *effects)

    def hear(self, event: PlayEvent) -> Step:
        match event:
            case CoachAnswered(answer, _) if self.wrong is not None:
                return replace(self, wrong=self.wrong.heard(answer)), ()
            case CoachAnswered(answer, final) if self.solving is not None:
                return self, told_values(answer, final)
            case CoachAnswered(puzzle, _):
                line = Timeline.begin(puzzle.position)
                return replace(self, solving=Solving(puzzle), timeline=line), ()
            case CoachFailed(sentence) if self.solving is None:
                return replace(self, ended=sentence), (Say(sentence, "warning"),)
            case CoachFailed(sentence):
                return replace(self, wrong=None), (Say(sentence, "warning"),)
            case PuzzleCounted(record):
                return replace(self, record=record), ()
            case _:
                return self, ()


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
