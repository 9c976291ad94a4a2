"""The whole program in a pseudo-terminal, with random keys, clicks, pastes, sizes and endings.

From the folder of the tests:

    python -m endurance.terminal_fuzzing RUNS [--seed 1]

Each run opens one of the screens on a terminal of some kind and size, throws input at it, and ends
it with a key, a signal or by closing the window. Afterwards the exit code must be right, the
terminal must be as it was, and nothing may have crashed. Prints how many runs each screen had; the
first run that goes wrong is reported with its seed.
"""

import argparse
import shutil
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import NamedTuple

from testing.harness import KEYS, PATIENCE, Terminal, game_command

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


class End(NamedTuple):
    """A way to end a run: what is sent, and which exit codes are right."""

    name: str
    number: signal.Signals | None
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
    shutil.copy(home.parent / "game.pdn", home / "game.pdn")
    run = Terminal(
        game_command(*words), size=size, directory=home, environment={"TERM": kind}, answers=False
    )
    try:
        while not run.raw:
            if not run.read(0.05) and run.process.poll() is not None:
                assert name in MAY_BE_REFUSED, f"{about}: ended at once"
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
        code = _ended(run, end)
        raw = run.raw
        assert b"Traceback" not in raw, f"{about}: {raw.decode(errors='replace')}"
        codes = (*end.codes, 0, 1, *([2] if name in MAY_BE_REFUSED else []))
        assert code in codes, f"{about}: exit code {code}: {raw[-600:]!r}"
        assert not list(home.glob("state/minicheckers/crash-*")), f"{about}: a fault is reported"
        if end.name != "closed":
            assert run.modes_after == run.modes_before, f"{about}: the modes are not as they were"
            for on, off in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?1000h", b"\x1b[?1000l")):
                assert raw.rfind(on) <= raw.rfind(off), f"{about}: {on!r} is still on"
            hidden, shown = raw.rfind(b"\x1b[?25l"), raw.rfind(b"\x1b[?25h")
            assert hidden <= shown or b"?25" not in raw, f"{about}: the cursor is hidden"
    finally:
        run.close()
    return name


def _ended(run: Terminal, end: End) -> int:
    """End the program; its exit code."""
    if end.name == "closed":
        return run.hang_up()
    if end.name == "ctrl-c":
        run.press("ctrl-c")
    elif end.number is not None:
        run.send_signal(end.number)
    else:  # leave whatever covers the screen, and answer questions
        deadline = time.monotonic() + PATIENCE / 2
        while run.process.poll() is None and time.monotonic() < deadline:
            run.resize(80, 24)
            run.send(b"\x11\x1b\x1b")  # the first one resumes a stopped terminal
            run.settle(0.05)
            run.send(b"qy")
            run.settle(0.1)
    return run.wait()


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
