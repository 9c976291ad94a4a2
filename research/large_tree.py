"""A million-node tree on the screen: how long it takes to open and navigate, and its memory.

    python research/large_tree.py              # about 15 seconds
    python research/large_tree.py --depth 9    # another size

Every key goes through the program's own loop, and the screen of 120x40 is drawn after it. Times
are processor time. The exit code is 1 if a tree of a million nodes misses one of the marks: 1 s to
open, 50 ms a key, 300 MB in all.
"""

import argparse
import resource
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random

from minicheckers import Position
from minicheckers.activities.think import Think
from minicheckers.game.request import Looks
from minicheckers.storage.store import Store
from minicheckers.treeview.ideas import Algorithm
from minicheckers.treeview.seeds import own_search
from minicheckers.tui.app import App
from minicheckers.tui.frame import Frame
from minicheckers.tui.input_decoder import Event, Key
from minicheckers.tui.theme import Theme

SIZE = (120, 40)
OPEN_SECONDS, KEY_SECONDS, MEGABYTES = 1.0, 0.05, 300
KEYS = {
    "down": "down",
    "up": "up",
    "page down": "pagedown",
    "page up": "pageup",
    "open": "right",
    "close": "left",
    "end": "end",
    "best line": "c",
    "next cut-off": ".",
    "previous cut-off": ",",
    "step": " ",
    "step back": "backspace",
}


class Nowhere:
    """A terminal that shows nothing and has no keys."""

    size = SIZE

    def wait(self, seconds: float) -> None:
        pass

    def read(self) -> Iterable[Event]:
        return ()

    def show(self, frame: Frame, theme: Theme) -> None:
        pass

    def redraw(self) -> None:
        pass

    def ring(self) -> None:
        pass

    def copy(self, text: str) -> bool:
        return False

    def suspend(self) -> None:
        pass


def press(app: App, key: str) -> None:
    """Press a key, and draw the screen."""
    app.handle(Key(key))
    app.turn()


def go_anywhere(app: App, think: Think, random: Random) -> None:
    """Go to a random node or step, and draw the screen."""
    view = think.seen
    if random.random() < 0.5:
        think.view = view.show(view.tree.node(random.randrange(len(view.tree))))
    else:
        think.view = view.at_step(random.randrange(view.tree.steps))
    app.turn()


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def slowest(app: App, think: Think, times: int) -> dict[str, float]:
    """The longest time of each key, pressed in random order, and of jumping to a random node."""
    random = Random(1)
    longest = dict.fromkeys([*KEYS, "anywhere"], 0.0)
    for _ in range(times):
        name = random.choice([*longest])
        started = time.process_time()
        if name == "anywhere":
            go_anywhere(app, think, random)
        else:
            press(app, KEYS[name])
        longest[name] = max(longest[name], time.process_time() - started)
    return longest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="mini")
    parser.add_argument("--depth", type=int, default=11)
    parser.add_argument("--algorithm", default="minimax")
    parser.add_argument("--keys", type=int, default=4_000)
    arguments = parser.parse_args()
    position = Position.start(arguments.variant)
    algorithm = Algorithm.parse(arguments.algorithm)
    thinker = own_search(position.variant, algorithm, arguments.depth)
    store = Store(Path(tempfile.mkdtemp()))
    before = megabytes()
    started = time.process_time()
    tree = thinker.think(position, time.monotonic)
    searched = time.process_time() - started
    print(f"{len(tree):,} nodes searched in {searched:.1f} s, {megabytes() - before:.0f} MB more")
    started = time.process_time()
    think = Think(position, thinker, tree)
    app = App(store, Nowhere(), Looks(animation=False))
    app.open(think)
    app.turn()
    opened = time.process_time() - started
    print(f"opened in {opened * 1000:.1f} ms")
    longest = slowest(app, think, arguments.keys)
    for name, seconds in longest.items():
        print(f"{name:17}{seconds * 1000:7.1f} ms at most")
    print(f"{megabytes():.0f} MB in all, {arguments.keys:,} keys pressed")
    large = len(tree) >= 1_000_000
    missed = opened > OPEN_SECONDS or max(longest.values()) > KEY_SECONDS
    return int(large and (missed or megabytes() > MEGABYTES))


if __name__ == "__main__":
    raise SystemExit(main())
