"""Two versions of the program side by side: nodes per second of the same searches, in one run.

    python research/side_by_side.py OLD_TREE NEW_TREE
    python research/side_by_side.py OLD_TREE NEW_TREE --variants english --starts 9

A tree is a checkout, or any folder with the package in it. Each runs in its own process, and they
take turns searching one position at a time. For every position the fastest round counts, by
processor time, which a busy machine disturbs least. Memory layout can make one process up to a
tenth faster than another of the same tree, so each tree is started several times and the medians
count, shown with the lowest and the highest ratio.
"""

import argparse
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Self

SERVER = """
import sys, time
from minicheckers import Position, strategy
for line in sys.stdin:
    level, variant, depth, fen = line.split()
    position = Position.start(variant) if fen == "start" else Position.from_fen(fen, variant)
    player = strategy(level, variant, seed=1, depth=int(depth), time=1e6)
    started = time.process_time()
    nodes = player.choose(position).nodes
    print(nodes, time.process_time() - started, flush=True)
"""

#: One level that searches everything, and one that prunes.
LEVELS = ("alphabeta", "timed")

#: The depth, and the positions: the start, a middlegame and a late position.
POSITIONS = {
    "english": (
        9,
        (
            "start",
            "B:W17,21,22,25,26,27,30,32:B1,3,5,6,8,10,11,12",
            "W:WK2,K10,21,22,26:BK20,13,5,6,K30",
        ),
    ),
    "towers": (
        6,
        (
            "start",
            "B:W18,21,22,23,26,27,29,30:B1,2,6,7,9,10,12,14",
            "W:WK3,22,27,28:BK30,5,6,11",
        ),
    ),
    "pikachu": (5, ("start", "B:W40,45,K8:B20,26,K60")),
    "mini": (10, ("start", "W:W10,11,14,16,17,18:B2,3,4,6,8,9")),
}


class Version:
    """One tree at work in its own process."""

    def __init__(self, tree: Path) -> None:
        source = tree / "src" if (tree / "src").is_dir() else tree
        self._process = subprocess.Popen(
            [sys.executable, "-c", SERVER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"PYTHONPATH": str(source)},
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def ask(self, *words: object) -> tuple[int, float]:
        """Nodes and seconds of one search."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(*words, file=self._process.stdin, flush=True)
        nodes, seconds = self._process.stdout.readline().split()
        return int(nodes), float(seconds)


def measured(
    versions: list[Version], level: str, variant: str, rounds: int
) -> tuple[list[int], list[float]]:
    """Nodes and seconds of each version, summed over the positions of a variant."""
    depth, fens = POSITIONS[variant]
    nodes, seconds = [0] * len(versions), [0.0] * len(versions)
    for fen in fens:
        answers = [
            [version.ask(level, variant, depth, fen) for version in versions] for _ in range(rounds)
        ]
        for number in range(len(versions)):
            nodes[number] += answers[0][number][0]
            seconds[number] += min(answer[number][1] for answer in answers)
    return nodes, seconds


def speeds_of(
    trees: list[Path], level: str, variant: str, starts: int, rounds: int
) -> tuple[list[int], list[list[float]]]:
    """Nodes of each version, and its nodes per second at every start."""
    nodes: list[int] = []
    speeds: list[list[float]] = []
    for _ in range(starts):
        with ExitStack() as running:
            versions = [running.enter_context(Version(tree)) for tree in trees]
            nodes, seconds = measured(versions, level, variant, rounds)
        speeds.append([count / taken for count, taken in zip(nodes, seconds, strict=True)])
    return nodes, speeds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--starts", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--variants", nargs="+", choices=POSITIONS, default=list(POSITIONS))
    arguments = parser.parse_args()
    print(" " * 20 + "".join(f"{tree.name:>36}" for tree in arguments.trees))
    for level in LEVELS:
        for variant in arguments.variants:
            nodes, speeds = speeds_of(
                arguments.trees, level, variant, arguments.starts, arguments.rounds
            )
            columns = []
            for number, count in enumerate(nodes):
                speed = median(start[number] for start in speeds)
                ratios = sorted(start[number] / start[0] for start in speeds)
                spread = f"[{ratios[0]:.2f}, {ratios[-1]:.2f}]"
                columns.append(f"{count:9} {speed:9.0f}/s {median(ratios):5.2f} {spread}")
            print(f"{level:10}{variant:10}" + "".join(columns), flush=True)


if __name__ == "__main__":
    main()
