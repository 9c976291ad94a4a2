"""Trace a key's path through the program: hops, files, and turns back.

    python research/walks.py

Every function entered on the way counts as a hop, in trace order: those of the screen and play, for
--resume also of the commands and storage, for a match those of the commands, match and players.
Getters, drawing, layouts and values are left out. A turn back is a step into a file that was left
earlier. The same filter works for any version of the program whose tests have a `ScreenPlayer`.
"""

import functools
import io
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import minicheckers

PACKAGE = Path(minicheckers.__file__).parent
ROOMS = ("tui", "play", "plain")
#: Layout and styling are not part of a key's path.
LEFT_OUT = (
    *("draw", "layout", "view", "frame", "theme", "glyphs", "sprites", "panel", "picture", "box"),
    *("message", "bottom_lines", "status_text", "values", "menu_rows"),
    *("state.py", "events", "effects", "keeper", "keeping"),
)


def getters() -> set[CodeType]:
    """The code objects of all properties."""
    found: set[CodeType] = set()
    for module in list(sys.modules.values()):
        if not getattr(module, "__name__", "").startswith("minicheckers"):
            continue
        for kind in vars(module).values():
            if not isinstance(kind, type):
                continue
            for value in vars(kind).values():
                if isinstance(value, property) and value.fget is not None:
                    found.add(value.fget.__code__)
                if isinstance(value, functools.cached_property):
                    found.add(value.func.__code__)
    return found


@contextmanager
def traced(rooms: tuple[str, ...] = ROOMS) -> Iterator[list[tuple[str, str]]]:
    """Collect the functions that are entered, as files and names."""
    hops: list[tuple[str, str]] = []
    known = getters()

    def look(frame: FrameType, event: str, argument: Any) -> None:
        code = frame.f_code
        path = Path(code.co_filename)
        if event != "call" or not path.is_relative_to(PACKAGE):
            return
        file = str(path.relative_to(PACKAGE))
        name = code.co_name
        plain = not name.startswith(("<", "__", "draw", "_draw")) and not name.endswith("label")
        inside = file.startswith(rooms) and not any(word in file for word in LEFT_OUT)
        if plain and inside and code not in known and (file, name) not in hops[-1:]:
            hops.append((file, name))

    sys.setprofile(look)
    try:
        yield hops
    finally:
        sys.setprofile(None)


def counted(hops: list[tuple[str, str]]) -> tuple[int, int, int]:
    """Hops, files, turns back."""
    files = [file for file, _ in hops]
    turns, left = 0, set[str]()
    for before, after in pairwise(files):
        if before != after:
            left.add(before)
            turns += after in left
    return len(hops), len(set(files)), turns


def human_move() -> list[tuple[str, str]]:
    """Put down a piece, and let the computer answer."""
    from testing.screen_player import against

    player = against().press("enter")
    with traced() as hops:
        player.press("enter")
    with traced() as answer:
        player.answer()
    return hops + [hop for hop in answer if "answer" not in hop[1]]


def hint() -> list[tuple[str, str]]:
    """Ask for a hint and get it."""
    from testing.screen_player import coached

    player = coached()
    with traced() as hops:
        player.press("c")
    return hops


def wrong_puzzle_move() -> list[tuple[str, str]]:
    """Play a wrong move in a puzzle and see it refuted."""
    from testing.screen_player import PromptCoach, ScreenPlayer, menu_state

    from minicheckers.rules.variant import get_variant
    from minicheckers.tui.events import StudyAsked

    try:
        from minicheckers.coach.requests import PuzzleOrder
    except ModuleNotFoundError:  # version 0.1.0
        from minicheckers.tui.questions import PuzzleOrder  # type: ignore[import-not-found,no-redef]
    try:
        player = ScreenPlayer(menu_state(), coach=PromptCoach)
    except TypeError:
        player = ScreenPlayer(menu_state(), consultant=PromptCoach)  # type: ignore[call-arg]
    player.send(StudyAsked(PuzzleOrder(get_variant("mini"), 1)))
    shown: Any = player.state
    try:
        wanted = shown.screen.study.solving.wanted
        legal = shown.screen.legal
    except AttributeError:
        wanted, legal = shown.game.study.solving.wanted, shown.game.legal
    wrong = next(move for move in legal if move != wanted)
    player.press(":").write(str(wrong))
    with traced() as hops:
        player.press("enter")
    return hops


def program(rooms: tuple[str, ...], words: list[str]) -> list[tuple[str, str]]:
    """The path of a command, without any input."""
    from minicheckers.cli import main as run

    before, sys.stdin = sys.stdin, io.StringIO()
    try:
        with redirect_stdout(io.StringIO()), traced(rooms) as hops:
            run(words)
    finally:
        sys.stdin = before
    return hops


def resume() -> list[tuple[str, str]]:
    """Reopen a game of one move in plain mode."""
    begin = ["--plain", "--level", "easy", "--first", "you", "--seed", "1"]
    with tempfile.TemporaryDirectory() as home:
        os.environ["XDG_STATE_HOME"] = os.environ["XDG_CONFIG_HOME"] = home
        command = [sys.executable, "-m", "minicheckers", *begin]
        subprocess.run(command, input=b"1\n", stdout=subprocess.DEVNULL, check=True)
        return program(("commands", "play", "plain", "storage"), ["--plain", "--resume"])


def match_game() -> list[tuple[str, str]]:
    """Play two games of a few moves each, one with either colour."""
    words = ["match", "easy", "easy", "--games", "2", "--opening", "14", "--seed", "1"]
    return program(("commands", "match", "players"), words)


WALKS: dict[str, Callable[[], list[tuple[str, str]]]] = {
    "a human move": human_move,
    "a hint": hint,
    "a wrong puzzle move": wrong_puzzle_move,
    "--resume": resume,
    "a match of two short games": match_game,
}


def main() -> None:
    """Print the figures of every path; with -v also its hops."""
    for name, walk in WALKS.items():
        walk()  # so that first-time imports are not counted
        hops = walk()
        print(f"{name}: {'{} hops, {} files, {} turns back'.format(*counted(hops))}")
        if "-v" in sys.argv:
            for file, function in hops:
                print(f"    {file}: {function}")


if __name__ == "__main__":
    main()
