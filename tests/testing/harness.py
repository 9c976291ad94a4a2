"""The real program in a pseudo-terminal, with its screen read by a terminal emulator."""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyte

from testing.forked import PROGRAM, Forked, can_fork

KEYS = {
    "up": "\x1bOA",
    "down": "\x1bOB",
    "right": "\x1bOC",
    "left": "\x1bOD",
    "enter": "\r",
    "tab": "\t",
    "shift-tab": "\x1b[Z",
    "escape": "\x1b",
    "backspace": "\x7f",
    "f1": "\x1bOP",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "home": "\x1bOH",
    "end": "\x1bOF",
    "ctrl-c": "\x03",
    "ctrl-l": "\x0c",
    "ctrl-u": "\x15",
    "ctrl-z": "\x1a",
}
#: Timeout in seconds for anything a test waits for: more than a busy machine ever needs.
PATIENCE = 60.0
#: The query that every terminal answers.
ASK_LAST = b"\x1b[c"

#: The game with a planted bug: it crashes when the screen is to be painted again.
BROKEN = """
import sys
from minicheckers import cli
from minicheckers.tui.app import App
def broken(app):
    raise KeyError("a fault")
App.redraw.__code__ = broken.__code__
sys.exit(cli.main(sys.argv[1:]))
"""


class Screen(pyte.Screen):
    """pyte's screen, which also repeats a character and scrolls as xterm does."""

    def __init__(self, columns: int, lines: int) -> None:
        self.last = " "
        super().__init__(columns, lines)

    def draw(self, data: str) -> None:
        super().draw(data)
        self.last = data[-1:] or self.last

    def repeat(self, count: int = 1, **_: Any) -> None:
        self.draw(self.last * (count or 1))

    def scroll_up(self, count: int = 1, **_: Any) -> None:
        row = self.cursor.y
        self.cursor.y = self.margins.top if self.margins else 0
        self.delete_lines(count)
        self.cursor.y = row

    def scroll_down(self, count: int = 1, **_: Any) -> None:
        row = self.cursor.y
        self.cursor.y = self.margins.top if self.margins else 0
        self.insert_lines(count)
        self.cursor.y = row


class Stream(pyte.ByteStream):
    csi = pyte.ByteStream.csi | {"b": "repeat", "S": "scroll_up", "T": "scroll_down"}
    events = pyte.ByteStream.events | {"repeat", "scroll_up", "scroll_down"}


class Terminal:
    """A program running in a terminal of its own."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        size: tuple[int, int] = (80, 24),
        directory: Path,
        environment: dict[str, str] | None = None,
        answers: bool = True,
    ) -> None:
        self._answers = answers
        self.screen = Screen(*size)
        self._stream = Stream(self.screen)
        self._text = ""
        self.raw = b""
        self._master, slave = pty.openpty()
        self._set_size(*size)
        self.modes_before = termios.tcgetattr(slave)
        self._slave = slave
        self._open = [self._master, slave]
        self.process = start_on(
            slave, command, directory, _environment(directory) | (environment or {})
        )

    # Input

    def press(self, *names: str) -> None:
        """Send keys, by name or as characters."""
        os.write(self._master, "".join(KEYS.get(name, name) for name in names).encode())

    def click(self, column: int, row: int) -> None:
        """Press and release the mouse button on a cell."""
        self.press_button(column, row)
        self.release_button(column, row)

    def press_button(self, column: int, row: int) -> None:
        """Press the mouse button on a cell."""
        os.write(self._master, f"\x1b[<0;{column + 1};{row + 1}M".encode())

    def release_button(self, column: int, row: int) -> None:
        """Release the mouse button on a cell."""
        os.write(self._master, f"\x1b[<0;{column + 1};{row + 1}m".encode())

    def send(self, data: bytes) -> None:
        """Send raw bytes."""
        os.write(self._master, data)

    def resize(self, columns: int, rows: int) -> None:
        """Resize the terminal; the kernel tells the program."""
        self.screen.resize(rows, columns)
        self._set_size(columns, rows)

    def _set_size(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    # Output

    def read(self, seconds: float) -> bool:
        """Read what the program writes within this many seconds; False if nothing."""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the program has exited
            return False
        self.raw += data
        self._stream.feed(data)
        if self._answers and ASK_LAST in data:
            self.send(b"\x1b[?62c")
        return bool(data)

    @property
    def text(self) -> str:
        """The text on the screen."""
        if self.screen.dirty:  # whoever waits looks again and again, mostly at the same
            self._text = "\n".join(self.screen.display)
            self.screen.dirty.clear()
        return self._text

    @property
    def flowing_text(self) -> str:
        """The same with every run of whitespace as one space, so that wrapped text matches."""
        return " ".join(self.text.split())

    @property
    def display(self) -> list[str]:
        """The lines on the screen."""
        return list(self.screen.display)

    def wait_for(
        self, condition: str | Callable[[], bool], patience: float = PATIENCE
    ) -> "Terminal":
        """Read until a text is on the screen, or until a condition holds."""
        end = time.monotonic() + patience
        while not (self.shows(condition) if isinstance(condition, str) else condition()):
            assert time.monotonic() < end, f"waited in vain for {condition!r}:\n{self.text}"
            self.read(0.05)
        return self

    def shows(self, text: str) -> bool:
        """Whether a text is on the screen, on one line or wrapped."""
        return text in self.text or text in self.flowing_text

    def wait_until_gone(self, text: str) -> "Terminal":
        """Read until a text is no longer on the screen."""
        return self.wait_for(lambda: text not in self.text)

    def wait_for_change(self, patience: float = 1.0) -> None:
        """Read until the screen changes, or until a timeout."""
        before, end = self.text, time.monotonic() + patience
        while self.text == before and time.monotonic() < end:
            self.read(0.05)

    def settle(self, quiet: float = 0.15) -> "Terminal":
        """Read until the program stops writing: it sleeps, or has been quiet long enough."""
        end = time.monotonic() + quiet
        while time.monotonic() < end:
            if self.read(min(0.02, quiet)):
                end = time.monotonic() + quiet
            elif self._sleeps():
                break
        return self

    def _sleeps(self) -> bool:
        """Whether the foreground program and all its threads are waiting."""
        try:
            tasks = list(Path(f"/proc/{os.tcgetpgrp(self._master)}/task").iterdir())
            states = [(task / "stat").read_text().rpartition(")")[2].split()[0] for task in tasks]
        except OSError:  # it has exited, or this is not Linux
            return False
        return set(states) == {"S"}

    def rest(self, seconds: float) -> None:
        """Let time pass."""
        time.sleep(seconds)

    # The end

    def wait(self) -> int:
        """The exit code, once the program has ended."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"the program does not end:\n{self.text}"
            self.read(0.02)
        self.settle(0.02)
        return self.process.returncode

    @property
    def slave(self) -> int:
        """The program's end of the terminal, for anyone who uses it afterwards."""
        return self._slave

    @property
    def modes_after(self) -> list[Any]:
        """The current terminal modes."""
        return termios.tcgetattr(self._slave)

    def send_signal(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        self.process.send_signal(number)

    def hang_up(self) -> int:
        """Close the window while the program runs; return its exit code."""
        self._close_descriptors()
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """Kill the program if need be, and close the terminal."""
        if self.process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self._close_descriptors()

    def _close_descriptors(self) -> None:
        while self._open:
            os.close(self._open.pop())


def start_on(
    slave: int, command: Sequence[str], directory: Path, environment: dict[str, str]
) -> "subprocess.Popen[bytes]":
    """Start a program on its end of a terminal."""
    if can_fork(command, environment):
        return Forked(command, cwd=directory, env=environment, terminal=slave)
    return subprocess.Popen(
        command,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        cwd=directory,
        env=environment,
        start_new_session=True,
        preexec_fn=_take_terminal,
    )


#: Starts the game with arguments; size, environment and command are optional.
Start = Callable[..., Terminal]


def game_command(*arguments: str) -> list[str]:
    """The command that starts the game."""
    return [*PROGRAM, *arguments]


def _environment(directory: Path) -> dict[str, str]:
    kept = (
        "PATH",
        "PYTHONPATH",
        "VIRTUAL_ENV",
        "TERMINFO",
        "TERMINFO_DIRS",
        "COVERAGE_PROCESS_START",
    )
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    return environment | {
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "HOME": str(directory),
        "XDG_STATE_HOME": str(directory / "state"),
        "XDG_CONFIG_HOME": str(directory / "config"),
    }


def _take_terminal() -> None:
    """In the child: make this its controlling terminal, so that keys become signals."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
