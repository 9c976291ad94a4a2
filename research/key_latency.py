"""Key to screen: how long an arrow key takes to move the cursor while the program is computing.

    python research/key_latency.py [KEYS [GAME ...]]

Runs the real program in a pseudo-terminal in three ways: with `--coach off`, where nothing is
computed, which shows what the machine can do at the moment; with `--coach show` and two people at
one keyboard; and while the computer thinks about its move. Arrow keys are pressed while a position
is being analysed; then a move is played so that there is a new position to analyse. The output is
recorded with timestamps and examined afterwards: a key has reached the screen when the terminal's
cursor has settled in its new place. Prints the median, the 95th percentile and the worst time for
each game, in milliseconds.
"""

import argparse
import fcntl
import itertools
import os
import pty
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

import pyte

KEYS = 60
#: Keys pressed per position, and seconds to listen after each.
KEYS_A_POSITION, LISTENING = 5, 0.25
SIZE = (120, 40)
GAMES = {
    "mini": ("--variant", "mini"),
    "english": ("--variant", "english"),
    "towers": ("--variant", "towers"),
    "pikachu 8": ("--variant", "pikachu"),
    "pikachu 16": ("--variant", "pikachu", "--size", "16"),
}
THINKING = "computer thinks"
SITUATIONS = {
    "coach off": ("--two-player", "--coach", "off"),
    "coach show": ("--two-player", "--coach", "show"),
    THINKING: ("--level", "timed", "--first", "ai", "--time", "3600"),
}
UP, DOWN = b"\x1bOA", b"\x1bOB"
#: A silence this long ends a frame, in seconds.
SILENCE = 0.02


class Watched:
    """The program in a terminal, with its cursor tracked."""

    def __init__(self, words: tuple[str, ...], directory: str) -> None:
        self._screen = pyte.Screen(*SIZE)
        self._stream = pyte.ByteStream(self._screen)
        self._master, slave = pty.openpty()
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE[::-1], 0, 0))
        environment = os.environ | {"TERM": "xterm-256color", "XDG_STATE_HOME": directory}
        command = [sys.executable, "-m", "minicheckers", *words]
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment
        )
        os.close(slave)

    def press(self, key: bytes, listening: float = LISTENING) -> float | None:
        """Milliseconds from a key to the cursor in its new place; None if it does not move."""
        began = time.perf_counter()
        os.write(self._master, key)
        heard = list(self._listen(began + listening))
        places = [self._cursor()]
        for _, data in heard:
            self._stream.feed(data)
            places.append(self._cursor())
        # The cursor jumps around while a frame is written, so only where it settles counts.
        before, after = places[0], places[-1]
        if after == before:
            return None
        seconds: float = heard[places.index(after) - 1][0] - began
        return 1000 * seconds

    def _cursor(self) -> tuple[int, int]:
        return self._screen.cursor.x, self._screen.cursor.y

    def _listen(self, end: float):  # type: ignore[no-untyped-def]
        while True:
            # Output still being written at the end is read in full.
            left = max(SILENCE, end - time.perf_counter())
            if not select.select([self._master], [], [], left)[0]:
                return
            data = os.read(self._master, 65536)
            yield time.perf_counter(), data

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self._screen.display)

    def close(self) -> None:
        """Quit, and wait for the end."""
        os.write(self._master, b"q")
        self._process.wait(10)
        os.close(self._master)


def measured(game: str, situation: str, keys: int) -> list[float]:
    """The times of a number of keys in one game, shortest first."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as directory:
        program = Watched((*GAMES[game], *SITUATIONS[situation]), directory)
        while "help" not in program.text:
            program.press(b"", 0.2)
        program.press(b"", 1.0)
        while len(times) < keys:
            for number in range(KEYS_A_POSITION):
                arrived = program.press(UP if number % 2 else DOWN)
                if arrived is not None:
                    times.append(arrived)
            if situation == THINKING:
                continue
            program.press(b"\t", 0.1)
            program.press(b"\r", 0.1)
            program.press(b"\r", 0.1)
            if "wins" in program.text or "draw" in program.text.lower().split("worth")[0]:
                program.press(b"n", 0.5)
        program.close()
    return sorted(times)


def share(times: list[float], part: float) -> float:
    """The time that this fraction of the keys does not exceed."""
    return times[min(len(times) - 1, int(part * len(times)))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("keys", nargs="?", type=int, default=KEYS)
    parser.add_argument("games", nargs="*", metavar="GAME")
    asked = parser.parse_args()
    for name, situation in itertools.product(asked.games or GAMES, SITUATIONS):
        times = measured(name, situation, asked.keys)
        print(
            f"{name:10} {situation:15} {len(times):4} keys  median {share(times, 0.5):5.1f} ms  "
            f"95th percentile {share(times, 0.95):5.1f} ms  worst {times[-1]:5.1f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main()
