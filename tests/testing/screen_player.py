"""A desk to play at without a terminal: keys in, frames out, and a small world for the effects."""

from dataclasses import replace
from random import Random
from typing import Any

from minicheckers.engine.decision import Decision, Progress
from minicheckers.game.player import PERSON, Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.notation import Move, Piece
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour, get_variant
from minicheckers.tui.events import (
    Click,
    Count,
    Effect,
    Event,
    GameReady,
    GameSaved,
    Key,
    RecordChanged,
    Save,
    SearchDone,
    SearchProgress,
    StartGame,
    Think,
    Tick,
)
from minicheckers.tui.frame import Frame
from minicheckers.tui.layout import Layout, layout
from minicheckers.tui.state import Appearance, AppState, GameScreen, Menu
from minicheckers.tui.update.dispatch import update
from minicheckers.tui.view.draw import draw

LEVELS = ("easy", "medium", "hard", "expert")
STILL = Appearance(animation=False)
PLAIN_TEXT = Appearance(theme="mono", ascii=True, animation=False)


def menu_state(**changes: Any) -> AppState:
    menu = Menu("mini", 8, "medium", "you", LEVELS)
    return replace(AppState(menu, looks=STILL), **changes)


class Desk:
    """A state, and a world that saves, counts and deals as the real one does."""

    def __init__(self, state: AppState, request: GameRequest | None = None) -> None:
        self.state = state
        self.request = request or GameRequest(random=Random(1))
        self.effects: list[Effect] = []
        self.saved: list[Session] = []
        self.now = 100.0
        self.disk_full = False

    def send(self, *events: Event) -> "Desk":
        waiting = list(events)
        while waiting:
            self.state, effects = update(self.state, waiting.pop(0), self.now)
            for effect in effects:
                self.effects.append(effect)
                waiting = self._world(effect) + waiting
        return self

    def _world(self, effect: Effect) -> list[Event]:
        if isinstance(effect, Save):
            if not self.disk_full:
                self.saved.append(effect.session)
            return [GameSaved(effect.session, not self.disk_full)]
        if isinstance(effect, Count):
            return [RecordChanged(self.state.record.plus(effect.session))]
        if isinstance(effect, StartGame):
            new_game = effect.new_game
            session = (
                self.request.two_player_session(new_game.variant)
                if new_game.level is None
                else self.request.new_session(new_game.variant, new_game.level, new_game.first)
            )
            return [GameReady(session, new_game)]
        return []

    def press(self, *names: str) -> "Desk":
        return self.send(*(Key(name) for name in names))

    def write(self, text: str) -> "Desk":
        return self.press(*text)

    def wait(self, seconds: float) -> "Desk":
        self.now += seconds
        return self.send(Tick())

    def answer(self, move: str | None = None) -> "Desk":
        """Let the computer play a move, by default the first legal one."""
        thinking = self.state.thinking
        assert thinking is not None, "nobody is thinking"
        position = self.game.position
        found = position.find(move) if move else position.legal_moves()[0]
        return self.send(SearchDone(thinking.job, Decision(found)))._look()

    def report(self, progress: Progress) -> "Desk":
        assert self.state.thinking is not None
        return self.send(SearchProgress(self.state.thinking.job, progress))

    def play(self, move: str) -> "Desk":
        """Type a move."""
        return self.press(":").write(move).press("enter")._look()

    def _look(self) -> "Desk":
        """Take a moment to see a result that has come up."""
        if self.state.overlay is not None:
            self.now += 0.5
        return self

    def click(self, square: int) -> "Desk":
        """Click into the middle of a square."""
        column, row = self.places.corner(
            self.game.variant.geometry.place(square), self.game.flipped
        )
        scale = self.places.scale
        return self.send(Click(column + scale, row + scale // 2))

    @property
    def game(self) -> GameScreen:
        assert self.state.game is not None
        return self.state.game

    @property
    def places(self) -> Layout:
        found = layout(self.game.variant, self.state.size)
        assert found is not None
        return found

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


def position(variant: str, fen: str | None = None, size: int | None = None) -> Position:
    game = get_variant(variant, size)
    return Position.start(game) if fen is None else Position.from_fen(fen, game)


def against(
    variant: str = "mini",
    fen: str | None = None,
    *,
    level: str = "hard",
    first: bool = True,
    size: tuple[int, int] = (80, 24),
    looks: Appearance = STILL,
    board: int | None = None,
) -> Desk:
    """A game of a person, who moves first or not, against a level."""
    session = Session.against(
        Timeline.begin(position(variant, fen, board)), Player(level), person_first=first
    )
    return Desk(menu_state(size=size, looks=looks)).send(GameReady(session))


def two_people(variant: str = "mini", fen: str | None = None, **changes: Any) -> Desk:
    session = Session(Timeline.begin(position(variant, fen)), PERSON, PERSON)
    return Desk(menu_state(**changes)).send(GameReady(session))


def watching(variant: str = "mini", fen: str | None = None, **changes: Any) -> Desk:
    session = Session(Timeline.begin(position(variant, fen)), Player("easy"), Player("hard"))
    return Desk(menu_state(**changes)).send(GameReady(session))


def replaying(variant: str, moves: list[Move | str], **changes: Any) -> Desk:
    line = Timeline.begin(position(variant))
    for move in moves:
        line = line.play(move)
    session = Session(line.at(0), PERSON, PERSON)
    return Desk(menu_state(**changes)).send(GameReady(session, replaying=True))


# Reading a board back from a frame


def square_cells(frame: Frame, places: Layout, square: int, flipped: bool) -> list[str]:
    """The rows of characters of one square."""
    left, top = places.corner(places.variant.geometry.place(square), flipped)
    rows = frame.characters[top : top + places.scale]
    return ["".join(row[left : left + 2 * places.scale]) for row in rows]


def read_plain_board(frame: Frame, places: Layout, flipped: bool) -> dict[int, Piece]:
    """The pieces on a board drawn in ASCII without colour, from the characters alone."""
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
        ("#", Piece(Colour.WHITE)),
        ("--", Piece(Colour.BLACK)),
    ):
        if sign in text:
            return piece
    return None


def read_coloured_board(frame: Frame, places: Layout, flipped: bool) -> dict[int, Piece]:
    """The pieces on a board drawn in colour, by inks and papers; kings by their shape."""
    found = {}
    scale = places.scale
    for square in range(1, places.variant.geometry.count + 1):
        left, top = places.corner(places.variant.geometry.place(square), flipped)
        used = {
            role.partition("_")[0]
            for row in frame.styles[top : top + scale]
            for style in row[left : left + 2 * scale]
            for role in style
        }
        for colour in Colour:
            if colour.value in used:
                text = "\n".join(square_cells(frame, places, square, flipped))
                found[square] = Piece(colour, _is_crowned(frame, (left, top), text, scale))
    return found


def _is_crowned(frame: Frame, corner: tuple[int, int], text: str, scale: int) -> bool:
    left, top = corner
    if scale == 1:
        return text[0] in "♕♛♖♜☆★BW"
    if text.isascii():
        return "BB" in text or "WW" in text
    if scale == 2:
        return text[0] != "▗"  # a disc is rounded there, whatever else is on the square
    return any(
        style.ink.endswith("_emblem")
        for row in frame.styles[top : top + scale]
        for style in row[left : left + 2 * scale]
    )
