"""A level against the engines of py-draughts, which live in an environment of their own.

    python -m venv /somewhere && /somewhere/bin/pip install 'py-draughts==1.10.*'
    python research/peer_match.py /somewhere/bin/python GAME [GAMES] [SECONDS] [LEVEL]

Both have the same processor time for a move and search one after the other, so other programs on
the machine slow neither down. Every opening of eight random plies is played twice, with colours
swapped; those that a short search finds to be worth more than half a man are left out, for they
decide both games. In the international game the opponent is TurboEngine, elsewhere SimpleEngine,
which looks at its clock every 2048 nodes only; the time that each side took is part of the result.
"""

import argparse
import json
import subprocess
import time
from random import Random
from statistics import mean
from typing import IO

from minicheckers import Colour, Context, Move, Position, strategy
from minicheckers.game.timeline import Timeline
from minicheckers.match.strength import elo_difference

OPENING, LONGEST = 8, 200
#: How deep the short search looks, and how lopsided an opening it may find.
LOOK, FAIR = 6, 50

#: Follows a game: reads a line with the moves since its own last move, and answers with its next
#: move and the processor time it took. A null starts a new game. In frisian its board does not know
#: how many times in a row a king may move, so our side tells it, and it leaves that king alone.
SERVER = """
import json, sys, time
from types import SimpleNamespace
from loguru import logger
logger.remove()
from draughts import BrazilianBoard, FrisianBoard, RussianBoard, StandardBoard
from draughts.engines import SimpleEngine, TurboEngine, simple, turbo
simple.time = turbo.time = SimpleNamespace(time=time.process_time, perf_counter=time.process_time)

class Barring(FrisianBoard):
    barred, plies = None, 0
    @property
    def legal_moves(self):
        moves = super().legal_moves
        if self.barred is None or len(self._moves_stack) > self.plies:
            return moves
        return [move for move in moves if move.square_list[0] != self.barred or move.captured_list]

def named(move):
    return [move.square_list[0] + 1, move.square_list[-1] + 1,
            sorted(square + 1 for square in move.captured_list)]

game, seconds = sys.argv[1], float(sys.argv[2])
kind = {"international": StandardBoard, "frisian": Barring, "russian": RussianBoard,
        "brazilian": BrazilianBoard}[game]
for line in sys.stdin:
    moves, barred = json.loads(line)
    if moves[:1] == [None]:
        board, moves = kind(), moves[1:]
        engine = (TurboEngine if game == "international" else SimpleEngine)(64, seconds)
    for name in moves:
        board.push(next(move for move in board.legal_moves if named(move) == name))
    if barred is not None:
        board.barred, board.plies = barred - 1, len(board._moves_stack)
        engine.tt.clear()  # it may name that king's move as the best
    started = time.process_time()
    move = engine.get_best_move(board)
    taken = time.process_time() - started
    if barred is not None:
        board.barred = None
    board.push(move)
    print(json.dumps([named(move), taken]), flush=True)
"""

#: Start, end and captured squares, which together identify a move in a position.
Named = list[int | list[int]]


class Peer:
    """Their engine, in its own process. ``seconds`` is the time its moves have taken."""

    def __init__(self, send: IO[str], receive: IO[str]) -> None:
        self._send, self._receive = send, receive
        self._news: list[Named | None] = []
        self.seconds: list[float] = []

    def begin(self, timeline: Timeline) -> None:
        """Start a new game with these moves."""
        self._news = [None, *map(_named, timeline.played)]

    def hear(self, move: Move) -> None:
        """Tell it our move."""
        self._news.append(_named(move))

    def choose(self, position: Position) -> Move:
        """Its move in the current position of the game."""
        geometry = position.variant.geometry
        barred = geometry.square(position.barred) if position.barred else None
        print(json.dumps([self._news, barred]), file=self._send, flush=True)
        name, seconds = json.loads(self._receive.readline())
        self._news.clear()
        self.seconds.append(seconds)
        return next(move for move in position.legal_moves() if _named(move) == name)


def _named(move: Move) -> Named:
    return [move.start, move.end, sorted(move.captured)]


def opening(game: str, random: Random) -> Timeline:
    """A few random moves for both sides to continue from."""
    judge = strategy("expert", game, seed=1, depth=LOOK)
    while True:
        timeline = Timeline.begin(Position.start(game))
        for _ in range(OPENING):
            timeline = timeline.play(random.choice(timeline.position.legal_moves()))
        score = judge.choose(timeline.position).score
        if score is not None and abs(score) <= FAIR:
            return timeline


def finished(
    timeline: Timeline, level: str, limit: float, colour: Colour, peer: Peer, seconds: list[float]
) -> Timeline:
    """Play a game to its end, or until it counts as a draw; adds up the seconds of our moves."""
    player = strategy(level, timeline.position.variant, seed=1, time=limit)
    peer.begin(timeline)
    while timeline.outcome is None and len(timeline.played) < LONGEST:
        position = timeline.position
        if position.turn is colour:
            started = time.process_time()
            context = Context(timeline.positions[:-1], clock=time.process_time)
            move = player.choose(position, context).move
            seconds.append(time.process_time() - started)
            peer.hear(move)
        else:
            move = peer.choose(position)
        timeline = timeline.play(move)
    return timeline


def points(timeline: Timeline, colour: Colour) -> float:
    """What a game is worth to a side; an endless one is a draw."""
    if timeline.outcome is None or timeline.outcome.winner is None:
        return 0.5
    return float(timeline.outcome.winner is colour)


def main(python: str, game: str, games: int, limit: float, level: str) -> None:
    """Play the match, and print every game with its score, then the result."""
    random = Random(1)
    scores: list[float] = []
    seconds: list[float] = []
    command = [python, "-c", SERVER, game, str(limit)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        peer = Peer(process.stdin, process.stdout)
        while len(scores) < games:
            begun = opening(game, random)
            for colour in Colour:
                played = finished(begun, level, limit, colour, peer, seconds)
                scores.append(points(played, colour))
                moves = " ".join(map(str, played.played))
                print(game, len(scores), colour, scores[-1], played.outcome, moves, flush=True)
        process.stdin.close()
    score = sum(scores) / len(scores)
    wins, draws = scores.count(1.0), scores.count(0.5)
    result = {
        "variant": game,
        "games": len(scores),
        "wins": wins,
        "draws": draws,
        "losses": len(scores) - wins - draws,
        "score": round(score, 3),
        "elo": elo_difference(score, len(scores)).value,
        "seconds_a_move": round(mean(seconds), 3),
        "their_seconds_a_move": round(mean(peer.seconds), 3),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("python")
    parser.add_argument("game")
    parser.add_argument("games", nargs="?", type=int, default=20)
    parser.add_argument("seconds", nargs="?", type=float, default=0.3)
    parser.add_argument("level", nargs="?", default="expert")
    asked = parser.parse_args()
    main(asked.python, asked.game, asked.games, asked.seconds, asked.level)
