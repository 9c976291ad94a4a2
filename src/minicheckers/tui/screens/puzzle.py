"""Puzzles on the board: find the only right move; a wrong one is refuted."""

from dataclasses import dataclass, replace

from ...coach.requests import PuzzleOrder
from ...messages import counted
from ...play.puzzle import Puzzling, stars
from ...play.puzzle import Step as PuzzleStep
from ...rules.notation import Move
from ...rules.position import Position
from ..state import AppState, Step, open_screen
from ..widgets.board import MOVING, first_board
from ..widgets.keys import Keymap, Section, bind
from .board import AWAY, LOOKING, Line, wrapped
from .solving import WRONG_MOVE, SolvingScreen, afterwards

#: The message after a right move that does not finish the puzzle.
_GO_ON = "Correct! Find the next move."


@dataclass(frozen=True, kw_only=True)
class PuzzleScreen(SolvingScreen):
    """Puzzles, one after another."""

    study: Puzzling

    # Updates

    def _after(self, app: AppState, step: PuzzleStep) -> Step:
        puzzles, effects = step
        before, line = self.study.timeline, puzzles.timeline
        screen = replace(self, study=puzzles)
        if line.start is before.start and line.ply > before.ply:
            screen = screen.animated_line(app, before, line.played[before.ply :])
            app = app.saying(_GO_ON, "good") if puzzles.takes_moves else replace(app, message=None)
        app, more = screen.settled(app, self, effects)
        if puzzles.ended and puzzles.is_solved:
            text = "That was today's puzzle." if puzzles.order.day else puzzles.ended
            question = afterwards("Well done!", f"{text} What next?", self.variant)
            return replace(app, overlay=question, message=None), more
        if puzzles.ended and not self.study.ended:
            return self.left(app, more)
        return app, more

    def play(self, app: AppState, move: Move) -> Step:
        return self._after(app, self.study.try_move(move))

    def hint(self, app: AppState) -> Step:
        """Show which piece to move; asked again, play the right move."""
        solving = self.study.solving
        if solving is not None and solving.helped and not solving.is_solved:
            return self._after(app, self.study.show())
        app, effects = self._after(app, self.study.hint())
        screen = self.on(app)
        assert screen.study.solving is not None
        square = screen.study.solving.wanted.start
        return screen.with_board(app, focus=square, picked=()), effects

    def come_back(self, app: AppState) -> Step:
        """Ask for the puzzle again if it was still being generated."""
        if self.study.solving is not None:
            return app, ()
        puzzles, effects = Puzzling.begin(self.study.order)
        return app.with_screen(replace(self, study=puzzles)), effects

    # Keys

    def keymap(self) -> Keymap:
        if self.study.wrong is not None:
            return (WRONG_MOVE, AWAY, LOOKING)
        if self.study.solving is None:
            return (AWAY, LOOKING)
        if self.study.is_solved:
            return (SOLVED, AWAY, LOOKING)
        return (MOVING, PUZZLE, AWAY, LOOKING)

    # Drawing

    def title(self) -> str:
        day = self.study.order.day
        return "puzzle" if day is None else f"daily puzzle, {day.isoformat()}"

    def task_ink(self) -> str:
        return "good" if self.study.is_solved else "strong"

    def panel_lines(self, app: AppState, width: int) -> list[Line]:
        solving = self.study.solving
        if solving is None:
            return []
        from ...coach.puzzles import goal_sentence

        puzzle, ascii_only = solving.puzzle, app.looks.ascii
        lines: list[Line] = [
            *wrapped(f"puzzle {puzzle.id}", width, "dim"),
            *wrapped(f"difficulty {stars(puzzle.difficulty, ascii=ascii_only)}", width, "dim"),
            ("", "text"),
            *wrapped(goal_sentence(puzzle), width, "strong"),
        ]
        if solving.ply:
            played = " ".join(map(app.spelling.move, puzzle.line[: solving.ply]))
            lines += wrapped(f"So far: {played}", width)
        if solving.tries:
            lines.append((counted(solving.tries, "wrong try", "wrong tries"), "warning"))
        if solving.is_solved:
            shared = self.study.shared_line(ascii=ascii_only)
            lines += [("", "text"), *wrapped(shared, width, "good")]
        if self.wrong is not None:
            lines += [("", "text"), *wrapped(app.spelled(self.wrong.sentence), width, "warning")]
        record = self.study.record
        if record is not None:
            told = f"rating {record.rating}, streak {record.streak}"
            lines += [("", "text"), *wrapped(told, width)]
        return lines


def open_puzzles(app: AppState, order: PuzzleOrder) -> Step:
    """Open a sequence of puzzles, starting as soon as the first is ready."""
    puzzles, effects = Puzzling.begin(order)
    board = first_board(Position.start(order.variant), flipped=False, moving=False)
    return open_screen(app, PuzzleScreen(study=puzzles, board=board), effects)


PUZZLE = Section(
    "The puzzle",
    (
        bind("c", PuzzleScreen.hint, "hint, then the move", "hint"),
        bind(
            ".", PuzzleScreen.next, "next puzzle", "next puzzle", when=lambda s: not s.study.is_last
        ),
    ),
)

SOLVED = Section(
    "Solved",
    (
        bind(
            "enter space .",
            PuzzleScreen.next,
            "go on",
            lambda screen, app: "finish" if screen.study.is_last else "next puzzle",
        ),
    ),
)
