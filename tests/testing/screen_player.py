"""Play in the real app without a terminal: keys in, frames out, answers by hand."""

import threading
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from minicheckers.coach.analysis import Analysis
from minicheckers.coach.requests import Coach, CoachRequest
from minicheckers.engine.decision import Decision, Progress
from minicheckers.game.player import PERSON, Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.play.effects import (
    CoachAnswered,
    CoachFailed,
    SearchDone,
    SearchProgress,
    Think,
)
from minicheckers.play.game import PlayedGame
from minicheckers.play.keeper import Keeper
from minicheckers.play.workers import Answer, YieldToUi
from minicheckers.rules.notation import Move, Piece
from minicheckers.rules.variant import Colour
from minicheckers.tui.app import App, CoachPort, PostAnswer
from minicheckers.tui.events import Click, Effect, Event, GameReady, Key, Tick
from minicheckers.tui.frame import Frame
from minicheckers.tui.layout import Layout
from minicheckers.tui.screens.board import BoardScreen
from minicheckers.tui.screens.menu import MenuScreen
from minicheckers.tui.screens.playing import GameScreen
from minicheckers.tui.state import Appearance, AppState
from minicheckers.tui.view import draw
from minicheckers.tui.widgets.board import movable
from minicheckers.tui.widgets.prompt import Prompt
from testing.fake_screen import FakeScreen
from testing.memory_store import MemoryStore
from testing.positions import games_with_lessons, position

__all__ = ["MemoryStore", "games_with_lessons", "position"]

LEVELS = ("easy", "medium", "hard", "expert")
STILL = Appearance(animation=False)
PLAIN_TEXT = Appearance(theme="mono", ascii=True, animation=False)


def menu_state(**changes: Any) -> AppState:
    menu = MenuScreen(variant_name="mini", board_size=8, level="medium", first="you", levels=LEVELS)
    return replace(AppState(menu, menu, looks=STILL), **changes)


class SilentSearch:
    """A worker that is asked and says nothing: the tests answer."""

    def __init__(self, post: PostAnswer, yield_to_ui: YieldToUi) -> None:
        pass

    def ask(self, *question: object) -> None:
        pass

    def hurry(self) -> None:
        pass

    def stop(self) -> None:
        pass


class PromptCoach:
    """A coach who answers immediately: the real one, without a thread."""

    def __init__(self, post: PostAnswer, yield_to_ui: YieldToUi) -> None:
        self._post = post
        self._coach = Coach(seconds=0.01)
        self._dropped = threading.Event()

    def ask(self, request: CoachRequest) -> None:
        self.stop()
        dropped = self._dropped = threading.Event()

        def post(event: Any) -> None:
            self._post(Answer(event, dropped))

        try:
            answer = self._coach.answer(request, lambda found: post(CoachAnswered(found, False)))
        except ValueError as error:
            post(CoachFailed(str(error)))
        else:
            post(CoachAnswered(answer, True))

    def stop(self) -> None:
        self._dropped.set()


class _Recording(App):
    """The app, which also records what it is asked to do."""

    def perform(self, effect: Effect) -> None:
        self.performed.append(effect)
        super().perform(effect)

    performed: list[Effect]


class ScreenPlayer:
    """Someone at the real app on a fake screen, who also answers for the computer."""

    def __init__(
        self,
        state: AppState,
        request: GameRequest | None = None,
        coach: Callable[[PostAnswer, YieldToUi], CoachPort] | None = None,
    ) -> None:
        self.screen = FakeScreen(state.size)
        self.store = MemoryStore(state.record, state.preferences)
        request = request or GameRequest(random=Random(1))
        self.app = _Recording(
            request,
            self.store,
            self.screen,
            lambda sentence: None,
            clock=lambda: self.screen.now,
            search=SilentSearch,
            coach=coach or SilentSearch,
        )
        self.app._keeper = Keeper(self.store, self.store.write_pdn)
        self.effects: list[Effect] = []
        self.app.performed = self.effects
        self.app.state = state

    @property
    def state(self) -> AppState:
        return self.app.state

    @property
    def now(self) -> float:
        return self.screen.now

    @now.setter
    def now(self, now: float) -> None:
        self.screen.now = now

    @property
    def saved(self) -> list[Session]:
        return self.store.games_saved

    def send(self, *events: Event) -> "ScreenPlayer":
        self.app.handle(events)
        while answers := [*self.app.answers()]:
            self.app.handle(answers)
        self.app.running = True  # a test may ask what would have happened after a Quit
        return self

    def press(self, *names: str) -> "ScreenPlayer":
        return self.send(*(Key(name) for name in names))

    def write(self, text: str) -> "ScreenPlayer":
        return self.press(*text)

    def wait(self, seconds: float) -> "ScreenPlayer":
        self.now += seconds
        return self.send(Tick())

    def answer(self, move: str | None = None) -> "ScreenPlayer":
        """Let the computer play a move, by default the first legal one."""
        assert self.game.thinking is not None, "nobody is thinking"
        position = self.game.position
        found = position.find(move) if move else position.legal_moves()[0]
        return self.send(SearchDone(Decision(found)))._look()

    def report(self, progress: Progress) -> "ScreenPlayer":
        assert self.game.thinking is not None
        return self.send(SearchProgress(progress))

    def play(self, move: str) -> "ScreenPlayer":
        """Type a move."""
        return self.press(":").write(move).press("enter")._look()

    def _look(self) -> "ScreenPlayer":
        """Wait a moment after a result has come up."""
        if self.state.overlay is not None:
            self.now += 0.5
        return self

    def click(self, square: int) -> "ScreenPlayer":
        """Click the middle of a square."""
        column, row = self.places.corner(
            self.screen_on.variant.geometry.place(square), self.screen_on.board.flipped
        )
        scale = self.places.scale
        return self.send(Click(column + scale, row + scale // 2))

    @property
    def screen_on(self) -> BoardScreen:
        """The topmost screen with a board."""
        assert isinstance(self.state.screen, BoardScreen)
        return self.state.screen

    @property
    def game(self) -> PlayedGame:
        """The game being played on it."""
        assert isinstance(self.state.screen, GameScreen)
        return self.state.screen.game

    @property
    def menu(self) -> MenuScreen:
        """The menu, if it is on top."""
        assert isinstance(self.state.screen, MenuScreen)
        return self.state.screen

    def go_to(self, row: str) -> "ScreenPlayer":
        """Go to a row of the menu, under More if need be."""
        if row not in [found.name for found in self.menu.rows(self.state)]:
            self.go_to("more").press("enter")
        while self.menu.current(self.state).name != row:
            self.press("down")
        return self

    @property
    def at_menu(self) -> bool:
        return isinstance(self.state.screen, MenuScreen)

    @property
    def typed(self) -> str | None:
        """The text in the input line, None if there is none."""
        overlay = self.state.overlay
        return overlay.text if isinstance(overlay, Prompt) else None

    @property
    def analysis(self) -> Analysis | None:
        """What is shown about the moves in the current position."""
        return self.screen_on.shown_analysis()

    @property
    def movable(self) -> tuple[int, ...]:
        """The squares of the pieces that can move."""
        return movable(self.screen_on.legal)

    @property
    def targets(self) -> tuple[int, ...]:
        """Where the picked-up piece can go next."""
        return tuple(self.screen_on.board.entered(self.screen_on.position).landings)

    @property
    def moves(self) -> list[str]:
        """The moves played so far."""
        return [str(move) for move in self.screen_on.timeline.played]

    @property
    def places(self) -> Layout:
        assert self.state.layout is not None
        return self.state.layout

    @property
    def frame(self) -> Frame:
        frame = draw(self.state)
        assert not frame.spilled
        return frame

    @property
    def text(self) -> str:
        return self.frame.to_text()

    @property
    def said(self) -> str:
        return self.state.message.text if self.state.message else ""

    def of_kind(self, kind: type) -> list[Any]:
        return [effect for effect in self.effects if isinstance(effect, kind)]

    @property
    def jobs(self) -> list[Think]:
        return self.of_kind(Think)


def against(
    variant: str = "mini",
    fen: str | None = None,
    *,
    level: str = "hard",
    first: bool = True,
    size: tuple[int, int] = (80, 24),
    looks: Appearance = STILL,
    board: int | None = None,
) -> ScreenPlayer:
    """A person, moving first or second, against a level."""
    session = Session.against(
        Timeline.begin(position(variant, fen, board)), Player(level), person_first=first
    )
    return ScreenPlayer(menu_state(size=size, looks=looks)).send(GameReady(session))


def coached(
    variant: str = "mini",
    fen: str | None = None,
    *,
    level: str = "hard",
    **changes: Any,
) -> ScreenPlayer:
    """A person, moving first, against a level, with a coach who answers immediately."""
    session = Session.against(
        Timeline.begin(position(variant, fen)), Player(level), person_first=True
    )
    player = ScreenPlayer(menu_state(**changes), coach=PromptCoach)
    return player.send(GameReady(session))


def two_people(variant: str = "mini", fen: str | None = None, **changes: Any) -> ScreenPlayer:
    session = Session(Timeline.begin(position(variant, fen)), PERSON, PERSON)
    return ScreenPlayer(menu_state(**changes)).send(GameReady(session))


def watching(variant: str = "mini", fen: str | None = None, **changes: Any) -> ScreenPlayer:
    session = Session(Timeline.begin(position(variant, fen)), Player("easy"), Player("hard"))
    return ScreenPlayer(menu_state(**changes)).send(GameReady(session))


def replaying(variant: str, moves: list[Move | str], **changes: Any) -> ScreenPlayer:
    line = Timeline.begin(position(variant))
    for move in moves:
        line = line.play(move)
    session = Session(line.at(0), PERSON, PERSON)
    return ScreenPlayer(menu_state(**changes)).send(GameReady(session, replaying=True))


# Reading a board back from a frame


def square_cells(frame: Frame, places: Layout, square: int, flipped: bool) -> list[str]:
    """The rows of characters of one square."""
    left, top = places.corner(places.variant.geometry.place(square), flipped)
    rows = frame.characters[top : top + places.scale]
    return ["".join(row[left : left + places.square_width]) for row in rows]


def read_plain_board(frame: Frame, places: Layout, flipped: bool) -> dict[int, Piece]:
    """The pieces on an ASCII board without colour, from the characters alone."""
    found = {}
    for square in range(1, places.variant.geometry.count + 1):
        piece = _plain_piece("".join(square_cells(frame, places, square, flipped)))
        if piece is not None:
            found[square] = piece
    return found


def _plain_piece(text: str) -> Piece | None:
    for sign, piece in (
        ("B", Piece(Colour.BLACK, True)),
        ("W", Piece(Colour.WHITE, True)),
        ("b", Piece(Colour.BLACK)),
        ("w", Piece(Colour.WHITE)),
    ):
        if sign in text:
            return piece
    return None


def read_coloured_board(frame: Frame, places: Layout, flipped: bool) -> dict[int, Piece]:
    """The pieces on a coloured board, by foreground and background; kings by their shape."""
    found = {}
    scale = places.scale
    for square in range(1, places.variant.geometry.count + 1):
        left, top = places.corner(places.variant.geometry.place(square), flipped)
        used = {
            role.partition("_")[0]
            for row in frame.styles[top : top + scale]
            for style in row[left : left + places.square_width]
            for role in style
        }
        for colour in Colour:
            if colour.value in used:
                text = "\n".join(square_cells(frame, places, square, flipped))
                inner = (left + places.inset, top)
                found[square] = Piece(colour, _is_crowned(frame, inner, text, scale))
    return found


def _is_crowned(frame: Frame, corner: tuple[int, int], text: str, scale: int) -> bool:
    left, top = corner
    if scale == 1:
        return any(sign in text for sign in "♕♛♖♜☆★BW")
    letters = {"B", "W"} & set(text)
    if text.isascii() or letters or "b" in text or "w" in text:
        return bool(letters)
    if scale == 2:
        # A disc is rounded there, whatever else is on the square.
        return frame.characters[top][left] not in "▗▅▞"
    return any(
        style.ink.endswith("_emblem")
        for row in frame.styles[top : top + scale]
        for style in row[left : left + 2 * scale]
    )
