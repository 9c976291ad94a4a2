"""The analysis board: play both sides freely, step back and forth, and branch."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from ...activities.exploration import Exploration
from ...engine.score import Score
from ...game.timeline import Timeline
from ...messages import sentence
from ...play.analysis import Exploring
from ...play.analysis import Step as ExploringStep
from ...play.effects import PlayEvent
from ...rules.notation import Move
from ...rules.variant import Colour
from ..frame import Frame, Rect
from ..state import AppState, Step, open_screen
from ..widgets.board import MOVING, Board, first_board
from ..widgets.keys import Keymap, Section, bind
from ..widgets.prompt import Prompt
from ..widgets.sheet import folded
from .board import (
    COACH,
    LOOKING,
    SAVE,
    BoardScreen,
    CoachedScreen,
    Line,
    leave,
    to_menu,
    wrapped,
)
from .playing import GameScreen


@dataclass(frozen=True, kw_only=True)
class AnalysisScreen(CoachedScreen):
    """A position to explore."""

    exploring: Exploring

    @property
    def timeline(self) -> Timeline:
        return self.exploring.timeline

    @property
    def takes_moves(self) -> bool:
        return self.timeline.outcome is None and not self.must_pass

    @property
    def must_pass(self) -> bool:
        return self.timeline.outcome is None and self.legal[0].is_pass

    def why_not_turn(self) -> str:
        return "the game is over here" if self.timeline.outcome else "this side must pass"

    def play(self, app: AppState, move: Move) -> Step:
        focus = self.board.focus if move.is_pass else move.end
        screen = replace(self, board=replace(self.board, focus=focus))
        return screen.after(app, self.exploring.try_move(move))

    # The coach

    @property
    def coached(self) -> Exploring:
        return self.exploring

    def balance(self) -> Score | None:
        analysis = self.shown_analysis()
        if analysis is None:
            return None
        return analysis.value if self.position.turn is Colour.BLACK else -analysis.value

    # Updates

    def after(self, app: AppState, step: ExploringStep) -> Step:
        exploring, effects = step
        screen = replace(self, exploring=exploring)
        if exploring.timeline is not self.timeline:
            screen = replace(screen, board=replace(screen.board, picked=()), scroll=0)
            app = replace(app, overlay=None, message=None)
        return app.with_screen(screen).hearing(effects)

    def hear(self, app: AppState, event: PlayEvent) -> Step:
        return self.after(app, self.exploring.hear(event))

    def come_back(self, app: AppState) -> Step:
        return self.after(
            app, Exploring.begin(self.exploring.exploration, insight=self.exploring.insight)
        )

    # Actions

    def toggle_insight(self, app: AppState) -> Step:
        """Show or hide the value of every move, here alone."""
        return self.after(app, self.exploring.toggle_insight())

    def explore(self, app: AppState, exploration: Exploration) -> Step:
        return self.after(app, self.exploring.to(exploration))

    def edit(self, app: AppState) -> Step:
        from .board_editor import open_editor

        return open_editor(app, self.position, flipped=self.board.flipped)

    def ask_to_play(self, app: AppState) -> Step:
        from .board_editor import ask_to_play

        return ask_to_play(app, self.position)

    def ask_for_fen(self, app: AppState) -> Step:
        return replace(app, overlay=Prompt("FEN", "set up", AnalysisScreen.set_fen)), ()

    def set_fen(self, app: AppState, text: str) -> Step:
        """Explore another position; raise ValueError if it is not valid."""
        return self.after(app, self.exploring.set_fen(text))

    def paste_other(self, app: AppState, line: str) -> Step:
        try:
            return self.set_fen(app, line)
        except ValueError as error:
            return app.saying(error, "warning"), ()

    def keymap(self) -> Keymap:
        return (MOVING, EXPLORING, COACH, LOOKING)

    # Drawing

    def title(self) -> str:
        return "analysis board"

    def status(self, app: AppState, width: int) -> Line:
        if (outcome := self.timeline.outcome) is not None:
            return sentence(str(outcome)), "strong"
        turn = self.position.turn.capitalize()
        if self.must_pass:
            return f"{turn} has no legal move and must pass. Press Enter", "warning"
        return f"{turn} to move", "text"

    def draw_panel(self, frame: Frame, area: Rect, app: AppState) -> None:
        """Draw the FEN, the line played so far, and the other branches."""
        explored, width, written = self.exploring.exploration, area.width, app.spelling.move
        lines: list[Line] = [(part, "dim") for part in folded(self.position.fen(), width)]
        played = explored.timeline.played
        if played:
            line = " ".join(map(written, played))
            lines += [("", "text"), *wrapped(line, width, "strong")]
        if len(explored.siblings) > 1:
            others = [written(move) for move in explored.siblings if move != played[-1]]
            lines += wrapped(f"or {', '.join(others)}", width, "dim")
        if explored.tried:
            lines += wrapped(f"then {', '.join(map(written, explored.tried))}", width, "dim")
        self.draw_lines(frame, area, app, lines)


def open_analysis(app: AppState, screen: BoardScreen) -> Step:
    """Explore the position on the board; during a game this counts as help."""
    if isinstance(screen, GameScreen):
        screen = replace(screen, game=screen.game.helped())
    exploration = Exploration.of(screen.timeline)
    return open_exploration(app.with_screen(screen), exploration, flipped=screen.board.flipped)


def open_exploration(app: AppState, exploration: Exploration, *, flipped: bool) -> Step:
    """Open the analysis board with these lines of play."""
    exploring, effects = Exploring.begin(exploration)
    board: Board = first_board(exploration.position, flipped=flipped, moving=True)
    return open_screen(app, AnalysisScreen(exploring=exploring, board=board), effects)


def _walk(
    screen: AnalysisScreen, app: AppState, by: "Callable[[Exploring], ExploringStep]"
) -> Step:
    return screen.after(app, by(screen.exploring))


_undo, _redo = partial(_walk, by=Exploring.back), partial(_walk, by=Exploring.forward)
_other_branch = partial(_walk, by=Exploring.other_branch)

EXPLORING = Section(
    "Analysis",
    (
        bind("u backspace", _undo, "undo", "undo", when=lambda s: s.timeline.ply),
        bind("r", _redo, "redo", "redo", when=lambda s: s.timeline.ply < len(s.timeline.moves)),
        bind(
            "o",
            _other_branch,
            "other branch",
            "other branch",
            when=lambda s: len(s.exploring.exploration.siblings) > 1,
        ),
        bind("p", AnalysisScreen.ask_for_fen, "type a FEN"),
        bind("E", AnalysisScreen.edit, "edit the position", "edit"),
        bind("P", AnalysisScreen.ask_to_play, "play from here", "play"),
        SAVE,
        bind("b a", leave, "back", "back", shown="b, a"),
        bind("m", to_menu, "menu", "menu"),
    ),
)
