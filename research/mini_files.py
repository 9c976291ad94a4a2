"""Rewrites what comes with the package for mini: the opening table, or the certificates::

    python research/mini_files.py
    python research/mini_files.py mini.table

The second needs the table that `solve.py --out mini.table` writes. Any move that keeps what is
claimed would do. To make the proof short, the prover goes back into what is proved already, else
where the rest is shortest, counted as a tree, if it goes on by a simple rule: leave the opponent
the fewest moves.
"""

import argparse
import zlib
from array import array
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from minicheckers.engine import solver
from minicheckers.engine.solver.certificate import Certificate, Claim, walk
from minicheckers.engine.solver.opening import FILE, OFFSET, little_endian
from minicheckers.engine.solver.proof import ProofSearch
from minicheckers.engine.solver.referee import referee
from minicheckers.rules.movegen import State, generator, start_state
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI, Colour
from solution_table import PINNED, SolutionTable, read_table

pack = referee(MINI).pack

_START = Position.start("mini")
_FIRST = _START.transitions()
_LOSING = next(move for move in _FIRST if str(move) == "6-9")
_DRAWING = tuple(after for move, after in _FIRST.items() if move != _LOSING)

#: What is proved, by the name of the file.
CLAIMS = {
    "start-black": Claim(Colour.BLACK, 0, (_START,)),
    "start-white": Claim(Colour.WHITE, 0, (_START,)),
    "after-6-9-white": Claim(Colour.WHITE, 1, (_FIRST[_LOSING],)),
    "after-6-9-black": Claim(Colour.BLACK, -1, (_FIRST[_LOSING],)),
    "other-first-moves-black": Claim(Colour.BLACK, 0, _DRAWING),
}

_successors = generator(_START.variant)

#: How far the opening table goes.
PLIES = 10


def positions_by_ply(plies: int) -> list[set[State]]:
    """The states play can reach in 0, 1, ... plies."""
    layers = [{start_state(_START.variant)}]
    for _ in range(plies):
        layers.append({child for state in layers[-1] for child in _successors(state)})
    return layers


def build_opening(plies: int = PLIES) -> dict[int, int]:
    """The values of packed positions.

    Solve the positions `plies` from the start, and work out from them what comes before.
    """
    search = ProofSearch(referee(MINI))
    layers = positions_by_ply(plies)
    values = {}
    # Neighbours have much in common, so that one's proof serves the next.
    for state in sorted(layers.pop()):
        values[pack(state)] = search.value(pack(state))
    for layer in reversed(layers):
        for state in layer:
            values[pack(state)] = max(-values[pack(child)] for child in _successors(state))
    return values


def opening_file(values: dict[int, int]) -> bytes:
    """The content of the file of an opening table."""
    positions = sorted(values)
    distances = array("Q", (b - a for a, b in pairwise([0, *positions])))
    packed = bytes(values[position] + OFFSET for position in positions)
    return zlib.compress(little_endian(distances).tobytes() + packed, 9)


class Prover:
    """Chooses the moves that prove a claim, all of whose positions are in a table."""

    def __init__(self, claim: Claim, table: SolutionTable) -> None:
        self._claim = claim
        self._table = table
        self._proved: set[State] = set()
        self._sizes: dict[State, int] = {}

    def choose(self, replies: list[State]) -> int:
        """The number of the move to make, given the positions after all of them."""
        good = [reply for reply in replies if self._holds(reply)]
        best = min(good, key=lambda reply: 0 if reply in self._proved else self._size(reply))
        self._proved.add(best)
        return replies.index(best)

    def _holds(self, opponents_turn: State) -> bool:
        value = self._table.get(pack(opponents_turn))
        if value is None:
            raise ValueError(f"the table lacks {Position(_START.variant, opponents_turn)}")
        return -value >= self._claim.difference

    def _size(self, state: State) -> int:
        """How many positions a proof has as a tree, made by the simple rule."""
        if state not in self._sizes:
            replies = _successors(state)
            if state[4] == self._claim.prover.side and len(replies) > 1:
                replies = [min(filter(self._holds, replies), key=_fewest_moves)]
            self._sizes[state] = 1 + sum(map(self._size, replies))
        return self._sizes[state]


def write(claim: Claim, choose: Callable[[list[State]], int]) -> Certificate:
    """The certificate of a claim; `choose` tells the prover's moves, and they must prove it."""
    bits = count = 0

    def remember(replies: list[State]) -> int:
        nonlocal bits, count
        choice = choose(replies)
        length = (len(replies) - 1).bit_length()
        bits, count = bits << length | choice, count + length
        return choice

    walk(claim, remember)
    padding = -count % 8
    return Certificate(claim, (bits << padding).to_bytes((count + padding) // 8))


def _fewest_moves(state: State) -> tuple[int, State]:
    return len(_successors(state)), state


def prove(claim: Claim, table: SolutionTable) -> Certificate:
    """A certificate of a claim that the table knows to be true."""
    return write(claim, Prover(claim, table).choose)


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0].rstrip(":"))
    parser.add_argument(
        "table", nargs="?", type=Path, help="for the certificates: what solve --out wrote"
    )
    table_file = parser.parse_args().table
    folder = Path(solver.__file__).parent
    if table_file is None:
        contents = {FILE: opening_file(build_opening())}
    else:
        table = read_table(table_file)
        if table.sha256 != PINNED:
            parser.error(f"{table_file} is not the table of the whole game")
        contents = {
            f"certificates/{name}.certificate": prove(claim, table).to_bytes()
            for name, claim in CLAIMS.items()
        }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
        print(f"{name}: {len(content)} bytes")


if __name__ == "__main__":
    _main()
