"""``minicheckers solve``: the value of every position of mini that play can reach."""

import argparse
import os
import re
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..engine.solver import SOLVED, solution_table
from ..engine.solver.position_sets import MOST_TO_GO, PositionSet
from ..engine.solver.strong import GOALS, Sides, Solution, place, reachable, reaching
from ..named_files import output_file
from ..processes import WorkerDiedError, work_off
from ..rules.position import Position
from . import shared
from .output import ProgressBar

_LAYERS = MOST_TO_GO + 1
#: More would have nothing to do.
MOST_JOBS = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", metavar="FILE", help="write the table of all values to a file")
    parser.add_argument(
        "--jobs",
        type=shared.whole_number(1, MOST_JOBS),
        default=min(2, os.cpu_count() or 1),
        metavar="J",
        help="how many processes to use, about 300 MB each; default: 2, or 1 on a single processor",
    )
    only = "solve only what can follow this FEN; default: the start"
    shared.add_flags(parser, "position json", position=only)


def run(arguments: argparse.Namespace) -> int:
    """Solve, write the table, and print what was found."""
    start = Position.start(SOLVED)
    if arguments.position is not None:
        start = Position.from_fen(arguments.position, SOLVED)
    started = time.perf_counter()
    steps = _LAYERS * (1 + len(GOALS)) + solution_table.BLOCKS * (2 if arguments.out else 1)
    try:
        with output_file(arguments.out) as fresh, ProgressBar(steps, sys.stderr) as bar:
            solved = _solve(start, arguments.jobs, _Steps(bar), fresh)
            record = _record(solved)
    except WorkerDiedError as error:
        shared.complain(error)
        return 1
    record["seconds"] = round(time.perf_counter() - started, 3)
    shared.print_result(arguments, record, _lines(record, start))
    if start == Position.start(SOLVED) and solved.sha256 != solution_table.PINNED:
        shared.complain(f"the result is wrong: its SHA-256 should be {solution_table.PINNED}")
        return 1
    return 0


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


class _Reaching(NamedTuple):
    """The positions that reach a goal, and the memory of the process that has found them."""

    goal: int
    positions: PositionSet
    megabytes: int


def _reach(reached: Sides, goal: int, report: Callable[[], None]) -> _Reaching:
    """Find out where a goal is reached; goes to the processes with all positions."""
    positions = reaching(goal, reached, lambda _: report())[0]
    return _Reaching(goal, positions, _megabytes())


def _solve(start: Position, jobs: int, steps: _Steps, out: IO[bytes] | None) -> _Solved:
    steps.note = "finding the positions"
    reached = reachable([place(start)], steps)
    solution = Solution(start, reached[0])
    steps.note = f"solving {solution.positions:,} positions"
    working = work_off(partial(_reach, reached), GOALS, jobs, steps)
    del reached  # the processes have it now, and here it would only take space
    most = 0
    with closing(working) as results:
        for goal, positions, megabytes in results:
            solution.count(goal, positions)
            most = max(most, megabytes)
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
        out.write(solution_table.to_file(digests, compressed))
    own = _megabytes()
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


def _megabytes() -> int:
    """The most memory that this process has had; 0 where nobody keeps count."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux, where getrusage also counts what the parent had
        found = re.search(r"VmHWM:\s*(\d+) kB", status.read_text(encoding="ascii"))
        return round(int(found[1]) * 1024 / 1e6) if found else 0
    if sys.platform == "win32":
        return 0
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6)


def _lines(record: dict[str, Any], start: Position) -> list[str]:
    values = {int(value): count for value, count in record["values"].items()}
    first = ", ".join(f"{move} {value:+d}" for move, value in record["first_moves"].items())
    memory = "" if record["megabytes"] is None else f", using {record['megabytes']} MB"
    return [
        f"{record['positions']:,} positions. In {record['wiped_out']:,} a side has no pieces left. "
        "The others, by value for the side to move:",
        *(f"  {value:+d}  {count:>10,}" for value, count in values.items()),
        f"Value of {start}: {record['start']:+d}",
        f"Its moves: {first or 'none, the game is over'}",
        f"Longest game without a mistake: {record['longest']} plies",
        f"SHA-256 of the table: {record['sha256']}",
        f"Solved in {record['seconds']:.1f} s{memory}.",
    ]
