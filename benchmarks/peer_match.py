"""A level against the engines of py-draughts, which live in an environment of their own.

    python -m venv /somewhere && /somewhere/bin/pip install 'py-draughts==1.10.*'
    python benchmarks/peer_match.py /somewhere/bin/python GAME [GAMES] [SECONDS] [LEVEL]

Both have the same time for a move and search one after the other on one core. Every opening of
eight random plies is played twice, with colours swapped. In the international game the opponent
is TurboEngine, elsewhere SimpleEngine.
"""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import IO

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from second_referee import Named, theirs

from minicheckers import Colour, Move, Position, strategy
from minicheckers.game.timeline import Timeline
from minicheckers.match.strength import elo_difference

OPENING, LONGEST = 8, 200

#: Answers each line, a FEN, with the chosen move, as the second referee does.
SERVER = """
import json, sys
from loguru import logger
logger.remove()
from draughts import BrazilianBoard, FrisianBoard, RussianBoard, StandardBoard
from draughts.engines import SimpleEngine, TurboEngine
game, seconds = sys.argv[1], float(sys.argv[2])
kind = {"international": StandardBoard, "frisian": FrisianBoard, "russian": RussianBoard,
        "brazilian": BrazilianBoard}[game]
engine = (TurboEngine if game == "international" else SimpleEngine)(None, seconds)
for line in sys.stdin:
    board = kind.from_fen(line.strip())
    move = engine.get_best_move(board)
    board.push(move)
    squares = [move.square_list[0], move.square_list[-1]]
    print(json.dumps([[squares, sorted(move.captured_list), board.fen]]), flush=True)
"""


class Peer:
    """Their engine, in its own process."""

    def __init__(self, send: IO[str], receive: IO[str]) -> None:
        self._send, self._receive = send, receive

    def choose(self, position: Position) -> Move:
        print(position.fen(), file=self._send, flush=True)
        (named,) = theirs(position, self._receive.readline())
        return next(move for move in position.legal_moves() if _named(position, move) == named)


def _named(position: Position, move: Move) -> Named:
    captured = tuple(sorted(move.captured))
    return move.start, move.end, captured, position.play(move).fen()


def opening(game: str, random: Random) -> Timeline:
    """A few random moves that both have to go on from."""
    timeline = Timeline.begin(Position.start(game))
    for _ in range(OPENING):
        timeline = timeline.play(random.choice(timeline.position.legal_moves()))
    return timeline


def score(timeline: Timeline, level: str, seconds: float, colour: Colour, peer: Peer) -> float:
    """Play a game to its end; one that never ends is a draw."""
    player = strategy(level, timeline.position.variant, seed=1, time=seconds)
    while timeline.outcome is None and len(timeline.played) < LONGEST:
        position = timeline.position
        is_ours = position.turn is colour
        move = player.choose(position).move if is_ours else peer.choose(position)
        timeline = timeline.play(move)
    if timeline.outcome is None or timeline.outcome.winner is None:
        return 0.5
    return float(timeline.outcome.winner is colour)


def main(python: str, game: str, games: int, seconds: float, level: str) -> None:
    """Play the match, and print every game's score and the result."""
    random = Random(1)
    points: list[float] = []
    command = [python, "-c", SERVER, game, str(seconds)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        peer = Peer(process.stdin, process.stdout)
        while len(points) < games:
            begun = opening(game, random)
            for colour in Colour:
                points.append(score(begun, level, seconds, colour, peer))
                print(game, len(points), points[-1], flush=True)
        process.stdin.close()
    total = sum(points)
    found = elo_difference(total / len(points), len(points))
    wins, draws = points.count(1.0), points.count(0.5)
    print(
        json.dumps(
            {
                "variant": game,
                "games": len(points),
                "wins": wins,
                "draws": draws,
                "losses": len(points) - wins - draws,
                "score": round(total / len(points), 3),
                "elo": found.value,
            }
        )
    )


if __name__ == "__main__":
    _, python, game, *rest = sys.argv
    count, seconds, level = [*rest, *("20", "0.3", "expert")[len(rest) :]]
    main(python, game, int(count), float(seconds), level)
