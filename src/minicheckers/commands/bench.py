"""``minicheckers bench``: how fast this program is here, and whether its search has changed.

The *signature* stands for the node counts and scores of fixed searches. A change of it that was
not meant is a mistake, and one that was is to be seen.
"""

import argparse
import hashlib
import time
import tomllib
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

from ..build_kind import build_kind
from ..engine.solver import SOLVED
from ..engine.solver.solver import Solver
from ..players.registry import strategy
from ..rules.perft import perft
from ..rules.position import Position
from . import shared

#: The games that are measured, and what is done in each.
GAMES: dict[str, Any] = tomllib.loads(
    resources.files(__package__).joinpath("bench.toml").read_text(encoding="utf-8")
)
#: What is solved from nothing.
TO_SOLVE = Position.start(SOLVED)
#: Long enough never to end a search of the signature.
_NO_HURRY = 1e6


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--signature", action="store_true", help="print only the node signature")
    shared.add_flags(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Print a line for every measurement, as soon as it is made."""
    records = iter([_signature_record()]) if arguments.signature else _measurements()
    for record in records:
        if arguments.json:
            shared.print_json(record)
        elif arguments.signature:
            print(record["signature"])
        else:
            print(_in_words(record), flush=True)
    return 0


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


def _measurements() -> Iterator[dict[str, Any]]:
    yield {"bench": "build", "build": build_kind()}
    yield from map(_perft_record, GAMES)
    yield from map(_search_record, GAMES)
    yield _solve_record()
    yield _signature_record()


def _perft_record(name: str) -> dict[str, Any]:
    start, depth = Position.start(name), GAMES[name]["perft"]
    return _timed("perft", name, depth, lambda: perft(start.variant, start.state, depth))


def _search_record(name: str) -> dict[str, Any]:
    depth = GAMES[name]["search"]
    player = strategy("alphabeta", name, seed=1, depth=depth)
    return _timed("search", name, depth, lambda: player.choose(Position.start(name)).nodes)


def _solve_record() -> dict[str, Any]:
    solver = Solver(opening=False)

    def solve() -> int:
        solver.value(TO_SOLVE)
        return solver.nodes

    return _timed("solve", SOLVED.name, None, solve)


def _timed(
    bench: str, variant: str, depth: int | None, count_nodes: Callable[[], int]
) -> dict[str, Any]:
    started = time.perf_counter()
    nodes = count_nodes()
    seconds = time.perf_counter() - started
    return {
        "bench": bench,
        "variant": variant,
        "depth": depth,
        "nodes": nodes,
        "seconds": round(seconds, 4),
        "nodes_per_second": round(nodes / seconds),
    }


def _signature_record() -> dict[str, Any]:
    return {"bench": "signature", "signature": signature()}


def _in_words(record: dict[str, Any]) -> str:
    if record["bench"] == "build":
        return f"build      {record['build']}"
    if record["bench"] == "signature":
        return f"signature  {record['signature']}"
    what = record["variant"] + ("" if record["depth"] is None else f" {record['depth']}")
    return (
        f"{record['bench']:9}  {what:10}  {record['nodes']:>9} nodes  "
        f"{record['seconds']:7.3f} s  {record['nodes_per_second']:>9} nodes/s"
    )
