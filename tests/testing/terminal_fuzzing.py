"""The whole program in a pseudo-terminal, with random keys, clicks, pastes, sizes and endings.

From the folder of the tests:

    python -m testing.terminal_fuzzing RUNS [--seed 1]

Each run opens one of the screens on a terminal of some kind and size, throws input at it, and ends
it with a key, a signal or by closing the window. Afterwards the exit code must be right, the
terminal must be as it was, and nothing may have crashed. Prints how many runs each screen had; the
first run that goes wrong is reported with its seed.
"""

import argparse
import contextlib
import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time
import traceback
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

from minicheckers import cli
from minicheckers.tui import (
    app,  # noqa: F401  loaded once, for all programs
    terminal,  # noqa: F401
)
from testing.harness import KEYS

#: A recorded game, for the screens that need one.
GAME = '[Variant "mini"]\n\n1. 6-9 14-11 2. 9-12 *\n'
#: How each screen is opened: command-line arguments, and keys.
SCREENS: dict[str, tuple[tuple[str, ...], str]] = {
    "menu": ((), ""),
    "menu, more": ((), "kkkk\r"),
    "game": (("--level", "easy", "--first", "you"), ""),
    "game, computer first": (("--level", "random", "--first", "ai", "--variant", "english"), ""),
    "two players": (("--two-player", "--variant", "towers"), ""),
    "with a clock": (("--level", "easy", "--first", "you", "--clock", "5+3"), ""),
    "with the coach": (("--level", "random", "--first", "you", "--coach", "warn"), "6-9\r"),
    "largest board": (
        ("--level", "random", "--first", "you", "--variant", "pikachu", "--size", "16"),
        "",
    ),
    "resumed": (("--resume",), ""),
    "analysis": (("--level", "random", "--first", "you"), "a"),
    "editor": (("--level", "random", "--first", "you"), "aE"),
    "review": (("--level", "random", "--first", "you"), "6-9\rv"),
    "watch": (("watch", "--black", "random", "--white", "random"), ""),
    "loaded": (("--load", "game.pdn"), ""),
    "replay": (("replay", "game.pdn", "--speed", "30"), ""),
    "puzzle": (("puzzle", "--seed", "1"), ""),
    "puzzle, english": (("puzzle", "--variant", "english"), ""),
    "learn": (("learn",), ""),
    "learn, international": (("learn", "--variant", "international"), ""),
    "host": (("host", "--listen", "127.0.0.1:0"), ""),
    "join": (("join", "127.0.0.1:9"), ""),
    "think": (("think",), ""),
}
#: There may be no game to continue, or nobody to play with.
MAY_BE_REFUSED = ("think", "join", "resumed")
KINDS = ("xterm-256color", "xterm-256color", "xterm", "screen", "tmux-256color", "linux", "vt100")
#: Seconds a program may take to end once told to, on a busy machine.
PATIENCE = 40.0


class End(NamedTuple):
    """A way to end a run: what is sent, and which exit codes are right."""

    name: str
    number: int | None
    codes: tuple[int, ...]


ENDS = (
    End("q", None, (0, 1)),
    End("q", None, (0, 1)),
    End("ctrl-c", signal.SIGINT, (130,)),
    End("SIGTERM", signal.SIGTERM, (143,)),
    End("SIGHUP", signal.SIGHUP, (129,)),
    End("closed", None, (129, 0, 1)),
)


def noise(random: Random, size: tuple[int, int]) -> bytes:
    """Something that a person, a mouse, a clipboard or a bad connection may send."""
    columns, rows = random.randrange(1, size[0] + 2), random.randrange(1, size[1] + 2)
    match random.randrange(12):
        case 0:
            return f"\x1b[<0;{columns};{rows}M\x1b[<0;{columns};{rows}m".encode()
        case 1:
            return f"\x1b[<{random.choice((64, 65, 1, 2, 32))};{columns};{rows}M".encode()
        case 2:
            return b"\x1b[200~" + _bytes(random, 30) + b"\x1b[201~"
        case 3:
            return _bytes(random, 8)
        case 4:
            return random.choice((b":", b"/", b"?", b"\x1b", b"6-9\r", b"11-15\r", b"\x0c"))
        case 5 | 6:
            names = [name for name in KEYS if name not in ("ctrl-c", "ctrl-z")]
            return KEYS[random.choice(names)].encode()
        case _:
            return random.choice("abcdefghijklmnoprstuvwxyz.,:? \r\r\t0123456789EX").encode()


def _bytes(random: Random, most: int) -> bytes:
    """Random bytes, except those that the terminal turns into signals."""
    return random.randbytes(random.randrange(1, most)).translate(None, b"\x03\x1a\x1c")


class Run:
    """A program in a terminal of its own."""

    def __init__(
        self, words: tuple[str, ...], kind: str, size: tuple[int, int], home: Path
    ) -> None:
        self.raw = bytearray()
        self._master, slave = pty.openpty()
        self._slave = slave
        self.resize(*size)
        self.modes = termios.tcgetattr(slave)
        self.pid = os.fork()
        if self.pid == 0:
            _be_the_program(words, kind, home, slave, self._master)

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def send(self, data: bytes) -> None:
        with contextlib.suppress(OSError):
            os.write(self._master, data)

    def read(self, seconds: float) -> bool:
        """Read what is written within that time; return whether there was anything."""
        if self._master < 0 or not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            return False
        self.raw += data
        return bool(data)

    def settle(self, seconds: float = 0.02) -> None:
        while self.read(seconds):
            pass

    @property
    def has_entered(self) -> bool:
        """Whether anything was drawn, so that the program is ready for signals."""
        return bool(self.raw)

    def exit_code(self) -> int | None:
        """The exit code, None if it does not end in time; the output is read meanwhile."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.settle()
                return os.waitstatus_to_exitcode(status)
            if self._master >= 0:
                self.read(0.01)
            else:
                time.sleep(0.01)
        return None

    def hang_up(self) -> None:
        """Close the window."""
        os.close(self._master)
        os.close(self._slave)
        self._master = self._slave = -1

    @property
    def is_restored(self) -> bool:
        return self._slave < 0 or termios.tcgetattr(self._slave) == self.modes

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        if self._master >= 0:
            os.close(self._master)
            os.close(self._slave)


def _be_the_program(words: tuple[str, ...], kind: str, home: Path, slave: int, master: int) -> None:
    """In the child: become the program, as if started from that terminal."""
    code = 70
    try:
        # They may be ignored if this runs in the background.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        os.setsid()
        fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
        for number in (0, 1, 2):
            os.dup2(slave, number)
        os.close(slave)
        os.close(master)
        for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
            number = getattr(sys, f"__{name}__").fileno()
            setattr(sys, name, os.fdopen(number, mode, closefd=False))
        os.chdir(home)
        os.environ.update(
            TERM=kind, HOME=str(home), XDG_STATE_HOME=str(home / "state"), XDG_CONFIG_HOME=str(home)
        )
        code = cli.main(list(words))
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException:  # noqa: BLE001  this is what the fuzzer looks for
        (home / "traceback").write_text(traceback.format_exc())
    finally:
        os._exit(code)


def fuzz(seed: int, home: Path) -> str:
    """One run; the name of its screen. AssertionError if anything went wrong."""
    random = Random(seed)
    name = random.choice(list(SCREENS))
    words, keys = SCREENS[name]
    size = random.choice([(80, 24), (random.randrange(1, 250), random.randrange(1, 100))])
    kind, end = random.choice(KINDS), random.choice(ENDS)
    extra = random.choice([(), (), ("--ascii",), ("--no-color",), ("--no-animation",)])
    words = (*words, *extra) if not words or words[0].startswith("-") else words
    about = f"seed {seed}: {' '.join(words)} on {kind} {size[0]}x{size[1]}, ended by {end.name}"
    (home / "traceback").unlink(missing_ok=True)
    shutil.copy(home.parent / "game.pdn", home / "game.pdn")
    run = Run(words, kind, size, home)
    try:
        deadline = time.monotonic() + PATIENCE
        while not run.has_entered and time.monotonic() < deadline:
            if not run.read(0.05) and os.waitpid(run.pid, os.WNOHANG)[0]:
                assert name in MAY_BE_REFUSED, f"{about}: ended at once: {run.raw!r}"
                return name  # there is no game to continue, or nobody is there
        run.send(keys.encode())
        for _ in range(random.choice((1, 5, 20, 60))):
            if random.random() < 0.05:
                size = random.choice(
                    [(random.randrange(1, 250), random.randrange(1, 100)), (80, 24), (40000, 24)]
                )
                run.resize(*size)
            run.send(noise(random, size))
            if random.random() < 0.3:
                run.settle(0.005)
        _end(run, end)
        code = run.exit_code()
        assert code is not None, f"{about}: does not end"
        fault = home / "traceback"
        assert not fault.exists(), f"{about}: {fault.read_text()}"
        assert b"Traceback" not in run.raw, f"{about}: {run.raw.decode(errors='replace')}"
        codes = (*end.codes, 0, 1, *([2] if name in MAY_BE_REFUSED else []))
        assert code in codes, f"{about}: exit code {code}: {bytes(run.raw[-600:])!r}"
        assert not list(home.glob("state/minicheckers/crash-*")), f"{about}: a fault is reported"
        assert run.is_restored, f"{about}: the modes of the terminal are not as they were"
        if end.name != "closed":
            for on, off in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?1000h", b"\x1b[?1000l")):
                assert run.raw.rfind(on) <= run.raw.rfind(off), f"{about}: {on!r} is still on"
            hidden, shown = run.raw.rfind(b"\x1b[?25l"), run.raw.rfind(b"\x1b[?25h")
            assert hidden <= shown or b"?25" not in run.raw, f"{about}: the cursor is hidden"
    finally:
        run.close()
    return name


def _end(run: Run, end: End) -> None:
    if end.name == "closed":
        run.hang_up()
    elif end.name == "ctrl-c":
        run.send(b"\x03")
    elif end.number is not None:
        os.kill(run.pid, end.number)
    else:  # leave whatever covers the screen, and answer questions
        deadline = time.monotonic() + PATIENCE / 2
        while time.monotonic() < deadline and run.has_entered:
            run.resize(80, 24)
            run.send(b"\x11\x1b\x1b")  # the first one resumes a stopped terminal
            run.settle(0.05)
            run.send(b"qy")
            run.settle(0.1)
            seen = os.WEXITED | os.WNOHANG | os.WNOWAIT
            if hasattr(os, "waitid") and os.waitid(os.P_PID, run.pid, seen) is not None:
                return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    screens: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir()
        (home.parent / "game.pdn").write_text(GAME)
        for number in range(asked.runs):
            screens[fuzz(asked.seed * 1_000_000 + number, home)] += 1
    listed = ", ".join(f"{name} {count}" for name, count in sorted(screens.items()))
    print(f"{asked.runs} runs: {listed}")


if __name__ == "__main__":
    main()
