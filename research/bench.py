"""How fast this program is here, and whether its search has changed.

    python research/bench.py

The *signature* stands for the node counts and scores of fixed searches. A change of it that was
not meant is a mistake, and one that was is to be seen.
"""

import argparse
import hashlib
import time
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from minicheckers import Position, strategy
from minicheckers.cli import build_kind
from minicheckers.commands.perft import perft
from minicheckers.engine.solver import SOLVED
from minicheckers.engine.solver.solver import Solver

#: The games that are measured, and what is done in each.
GAMES: dict[str, Any] = tomllib.loads(
    Path(__file__).with_name("bench.toml").read_text(encoding="utf-8")
)
#: What is solved from nothing.
TO_SOLVE = Position.start(SOLVED)
#: Long enough never to end a search of the signature.
_NO_HURRY = 1e6


def signature() -> str:
    """Node counts and scores of fixed searches in all games, in a few characters.

    The same on every 64-bit CPython, whose hashes place the entries of the table; another one as
    soon as a search does anything else. The first part is the number of all nodes.
    """
    nodes = 0
    digest = hashlib.sha256()
    for line, count in _fixed_searches():
        nodes += count
        digest.update(f"{line} {count}\n".encode())
    return f"{nodes}-{digest.hexdigest()[:8]}"


def _fixed_searches() -> Iterator[tuple[str, int]]:
    """What was searched and found, and how many nodes it took."""
    for name, game in GAMES.items():
        start, depth = Position.start(name), game["signature"]
        others = (Position.from_fen(fen, name) for fen in game["positions"])
        for position in (start, *others):
            yield _fixed_search("alphabeta", position, depth)
            yield _fixed_search("timed", position, depth, _NO_HURRY)
        yield _fixed_search("dynamic", start)
    for fen in GAMES[SOLVED.name]["positions"]:
        solver = Solver(opening=False)
        value = solver.value(Position.from_fen(fen, SOLVED))
        yield f"{SOLVED} solver {fen} {value}", solver.nodes


def _fixed_search(
    player: str, position: Position, depth: int | None = None, seconds: float | None = None
) -> tuple[str, int]:
    chosen = strategy(player, position.variant, seed=1, depth=depth, time=seconds)
    decision = chosen.choose(position)
    return f"{player} {position} {decision.move} {decision.score}", decision.nodes


def measurements() -> Iterator[str]:
    """A line for every measurement, as soon as it is made."""
    yield f"build      {build_kind()}"
    for name, game in GAMES.items():
        yield _timed("perft", name, game["perft"], _perft)
    for name, game in GAMES.items():
        yield _timed("search", name, game["search"], _search)
    solver = Solver(opening=False)
    started = time.perf_counter()
    solver.value(TO_SOLVE)
    yield _line("solve", SOLVED.name, solver.nodes, time.perf_counter() - started)
    yield f"signature  {signature()}"


def _perft(start: Position, depth: int) -> int:
    return perft(start.variant, start.state, depth)


def _search(start: Position, depth: int) -> int:
    return strategy("alphabeta", start.variant, seed=1, depth=depth).choose(start).nodes


def _timed(what: str, name: str, depth: int, nodes_of: Callable[[Position, int], int]) -> str:
    start, started = Position.start(name), time.perf_counter()
    nodes = nodes_of(start, depth)
    return _line(what, f"{name} {depth}", nodes, time.perf_counter() - started)


def _line(what: str, of: str, nodes: int, seconds: float) -> str:
    return f"{what:9}  {of:10}  {nodes:>9} nodes  {seconds:7.3f} s  {nodes / seconds:>9.0f} nodes/s"


if __name__ == "__main__":
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    for line in measurements():
        print(line, flush=True)
