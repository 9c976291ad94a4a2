"""A `curses` that answers as windows-curses does on the console of Windows, for tests anywhere.

Numbers, names and refusals are those of windows-curses 2.4.2, that is of PDCurses 3.9. What is not
here, such as `set_escdelay` and `ncurses_version`, is not there either.
"""

import io
import re
import signal
import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

#: Every number that the game asks for, and what it must not take for one of those.
#: Red and blue are not where terminals have them; é, ł and ă are the characters 233, 322 and 259.
NUMBERS = {
    name: int(number, 0)
    for name, number in re.findall(
        r"(\w+)=(\S+)",
        """
        A_NORMAL=0 A_DIM=0 A_UNDERLINE=0x100000 A_REVERSE=0x200000 A_BOLD=0x800000
        A_STANDOUT=0xA00000 A_COLOR=-0x1000000
        COLOR_BLACK=0 COLOR_BLUE=1 COLOR_GREEN=2 COLOR_CYAN=3
        COLOR_RED=4 COLOR_MAGENTA=5 COLOR_YELLOW=6 COLOR_WHITE=7
        BUTTON1_RELEASED=1 BUTTON1_PRESSED=2 BUTTON1_CLICKED=4 BUTTON1_DOUBLE_CLICKED=8
        BUTTON4_PRESSED=0x10000 BUTTON5_PRESSED=0x200000 ALL_MOUSE_EVENTS=0x1FFFFFFF
        KEY_DOWN=258 KEY_UP=259 KEY_LEFT=260 KEY_RIGHT=261 KEY_HOME=262 KEY_BACKSPACE=263
        KEY_F1=265 KEY_F58=322 KEY_DC=330 KEY_NPAGE=338 KEY_PPAGE=339 KEY_ENTER=343
        KEY_BTAB=351 KEY_END=358 KEY_A1=449 KEY_A2=450 KEY_A3=451 KEY_B1=452 KEY_B2=453
        KEY_B3=454 KEY_C1=455 KEY_C2=456 KEY_C3=457 PADENTER=459 KEY_MOUSE=539 KEY_RESIZE=546
        """,
    )
}


class CursesError(Exception):
    """What it raises as `curses.error`."""


class Console(ModuleType):
    """The console of Windows: `curses` and its only window in one."""

    error = CursesError

    def __init__(
        self, keys: Iterator[str | int | None], size: tuple[int, int] = (80, 24), colours: int = 768
    ) -> None:
        super().__init__("curses")
        #: What is typed: characters as text, other keys as numbers, None for a moment without one.
        #: At its end somebody presses Ctrl-C.
        self.keys = keys
        self.width, self.height = size
        self._most_colours = colours
        self._cells: dict[tuple[int, int], tuple[str, int]] = {}
        self.pairs: dict[int, tuple[int, int]] = {}
        self.ended = 0
        for name, value in NUMBERS.items():
            setattr(self, name, value)

    # What the test looks at

    @property
    def text(self) -> str:
        return "\n".join(
            "".join(self._cells.get((row, column), " ")[0] for column in range(self.width))
            for row in range(self.height)
        )

    def looks(self) -> set[tuple[int, int]]:
        """The inks and papers on the screen, as numbers of colours; -1 is the console's own."""
        return {self._look(attributes) for _, attributes in self._cells.values()}

    def _look(self, attributes: int) -> tuple[int, int]:
        ink, paper = self.pairs.get(self.pair_number(attributes), (-1, -1))
        if attributes & NUMBERS["A_BOLD"] and ink >= 0:
            ink |= 8
        return (paper, ink) if attributes & NUMBERS["A_REVERSE"] else (ink, paper)

    # curses

    def initscr(self) -> "Console":
        return self

    def start_color(self) -> None:
        self.COLORS = self._most_colours
        self.COLOR_PAIRS = 256

    def has_colors(self) -> bool:
        return True

    def use_default_colors(self) -> None:
        pass

    def init_pair(self, number: int, ink: int, paper: int) -> None:
        if number >= self.COLOR_PAIRS:
            raise ValueError("Color pair is greater than COLOR_PAIRS-1 (255).")
        if max(ink, paper) >= self.COLORS:
            raise ValueError(f"Color number is greater than COLORS-1 ({self.COLORS - 1}).")
        self.pairs[number] = (ink, paper)

    def color_pair(self, number: int) -> int:
        number &= 0xFF
        return (number - 256 if number >= 128 else number) << 24

    def pair_number(self, attributes: int) -> int:
        return attributes >> 24 & 0xFF

    def termattrs(self) -> int:
        return -0xCA0000  # no letters are bold

    def tigetflag(self, name: str) -> int:
        return -1

    def tigetnum(self, name: str) -> int:
        return -2

    def tigetstr(self, name: str) -> None:
        return None

    def setupterm(self, term: str | None = None, fd: int = -1) -> None:
        pass

    def curs_set(self, visibility: int) -> int:
        return 1

    def mousemask(self, mask: int) -> tuple[int, int]:
        return mask, 0

    def mouseinterval(self, interval: int) -> None:
        pass

    def getmouse(self) -> tuple[int, int, int, int, int]:
        return 0, 0, 0, 0, 0

    def is_term_resized(self, rows: int, columns: int) -> bool:
        return False

    def resizeterm(self, rows: int, columns: int) -> None:
        raise AssertionError("this would change the size of the person's window")

    def resize_term(self, rows: int, columns: int) -> None:
        assert (rows, columns) == (0, 0)

    def noecho(self) -> None:
        pass

    def echo(self) -> None:
        pass

    def cbreak(self) -> None:
        pass

    def nocbreak(self) -> None:
        pass

    def def_prog_mode(self) -> None:
        pass

    def reset_prog_mode(self) -> None:
        pass

    def endwin(self) -> None:
        self.ended += 1

    # Its window

    def keypad(self, wanted: bool) -> None:
        pass

    def timeout(self, milliseconds: int) -> None:
        pass

    def get_wch(self) -> str | int:
        try:
            key = next(self.keys)
        except StopIteration:
            signal.raise_signal(signal.SIGINT)
            key = None
        if key is None:
            raise CursesError("no input")
        return key

    def getch(self) -> int:
        try:
            key = self.get_wch()
        except CursesError:
            return -1
        return ord(key) if isinstance(key, str) else key

    def getmaxyx(self) -> tuple[int, int]:
        return self.height, self.width

    def addstr(self, row: int, column: int, text: str, attributes: int = 0) -> None:
        if not (0 <= row < self.height and 0 <= column < self.width):
            raise CursesError("wmove() returned ERR")
        for place, character in enumerate(text, column):
            if place < self.width:
                self._cells[row, place] = (character, attributes)
        if column + len(text) > self.width or (row, place) == (self.height - 1, self.width - 1):
            raise CursesError("addwstr() returned ERR")

    def move(self, row: int, column: int) -> None:
        pass

    def clear(self) -> None:
        self._cells.clear()

    def refresh(self) -> None:
        pass


class TerminalFile(io.StringIO):
    """A standard stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def stand_in(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this be Windows, and a console its terminal, for all that is imported from now on."""
    # What does something else there when it is imported; it is not what is tested.
    import minicheckers.activities.background
    import minicheckers.activities.keeping
    import minicheckers.cli
    import minicheckers.commands.play
    import minicheckers.engine
    import minicheckers.opponents.child
    import minicheckers.opponents.process
    import minicheckers.storage.disk
    import minicheckers.storage.store
    import minicheckers.tui.app  # noqa: F401

    monkeypatch.setitem(sys.modules, "curses", console)
    monkeypatch.delitem(sys.modules, "minicheckers.tui.terminal", raising=False)
    monkeypatch.delattr("minicheckers.tui.terminal", raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "stdin", TerminalFile())
    monkeypatch.setattr(sys, "stdout", TerminalFile())
