"""Two versions of the program against each other, at equal processor time or equal nodes.

    python research/versions.py OLD_TREE NEW_TREE --variant english --time 0.3 --jobs 2
    python research/versions.py OLD_TREE NEW_TREE --nodes 2000 --level timed
    python research/versions.py TREE TREE --level expert --against hard --variant russian

A tree is a checkout, or any folder with the package in it. Each version runs in its own process.
Its clock counts the processor time of that process, so a busy machine favours neither side; with
--nodes the clock counts how often it is read, which the search does every 64 nodes. Every random
opening is played twice, with colours swapped. The score is the new version's. With --against the
old version plays another level: two levels of one tree, measured on a crowded machine.

With --prepared 10 the new version has ten times the limit for its first four moves: about what it
would gain from an opening book learnt by thinking ten times as long.

Most won games are won long before they end. With --agreed 800 a game is over as soon as both
versions have agreed for three moves in a row that the same side is this far ahead.

With --results FILE every game is saved there when it ends. Rerun the same command to continue an
interrupted match.
"""

import argparse
import json
import math
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from statistics import mean, pstdev

from minicheckers import Game

PLAYER = """
import sys, time
from minicheckers import Game, strategy
try:
    from minicheckers import Context
except ImportError:
    from minicheckers.ai.strategy import Context
NODES_A_READING = 64
PREPARED_MOVES = 4
nodes = 0
def count_nodes():
    global nodes
    nodes += NODES_A_READING
    return nodes
for line in sys.stdin:
    words = line.split()
    if words[0] == "new":
        _, level, variant, size, seed, limit, unit, prepared = words
        size = None if size == "None" else int(size)
        game, history = Game(variant, size=size), []
        clock = count_nodes if unit == "nodes" else time.process_time
        limits = [float(limit)] + [float(limit) * int(prepared)] * (int(prepared) > 1)
        player, *preparing = [
            strategy(level, game.position.variant, seed=int(seed), time=limit or None)
            for limit in limits
        ]
        preparing *= PREPARED_MOVES
    elif words[0] == "play":
        history.append(game.position)
        game.play(words[1])
    elif words[0] == "go":
        started = time.process_time()
        mover = preparing.pop() if preparing else player
        decision = mover.choose(game.position, Context(history=tuple(history), clock=clock))
        taken = time.process_time() - started
        score = int(decision.score or 0)
        print(decision.move, decision.depth, decision.nodes, taken, score, flush=True)
"""
#: How many times in a row each version must call the game decided.
MOVES_AGREED = 3


class Version:
    """One tree playing in its own process, and the resources it used."""

    def __init__(self, tree: Path, *, is_new: bool) -> None:
        self.is_new = is_new
        source = tree / "src" if (tree / "src").is_dir() else tree
        self._process = subprocess.Popen(
            [sys.executable, "-c", PLAYER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"PYTHONPATH": str(source)},
            text=True,
        )
        self.moves = self.depths = self.nodes = 0
        self.seconds = 0.0

    def tell(self, *words: object) -> None:
        assert self._process.stdin is not None
        print(*words, file=self._process.stdin, flush=True)

    def choose(self) -> tuple[str, int]:
        """Its move, and how far ahead it thinks it is."""
        assert self._process.stdout is not None
        self.tell("go")
        answer = self._process.stdout.readline().split()
        if len(answer) != 5:
            raise SystemExit("a version has failed")
        self.moves += 1
        self.depths += int(answer[1])
        self.nodes += int(answer[2])
        self.seconds += float(answer[3])
        return answer[0], int(answer[4])


def opening(variant: str, size: int | None, plies: int, random: Random) -> list[str]:
    """Random moves to start the game from."""
    while True:
        game = Game(variant, size=size)
        for _ in range(plies):
            if game.outcome is None:
                game.play(random.choice(game.position.legal_moves()))
        if game.outcome is None:
            return [str(move) for move in game.moves]


def play(
    black: Version, white: Version, moves: list[str], arguments: argparse.Namespace, seed: int
) -> str | None:
    """Play one game from an opening; return the winning colour, or None for a draw."""
    game = Game(arguments.variant, size=arguments.size)
    limit, unit = (arguments.nodes, "nodes") if arguments.nodes else (arguments.time, "seconds")
    setting = (arguments.variant, arguments.size, seed, limit, unit)
    for version in (black, white):
        if version.is_new:
            version.tell("new", arguments.level, *setting, arguments.prepared)
        else:
            version.tell("new", arguments.against or arguments.level, *setting, 1)
    for move in moves:
        game.play(move)
        for version in (black, white):
            version.tell("play", move)
    lead_of_black: list[int] = []
    while game.outcome is None:
        turn = str(game.position.turn)
        move, lead = (black if turn == "black" else white).choose()
        game.play(move)
        lead_of_black.append(lead if turn == "black" else -lead)
        if arguments.agreed and len(lead_of_black) >= 2 * MOVES_AGREED:
            least, *_, most = sorted(lead_of_black[-2 * MOVES_AGREED :])
            if least >= arguments.agreed or most <= -arguments.agreed:
                return "black" if least > 0 else "white"
        for version in (black, white):
            version.tell("play", move)
    return None if game.outcome.winner is None else str(game.outcome.winner)


class Table:
    """A table where both versions play one game after another."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.old = Version(arguments.old, is_new=False)
        self.new = Version(arguments.new, is_new=True)


def play_one(idle: "SimpleQueue[Table]", arguments: argparse.Namespace, number: int) -> float:
    """Play a game at a free table; return the new version's points."""
    table = idle.get()
    pair, swapped = divmod(number, 2)
    random = Random(f"{arguments.seed} {pair}")
    moves = opening(arguments.variant, arguments.size, arguments.opening, random)
    black, white = (table.old, table.new) if swapped else (table.new, table.old)
    try:
        winner = play(black, white, moves, arguments, seed=pair)
    finally:
        idle.put(table)
    if winner is None:
        return 0.5
    return float((winner == "black") == (black is table.new))


def elo(score: float) -> float:
    score = min(max(score, 1e-3), 1 - 1e-3)
    return 400 * math.log10(score / (1 - score))


class Kept:
    """The points of this match's games in a results file, by game number."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._file: Path | None = arguments.results
        what_does_not_matter = ("games", "jobs", "results")
        match = {name: value for name, value in vars(arguments).items() if value is not None}
        self._match = {
            name: str(value) for name, value in match.items() if name not in what_does_not_matter
        }
        lines = []
        if self._file is not None and self._file.exists():
            lines = self._file.read_text(encoding="utf-8").splitlines()
        games = [json.loads(line) for line in lines]
        self.points: dict[int, float] = {
            number: points for match, number, points in games if match == self._match
        }

    def add(self, number: int, points: float) -> None:
        """Save a game that has just ended."""
        self.points[number] = points
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as file:
                print(json.dumps([self._match, number, points]), file=file)


class Played:
    """The results so far."""

    def __init__(self, points: Iterable[float]) -> None:
        self._points = list(points)

    def add(self, points: float) -> None:
        self._points.append(points)

    def __str__(self) -> str:
        points = self._points
        wins, draws, losses = (points.count(result) for result in (1.0, 0.5, 0.0))
        score = mean(points)
        margin = 1.96 * pstdev(points) / math.sqrt(len(points))
        return (
            f"{len(points)} games: +{wins} ={draws} -{losses}, {100 * score:.1f} %, "
            f"Elo {elo(score):+.0f} [{elo(score - margin):+.0f}, {elo(score + margin):+.0f}]"
        )


def used(versions: list[Version]) -> str:
    """What a version used per move, averaged over all tables."""
    moves = max(1, sum(version.moves for version in versions))
    seconds = sum(version.seconds for version in versions) / moves
    nodes = sum(version.nodes for version in versions) / moves
    depth = sum(version.depths for version in versions) / moves
    return f"{seconds:.3f} s, {nodes:.0f} nodes, depth {depth:.1f} a move"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--variant", default="english")
    parser.add_argument("--size", type=int)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument(
        "--time", type=float, default=0.3, help="processor seconds a move; 0: none given"
    )
    parser.add_argument("--nodes", type=int, help="nodes a move instead")
    parser.add_argument("--level", default="timed")
    parser.add_argument("--against", help="the level of the old version, if it is another one")
    parser.add_argument("--opening", type=int, default=4, help="random plies before each game")
    parser.add_argument(
        "--prepared", type=int, default=1, help="times the limit for the new version's first moves"
    )
    parser.add_argument(
        "--agreed", type=int, help="end games that both versions call decided by so much"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--results", type=Path, help="where games are kept, and not played again")
    arguments = parser.parse_args()
    kept = Kept(arguments)
    left = [number for number in range(arguments.games) if number not in kept.points]
    played = Played(kept.points.values())
    with ThreadPoolExecutor(arguments.jobs) as threads:
        tables = [Table(arguments) for _ in range(arguments.jobs)]
        idle = SimpleQueue[Table]()
        for table in tables:
            idle.put(table)
        games = [threads.submit(play_one, idle, arguments, number) for number in left]
        for number, game in zip(left, games, strict=True):
            points = game.result()
            kept.add(number, points)
            played.add(points)
            if (number + 1) % 10 == 0:
                print(played, flush=True)
    print(played)
    print(f"old: {used([table.old for table in tables])}")
    print(f"new: {used([table.new for table in tables])}")


if __name__ == "__main__":
    main()
