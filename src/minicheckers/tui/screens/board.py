"""What all screens with a board share: the board, its panel, and the keys for viewing."""

import textwrap
from abc import abstractmethod
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ...engine.score import Score
from ...game.player import PERSON
from ...game.session import Session
from ...game.timeline import Timeline
from ...play.advice import Advised
from ...play.effects import Effects, StopConsulting, WritePdn
from ...play.game import PlayedGame
from ...rules.notation import Move
from ...rules.position import Position
from ...rules.variant import COLOURS, Variant
from ..events import Click, Copy, Effect, Release, WriteFilm, WriteText
from ..frame import Frame, Rect, whole_parts
from ..layout import Layout, layout, least_size
from ..state import AppState, Screen, Step, bottom_line, leave_screen, next_theme
from ..widgets import board as board_widget
from ..widgets.board import Board, Brush, draw_board
from ..widgets.dialog import Dialog
from ..widgets.keys import Section, bind
from ..widgets.message import HELP_ROOM
from ..widgets.move_values import draw_bar, draw_values, lines_needed
from ..widgets.panel import (
    LEAST_MOVE_LINES,
    SCROLL_STEP,
    Side,
    draw_moves,
    draw_sides,
    draw_summary,
    summary_width,
)
from ..widgets.picker import FAR
from ..widgets.prompt import Prompt

if TYPE_CHECKING:
    from ...coach.analysis import Analysis

#: How long a piece takes for one leg of a chain, and for a whole move at most, in seconds.
SECONDS_A_LEG = 0.28
LONGEST_ANIMATION = 0.9
#: A text and its ink.
Line = tuple[str, str]


@dataclass(frozen=True)
class Animation:
    """A move being animated, with the position before it."""

    before: Position
    move: Move
    started: float
    seconds: float
    progress: float = 0.0


@dataclass(frozen=True, kw_only=True)
class BoardScreen(Screen):
    """A screen with a board; ``scroll`` is how many lines the panel is scrolled by."""

    board: Board = field(default_factory=Board)
    scroll: int = 0
    animation: Animation | None = None
    below: Screen | None = None

    #: Whether the panel is a list of moves.
    lists_moves: ClassVar[bool] = False

    # What is on the board

    @property
    @abstractmethod
    def timeline(self) -> Timeline:
        """The line of play whose end is on the board."""

    @property
    def position(self) -> Position:
        return self.timeline.position

    @property
    def variant(self) -> Variant:
        return self.timeline.start.variant

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves; () when the game is over."""
        return () if self.timeline.outcome else self.position.legal_moves()

    @property
    def takes_moves(self) -> bool:
        return False

    @property
    def must_pass(self) -> bool:
        """Whether the person is to move and can only pass."""
        return False

    @property
    def has_cursor(self) -> bool:
        """Whether the person can select squares; a board that is only viewed has no cursor."""
        return True

    def play(self, app: AppState, move: Move) -> Step:
        """Play the person's move, which must be legal."""
        raise ValueError(self.why_not_turn())

    def why_not_turn(self) -> str:
        return "there is no move to make now"

    # Who plays

    @property
    def has_clock(self) -> bool:
        return False

    def sides(self, app: AppState) -> tuple[Side, ...]:
        """What the panel says about Black and White."""
        turn = self.position.turn if self.timeline.outcome is None else None
        return tuple(Side(colour, str(colour), "", colour is turn) for colour in COLOURS)

    def seated(self, app: AppState) -> tuple[Side, ...]:
        """The sides in the order they sit at the board, the far side first."""
        return self.sides(app)[:: -1 if self.board.flipped else 1]

    # What the coach shows

    def shown_analysis(self) -> "Analysis | None":
        """The values of the moves, if the person wants to see them."""
        return None

    def shown_hint(self) -> tuple[int, ...]:
        """The squares of the hinted move, as far as the coach has revealed it."""
        return ()

    def balance(self) -> Score | None:
        """The score from Black's point of view, if it is shown."""
        return None

    def recorded(self) -> Session:
        """The game to write to a file."""
        return Session(self.timeline, PERSON, PERSON)

    def writing(self, name: str) -> Effect:
        return WritePdn(name, self.recorded())

    def save_as(self, app: AppState) -> Step:
        return replace(app, overlay=save_prompt(f"{self.variant}.pdn", proposed=True)), ()

    def copied(self, form: str) -> Copy:
        """The effect that copies the position or the game in the given form."""
        return Copy(form, self.position.fen(), self.recorded())

    # Changes

    def on(self, app: AppState) -> Self:
        """This screen as it is in the given state."""
        assert type(app.screen) is type(self)
        return app.screen

    def with_board(self, app: AppState, **changes: Any) -> AppState:
        """The state with changes to the board's cursor, selection or orientation."""
        return app.with_screen(replace(self, board=replace(self.board, **changes)))

    def moved(self, app: AppState, before: Position, move: Move) -> Self:
        if not app.looks.animation or move.is_pass:
            return self
        seconds = min(SECONDS_A_LEG * (len(move.path) - 1), LONGEST_ANIMATION)
        return replace(self, animation=Animation(before, move, app.now, seconds))

    def skip_animation(self, app: AppState) -> Step:
        if self.animation is None:
            return app, ()
        still = replace(self, animation=None)
        return still.landed(app.with_screen(still))

    def landed(self, app: AppState) -> Step:
        """What to do once a moving piece has landed."""
        return app, ()

    def tick(self, app: AppState) -> Step:
        if self.animation is None:
            return app, ()
        progress = (app.now - self.animation.started) / self.animation.seconds
        if progress >= 1:
            return self.skip_animation(app)
        animation = replace(self.animation, progress=max(0.0, progress))
        return app.with_screen(replace(self, animation=animation)), ()

    @property
    def is_moving(self) -> bool:
        return self.animation is not None

    def put_aside(self, app: AppState) -> tuple[Screen, tuple[Effect, ...]]:
        """Suspend the screen, and the coach with it, while another one covers it."""
        board = replace(self.board, picked=())
        return replace(self, animation=None, board=board), (StopConsulting(),)

    # Keys and the mouse

    def enter(self, app: AppState) -> Step:
        """What Enter does: pass, pick up or put down."""
        return self.play(app, self.legal[0]) if self.must_pass else board_widget.select(self, app)

    def enter_word(self, app: AppState) -> str | None:
        """One word for what Enter does; None if it picks up and puts down pieces."""
        return "pass" if self.must_pass else None

    def escape(self, app: AppState) -> Step:
        return board_widget.step_back(self, app)

    def click(self, app: AppState, event: Click) -> Step:
        """Handle a click: the mouse can move pieces wherever the keys can."""
        return board_widget.click(self, app, event) if self._takes_clicks() else (app, ())

    def release(self, app: AppState, event: Release) -> Step:
        return board_widget.drop(self, app, event) if self._takes_clicks() else (app, ())

    def _takes_clicks(self) -> bool:
        return board_widget.MOVING in self.keymap()

    def paste(self, app: AppState, line: str) -> Step:
        """Play a pasted line as a move; anything else is refused."""
        if not self.takes_moves:
            return app, ()
        try:
            move = self.position.find(line)
        except ValueError:
            return self.paste_other(app, line)
        return self.play(app, move)

    def paste_other(self, app: AppState, line: str) -> Step:
        return app.saying("the pasted text is not a legal move", "warning"), ()

    def review_label(self, app: AppState) -> str:
        return "review" if self.timeline.outcome is not None else ""

    def flip(self, app: AppState) -> Step:
        return self.with_board(app, flipped=not self.board.flipped), ()

    def scrolled(self, app: AppState, lines: int) -> Step:
        """Scroll the panel back, or forward if negative; a list of moves begins at its end."""
        scroll, most = self.scroll - lines, _LONGEST_TEXT
        if self.lists_moves:
            scroll, most = self.scroll + lines, len(self.timeline.played)
        return app.with_screen(replace(self, scroll=min(max(scroll, 0), most))), ()

    # Drawing

    @abstractmethod
    def title(self) -> str:
        """What is on the board, in a few words."""

    @abstractmethod
    def status(self, app: AppState, width: int) -> Line:
        """The status sentence and its ink."""

    @abstractmethod
    def draw_panel(self, frame: Frame, area: Rect, app: AppState) -> None:
        """Draw the panel beside or below the board."""

    def least_size(self) -> tuple[int, int]:
        return least_size(self.variant)

    def layout(self, size: tuple[int, int]) -> Layout | None:
        return layout(self.variant, size)

    def bottom_rows(self, size: tuple[int, int]) -> tuple[int, int | None]:
        places = self.layout(size)
        return super().bottom_rows(size) if places is None else (places.status, places.keys)

    def draw(self, frame: Frame, app: AppState) -> None:
        places = app.layout
        assert places is not None
        # If every square is in play, numbering them all would clutter the board.
        numbers = self.variant.diagonal and not app.spelling.letters
        brush = Brush(app.glyphs, app.theme, places.scale, self.variant, places.margin, numbers)
        draw_board(frame, app, self, places, brush)
        if (balance := self.balance()) is not None:
            draw_bar(frame, places, balance, self.board.flipped, app)
        if places.panel is not None:
            self.draw_panel(frame, places.panel, app)
        if places.title is not None:
            words = f"{self.variant}: {self.title()}"
            if len(words) > frame.width - 2:  # the panel shows the colours
                words = words.replace(" (black)", "").replace(" (white)", "")
            line = Rect(1, places.title, frame.width - 2, 1)
            frame.write(line, 0, whole_parts(words, line.width), "dim")
        self._draw_status(frame, app, places)

    def _draw_status(self, frame: Frame, app: AppState, places: Layout) -> None:
        taken = app.overlay is not None and app.overlay.takes_status_line
        if taken or (app.last_message is not None and not app.last_message.quiet):
            return
        line = bottom_line(app)
        if places.keys is None:
            line = line._replace(width=line.width - HELP_ROOM)
        if places.panel is None:
            line = self._draw_summary(frame, line, app)
        words, ink = self.status(app, line.width)
        frame.write(line, 0, app.spelled(words), ink)

    def _draw_summary(self, frame: Frame, line: Rect, app: AppState) -> Rect:
        """Write both sides after the status if it still fits whole; return the rest of the line."""
        room = line._replace(width=line.width - summary_width(app, self))
        words, _ = self.status(app, room.width)
        if len(app.spelled(words)) > room.width and not self.has_clock:
            return line
        return draw_summary(frame, line, app, self)

    def draw_game(self, frame: Frame, area: Rect, app: AppState, *, whole: bool = False) -> None:
        """Draw the players, the moves, and the coach's findings, leaving room for a dialog below.

        With ``whole``, list all the moves, whichever one is on the board.
        """
        top = area.top + draw_sides(frame, area, app, self)
        bottom = area.top + area.height
        analysis = self.shown_analysis()
        if isinstance(app.overlay, Dialog):
            box = app.overlay.box(app).area
            bottom = box.top - 1 if box.left >= area.left else bottom
        elif analysis is not None and bottom - top > LEAST_MOVE_LINES:
            needed = lines_needed(analysis, area.width, app)
            height = min(needed, bottom - top - 1 - LEAST_MOVE_LINES)
            place = Rect(area.left, bottom - height, area.width, height)
            bottom -= draw_values(frame, place, analysis, app) + 1
        moves = Rect(area.left, top, area.width, bottom - top)
        draw_moves(frame, moves, self.timeline, self.scroll, app, whole=whole)

    def draw_lines(
        self, frame: Frame, area: Rect, app: AppState, lines: list[Line], *, values: bool = True
    ) -> None:
        """Write lines into the panel, dropping blank lines or scrolling if they do not all fit.

        The values of the moves go below them, if the person wants to see them there.
        """
        height = area.height
        analysis = self.shown_analysis() if values else None
        if analysis is not None:
            height = max(1, height - lines_needed(analysis, area.width, app) - 1)
        if len(lines) > height:
            lines = [line for line in lines if line[0]]
        height = min(height, max(len(lines), 1)) if analysis is None else min(height, len(lines))
        hidden = max(0, len(lines) - height)
        first = min(self.scroll, hidden)
        for number, (text, ink) in enumerate(lines[first : first + height]):
            frame.write(area, number, text, ink)
        # Keep clear of the text, which may fill the panel: go to its right, or else to its left.
        edge = area.left + area.width
        edge = edge if edge < frame.width else max(0, area.left - 1)
        shown = area._replace(height=height)
        frame.arrows(edge, shown, app.glyphs.more, first > 0, first < hidden)
        rest = area.height - height - 1
        if analysis is not None and rest > 1:
            place = Rect(area.left, area.top + height + 1, area.width, rest)
            draw_values(frame, place, analysis, app)


@dataclass(frozen=True, kw_only=True)
class CoachedScreen(BoardScreen):
    """A board with the coach beside it."""

    @property
    @abstractmethod
    def coached(self) -> Advised | PlayedGame:
        """What the coach is asked about, and what it has said so far."""

    @abstractmethod
    def after(self, app: AppState, step: tuple[Any, Effects]) -> Step:
        """The state after an update to what is coached, which keeps its type."""

    def shown_analysis(self) -> "Analysis | None":
        shown = self.coached.insight and self.animation is None
        return self.coached.advice.analysis if shown else None

    def shown_hint(self) -> tuple[int, ...]:
        advice = self.coached.advice
        if advice.hint is None or advice.hint.move.is_pass:
            return ()
        return advice.hint.move.path[: 1 if advice.hint_step == 1 else None]

    @property
    def takes_hints(self) -> bool:
        return True

    def hint(self, app: AppState) -> Step:
        return self.after(app, self.coached.ask_hint())

    def toggle_insight(self, app: AppState) -> Step:
        """Show or hide the value of every move, here and in the next game."""
        app, effects = self.after(app, self.coached.toggle_insight())
        return replace(app, insight=not self.coached.insight), effects


#: More lines than any panel has.
_LONGEST_TEXT = 60


def wrapped(text: str, width: int, ink: str = "text") -> list[Line]:
    """Wrap a text to a width, giving each line its ink."""
    return [(line, ink) for line in textwrap.wrap(text, max(1, width))]


def save_prompt(name: str, *, proposed: bool = False) -> Prompt:
    """The prompt for a file name to save the game under."""
    return Prompt("Save as (.pdn, .fen, .svg)", "save", write_game, name, proposed)


def write_game(screen: BoardScreen, app: AppState, name: str) -> Step:
    """Write the game to a file: a film or a position if the name says so, otherwise PDN."""
    session = screen.recorded()
    if name.lower().endswith(".svg"):
        seen = (app.looks.theme, screen.board.flipped, app.preferences.notation)
        return app, (WriteFilm(name, session, *seen),)
    if name.lower().endswith(".fen"):
        return app, (WriteText(name, f"{screen.position.fen()}\n"),)
    return app, (screen.writing(name),)


def leave(screen: Screen, app: AppState) -> Step:
    """Go back to the previous screen."""
    return leave_screen(app)


def to_menu(screen: Screen, app: AppState) -> Step:
    """Go back to the menu, from which the game can be continued."""
    from .menu import open_menu

    return open_menu(app)


def review(screen: Screen, app: AppState) -> Step:
    """Review the game on the board."""
    from .review import review_session

    assert isinstance(screen, BoardScreen)
    return review_session(app, screen.recorded(), flipped=screen.board.flipped)


def analyse(screen: BoardScreen, app: AppState) -> Step:
    """Open the analysis board on this position; the game waits."""
    from .analysis import open_analysis

    return open_analysis(app, screen)


def copy(screen: BoardScreen, app: AppState) -> Step:
    """Copy the position or the game."""
    from .copying import ask_what_to_copy

    return ask_what_to_copy(screen, app)


def _walk(screen: Any, app: AppState, plies: int) -> Step:
    step: Step = screen.walk(app, plies)
    return step


#: The keys of the screens that step through a recorded game with ``walk``.
STEPS = (
    bind(
        "right l space",
        _walk,
        "step through it",
        "step",
        shown="←→, Space",
        when=lambda s: s.timeline.ply < len(s.timeline.moves),
        plies=1,
    ),
    bind(
        "left h backspace",
        _walk,
        "step back",
        "step back",
        when=lambda s: s.timeline.ply == len(s.timeline.moves) > 0,
        plies=-1,
    ),
    bind("home", _walk, "to the beginning", plies=-FAR),
    bind("end", _walk, "to the end", plies=FAR),
)

LOOKING = Section(
    "The screen",
    (
        bind("f", BoardScreen.flip, "flip the board", "flip"),
        bind("t", next_theme, "next theme"),
        bind("e", copy, "copy the game"),
        bind("pageup", BoardScreen.scrolled, "scroll up", lines=SCROLL_STEP),
        bind("pagedown", BoardScreen.scrolled, "scroll down", lines=-SCROLL_STEP),
        bind("wheel-up", BoardScreen.scrolled, lines=1),
        bind("wheel-down", BoardScreen.scrolled, lines=-1),
    ),
)

AWAY = Section("Leaving", (bind("b", leave, "back", "back"), bind("m", to_menu, "menu", "menu")))


SAVE = bind("s", lambda screen, app: screen.save_as(app), "save to a file")

COACH = Section(
    "The coach",
    (
        bind("c", CoachedScreen.hint, "hint; again for more", "hint", when=lambda s: s.takes_hints),
        bind("i", lambda screen, app: screen.toggle_insight(app), "value of every move", "values"),
    ),
)

ANALYSE = Section("Analysis", (bind("a", analyse, "analysis board", "analyse"),))

REVIEW_THIS = Section(
    "Review", (bind("v", review, "review this game", lambda screen, app: screen.review_label(app)),)
)
