"""Solve Mini-Checkers: the value of every position that play can reach.

    python research/solve.py --out mini.table
    python research/solve.py --position W:W10,17:B2,9
    python research/solve.py --check mini.table

One JSON object says what was found. The table of the whole game has a pinned SHA-256; anything else
is an error. --check reads a table and looks at every position with the game's own move generator:
each value is the best of its replies.
"""

import argparse
import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import solution_table
from minicheckers import Position
from minicheckers.commands.output import ProgressBar
from minicheckers.engine.solver import SOLVED
from minicheckers.support.processes import WorkerDiedError, work_off
from position_sets import MOST_TO_GO
from strong import GOALS, Solution, megabytes, place, reach, reachable

_LAYERS = MOST_TO_GO + 1


@dataclass
class _Solved:
    solution: Solution
    sha256: str
    megabytes: int


class _Steps:
    """Moves the bar on, step by step, and says what is being done."""

    def __init__(self, bar: ProgressBar) -> None:
        self._bar = bar
        self._done = 0
        self.note = ""

    def __call__(self, _: object = None) -> None:
        self._done += 1
        self._bar.show(self._done, self.note)


def solve(start: Position, jobs: int, out: Path | None = None) -> dict[str, Any]:
    """Solve all that can follow a position, write the table, and say what was found."""
    started = time.perf_counter()
    count = _LAYERS * (1 + len(GOALS)) + solution_table.BLOCKS * (1 if out is None else 2)
    with ProgressBar(count, sys.stderr) as bar:
        record = _record(_solve(start, jobs, _Steps(bar), out))
    record["seconds"] = round(time.perf_counter() - started, 3)
    return record


def _solve(start: Position, jobs: int, steps: _Steps, out: Path | None) -> _Solved:
    steps.note = "finding the positions"
    reached = reachable([place(start)], steps)
    solution = Solution(start, reached[0])
    steps.note = f"solving {solution.positions:,} positions"
    working = work_off(partial(reach, reached), GOALS, jobs, steps)
    del reached  # the processes have it now, and here it would only take space
    most = 0
    with closing(working) as results:
        for goal, positions, memory in results:
            solution.count(goal, positions)
            most = max(most, memory)
    steps.note = "making the table"
    blocks = []
    for number in range(solution_table.BLOCKS):
        blocks.append(solution_table.make_block(number, solution.values))
        steps()
    digests = [sha256(block).digest() for block in blocks]
    if out is not None:
        steps.note = "compressing the table"
        compressed = []
        with ThreadPoolExecutor(jobs) as threads:  # a compressor does not hold Python's lock
            for block in threads.map(solution_table.pack_block, blocks):
                compressed.append(block)
                steps()
        out.write_bytes(solution_table.to_file(digests, compressed))
    own = megabytes()
    memory = own + jobs * most if jobs > 1 else own
    return _Solved(solution, solution_table.digest_of(digests), memory)


def _record(solved: _Solved) -> dict[str, Any]:
    solution = solved.solution
    return {
        "variant": SOLVED.name,
        "positions": solution.positions,
        "wiped_out": solution.wiped_out,
        "values": {str(value): count for value, count in solution.histogram().items()},
        "start": solution.value(solution.start),
        "first_moves": {str(move): value for move, value in solution.first_moves().items()},
        "longest": solution.longest(),
        "sha256": solved.sha256,
        "seconds": 0.0,
        "megabytes": solved.megabytes or None,
    }


def check(path: Path) -> dict[str, Any]:
    """Check the table in a file; ValueError if it does not hold."""
    started = time.perf_counter()
    table = solution_table.read_table(path)
    with ProgressBar(solution_table.BLOCKS, sys.stderr) as bar:
        positions = solution_table.check_table(table, lambda done: bar.show(done, "checking"))
    seconds = round(time.perf_counter() - started, 3)
    return {"positions": positions, "sha256": table.sha256, "seconds": seconds}


def main() -> int:
    """Print what was found; 1 if it is wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    jobs = min(2, os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the table to a file")
    parser.add_argument(
        "--jobs", type=int, default=jobs, metavar="J", help="processes, about 300 MB each"
    )
    parser.add_argument("--position", metavar="FEN", help="solve only what can follow it")
    parser.add_argument("--check", type=Path, metavar="FILE", help="check the table in a file")
    arguments = parser.parse_args()
    start = Position.start(SOLVED)
    try:
        if arguments.check is not None:
            print(json.dumps(check(arguments.check)))
            return 0
        begin = Position.from_fen(arguments.position, SOLVED) if arguments.position else start
        record = solve(begin, arguments.jobs, arguments.out)
    except (ValueError, WorkerDiedError) as error:
        sys.exit(f"solve.py: {error}")
    print(json.dumps(record))
    if begin == start and record["sha256"] != solution_table.PINNED:
        sys.exit(f"the result is wrong: its SHA-256 should be {solution_table.PINNED}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
