"""What lessons, puzzles and retried mistakes share: a task, refutations, and the end of a set."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

from ...coach.requests import PUZZLE_GAMES, PuzzleOrder
from ...game.timeline import Timeline
from ...play.advice import NOTHING_TO_FIND, WrongMove
from ...play.effects import Effects, PlayEvent
from ...play.lesson import Learning
from ...play.puzzle import Puzzling
from ...play.retry import Retrying
from ...rules.notation import Move
from ...rules.variant import Colour, Variant
from ..events import Effect, NewGame, StartGame
from ..frame import Frame, Rect
from ..state import AppState, Message, Step, leave_screen
from ..widgets.board import first_board, rested
from ..widgets.dialog import Choice, Dialog
from ..widgets.keys import Section, bind
from .board import BoardScreen, Line, leave

#: The pause before each move of a shown line, in seconds.
PAUSE = 0.7
_TRY_AGAIN = "Enter tries again."


@dataclass(frozen=True)
class ShownLine:
    """A line played out on the board: the moves to come, and when the next one is due.

    ``complete`` means all the moves are known; until then the coach is looking for them.
    """

    timeline: Timeline
    moves: tuple[Move, ...] = ()
    next_at: float = 0.0
    complete: bool = False

    def advanced(self, now: float) -> "tuple[ShownLine, Move | None]":
        """The line with its next move played, if that is due."""
        if not self.moves or now < self.next_at:
            return self, None
        move, *rest = self.moves
        return replace(
            self, timeline=self.timeline.play(move), moves=tuple(rest), next_at=now + PAUSE
        ), move


@dataclass(frozen=True, kw_only=True)
class TaskScreen(BoardScreen):
    """Something to do on the board; ``study`` is the task and the person's progress."""

    study: Learning | Puzzling | Retrying

    @abstractmethod
    def _after(self, app: AppState, step: tuple[Any, Effects]) -> Step:
        """The state after an update to the study, which keeps its type."""

    def hear(self, app: AppState, event: PlayEvent) -> Step:
        return self._after(app, self.study.hear(event))

    def next(self, app: AppState) -> Step:
        return self._after(app, self.study.next())

    @property
    def timeline(self) -> Timeline:
        return self.study.timeline

    @property
    def takes_moves(self) -> bool:
        return self.study.takes_moves

    @abstractmethod
    def task_ink(self) -> str:
        """The ink of the task."""

    @abstractmethod
    def panel_lines(self, app: AppState, width: int) -> list[Line]:
        """What the panel says about the task."""

    def draw_panel(self, frame: Frame, area: Rect, app: AppState) -> None:
        self.draw_lines(frame, area, app, self.panel_lines(app, area.width))

    def uses_status_line(self, app: AppState) -> bool:
        """Whether the task stands at the bottom, because the panel has no room for all of it."""
        panel = None if app.layout is None else app.layout.panel
        if panel is None:
            return True
        lines = [text for text, _ in self.panel_lines(app, panel.width) if text]
        told, task = "".join(lines[: panel.height]), app.spelled(self.study.task())
        return task.replace(" ", "") not in told.replace(" ", "")

    def status(self, app: AppState, width: int) -> Line:
        return self.study.task() if self.uses_status_line(app) else "", self.task_ink()

    def lasting_message(self, app: AppState) -> Message | None:
        """The task, which may be long, unless the panel says it."""
        return Message(*self.status(app, 0)) if self.uses_status_line(app) else None


@dataclass(frozen=True, kw_only=True)
class SolvingScreen(TaskScreen):
    """A position with a move to find; ``shown`` is the refutation of a wrong one."""

    study: Puzzling | Retrying
    shown: ShownLine | None = None

    def try_again(self, app: AppState) -> Step:
        return self._after(app, (self.study.try_again(), ()))

    @property
    def timeline(self) -> Timeline:
        return self.study.timeline if self.shown is None else self.shown.timeline

    @property
    def wrong(self) -> WrongMove | None:
        return self.study.wrong

    def why_not_turn(self) -> str:
        return NOTHING_TO_FIND

    def settled(self, app: AppState, before: Self, effects: tuple[Effect, ...]) -> Step:
        """The state after an update: set up the next position, or show a refutation."""
        shown, wrong = self.shown, self.wrong
        if wrong is None:
            shown = None
        else:
            shown = shown or ShownLine(self.study.timeline.play(wrong.move))
            if not shown.complete and wrong.refutation is not None:
                moves, due = wrong.refutation.replies, app.now + PAUSE
                shown = replace(shown, moves=moves, next_at=due, complete=True)
        screen = replace(self, shown=shown)
        if self.study.timeline.start is not before.study.timeline.start:
            position = self.study.timeline.position
            board = first_board(position, flipped=position.turn is Colour.BLACK, moving=True)
            screen = replace(screen, board=board, animation=None, scroll=0)
        elif screen.timeline is not before.timeline:
            screen = replace(screen, board=replace(screen.board, picked=()))
            if screen.takes_moves:
                screen = replace(screen, board=rested(screen))
        return replace(app, screen=screen).hearing(effects)

    def left(self, app: AppState, effects: tuple[Effect, ...]) -> Step:
        """The state without this screen, but with its last message still showing."""
        message = app.message
        app, more = leave_screen(app)
        return replace(app, message=message), (*effects, *more)

    def tick(self, app: AppState) -> Step:
        if self.animation is not None or self.shown is None:
            return super().tick(app)
        shown, move = self.shown.advanced(app.now)
        if move is None:
            return app, ()
        before = self.shown.timeline.position
        return app.with_screen(replace(self, shown=shown).moved(app, before, move)), ()

    @property
    def is_moving(self) -> bool:
        """Whether a move is being animated or is about to be."""
        return super().is_moving or (self.shown is not None and bool(self.shown.moves))

    def animated_line(self, app: AppState, before: Timeline, moves: tuple[Move, ...]) -> Self:
        """The screen animating the last of several moves: the reply to the person's."""
        if len(moves) < 2:
            focus = moves[-1].end if moves and not moves[-1].is_pass else self.board.focus
            return replace(self, board=replace(self.board, focus=focus))
        line = before
        for move in moves[:-1]:
            line = line.play(move)
        return self.moved(app, line.position, moves[-1])

    def lasting_message(self, app: AppState) -> Message | None:
        """The task, or what is wrong with the move just tried, unless the panel says it.

        It may take the line of keys, so it names the key that counts.
        """
        if self.wrong is not None and self.uses_status_line(app):
            wrong, brief = (f"{t} {_TRY_AGAIN}" for t in (self.wrong.sentence, self.wrong.brief))
            return Message(wrong, "warning", brief)
        return super().lasting_message(app)


WRONG_MOVE = Section(
    "A wrong move",
    (
        bind(
            "enter space escape",
            SolvingScreen.try_again,
            "try again",
            "try again",
            shown="Enter, Esc",
        ),
    ),
)


# After the last task


def afterwards(title: str, text: str, variant: Variant) -> Dialog:
    """Offer to play the game, to solve its puzzles, or to go back."""
    choices = [Choice("Play", "p", partial(_play, variant=variant))]
    if variant.name in PUZZLE_GAMES:
        choices.append(Choice("Puzzles", "z", partial(_puzzles, variant=variant)))
    choices.append(Choice("Back", "b", leave))
    return Dialog(title, text, tuple(choices), on_close=leave)


def _play(screen: object, app: AppState, variant: Variant) -> Step:
    preferences = app.preferences
    return app, (StartGame(NewGame(variant, preferences.level, preferences.first)),)


def _puzzles(screen: object, app: AppState, variant: Variant) -> Step:
    """Open the puzzles in place of the screen that has finished."""
    from .puzzle import open_puzzles

    app, left = leave_screen(app)
    app, effects = open_puzzles(app, PuzzleOrder(variant, seed=app.puzzle_seed))
    return app, (*left, *effects)
