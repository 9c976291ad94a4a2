"""The board's loop: it shows frames, hears keys, and lets screens and activities act."""

import signal
import textwrap
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from queue import Empty
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..activities.activity import SQUARE, Activity, Answers, Deed, Question, deed, deeds_of
from ..activities.background import Background, UiPriority, World, in_words
from ..game.presentation import Spelling
from ..game.request import Looks
from ..opponents.guard import StrategyError
from ..rules.variant import Variant
from ..storage.store import Store
from ..support.text import Phrase, counted, joined, printable, quoted, sentence
from .boxes import Box, Page, Prompt
from .frame import ASCII, UNICODE, Frame, Rect
from .input_decoder import Click, Event, Ground, Key, Paste, Release, Resized
from .keys import SKIPPING, deed_of_key, draw_keys, draw_sentence
from .layout import Layout, without_board
from .sprites import Art
from .theme import THEMES, Theme, get_theme

if TYPE_CHECKING:
    from ..activities.setup import Setup
    from ..game.pdn import PdnGame

#: How long to wait for a key, in seconds: while a piece moves or somebody thinks, and else.
BUSY, IDLE = 0.03, 0.2
#: A terminal is too slow for animation if this many frames in a row take longer, in seconds.
SLOW_FRAME, SLOW_FRAMES = 0.12, 3
#: What may go wrong without a fault of ours: the disk, the system, a program of somebody else's.
FAILURES = (OSError, ValueError, RuntimeError, MemoryError, StrategyError)
#: What is said about the forms in which a game can be copied.
_ABOUT_COPIES = ("as FEN", "as PDN", "the game as one line, for a chat or a mail", "to select it")
#: Where a program can be stopped and continued.
_STOPS = hasattr(signal, "SIGTSTP")


class Message(NamedTuple):
    """A sentence for the person, shown until the next key.

    A ``quiet`` one leaves what there is to do in its place, and takes the line of keys.
    """

    text: str
    ink: str = "strong"
    quiet: bool = False


class Screen:
    """Something that fills the terminal. Its deeds are its keys; ``app`` is where it is shown."""

    app: "App"
    least_size = (24, 9)
    #: The square under the cursor, if there is one.
    focus = 0
    #: What is done on it, if it is an activity.
    activity: Activity | None = None
    #: Whether something is in motion, so that the screen must be drawn often.
    is_moving = False
    #: Whether Black's end of its board is the near one.
    flipped = False

    @property
    def variant(self) -> Variant:
        """The game that it is about."""
        raise NotImplementedError

    @property
    def layout(self) -> Layout:
        """Where the board and its panel are, if there is a board, and the lines below."""
        return without_board(self.variant, self.app.size)

    @property
    def shows_black_below(self) -> bool:
        """Whether a diagram for this person has Black's end below."""
        return self.flipped

    def owners(self) -> list[object]:
        """Whose deeds its keys do."""
        return [self]

    def begin(self) -> None:
        """It has come on top: for the first time, or again."""

    def put_aside(self) -> None:
        """Another screen covers it."""

    def farewell(self) -> None:
        """The program ends."""

    @property
    def loses(self) -> str:
        """What would be lost if the program ended now; empty for nothing."""
        return ""

    def draw(self, frame: Frame) -> None:
        """Draw it, but for messages and the line of keys."""

    def tick(self) -> None:
        """Time goes by."""

    def finish_motion(self) -> bool:
        """Bring whatever moves to its end; whether anything moved."""
        return False

    def click(self, column: int, row: int) -> None:
        """The mouse is pressed on a cell."""

    def release(self, column: int, row: int) -> None:
        """The mouse is released on a cell."""

    def paste(self, line: str) -> None:
        """A line is pasted."""

    def lasting_message(self) -> Message | None:
        """What is said as long as nothing else is."""
        return None

    def bottom_rows(self) -> tuple[int, int | None]:
        """The row of the status, and the row of the keys if there is one."""
        return self.layout.sentence, self.layout.keys


class ScreenPort(Protocol):
    """What the loop needs of a terminal, so that it runs on a real one and on a fake."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""

    def wait(self, seconds: float) -> None:
        """Wait until something happens, so long at most."""

    def read(self) -> Iterable[Event]:
        """Say all that has happened, once it was waited for."""

    def show(self, frame: Frame, theme: Theme) -> None:
        """Show a frame."""

    def redraw(self) -> None:
        """Repaint everything with the next frame."""

    def ring(self) -> None:
        """Ring the bell."""

    def copy(self, text: str) -> bool:
        """Copy a text to the clipboard; False if there is no way to it from here."""

    def suspend(self) -> None:
        """Give the terminal to the shell until it says to go on."""


@dataclass
class App(World):
    """One run on a terminal: a stack of screens, a box over them, and a message."""

    store: Store
    terminal: ScreenPort
    looks: Looks
    screens: list[Screen] = field(default_factory=list)
    clock: Callable[[], float] = time.monotonic
    work: Callable[..., Background] = Background
    puzzle_seed: int = 0
    #: Whether this is the console of Linux.
    console: bool = False
    bell: bool = False
    #: Whether a signal has asked the program to end.
    ended: Callable[[], bool] = lambda: False
    #: Begins a new game with the choices of the menu.
    start_game: Callable[["Setup"], None] = lambda setup: None
    #: Opens a recorded game.
    open_record: Callable[["PdnGame"], None] = lambda record: None
    #: What is done once the first frame is shown.
    once_shown: Callable[[], None] = lambda: None
    #: Keys that the person has given to deeds, by their names.
    keys: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.size = self.terminal.size
        self.preferences = self.store.preferences()
        self.overlay: Box | Prompt | None = None
        self.message: Message | None = None
        #: The key that was pressed last; empty for the mouse.
        self.key = ""
        self.running = True
        #: Whether the terminal's own ground is light.
        self.on_light = False
        #: The menu, if there is one.
        self.home: Screen | None = None
        #: Why the program has failed, if it has.
        self.trouble = ""
        #: Questions that come by themselves, and wait for a box or a motion to go.
        self._questions: list[Question] = []
        #: What has happened lately, for a report of a fault.
        self.heard: deque[Event] = deque(maxlen=40)
        self._told: set[str] = set()
        self._slow_frames = 0
        self._priority = UiPriority()
        self.employ(lambda post: self.work(post, self._priority.yield_to_ui))
        for screen in self.screens:
            screen.app = self
        if self.screens:
            self.screen.begin()

    # The loop

    def run(self) -> None:
        """Go on until the person quits."""
        self.show_frame()
        self.attempt(self.once_shown)
        while self.running and not self.ended():
            self.turn()

    def farewell(self) -> None:
        """Save what is to be saved: the program ends."""
        self.drop_work()
        for screen in reversed(self.screens):
            screen.farewell()

    @property
    def goes_on_later(self) -> bool:
        """Whether a game is left that can be continued another time."""
        kept = [a.session for a in self.activities if a.is_kept and self.home is not None]
        return any(game.outcome is None and game.timeline.moves for game in kept if game)

    def turn(self) -> None:
        """Draw, wait, and hear what has happened."""
        self.show_frame()
        with self._priority.lent():
            busy = self.screen.is_moving or self.busy
            self.terminal.wait(BUSY if busy else IDLE)
        for event in self.terminal.read():
            self.handle(event)
            if not self.running or self.ended():
                return
        self.hear_answers()
        self.attempt(self.screen.tick)
        self.hear_store()

    def show_frame(self) -> None:
        """Draw; where that takes long nothing moves any more."""
        frame, began = self.frame(), self.clock()
        self.terminal.show(frame, self.theme)
        slow = self.clock() - began > SLOW_FRAME
        self._slow_frames = self._slow_frames + 1 if slow else 0
        if self._slow_frames >= SLOW_FRAMES and self.looks.animation:
            self.looks = replace(self.looks, animation=False)
            self.screen.finish_motion()

    def attempt(self, do: Callable[[], None]) -> None:
        """Do something; what is refused or fails is said, and the program goes on."""
        try:
            do()
        except FAILURES as error:
            words = in_words(error)
            if not isinstance(error, ValueError | StrategyError):
                words = f"that did not work: {printable(words)}"
            self.say(words, "warning")

    def handle(self, event: Event) -> None:
        """Do what an event asks for."""
        self.heard.append(event)
        match event:
            case Key(name):
                self.attempt(partial(self.press, name))
            case Click(column, row):
                self.attempt(partial(self._click, column, row))
            case Release(column, row) if self.overlay is None and self.is_large_enough:
                self.attempt(partial(self.screen.release, column, row))
            case Paste(text):
                self.attempt(partial(self._paste, text))
            case Resized(columns, rows):
                self.size = (columns, rows)
            case Ground(light):
                self.on_light = light

    def _paste(self, text: str) -> None:
        """Open a whole game; of anything else take the first line, and what prints in it."""
        if self.overlay is None and self.is_large_enough:
            from ..game.correspondence import holds_line

            if text.lstrip().startswith("[") or holds_line(text):
                self._paste_game(text)
                return
        line = "".join(filter(str.isprintable, text.strip().split("\n")[0]))
        (self.overlay or self.screen).paste(line)

    def _paste_game(self, text: str) -> None:
        """Ask whether to open a pasted game; ValueError with a sentence if it is none."""
        from ..activities.files import kept_copy, read_recorded
        from ..activities.game import CoachedGame
        from ..game.correspondence import added_moves

        (record,) = read_recorded(text, "the pasted text", 1)
        line, activity = record.timeline, self.screen.activity
        try:
            if isinstance(activity, CoachedGame) and activity.can_follow:
                added = joined(added_moves(activity.timeline, line), " ")
                added = Phrase("The pasted game adds ", added, ".")
                answers: Answers = {"Yes": partial(activity.follow, line), "No": None}
                self.ask(Question("Play on?", added, answers))
                return
            kept_copy(line, self.store.unfinished())
        except ValueError as error:
            asked = Phrase(sentence(str(error)), " Open it as another game?")
        else:
            asked = Phrase(f"A game of {line.start.variant} with {counted(line.ply, 'move')}.")
        if any(activity.is_kept for activity in self.activities):
            asked = Phrase(asked, " Your current game stays saved.")
        answers = {"Yes": partial(self.open_record, record), "No": None}
        self.ask(Question("Open the pasted game?", asked, answers))

    def hear_answers(self) -> None:
        """Let those who have asked in the background hear what came of it."""
        with suppress(Empty):
            while True:
                self.attempt(self.posted.get_nowait())
        self._ask_unasked()

    def hear_store(self) -> None:
        """Tell what the store has noticed about its files, each only once until it has saved."""
        if self.store.is_saved:
            self._told.clear()
        for words in self.store.take_notices():
            if words not in self._told:
                self._told.add(words)
                self.say(words, "warning")

    def _ask_unasked(self) -> None:
        """Drop a question that is answered by now, and raise the next that waits."""
        if isinstance(self.overlay, Box) and not self.overlay.question.stands():
            self.overlay = None
        while self._questions and self.overlay is None and not self.screen.is_moving:
            question = self._questions.pop(0)
            if question.stands():
                self._raise(question)

    def press(self, name: str) -> None:
        """Do the first deed that a key stands for; one that only ends a motion does that."""
        self.message, self.key = None, name
        skipped = self.screen.finish_motion()
        if skipped and (name in SKIPPING or self.overlay is not None):
            return
        found = deed_of_key(self, name)
        if found is not None:
            self.perform(*found)

    def perform(self, owner: object, known: Deed) -> None:
        """Do a deed, after asking for what it needs."""
        if known.needs_argument and not known.applies(owner):
            raise ValueError(f"{known.help} is not possible now")
        if known.argument == SQUARE:
            known.perform(owner, str(self.screen.focus))
        elif known.needs_argument:
            self.overlay = Prompt(self, known.argument, partial(known.perform, owner))
        else:
            known.perform(owner)

    def deeds(self) -> Iterator[tuple[object, Deed]]:
        """All that a key can do now, the most important first."""
        owners: list[object] = [self]
        if self.is_large_enough:
            over = self.overlay
            owners = [] if over is None else [over]
            if over is None or over.lets_through:
                owners += self.screen.owners()
            owners += [self]
        for owner in owners:
            for known in deeds_of(owner):
                yield owner, known

    def _click(self, column: int, row: int) -> None:
        self.message, self.key = None, ""
        self.screen.finish_motion()
        over = self.overlay
        if not self.is_large_enough or (over is not None and over.is_deaf):
            return
        if (found := draw_keys(Frame(*self.size), self).get((column, row))) is not None:
            self.perform(*found)
        else:
            (over or self.screen).click(column, row)

    # Screens, and what activities may ask

    @property
    def screen(self) -> Screen:
        """The screen on top."""
        return self.screens[-1]

    @property
    def activities(self) -> list[Activity]:
        """What is done on the screens, the one below all others first."""
        return [screen.activity for screen in self.screens if screen.activity is not None]

    def show(self, screen: Screen) -> None:
        """Put a screen on top; the one below waits."""
        if self.screens:
            self._cover()
        screen.app = self
        self.screens.append(screen)
        screen.begin()

    def open(self, activity: Activity) -> None:
        """Put an activity on top; a game that is kept takes the place of all others."""
        from .board import BoardScreen  # the menu can be shown without it

        kind = BoardScreen
        if activity.page == "tree":
            from .tree import TreeScreen as kind  # noqa: N813
        activity.world = self
        if activity.is_kept and self.home is not None:
            self._cover()
            others, self.screens = self.screens, [self.home]
            for screen in others:
                if screen is not self.home:
                    screen.farewell()
        self.show(kind(activity, flipped=bool(self.screens) and self.screen.flipped))

    def close(self) -> None:
        """Go back to the screen below; the one on top is gone."""
        if len(self.screens) > 1:
            self._clear()
            self.screens.pop().farewell()
            self.screen.begin()

    def leave_menu(self) -> None:
        """Go on with what was on the screen before the menu."""
        if len(self.screens) > 1:
            self._cover()
            self.screens.insert(0, self.screens.pop())
            self.screen.begin()

    def unless_lost(self, do: Callable[[], None]) -> None:
        """Do what ends an activity, after a question if something would be lost."""
        if loses := self.screen.loses:
            self.ask(Question("Leave the game?", loses, {"No": None, "Yes": do}))
        else:
            do()

    def _cover(self) -> None:
        self._clear()
        self.screen.put_aside()

    def _clear(self) -> None:
        self.drop_work()
        self.overlay = self.message = None
        self._questions.clear()

    def say(self, words: str, tone: str = "strong") -> None:
        """Show a sentence until the next key; one error does not replace another."""
        unread, text = self.message, sentence(words)
        if unread is not None and unread.ink == tone == "warning":
            text = Phrase(unread.text, "" if text in unread.text else Phrase(" ", text))
        self.message = Message(text, tone)

    def ask(self, question: Question) -> None:
        """Let the person choose an answer, at once or when nothing else is in the way."""
        if question.unasked:
            self._questions.append(question)
            self._ask_unasked()
        else:
            self._raise(question)

    def prompt(self, question: str, finish: Callable[[str], None], text: str = "") -> None:
        """Let the person type something."""
        self.overlay = Prompt(self, question, finish, text)

    def _raise(self, question: Question) -> None:
        self.overlay = Box.of(self, question)

    def show_text(self, title: str, lines: Sequence[str]) -> None:
        """Show lines as they are, so that they can be selected with the mouse."""
        self.overlay = Page(self, title, "\n".join(map(self.spelled, lines)))

    def ring(self) -> None:
        """Ring the bell, if that is wanted; what was said makes way."""
        self.message = None
        if self.bell:
            self.terminal.ring()

    def end(self, trouble: str = "") -> None:
        """There is nothing more to do: stay to be looked at, unless there is a trouble."""
        if trouble:
            self._stop()
        self.trouble = self.trouble or trouble

    def _stop(self) -> None:
        self.running = False

    def may_run(self, level: str, stopped: Callable[[], bool]) -> bool:
        """Ask in the loop, and wait in the thread of a search, whether to run a program."""
        answered, agreed = threading.Event(), threading.Event()

        def agree() -> None:
            agreed.set()
            answered.set()

        words = (
            f"Your opponent would be {quoted(level, 80)}, a program of somebody else's. It can do "
            "anything on this computer that you can do."
        )
        question = Question(
            "Run this program?",
            words,
            {"No, don't run it": answered.set, "Yes, run it": agree},
            unasked=True,
            closing=answered.set,
            stands=lambda: not stopped(),
        )
        self.post(partial(self.ask, question))
        while not stopped() and not answered.wait(IDLE):
            pass
        return agreed.is_set()

    # What counts everywhere

    @deed("? f1", "this help", "help", shown="?")
    def help(self) -> None:
        """Open the help."""
        from .help import Help

        self.overlay = Help(self)

    @deed("m", "menu", "menu", when=lambda app: app.home not in (None, app.screen))
    def menu(self) -> None:
        """Open the menu; what is on the screen waits."""
        if self.home is None or self.home is self.screen:
            return
        self._cover()
        self.screens.remove(self.home)
        self.screens.append(self.home)
        self.home.begin()

    @deed("e", "copy the position or the game")
    def copy(self) -> None:
        """Ask what to copy, and in which form."""
        activity = self.screen.activity
        if activity is None or not activity.has_board:
            raise ValueError("there is nothing to copy here")
        from ..game.correspondence import write_letter
        from ..game.pdn import write_game

        record = activity.as_record()
        texts = {
            "Position": activity.position.fen(),
            "Game": write_game(record),
            "One line": write_letter(record),
        }
        answers: Answers = {label: partial(self._copy, label, texts[label]) for label in texts}
        everything = "\n\n".join(texts.values()).split("\n")
        answers["By hand"] = partial(self.show_text, "Copy", everything)
        self.ask(Question("Copy", "", answers, _ABOUT_COPIES))

    def _copy(self, label: str, text: str) -> None:
        if self.terminal.copy(text):
            what = "position" if label == "Position" else "game"
            self.say(f"The {what} is copied. If your terminal did not take it, copy it by hand.")
        else:
            self.show_text("Copy", text.split("\n"))

    @deed("q", "quit", "quit")
    def quit(self) -> None:
        """End the program, after a question if something would be lost."""
        self.unless_lost(self._stop)

    @deed("t", "next theme")
    def next_theme(self) -> None:
        """Take the next theme."""
        if not self.looks.colour:
            raise ValueError("colour is off, so there is only one theme")
        names = list(THEMES)
        name = names[(names.index(self.looks.theme or names[0]) + 1) % len(names)]
        self.looks = replace(self.looks, theme=name)
        self.remember(theme=name)
        self.say(f"Theme {name}: {THEMES[name].summary}")

    def remember(self, **choices: Any) -> None:
        """Keep choices for the whole program, by the names of the preferences."""
        self.preferences = replace(self.preferences, **choices)
        self.store.set_preferences(self.preferences)

    @deed("ctrl-l", "redraw the screen")
    def redraw(self) -> None:
        """Paint everything again."""
        self.terminal.redraw()

    @deed("ctrl-z", "suspend" if _STOPS else "")
    def suspend(self) -> None:
        """Give the terminal back to the shell until it says to go on."""
        self.terminal.suspend()

    # Drawing

    sees = True
    ascii = property(lambda self: bool(self.looks.ascii))
    glyphs = property(lambda self: ASCII if self.looks.ascii else UNICODE)

    @property
    def theme(self) -> Theme:
        """The colours of everything."""
        return get_theme(self.looks.theme or "", self.looks.colour, self.console, self.on_light)

    @property
    def left(self) -> int:
        """Where lines of text begin."""
        return self.screen.layout.left

    @property
    def art(self) -> Art:
        """What pieces are drawn with."""
        if self.theme.colourless:
            return Art.LETTERS
        return Art.ASCII if self.looks.ascii else Art.BLOCKS

    now = property(lambda self: self.clock())

    @property
    def spelling(self) -> Spelling:
        """How the squares of the game on the screen are written."""
        return Spelling.of(self.screen.variant, self.preferences.notation)

    def spelled(self, text: str) -> str:
        """A sentence with its squares as the person wants them."""
        return self.spelling.text(text)

    @property
    def urgent(self) -> Message | None:
        """What was said last, unless it waits in the place of the keys."""
        return None if self.message is None or self.message.quiet else self.message

    @property
    def last_message(self) -> Message | None:
        """What is to be said now."""
        message = self.urgent or self.screen.lasting_message()
        return message and message._replace(text=self.spelled(message.text))

    @property
    def is_large_enough(self) -> bool:
        """Whether the screen fits."""
        columns, rows = self.screen.least_size
        return self.size[0] >= columns and self.size[1] >= rows

    def frame(self) -> Frame:
        """All that is to be seen."""
        frame = Frame(*self.size)
        if not self.is_large_enough:
            columns, rows = self.screen.least_size
            here = f"{frame.width}x{frame.height}"
            words = f"This terminal is {here}. Please make it at least {columns}x{rows}."
            for row, line in enumerate(textwrap.wrap(words, frame.width)):
                frame.write(Rect(0, 0, frame.width, frame.height), row, line)
            return frame
        if self.screen is not self.home:
            frame.title = f"minicheckers: {self.screen.variant}"
        self.screen.draw(frame)
        draw_keys(frame, self)
        draw_sentence(frame, self)
        if self.overlay is not None:
            self.overlay.draw(frame)
        for cells in frame.characters if self.looks.ascii else ():
            cells[:] = [cell if cell.isascii() else "#" for cell in cells]
        return frame
