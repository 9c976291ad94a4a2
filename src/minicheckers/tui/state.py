"""What the program knows: one of its screens, what lies over it, and what is true on all of them.

All of it values: `update` makes a new state from a state and an event, `draw` makes a frame.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from ..game.session import Session
from ..messages import sentence
from ..play.effects import PlayEvent, SavePreferences, Say, then
from ..play.game import PlayedGame
from ..rules.notation import Spelling
from ..rules.variant import Variant
from ..storage.store import Daily, KeptGame, Preferences, Stats
from .events import Click, Effect, Release
from .frame import Frame, Rect
from .glyphs import ASCII, UNICODE, Glyphs
from .layout import Layout
from .theme import THEMES, Theme, get_theme

if TYPE_CHECKING:
    from .widgets.keys import Keymap

T = TypeVar("T")
#: What every action returns.
Step = tuple["AppState", tuple[Effect, ...]]


@dataclass(frozen=True)
class Appearance:
    """How things are drawn: the theme's name, which glyphs, whether in colour and moving."""

    theme: str = "classic"
    ascii: bool = False
    colour: bool = True
    animation: bool = True


class Message(NamedTuple):
    """A sentence for the person, shown until the next key; ``brief`` says it in fewer words.

    One ``about_delay`` of the disk goes as soon as the game is saved. A ``quiet`` one leaves the
    status in its place and stands on the line of keys, if there is one.
    """

    text: str
    ink: str = "strong"
    brief: str = ""
    about_delay: bool = False
    quiet: bool = False


class Screen(ABC):
    """Something that fills the terminal: its state, its keys, its update and its picture.

    Every screen is a frozen dataclass in a file of its own. ``below`` is where leaving it leads.
    """

    below: "Screen | None" = None
    #: The move that is on its way, on a screen with a board.
    animation: object | None = None
    #: Whether this is where the program begins: the menu.
    is_home: ClassVar[bool] = False

    @abstractmethod
    def keymap(self) -> "Keymap":
        """The keys that count now, the most important first."""

    @abstractmethod
    def least_size(self) -> tuple[int, int]:
        """The least (columns, rows) that it needs."""

    @abstractmethod
    def draw(self, frame: Frame, app: "AppState") -> None:
        """Draw it, but for messages and the line of keys."""

    def layout(self, size: tuple[int, int]) -> Layout | None:
        """Where the board and its panel are; None if there is no board, or no room for it."""
        return None

    def bottom_rows(self, size: tuple[int, int]) -> tuple[int, int | None]:
        """The row of the status, and the row of the keys if there is one."""
        return max(0, size[1] - 2), size[1] - 1

    def uses_status_line(self, app: "AppState") -> bool:
        """Whether something stands on the row of the status, even if no message does."""
        return True

    def hear(self, app: "AppState", event: PlayEvent) -> Step:
        """What an answer from the world changes."""
        return app, ()

    def tick(self, app: "AppState") -> Step:
        """What changes as time goes by; the same state where that is nothing."""
        return app, ()

    def skip_animation(self, app: "AppState") -> Step:
        """Bring whatever moves to its end."""
        return app, ()

    def click(self, app: "AppState", event: Click) -> Step:
        return app, ()

    def release(self, app: "AppState", event: Release) -> Step:
        return app, ()

    def paste(self, app: "AppState", line: str) -> Step:
        return app, ()

    def lasting_message(self, app: "AppState") -> Message | None:
        """What is said as long as nothing else is."""
        return None

    def put_aside(self, app: "AppState") -> tuple["Screen", tuple[Effect, ...]]:
        """The screen as it waits below another one."""
        return self, ()

    def farewell(self, now: float) -> tuple[Effect, ...]:
        """What is still to be done when the program ends, however that comes about."""
        return ()

    def come_back(self, app: "AppState") -> Step:
        """Go on after another screen was left; the screen is on top again."""
        return app, ()

    @property
    def variant(self) -> Variant | None:
        """The game that is on the screen, if there is one."""
        return None

    @property
    def is_moving(self) -> bool:
        """Whether something is in motion, so that the screen must be drawn often."""
        return False

    @property
    def own_game(self) -> PlayedGame | None:
        """The game that is played here and waits while another screen is on top."""
        return None


class Overlay(ABC):
    """Something that lies over a screen: the help, a question, a list, a line to type in."""

    #: Whether the keys of the screen below still count.
    lets_keys_through: ClassVar[bool] = False
    #: Whether it is drawn on the line of status.
    takes_status_line: ClassVar[bool] = False
    #: Whether letters are typed into it, so that they do nothing else.
    takes_letters: ClassVar[bool] = False

    @abstractmethod
    def keymap(self) -> "Keymap":
        """The keys that count while it is there."""

    @abstractmethod
    def draw(self, frame: Frame, app: "AppState") -> None:
        """Draw it over the screen."""

    def type(self, app: "AppState", name: str) -> Step | None:
        """What a key does that is not in the keymap, None for nothing."""
        return None

    def click(self, app: "AppState", event: Click) -> Step:
        """What a click does: beside whatever lies there it closes it."""
        return self.close(app)

    def paste(self, app: "AppState", line: str) -> Step:
        return app, ()

    def close(self, app: "AppState") -> Step:
        """Back to what is below."""
        return replace(app, overlay=None), ()

    def covers_keys(self, app: "AppState") -> bool:
        return False

    def ignores_keys(self, now: float) -> bool:
        """Whether it has come up so lately that keys were not meant for it."""
        return False


@dataclass(frozen=True)
class AppState:
    """One of the screens, what lies over it, and what is true on all of them.

    ``home`` is the menu as it was last left. ``saved`` is the unfinished game that the menu shows,
    the one saved last, and ``kept`` are all that it can continue, of which the one with the number
    ``open_game`` is open here. ``insight`` and ``warns`` are how much the coach helps in the next
    game, too. ``puzzle_seed`` makes the puzzles of this run.
    """

    screen: Screen
    home: Screen
    size: tuple[int, int] = (80, 24)
    looks: Appearance = field(default_factory=Appearance)
    overlay: Overlay | None = None
    message: Message | None = None
    saved: Session | None = None
    kept: tuple[KeptGame, ...] = ()
    open_game: int | None = None
    saving_failed: bool = False
    record: Stats = field(default_factory=Stats)
    daily: Daily = field(default_factory=Daily)
    preferences: Preferences = field(default_factory=Preferences)
    insight: bool = False
    warns: bool = False
    puzzle_seed: int = 0
    bell: bool = False
    now: float = 0.0

    @property
    def glyphs(self) -> Glyphs:
        return ASCII if self.looks.ascii else UNICODE

    @property
    def theme(self) -> Theme:
        return get_theme(self.looks.theme, self.looks.colour)

    @property
    def layout(self) -> Layout | None:
        """Where the board and its panel are, if there is a board."""
        return self.screen.layout(self.size)

    @property
    def is_large_enough(self) -> bool:
        """Whether the screen fits; on a smaller terminal nobody sees what keys would do."""
        columns, rows = self.screen.least_size()
        return self.size[0] >= columns and self.size[1] >= rows

    @property
    def own_game(self) -> PlayedGame | None:
        """The game that is played, on the board or waiting below another screen."""
        screen: Screen | None = self.screen
        while screen is not None:
            if screen.own_game is not None:
                return screen.own_game
            screen = screen.below
        return None

    @property
    def unfinished(self) -> Session | None:
        """The game that the menu can continue: the one that waits, or else the saved one."""
        game = self.own_game
        return game.session if game is not None and game.is_unfinished else self.saved

    @property
    def last_message(self) -> Message | None:
        """What is to be said now: the last message, or what the screen says all the time."""
        message = self.message or self.screen.lasting_message(self)
        if message is None:
            return None
        text, brief = self.spelled(message.text), self.spelled(message.brief)
        return message._replace(text=text, brief=brief)

    @property
    def spelling(self) -> Spelling:
        """How the squares of the game on the screen are written."""
        assert self.screen.variant is not None
        return Spelling.of(self.screen.variant, self.preferences.notation)

    def spelled(self, text: str) -> str:
        """A sentence about the game on the screen, with its squares as the person wants them."""
        return text if self.screen.variant is None else self.spelling.sentence(text)

    def with_screen(self, screen: Screen) -> "AppState":
        return replace(self, screen=screen)

    def with_preferences(self, **changes: Any) -> Step:
        """The state with other choices for the whole program, which are kept for the next time."""
        preferences = replace(self.preferences, **changes)
        return replace(self, preferences=preferences), (SavePreferences(preferences),)

    def saying(self, text: object, ink: str = "strong", *, about_delay: bool = False) -> "AppState":
        message = Message(sentence(str(text)), ink, about_delay=about_delay)
        return replace(self, message=message)

    def hearing(self, effects: tuple[Effect, ...]) -> Step:
        """The state that says what the effects ask to be said, and the other effects."""
        app = self
        for effect in effects:
            if isinstance(effect, Say):
                app = app.saying(effect.text, effect.tone)
        return app, tuple(effect for effect in effects if not isinstance(effect, Say))


def open_screen(app: AppState, screen: Screen, effects: tuple[Effect, ...] = ()) -> Step:
    """Put a screen on top of the present one, which waits below it."""
    below, before = app.screen.put_aside(app)
    app = replace(app, screen=replace(screen, below=below), overlay=None, message=None)  # type: ignore[type-var]
    app, effects = app.hearing(effects)
    return app, (*before, *effects)


def replace_screen(app: AppState, screen: Screen) -> Step:
    """Put a screen in the place of all others; the menu keeps its choices."""
    _, effects = app.screen.put_aside(app)
    home = app.screen if app.screen.is_home else app.home
    return replace(app, screen=screen, home=home, overlay=None, message=None), effects


def leave_screen(app: AppState) -> Step:
    """Back to what was on the screen before."""
    _, effects = app.screen.put_aside(app)
    below = app.screen.below
    if below is None:
        return app, ()
    app = replace(app, screen=below, overlay=None)
    return then((app, effects), below.come_back)


def next_of(choices: Sequence[T], chosen: T, step: int) -> T:
    """The choice after or before the chosen one, all around; one that is not there is the first."""
    here = choices.index(chosen) if chosen in choices else 0
    return choices[(here + step) % len(choices)]


def next_theme(screen: object, app: AppState, step: int = 1) -> Step:
    """The next or previous theme."""
    if not app.looks.colour:
        raise ValueError("colour is off, so there is only one theme")
    name = next_of(tuple(THEMES), app.looks.theme, step)
    app, effects = replace(app, looks=replace(app.looks, theme=name)).with_preferences(theme=name)
    return app.saying(f"Theme {name}: {THEMES[name].summary}"), effects


def bottom_line(app: AppState) -> Rect:
    """The line of status."""
    columns, _ = app.size
    row, _ = app.screen.bottom_rows(app.size)
    return Rect(min(1, columns - 1), row, max(0, columns - 2), 1)
