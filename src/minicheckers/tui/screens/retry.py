"""Retrying mistakes on the board: each comes up again until a move keeps the value."""

from dataclasses import dataclass, replace

from ...messages import counted
from ...play.effects import Effects
from ...play.retry import Retrying
from ...play.retry import Step as RetryStep
from ...rules.notation import Move
from ...rules.variant import Colour
from ..state import AppState, Step, open_screen
from ..widgets.board import MOVING, first_board
from ..widgets.keys import Keymap, Section, bind
from .board import ANALYSE, AWAY, LOOKING, Line, wrapped
from .solving import WRONG_MOVE, SolvingScreen


@dataclass(frozen=True, kw_only=True)
class RetryScreen(SolvingScreen):
    """A person's mistakes, one after another."""

    study: Retrying

    # Updates

    def _after(self, app: AppState, step: RetryStep) -> Step:
        retrying, effects = step
        app, more = replace(self, study=retrying).settled(app, self, effects)
        if retrying.ended:
            return self.left(app, more)
        return app, more

    def play(self, app: AppState, move: Move) -> Step:
        screen = replace(self, board=replace(self.board, focus=move.end))
        return screen._after(replace(app, message=None), self.study.try_move(move))

    def show(self, app: AppState) -> Step:
        return self._after(app, self.study.show())

    def repeat_old(self, app: AppState) -> Step:
        """Include the mistakes that were fixed before."""
        return self._after(app, self.study.repeat_old())

    # Keys

    def keymap(self) -> Keymap:
        if self.study.wrong is not None:
            return (WRONG_MOVE, AWAY, LOOKING)
        if self.study.mistake is None:
            return (OLD_MISTAKES, AWAY, LOOKING)
        if self.study.fixed:
            return (FIXED, OLD_MISTAKES, ANALYSE, AWAY, LOOKING)
        return (MOVING, MISTAKE, OLD_MISTAKES, ANALYSE, AWAY, LOOKING)

    # Drawing

    def title(self) -> str:
        return "your mistakes"

    def task_ink(self) -> str:
        return "good" if self.study.fixed else "strong"

    def panel_lines(self, app: AppState, width: int) -> list[Line]:
        retrying = self.study
        mistake = retrying.mistake
        if mistake is None:
            return [(f"{counted(len(retrying.mistakes), 'mistake')} so far", "dim")]
        lines: list[Line] = [
            (retrying.heading(), "dim"),
            *wrapped(app.spelled(retrying.story()), width),
        ]
        if retrying.tries:
            lines.append((counted(retrying.tries, "wrong try", "wrong tries"), "warning"))
        if retrying.fixed:
            best = ", ".join(map(app.spelling.move, mistake.best))
            lines += wrapped(f"Best moves: {best}.", width, "good")
        if self.wrong is not None:
            lines += [("", "text"), *wrapped(app.spelled(self.wrong.sentence), width, "warning")]
        return lines


def open_retry(app: AppState, retrying: Retrying, effects: Effects = ()) -> Step:
    """Open mistakes to retry, with the person at the bottom."""
    position = retrying.timeline.position
    board = first_board(position, flipped=position.turn is Colour.BLACK, moving=True)
    return open_screen(app, RetryScreen(study=retrying, board=board), effects)


MISTAKE = Section(
    "Your mistakes",
    (
        bind("c", RetryScreen.show, "the best move", "show"),
        bind(".", RetryScreen.next, "next mistake", "next"),
    ),
)
#: Also available when nothing is left to fix, since that is when the old ones are wanted.
OLD_MISTAKES = Section(
    "Old mistakes",
    (
        bind(
            "o",
            RetryScreen.repeat_old,
            "also fixed ones",
            "others too",
            when=lambda s: not s.study.repeat,
        ),
    ),
)
FIXED = Section("Done", (bind("enter space .", RetryScreen.next, "next mistake", "next"),))
