"""Time to first frame: how long until the board is on the terminal, compared with bare Python.

    python research/first_frame.py [ROUNDS]

Runs the real program in a pseudo-terminal and waits for the bottom line of the board. Prints the
best and the median of both, in milliseconds, with the rounds alternating. One unmeasured run first
saves the bytecode, so Python never compiles anything while the clock is running.
"""

import argparse
import os
import pty
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 15
GAME = [sys.executable, "-m", "minicheckers", "--level", "hard", "--first", "you"]


def game(bytecode: str) -> float:
    """Milliseconds from starting the program to the key line, which is drawn last."""
    with tempfile.TemporaryDirectory() as state:
        began = time.perf_counter()
        child, terminal = pty.fork()
        if not child:
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            os.environ |= {
                "TERM": "xterm-256color",
                "XDG_STATE_HOME": state,
                "PYTHONPYCACHEPREFIX": bytecode,
            }
            os.execv(sys.executable, GAME)
        shown = b""
        while b"help" not in shown:
            shown += os.read(terminal, 65536)
        elapsed = time.perf_counter() - began
        os.write(terminal, b"q")
        while True:
            try:
                if not os.read(terminal, 65536):
                    break
            except OSError:  # this is how a pseudo-terminal reports that the program has exited
                break
        os.waitpid(child, 0)
        os.close(terminal)
    return 1000 * elapsed


def python() -> float:
    """Milliseconds the interpreter takes to do nothing."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return 1000 * (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as bytecode:
        game(bytecode)
        times = [(python(), game(bytecode)) for _ in range(rounds)]
    for name, column in (("python", 0), ("first frame", 1)):
        values = [pair[column] for pair in times]
        print(f"{name:12} best {min(values):6.1f} ms  median {statistics.median(values):6.1f} ms")
    on_top = min(pair[1] for pair in times) - min(pair[0] for pair in times)
    print(f"{'on top':12} best {on_top:6.1f} ms")


if __name__ == "__main__":
    main()
