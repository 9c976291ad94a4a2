"""Compare our moves with those of py-draughts, which lives in an environment of its own.

    python -m venv /somewhere && /somewhere/bin/pip install 'py-draughts==1.10.*'
    python research/second_referee.py /somewhere/bin/python [POSITIONS]

Tries random positions with kings in the games that both play. A difference in a move, or in the
position after it, is printed and ends the run with exit code 1.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from minicheckers import Position
from minicheckers.rules.variant import get_variant
from testing.positions import positions_with_kings

GAMES = ("international", "frisian", "russian", "brazilian")

#: Answers each line (a game and a FEN) with its moves: start, end, captured, and the FEN after.
SERVER = """
import json, sys
from loguru import logger
logger.remove()
from draughts import BrazilianBoard, FrisianBoard, RussianBoard, StandardBoard
boards = {"international": StandardBoard, "frisian": FrisianBoard, "russian": RussianBoard,
          "brazilian": BrazilianBoard}
for line in sys.stdin:
    game, fen = line.split()
    board = boards[game].from_fen(fen)
    found = []
    for move in board.legal_moves:
        board.push(move)
        squares = [move.square_list[0], move.square_list[-1]]
        found.append([squares, sorted(move.captured_list), board.fen])
        board.pop()
    print(json.dumps(found), flush=True)
"""

Named = tuple[int, int, tuple[int, ...], str]


def ours(position: Position) -> set[Named]:
    """Our moves."""
    return {
        (move.start, move.end, tuple(sorted(move.captured)), after.fen())
        for move, after in position.transitions().items()
    }


def theirs(position: Position, answer: str) -> set[Named]:
    """The moves in one of the server's answers."""
    return {
        (
            start + 1,
            end + 1,
            tuple(square + 1 for square in captured),
            Position.from_fen(fen.removeprefix('[FEN "').rstrip('"]'), position.variant).fen(),
        )
        for (start, end), captured, fen in json.loads(answer)
    }


def main(python: str, count: int) -> int:
    """Compare this many positions of each game; return 1 at the first difference."""
    with subprocess.Popen(
        [python, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as referee:
        assert referee.stdin is not None
        assert referee.stdout is not None
        for game in GAMES:
            longest = 0
            for position in positions_with_kings(get_variant(game), Random(7), count):
                print(game, position.fen(), file=referee.stdin, flush=True)
                found = theirs(position, referee.stdout.readline())
                if found != ours(position):
                    print(f"{game} {position.fen()}")
                    print(f"  only ours:   {sorted(ours(position) - found)}")
                    print(f"  only theirs: {sorted(found - ours(position))}")
                    return 1
                longest = max([longest, *(len(move.captured) for move in position.legal_moves())])
            print(f"{game}: {count} positions, no difference; up to {longest} captured", flush=True)
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("python", metavar="PYTHON", help="of an environment with py-draughts")
    parser.add_argument("positions", nargs="?", type=int, default=10_000, help="of each game")
    arguments = parser.parse_args()
    sys.exit(main(arguments.python, arguments.positions))
