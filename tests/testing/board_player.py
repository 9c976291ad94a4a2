"""Somebody at the board on a fake screen."""

from collections.abc import Callable
from typing import Any, Self

from minicheckers.activities.activity import Activity
from minicheckers.activities.background import Background
from minicheckers.activities.setup import Setup
from minicheckers.coach.requests import Coach, GradeGame
from minicheckers.game.player import Limits
from minicheckers.game.request import GameRequest, Looks
from minicheckers.game.timeline import replayed
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour
from minicheckers.storage.store import Preferences, Stats
from minicheckers.tui.app import App, Screen
from minicheckers.tui.frame import Frame
from minicheckers.tui.input_decoder import Click, Event, Key
from minicheckers.tui.menu import Menu
from minicheckers.tui.start import of_request
from testing.fake_screen import FakeScreen
from testing.memory_store import MemoryStore

COACH = Coach(Limits(nodes=2000))


class Prompter(Background):
    def _run(self, work: Callable[[], None]) -> None:
        work()


class Silent(Background):
    def _run(self, work: Callable[[], None]) -> None:
        pass


class Player:
    def __init__(
        self,
        *,
        size: tuple[int, int] = (80, 24),
        looks: Looks | None = None,
        work: Any = Prompter,
        store: Any = None,
        screens: list[Screen] | None = None,
        request: GameRequest | None = None,
    ) -> None:
        self.screen = FakeScreen(size)
        self.store = store or MemoryStore(Stats(), Preferences("mini", None, "medium", "you"))
        self.started: list[Any] = []
        self.setup = Setup(self.store.preferences(), self.store.stats(), request)
        self.app = App(
            self.store,
            self.screen,
            looks or Looks(animation=False),
            screens or [Menu(self.setup)],
            clock=lambda: self.screen.now,
            work=work,
            start_game=self.started.append,
        )
        self.app.home = None if screens else self.app.screen
        self.app.coach = COACH

    def open(self, activity: Activity) -> Self:
        self.app.open(activity)
        return self.send()

    def send(self, *events: Event) -> Self:
        for event in events:
            self.app.handle(event)
            self.app.hear_answers()
            self.app.screen.tick()
        self.app.hear_answers()
        self.app.screen.tick()
        return self

    def press(self, *names: str) -> Self:
        return self.send(*(Key(" " if name == "space" else name) for name in names))

    def write(self, text: str) -> Self:
        return self.press(*text)

    def play(self, move: str) -> Self:
        return self.press(":").write(move).press("enter")

    def wait(self, seconds: float) -> Self:
        self.screen.now += seconds
        self.app.screen.tick()
        self.app.hear_answers()
        return self

    def click_at(self, column: int, row: int) -> Self:
        return self.send(Click(column, row))

    def click(self, square: int) -> Self:
        on = self.on
        column, row = on.layout.corner(on.variant.geometry.place(square), on.flipped)
        return self.send(Click(column + on.layout.scale, row + on.layout.scale // 2))

    @property
    def on(self) -> Any:
        return self.app.screen

    @property
    def study(self) -> Any:
        return self.on.activity

    @property
    def frame(self) -> Frame:
        frame = self.app.frame()
        assert not frame.spilled
        return frame

    @property
    def text(self) -> str:
        return self.frame.to_text()

    @property
    def said(self) -> str:
        return self.app.message.text if self.app.message else ""

    @property
    def at_menu(self) -> bool:
        return isinstance(self.app.screen, Menu)

    @property
    def moves(self) -> list[str]:
        return [str(m) for m in self.on.shown.played]

    @property
    def panel(self) -> str:
        area = self.on.layout.panel
        rows = self.frame.characters[area.top : area.top + area.height]
        return " ".join(
            " ".join("".join(r[area.left : area.left + area.width]) for r in rows).split()
        )

    def settled(self) -> Self:
        for _ in range(14):
            self.wait(1.0)
        return self


class Program(Player):
    """Somebody at the program itself, at what a command line asks for; nothing is computed."""

    def __init__(self, request: GameRequest | None = None, store: Any = None) -> None:
        super().__init__(store=store)
        looks = Looks(animation=False)
        self.app = App(self.store, self.screen, looks, clock=lambda: self.screen.now, work=Silent)
        of_request(request or GameRequest())(self.app)


def graded() -> Any:
    """The mistakes of a short game that lost."""
    line = replayed(Position.start("mini"), ["6-9", "15-12", "5-8", "12x5"])
    return COACH.answer(GradeGame(line)).mistakes(Colour.BLACK)
