"""Perft of a game against py-draughts, side by side on this machine.

    python research/perft_peers.py [GAME] [DEPTH] [ROUNDS]

Both sides count the last ply from the move list. Their rounds take turns, so that a busy machine
slows both, and the best round of each counts. py-draughts offers American checkers with captures
optional; here its own generator is told to force them, which makes it the English game. Frisian is
left out: there py-draughts counts two routes to the same captures as two moves.
"""

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

from minicheckers import Position
from minicheckers.commands.perft import perft

#: The games that both play, and the depth for each.
DEPTHS = {"english": 7, "international": 6, "russian": 7, "brazilian": 7}
ROUNDS = 5


def ours(game: str, depth: int) -> int:
    start = Position.start(game)
    return perft(start.variant, start.state, depth)


def theirs(game: str, depth: int) -> int:
    import draughts
    from draughts.boards._core import CORE_AMERICAN

    kinds = {
        "english": draughts.AmericanBoard,
        "international": draughts.StandardBoard,
        "russian": draughts.RussianBoard,
        "brazilian": draughts.BrazilianBoard,
    }
    board: Any = kinds[game]()

    def moves() -> list[Any]:
        if game != "english":
            found: list[Any] = board.legal_moves
            return found
        forced: list[Any] = board._legal_moves_from_core(
            CORE_AMERICAN, max_capture=False, captures_optional=False
        )
        return forced

    def count(depth: int) -> int:
        if depth == 1:
            return len(moves())
        total = 0
        for move in moves():
            board.push(move)
            total += count(depth - 1)
            board.pop()
        return total

    return count(depth)


def main(game: str, depth: int, rounds: int) -> int:
    try:
        import draughts
    except ImportError:
        print("py-draughts is missing; install it with: pip install -e '.[bench]'", file=sys.stderr)
        return 1
    sides: dict[str, Callable[[str, int], int]] = {
        "minicheckers": ours,
        f"py-draughts {getattr(draughts, '__version__', '1.10')}": theirs,
    }
    best = dict.fromkeys(sides, float("inf"))
    leaves = {}
    for _ in range(rounds):
        for name, count in sides.items():
            started = time.process_time()
            leaves[name] = count(game, depth or DEPTHS[game])
            best[name] = min(best[name], time.process_time() - started)
    if len(set(leaves.values())) != 1:
        print(f"the counts differ: {leaves}", file=sys.stderr)
        return 1
    for name, seconds in best.items():
        speed = leaves[name] / seconds / 1e6
        print(f"{name:20} {leaves[name]:>9} leaves in {seconds:7.3f} s, {speed:5.2f} million/s")
    own, peer = best.values()
    print(f"ratio {peer / own:.2f}")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="english", choices=DEPTHS)
    parser.add_argument("depth", nargs="?", type=int, default=0)
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS)
    asked = parser.parse_args()
    sys.exit(main(asked.game, asked.depth, asked.rounds))
