"""The terminal as a screen, the only one drawn with curses: set-up, events, frames, restore."""

import contextlib
import curses
import errno
import os
import select
import signal
import sys
import time
from binascii import b2a_base64
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self

from ..support.signals import Signals, start_output, takes_output
from .capability import (
    answers_questions,
    has_direct_colour,
    is_asked_for_modes,
    keeps_titles,
)
from .frame import Frame, Style, changed_cells, runs
from .input_decoder import (
    NAMED_KEYS,
    Click,
    Event,
    InputDecoder,
    Key,
    Release,
    Resized,
    character_key,
)
from .theme import DEFAULT, Theme, hex_colour

if sys.platform != "win32":
    import termios

ESCAPE_DELAY = 25
#: Whether we decode what the terminal sends; the console of Windows sends no bytes.
DECODES = sys.platform != "win32"
#: The modes of a terminal: buttons are reported, in decimal numbers; pasted text is marked.
_REPORTS = (1000, 1006, 2004)
#: The mode in which a terminal shows what comes only when all of it has come.
_BEGIN_FRAME, _END_FRAME = b"\x1b[?2026h", b"\x1b[?2026l"
#: What asks for the background, for that mode, and what every terminal answers to.
_ASK_BACKGROUND, _ASK_MODE, _ASK_LAST = b"\x1b]11;?\x1b\\", b"\x1b[?2026$p", b"\x1b[c"
#: What has a terminal remember the title of its window, and bring it back.
_KEEP_TITLE, _BRING_TITLE_BACK = b"\x1b[22;2t", b"\x1b[23;2t"
#: How long to wait for an answer, in seconds: usually, and when the program is about to end.
_LONGEST_ANSWER, _LAST_WAIT = 1.0, 0.15
#: No terminal is larger. Beyond 32,767 the terminal library breaks down, and long before that a
#: frame takes long to draw.
LARGEST = (1000, 500)
#: Keys that were typed ahead are taken together, but no more than this at once.
_MOST_BYTES = 4096
#: What terminals commonly copy, in letters of base64; they drop longer texts without a word.
LONGEST_COPY = 100_000
#: The consoles without a clipboard.
_WITHOUT_CLIPBOARD = ("", "dumb", "linux", "vt100", "vt220")
#: GNU screen passes on only so much at a time.
_SCREEN_PIECE = 250
_PASS_ON, _ENOUGH = b"\x1bP", b"\x1b\\"

_ATTRIBUTES = {
    "bold": curses.A_BOLD,
    "dim": curses.A_DIM,
    "reverse": curses.A_REVERSE,
}
#: The first colours of a theme; a console of Windows counts them in another order.
_BASIC = (
    *(curses.COLOR_BLACK, curses.COLOR_RED, curses.COLOR_GREEN, curses.COLOR_YELLOW),
    *(curses.COLOR_BLUE, curses.COLOR_MAGENTA, curses.COLOR_CYAN, curses.COLOR_WHITE),
)
_KEYS = {
    getattr(curses, constant): name
    for name, (_, constants) in NAMED_KEYS.items()
    for constant in constants.split()
    if hasattr(curses, constant)
}
_WHEEL_UP = getattr(curses, "BUTTON4_PRESSED", 0)
_WHEEL_DOWN = getattr(curses, "BUTTON5_PRESSED", 0x200000)
_PRESSES = curses.BUTTON1_PRESSED | curses.BUTTON1_CLICKED | curses.BUTTON1_DOUBLE_CLICKED


class Terminal:
    """The terminal while the game has it; a context that always gives it back as it was."""

    def __init__(self, colour: bool, signals: Signals) -> None:
        self._wants_colour = colour
        self._signals = signals
        self._screen: curses.window
        self._is_open = False
        self._modes: list[Any] | None = None
        self._shown: Frame | None = None
        self._theme: Theme | None = None
        self._looks: dict[Style, int] = {}
        self._pairs: dict[tuple[int, int], int] = {}
        self._decoder = InputDecoder()
        self._waited_for: int | str | None = None
        #: A frame that the terminal would not take yet, and its theme.
        self._held_back: tuple[Frame, Theme] | None = None
        self._cursor_is_shown: bool | None = None
        #: Whether all that the terminal shows is to be repainted.
        self._is_stale = False
        #: What gives the terminal back, written without the terminal library.
        self._farewell = b""
        self._is_away = False
        #: Whether the terminal reports the mouse.
        self._reports = False
        #: When the terminal was asked what it can do, None before that.
        self._asked: float | None = None
        #: The title that the window has from us, None if it has its own.
        self._title: str | None = None
        self.colour = False
        self._has_direct_colour = False
        #: How many pairs of colours there are, the terminal's own included.
        self._most_pairs = 1

    # Set-up and restore

    def __enter__(self) -> Self:
        """Take the terminal; OSError if that cannot be."""
        _forget_exported_size()
        os.environ.setdefault("ESCDELAY", str(ESCAPE_DELAY))
        self._modes = _tty_modes()
        try:
            self._open()
        except curses.error as error:  # a window that was closed this moment, for instance
            self._close()
            raise OSError(errno.EIO, f"the terminal cannot be used: {error}") from None
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def _open(self) -> None:
        with contextlib.suppress(OSError):
            size: tuple[int, int] = os.get_terminal_size(1)
            if _bearable(size) != size:
                told = map(str, _bearable(size))
                os.environ.update(zip(("COLUMNS", "LINES"), told, strict=True))
        try:
            screen = self._screen = curses.initscr()
        finally:
            _forget_exported_size()
        self._is_open = True
        curses.noecho()
        curses.cbreak()
        screen.keypad(not DECODES)
        if hasattr(curses, "set_escdelay"):
            curses.set_escdelay(ESCAPE_DELAY)
        if self._wants_colour and curses.has_colors():
            curses.start_color()
            curses.use_default_colors()
            self.colour = True
            self._has_direct_colour = has_direct_colour()
            # A pair is told among the attributes, which may have less room than there are pairs.
            self._most_pairs = min(curses.COLOR_PAIRS, curses.pair_number(curses.A_COLOR) + 1)
        if not DECODES:
            curses.mousemask(curses.ALL_MOUSE_EVENTS)
            curses.mouseinterval(0)
        if DECODES:
            names = ("rmcup", "cnorm", "sgr0", "op", "rmkx")
            self._farewell = b"".join(curses.tigetstr(name) or b"" for name in names)
            self._reports = bool(curses.tigetstr("kmous"))
        _write(self._reported("h"))
        _take_control_keys()
        if hasattr(curses, "def_prog_mode"):
            curses.def_prog_mode()

    def _close(self) -> None:
        # The terminal may be gone already, or the shell's again; there is nothing to restore then.
        if not self._is_away:
            start_output()
            if takes_output():
                with contextlib.suppress(curses.error):
                    if self._is_open:
                        self._clear_up()
                        self._screen.keypad(False)
                        curses.nocbreak()
                        curses.echo()
                with contextlib.suppress(curses.error):
                    if self._is_open:
                        curses.endwin()
            # Where nothing can be written, waiting until all is written would have no end.
            _set_tty_modes(self._modes, wait=takes_output())
        self._is_open = False

    def _clear_up(self) -> None:
        """End whatever the terminal does for us alone."""
        self._take_last_answers()
        _write(self._ending)
        self._title = None
        self._show_cursor(True)

    @property
    def _ending(self) -> bytes:
        """What ends whatever the terminal does for us alone."""
        frame = _END_FRAME if self._decoder.synchronizes else b""
        return frame + (b"" if self._title is None else _BRING_TITLE_BACK) + self._reported("l")

    def give_back(self) -> None:
        """Give the terminal back from another thread, as far as that needs no waiting.

        For when the one that has it is stuck; the terminal library is not asked.
        """
        if sys.platform == "win32" or not self._is_open or self._is_away:
            return
        _set_tty_modes(self._modes, wait=False)
        with contextlib.suppress(OSError):
            flags = os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
            own = os.open(os.ttyname(1), flags)  # the shell's must not become non-blocking
            os.write(own, self._ending + self._farewell)

    def _reported(self, letter: str) -> bytes:
        """What has the mouse and pasted text reported ("h") or not ("l"), if that can be."""
        modes = _REPORTS if self._reports else ()
        return "".join(f"\x1b[?{mode}{letter}" for mode in modes).encode()

    # What the terminal can do

    def _ask(self) -> None:
        """Ask the terminal what it can do; the answers come among the keys, sooner or later."""
        if self._asked is not None or not DECODES:
            return
        self._asked = time.monotonic()
        if not answers_questions(os.environ):
            return
        background = _ASK_BACKGROUND if self.colour else b""
        mode = _ASK_MODE if is_asked_for_modes(os.environ) else b""
        self._decoder.expects_answers = True
        _write(background + mode + _ASK_LAST)

    def _take_last_answers(self) -> None:
        """Take the answers that are on their way, or the shell would take them for keys."""
        asked = time.monotonic() if self._asked is None else self._asked
        end = min(asked + _LONGEST_ANSWER, time.monotonic() + _LAST_WAIT)
        while self._decoder.expects_answers and (left := end - time.monotonic()) > 0:
            if not _is_readable(left) or not (data := _read()):
                break
            self._decoder.feed(data)  # keys that come now come too late

    def _set_title(self, title: str) -> None:
        """Name the window, if it can have its own name back."""
        if title == self._title or not DECODES or not keeps_titles(os.environ):
            return
        before = _KEEP_TITLE if self._title is None else b""
        self._title = title
        shown = "".join(filter(str.isprintable, title)).encode("ascii", "replace")
        _write(before + b"\x1b]2;" + shown + b"\x1b\\")

    def suspend(self) -> None:
        """Give the terminal to the shell and stop, until the shell says to go on."""
        if sys.platform == "win32":
            return
        self._clear_up()
        curses.endwin()
        _set_tty_modes(self._modes)
        self._is_away = True
        ours = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(0, signal.SIGTSTP)  # the whole job, as the key itself would have done
        signal.signal(signal.SIGTSTP, ours)
        self._signals.note(signal.SIGCONT)

    def _come_back(self) -> Event:
        """Set the terminal up again after a stop; it may have another size by now."""
        self._is_away = False
        curses.reset_prog_mode()
        _write(self._reported("h"))
        self._screen.refresh()
        self.redraw()
        return self._resized()

    # Events in

    def wait(self, seconds: float) -> None:
        screen = self._screen
        if not DECODES:
            screen.timeout(max(0, round(seconds * 1000)))
            self._waited_for = _typed(screen)
            return
        self._signals.wait(seconds, readable=0, writable=1 if self._held_back else None)
        screen.timeout(0)
        if self._held_back is not None:
            self.show(*self._held_back)

    def read(self) -> Iterator[Event]:
        screen = self._screen
        if self._asked is not None and time.monotonic() > self._asked + _LONGEST_ANSWER:
            self._decoder.expects_answers = False  # Esc need not wait any more
        for _ in range(_MOST_BYTES):
            code, self._waited_for = self._waited_for, None
            if code is None:
                code = _typed(screen)
            if self._signals.ending is not None:  # nothing else matters any more
                return
            if self._signals.take("SIGTSTP"):
                yield Key("ctrl-z")
            if self._signals.take("SIGCONT"):
                yield self._come_back()
            if self._signals.take("SIGWINCH"):
                yield self._resized()
            if code == -1:
                if not self._decoder.pending:
                    break
                yield from self._decoder.flush()
                if self._decoder.pending:  # a paste in the middle of a pause
                    break
                screen.timeout(0)
                continue
            yield from self._events(code)
            screen.timeout(ESCAPE_DELAY if self._decoder.pending else 0)
        else:
            return
        self._check_that_it_is_there()

    def _events(self, code: int | str) -> Iterable[Event]:
        """What a byte, a character or a number from curses means."""
        if code in ("\x1c", ord("\x1c")):  # Ctrl-\ ends it as the signal would, but tidily
            self._signals.note(getattr(signal, "SIGQUIT", signal.SIGINT))
            return []
        if isinstance(code, str):
            name = character_key(code)
            return [] if name is None else [Key(name)]
        if code < 256:
            return self._decoder.feed(bytes([code]))
        if code == curses.KEY_RESIZE:
            return [self._resized()]
        if code == curses.KEY_MOUSE:
            return _mouse_events()
        return [Key(_KEYS[code])] if code in _KEYS else []

    def _check_that_it_is_there(self) -> None:
        """Leave if the terminal is gone: every read would fail at once."""
        if sys.platform != "win32" and self._modes is not None and _tty_modes() is None:
            self._signals.note(signal.SIGHUP)

    def _resized(self) -> Resized:
        """Tell curses the size the terminal has now."""
        with contextlib.suppress(OSError, curses.error):
            if not DECODES:
                curses.resize_term(0, 0)  # any other size would change the window
            else:
                columns, rows = _bearable(os.get_terminal_size(1))
                # Asked for the size it already has, it would only announce one more resize.
                if curses.is_term_resized(rows, columns):
                    curses.resizeterm(rows, columns)
        # The terminal may have done anything with its old contents.
        self.redraw()
        return Resized(*self.size)

    @property
    def size(self) -> tuple[int, int]:
        rows, columns = self._screen.getmaxyx()
        return columns, rows

    # Frames out

    def redraw(self) -> None:
        self._shown = self._cursor_is_shown = None
        self._is_stale = True

    def ring(self) -> None:
        _write(b"\a")

    def copy(self, text: str) -> bool:
        """Ask the terminal to copy a text; False if it cannot."""
        request = copying(text, os.environ)
        if request is None or not DECODES:
            return False
        with contextlib.suppress(OSError):
            while request:
                request = request[os.write(1, request) :]
        return not request

    def show(self, frame: Frame, theme: Theme) -> None:
        """Show a frame, writing only what has changed; later, if the terminal takes nothing now."""
        screen = self._screen
        self._held_back = None if takes_output() else (frame, theme)
        if self._held_back is not None:
            return
        if self._is_stale:  # not before: reading a key would write all of it
            self._is_stale = False
            screen.clear()
        if theme is not self._theme:
            self._theme, self._shown = theme, None
            self._looks, self._pairs = {}, {(DEFAULT, DEFAULT): 0}
        before = self._shown
        if before is not None and (before.width, before.height) != (frame.width, frame.height):
            before = None
        for row in range(min(frame.height, screen.getmaxyx()[0])):
            columns = (0, frame.width) if before is None else changed_cells(before, frame, row)
            for column, text, style in runs(frame, row, columns):
                # Writing the last cell of the screen is an error after it has been done.
                with contextlib.suppress(curses.error):
                    screen.addstr(row, column, text, self._attributes(style))
        if self._decoder.synchronizes:
            _write(_BEGIN_FRAME)
        self._show_cursor(frame.cursor is not None)
        if frame.cursor is not None:
            with contextlib.suppress(curses.error):
                screen.move(frame.cursor[1], frame.cursor[0])
        screen.refresh()
        if self._decoder.synchronizes:
            _write(_END_FRAME)
        self._shown = frame
        # Not before there is something to look at: whatever a terminal makes of it is painted over.
        self._set_title(frame.title)
        self._ask()

    def _show_cursor(self, shown: bool) -> None:
        if shown is self._cursor_is_shown:
            return
        self._cursor_is_shown = shown
        if DECODES:  # curs_set would let no thread run while the terminal takes nothing
            _write(curses.tigetstr("cnorm" if shown else "civis") or b"")
        else:
            curses.curs_set(shown)

    def _attributes(self, style: Style) -> int:
        if style in self._looks:
            return self._looks[style]
        assert self._theme is not None
        front, back, found = self._theme.look(*style, curses.COLORS if self.colour else 0)
        words = set(found)
        if front >= 16 and not curses.termattrs() & curses.A_BOLD:
            words.discard("bold")  # a console would set bit 3 of the colour, whatever that gives
        attributes = 0
        for word in words:
            attributes |= _ATTRIBUTES[word]
        direct = self._has_direct_colour
        pair = (colour_number(front, direct), colour_number(back, direct))
        if pair not in self._pairs and len(self._pairs) < self._most_pairs:
            curses.init_pair(len(self._pairs), *pair)
            self._pairs[pair] = len(self._pairs)
        if number := self._pairs.get(pair, 0):  # without colours there are no pairs to ask for
            attributes |= curses.color_pair(number)
        self._looks[style] = attributes
        return attributes


def colour_number(colour: int, direct: bool) -> int:
    """What curses calls a colour of the 256; `direct`: its red, green and blue as one number."""
    if direct and colour >= len(_BASIC):  # the first ones are those of its palette
        return int(hex_colour(colour)[1:], 16)
    if 0 <= colour < 16:
        return colour & 8 | _BASIC[colour & 7]
    return colour


def _typed(screen: "curses.window") -> int | str:
    """A byte of the terminal, or a character or the code of a key of a console; -1 for nothing."""
    if DECODES:
        return screen.getch()
    # Here getch would give characters whose numbers are codes of keys as well.
    try:
        return screen.get_wch()
    except curses.error:  # there is no input
        return -1


def _mouse_events() -> list[Event]:
    try:
        _, column, row, _, buttons = curses.getmouse()
    except curses.error:
        return []
    if buttons & _PRESSES:
        return [Click(column, row)]
    if buttons & curses.BUTTON1_RELEASED:
        return [Release(column, row)]
    if buttons & _WHEEL_UP:
        return [Key("wheel-up")]
    return [Key("wheel-down")] if buttons & _WHEEL_DOWN else []


def _tty_modes() -> list[Any] | None:
    if sys.platform != "win32":
        with contextlib.suppress(termios.error):
            return termios.tcgetattr(0)
    return None


def _set_tty_modes(modes: list[Any] | None, *, wait: bool = True) -> None:
    """Set the modes of the terminal; with `wait` once all that was written has gone out."""
    if sys.platform != "win32" and modes is not None:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(0, termios.TCSADRAIN if wait else termios.TCSANOW, modes)


def _write(codes: bytes) -> None:
    """Write to the terminal, past the terminal library; other threads run meanwhile."""
    with contextlib.suppress(OSError):
        os.write(1, codes)


def _read() -> bytes:
    with contextlib.suppress(OSError):
        return os.read(0, _MOST_BYTES)
    return b""


def _is_readable(seconds: float) -> bool:
    with contextlib.suppress(OSError, ValueError):
        return bool(select.select([0], [], [], seconds)[0])
    return False


def _bearable(size: tuple[int, int]) -> tuple[int, int]:
    """A size that the terminal library bears."""
    return min(size[0], LARGEST[0]), min(size[1], LARGEST[1])


def _forget_exported_size() -> None:
    """Sizes would freeze the screen's at what they were when the shell, or we, set them."""
    for name in ("LINES", "COLUMNS"):
        os.environ.pop(name, None)


def _take_control_keys() -> None:
    """Let Ctrl-Z, Ctrl-\\ and Ctrl-S arrive as keys: the screen must be left before it stops."""
    modes = _tty_modes()
    if sys.platform != "win32" and modes is not None:
        modes[0] &= ~termios.IXON
        modes[3] &= ~termios.IEXTEN
        modes[6][termios.VSUSP] = modes[6][termios.VQUIT] = b"\0"  # the value that stands for none
        _set_tty_modes(modes)


def copying(text: str, environment: Mapping[str, str]) -> bytes | None:
    """What to write to the terminal to copy a text (OSC 52); None where it has no clipboard for it.

    The terminal that a person sits at does the copying, so it works over ssh as well. Nobody
    answers: a terminal that cannot do it, or is told not to, says nothing. Whoever copies should
    show the text too, or say how to get at it.

    tmux gets it twice: once for itself, which does the copying if ``set-clipboard`` is on, and once
    to be passed on to the terminal around it, which it does if ``allow-passthrough`` is on.
    """
    encoded = b2a_base64(text.encode(errors="replace"), newline=False)
    if environment.get("TERM", "") in _WITHOUT_CLIPBOARD or len(encoded) > LONGEST_COPY:
        return None
    request = b"\x1b]52;c;" + encoded + b"\a"
    if environment.get("TMUX"):
        inner = request.replace(b"\x1b", b"\x1b\x1b")
        return request + _PASS_ON + b"tmux;" + inner + _ENOUGH
    if environment.get("STY"):
        starts = range(0, len(request), _SCREEN_PIECE)
        pieces = (request[start : start + _SCREEN_PIECE] for start in starts)
        return b"".join(_PASS_ON + piece + _ENOUGH for piece in pieces)
    return request
