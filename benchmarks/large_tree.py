"""A tree of a million nodes: how long it takes to open, to scroll and to step, and its memory.

    python benchmarks/large_tree.py              # about a minute
    python benchmarks/large_tree.py --depth 9    # another size

A screen of 40 rows is drawn after every key, in words as `thinking.view` makes them. Times are
processor time. The exit code is 1 if a tree of a million nodes misses one of the marks: 1 second to
open, 50 ms a key, 300 MB in all.
"""

import argparse
import resource
import time
from collections.abc import Callable
from random import Random

from minicheckers import Position
from minicheckers.thinking.algorithm import Algorithm
from minicheckers.thinking.replay import steps
from minicheckers.thinking.search import search_tree
from minicheckers.thinking.seeds import FORMULAS
from minicheckers.thinking.view import TreeView

ROWS = 40
OPEN_SECONDS, KEY_SECONDS, MEGABYTES = 1.0, 0.05, 300


def draw(view: TreeView) -> TreeView:
    view = view.fitted(ROWS)
    now = view.moment
    for row in view.rows(ROWS):
        view.text(row, now=now).line(120)
    view.details()
    view.counters()
    return view


def megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def slowest(
    view: TreeView, keys: dict[str, Callable[[TreeView], TreeView]], times: int
) -> tuple[dict[str, float], TreeView]:
    """The longest time of each key, pressed in random order, each with a new picture."""
    random = Random(1)
    longest = dict.fromkeys(keys, 0.0)
    for _ in range(times):
        name = random.choice(list(keys))
        started = time.process_time()
        view = draw(keys[name](view))
        longest[name] = max(longest[name], time.process_time() - started)
    return longest, view


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="mini")
    parser.add_argument("--depth", type=int, default=11)
    parser.add_argument("--algorithm", default="minimax")
    parser.add_argument("--keys", type=int, default=4_000)
    arguments = parser.parse_args()
    before = megabytes()
    started = time.process_time()
    tree = search_tree(
        Position.start(arguments.variant),
        arguments.depth,
        FORMULAS["seed-000"],
        Algorithm.parse(arguments.algorithm),
    )
    searched = time.process_time() - started
    print(f"{len(tree):,} nodes searched in {searched:.1f} s, {megabytes() - before:.0f} MB more")
    started = time.process_time()
    view = draw(TreeView.begin(tree))
    opened = time.process_time() - started
    print(f"opened in {opened * 1000:.1f} ms")

    random = Random(2)
    last = steps(tree) - 1
    keys: dict[str, Callable[[TreeView], TreeView]] = {
        "down": TreeView.down,
        "up": TreeView.up,
        "page down": lambda view: view.down(ROWS),
        "page up": lambda view: view.up(ROWS),
        "open": TreeView.open,
        "close": TreeView.close,
        "end": TreeView.last,
        "best play": TreeView.principal,
        "next cut-off": TreeView.next_cutoff,
        "previous cut-off": TreeView.previous_cutoff,
        "any node": lambda view: view.show(random.randrange(len(tree))),
        "any step": lambda view: view.at_step(random.randint(0, last)),
        "step": TreeView.forward,
        "step back": lambda view: view.forward(-1),
    }
    longest, _ = slowest(view, keys, arguments.keys)
    for name, seconds in longest.items():
        print(f"{name:17}{seconds * 1000:7.1f} ms at most")
    print(f"{megabytes():.0f} MB in all, {arguments.keys:,} keys pressed")
    large = len(tree) >= 1_000_000
    missed = opened > OPEN_SECONDS or max(longest.values()) > KEY_SECONDS
    return int(large and (missed or megabytes() > MEGABYTES))


if __name__ == "__main__":
    raise SystemExit(main())
