"""Key to screen: how long an arrow key takes to move the cursor while the coach computes values.

    python benchmarks/key_latency.py [KEYS [GAME]]

Runs the real program in a pseudo-terminal with `--coach off`, where nothing is computed, and with
`--coach show`: the first tells what the machine can do just now. Two people are at one keyboard.
Arrow keys are pressed while the values of a position are worked out; then a move is played, so
that there is a new position to work on. What the program writes is read with its time and looked
at afterwards: a key has arrived on the screen when the terminal's cursor is elsewhere. Prints the
median, the 95th percentile and the worst for each game, in milliseconds.
"""

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
#: So many keys are pressed about one position, and so long is listened after each, in seconds.
KEYS_A_POSITION, LISTENING = 5, 0.25
SIZE = (120, 40)
GAMES = {
    "mini": ("--variant", "mini"),
    "english": ("--variant", "english"),
    "towers": ("--variant", "towers"),
    "pikachu 8": ("--variant", "pikachu"),
    "pikachu 16": ("--variant", "pikachu", "--size", "16"),
}
UP, DOWN = b"\x1bOA", b"\x1bOB"


class Watched:
    """The program in a terminal whose cursor is followed."""

    def __init__(self, words: tuple[str, ...], directory: str) -> None:
        self._screen = pyte.Screen(*SIZE)
        self._stream = pyte.ByteStream(self._screen)
        self._master, slave = pty.openpty()
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE[::-1], 0, 0))
        environment = os.environ | {"TERM": "xterm-256color", "XDG_STATE_HOME": directory}
        command = [sys.executable, "-m", "minicheckers", "--two-player", *words]
        self._process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment
        )
        os.close(slave)

    def press(self, key: bytes, listening: float = LISTENING) -> float | None:
        """Milliseconds from a key to the first output that moves the cursor; None if none does."""
        began = time.perf_counter()
        os.write(self._master, key)
        heard = list(self._listen(began + listening))
        before = (self._screen.cursor.x, self._screen.cursor.y)
        arrived = None
        for moment, data in heard:
            self._stream.feed(data)
            after = (self._screen.cursor.x, self._screen.cursor.y)
            if arrived is None and after != before:
                arrived = 1000 * (moment - began)
        return arrived

    def _listen(self, end: float):  # type: ignore[no-untyped-def]
        while (left := end - time.perf_counter()) > 0:
            if select.select([self._master], [], [], left)[0]:
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


def measured(words: tuple[str, ...], keys: int) -> list[float]:
    """The times of so many keys, the shortest first."""
    times: list[float] = []
    with tempfile.TemporaryDirectory() as directory:
        program = Watched(words, directory)
        while "quit" not in program.text:
            program.press(b"", 0.2)
        program.press(b"", 1.0)
        while len(times) < keys:
            for number in range(KEYS_A_POSITION):
                arrived = program.press(UP if number % 2 else DOWN)
                if arrived is not None:
                    times.append(arrived)
            program.press(b"\t", 0.1)
            program.press(b"\r", 0.1)
            program.press(b"\r", 0.1)
            if "wins" in program.text or "draw" in program.text.lower().split("worth")[0]:
                program.press(b"n", 0.5)
        program.close()
    return sorted(times)


def main() -> None:
    keys = int(sys.argv[1]) if len(sys.argv) > 1 else KEYS
    games = sys.argv[2:] or list(GAMES)
    for name, coach in itertools.product(games, ("off", "show")):
        times = measured((*GAMES[name], "--coach", coach), keys)
        median, worst = times[len(times) // 2], times[-1]
        late = times[int(0.95 * len(times))]
        print(
            f"{name:10} coach {coach:4} {len(times):4} keys  median {median:5.1f} ms  "
            f"95th percentile {late:5.1f} ms  worst {worst:5.1f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main()
