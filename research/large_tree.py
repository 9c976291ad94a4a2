"""A million-node tree on the screen: how long it takes to open and navigate, and its memory.

    python research/large_tree.py              # about 15 seconds
    python research/large_tree.py --depth 9    # another size

Every key goes through the program's own update, and the screen of 120x40 is drawn after it. Times
are processor time. The exit code is 1 if a tree of a million nodes misses one of the marks: 1 s to
open, 50 ms a key, 300 MB in all.
"""

import argparse
import resource
import time
from random import Random

from minicheckers import Position
from minicheckers.play.effects import CoachAnswered
from minicheckers.thinking.algorithm import Algorithm
from minicheckers.thinking.replay import steps
from minicheckers.thinking.seeds import own_search
from minicheckers.tui.events import Event, Key
from minicheckers.tui.screens.thinking import ThinkingScreen
from minicheckers.tui.state import AppState
from minicheckers.tui.update import update
from minicheckers.tui.view import draw

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


def shown(app: AppState, event: Event) -> AppState:
    """The program after an event, with its screen drawn."""
    app, _ = update(app, event, 0.0)
    draw(app)
    return app


def anywhere(app: AppState, random: Random) -> AppState:
    """The program at a random node or step."""
    screen = app.screen
    assert isinstance(screen, ThinkingScreen)
    view = screen.shown
    if random.random() < 0.5:
        view = view.show(random.randrange(len(view.tree)))
    else:
        view = view.at_step(random.randrange(steps(view.tree)))
    app = screen.with_view(app, view)
    draw(app)
    return app


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def slowest(app: AppState, times: int) -> dict[str, float]:
    """The longest time of each key, pressed in random order, and of jumping to a random node."""
    random = Random(1)
    longest = dict.fromkeys([*KEYS, "anywhere"], 0.0)
    for _ in range(times):
        name = random.choice([*longest])
        started = time.process_time()
        app = anywhere(app, random) if name == "anywhere" else shown(app, Key(KEYS[name]))
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
    screen = ThinkingScreen(position=position, thinker=thinker)
    app, _ = screen.search(AppState(screen, screen, size=SIZE), thinker)
    before = megabytes()
    started = time.process_time()
    tree = thinker.think(position, time.monotonic)
    searched = time.process_time() - started
    print(f"{len(tree):,} nodes searched in {searched:.1f} s, {megabytes() - before:.0f} MB more")
    started = time.process_time()
    app = shown(app, CoachAnswered(tree, True))
    opened = time.process_time() - started
    print(f"opened in {opened * 1000:.1f} ms")
    longest = slowest(app, arguments.keys)
    for name, seconds in longest.items():
        print(f"{name:17}{seconds * 1000:7.1f} ms at most")
    print(f"{megabytes():.0f} MB in all, {arguments.keys:,} keys pressed")
    large = len(tree) >= 1_000_000
    missed = opened > OPEN_SECONDS or max(longest.values()) > KEY_SECONDS
    return int(large and (missed or megabytes() > MEGABYTES))


if __name__ == "__main__":
    raise SystemExit(main())
