"""Lessons on the board: a position, a task, and the point it makes."""

from dataclasses import dataclass, replace

from ...play.lesson import AFTER_THE_LAST, Learning
from ...play.lesson import Step as LessonStep
from ...rules.notation import Move
from ...rules.variant import Colour, Variant
from ..state import AppState, Step, open_screen
from ..widgets.board import MOVING, first_board
from ..widgets.keys import Keymap, Section, bind
from .board import AWAY, LOOKING, Line, wrapped
from .solving import TaskScreen, afterwards


@dataclass(frozen=True, kw_only=True)
class LessonScreen(TaskScreen):
    """The lessons of a game, one after another."""

    study: Learning

    @classmethod
    def of(cls, learning: Learning) -> "LessonScreen":
        position = learning.timeline.position
        board = first_board(position, flipped=position.turn is Colour.BLACK, moving=True)
        return cls(study=learning, board=board)

    @property
    def takes_moves(self) -> bool:
        return self.study.takes_moves and not self.must_pass

    @property
    def must_pass(self) -> bool:
        return not self.study.done and bool(self.legal) and self.legal[0].is_pass

    def why_not_turn(self) -> str:
        return "the task is done; press Enter to continue"

    def play(self, app: AppState, move: Move) -> Step:
        focus = self.board.focus if move.is_pass else move.end
        screen = replace(self, board=replace(self.board, focus=focus, picked=()))
        return screen._after(app, self.study.try_move(move))

    def _after(self, app: AppState, step: LessonStep) -> Step:
        learning, effects = step
        screen = replace(self, study=learning)
        if learning.index != self.study.index:
            screen = replace(LessonScreen.of(learning), below=self.below)
        app, more = app.with_screen(screen).hearing(effects)
        if learning.ended:
            question = afterwards("Well done!", AFTER_THE_LAST, self.variant)
            app = replace(app, overlay=question, message=None)
        return app, more

    def show(self, app: AppState) -> Step:
        return self._after(app, self.study.show())

    def keymap(self) -> Keymap:
        if self.study.done:
            return (DONE, AWAY, LOOKING)
        return (MOVING, LESSON, AWAY, LOOKING)

    # Drawing

    def title(self) -> str:
        return "lessons"

    def task_ink(self) -> str:
        return "good" if self.study.done else "strong"

    def panel_lines(self, app: AppState, width: int) -> list[Line]:
        ink = "good" if self.study.done else "text"
        lines = wrapped(self.study.heading(), width, "strong")
        return [*lines, ("", "text"), *wrapped(app.spelled(self.study.task()), width, ink)]


def open_lessons(app: AppState, variant: Variant) -> Step:
    """Open the first lesson of a game; raise ValueError if it has none."""
    return open_screen(app, LessonScreen.of(Learning.begin(variant)))


LESSON = Section(
    "The lesson",
    (
        bind("c", LessonScreen.show, "show a move", "show"),
        bind(".", LessonScreen.next, "next lesson", "skip"),
    ),
)

DONE = Section("Done", (bind("enter space .", LessonScreen.next, "next lesson", "next"),))
