"""Trace a key's path through the program: hops, files, and turns back.

    python research/walks.py [-v]

Every function of the program that is entered on the way is a hop, in the order of the calls; the
same one again and again is one. A turn back is a step into a file that was left earlier. -v prints
them.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import minicheckers
from minicheckers.engine.decision import Decision
from minicheckers.tui.input_decoder import Key
from testing.game_player import against

PACKAGE = Path(minicheckers.__file__).parent

Hops = list[tuple[str, str]]


@contextmanager
def traced() -> Iterator[Hops]:
    """Collect the functions that are entered, as files and names."""
    hops: Hops = []

    def look(frame: FrameType, event: str, argument: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(PACKAGE):
            hop = str(path.relative_to(PACKAGE)), frame.f_code.co_name
            if hop not in hops[-1:]:
                hops.append(hop)

    sys.setprofile(look)
    try:
        yield hops
    finally:
        sys.setprofile(None)


def counted(hops: Hops) -> tuple[int, int, int]:
    """Hops, files, turns back."""
    files = [file for file, _ in hops]
    turns, left = 0, set[str]()
    for before, after in pairwise(files):
        if before != after:
            left.add(before)
            turns += after in left
    return len(hops), len(set(files)), turns


def move() -> Hops:
    """Put down a piece, and let the computer answer."""
    player = against().press("enter")
    with traced() as hops:
        player.app.handle(Key("enter"))
    with traced() as answer:
        player.search.heard(Decision(player.game.position.legal_moves()[0]), True)
    return hops + answer


def hint() -> Hops:
    """Ask for a hint and get it."""
    player = against()
    with traced() as hops:
        player.app.handle(Key("c"))
        player.app.hear_answers()
    return hops


WALKS: dict[str, Callable[[], Hops]] = {"a move": move, "a hint": hint}


def main() -> None:
    """Print the figures of every path; with -v also its hops."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-v", action="store_true", help="print the hops, too")
    asked = parser.parse_args()
    for name, walk in WALKS.items():
        walk()  # so that first-time imports are not counted
        hops = walk()
        print(f"{name}: {'{} hops, {} files, {} turns back'.format(*counted(hops))}")
        if asked.v:
            for file, function in hops:
                print(f"    {file}: {function}")


if __name__ == "__main__":
    main()
