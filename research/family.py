"""Solve the family of Mini-Checkers: sixty games that differ in five rules, on the same board.

    python research/family.py --out research/family.jsonl
    python research/family.py chains-back-loses-normal
    python research/family.py --page research/family.jsonl

Each game is one line of JSON: the value of the start and of every first move for the side to move,
the positions looked at and the seconds of processor time. Games that a file has already are not
solved again. A value is the final lead in pieces where more pieces win, elsewhere 1, 0 or -1.
--page prints the tables of docs/which-rules-decide.md from such a file.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from minicheckers import Position
from minicheckers.engine.gc_pause import no_collection
from minicheckers.engine.solver.proof import ProofSearch
from minicheckers.engine.solver.referee import referee
from minicheckers.rules.variant import ALL_DIAGONALS, MINI, Goal, Priority, Stuck, Variant

#: Forced or not, chains or single jumps, and whether the longest chain must be taken.
CAPTURES: dict[str, tuple[bool, bool, tuple[Priority, ...]]] = {
    "one": (True, False, ()),
    "chains": (True, True, ()),
    "majority": (True, True, (Priority.MOST_PIECES,)),
    "free": (False, False, ()),
    "freechains": (False, True, ()),
}
#: Where men capture.
WAYS = {"ahead": MINI.man_jumps, "back": ALL_DIAGONALS}

#: The table of a search: with so many positions it takes a gigabyte.
_POSITIONS = 4_000_000


def family() -> dict[str, Variant]:
    """Mini with other captures, other ends for a side that cannot move, and other goals."""
    return {
        f"{captures}-{way}-{stuck}-{goal}": replace(
            MINI,
            name=f"{captures}-{way}-{stuck}",
            capture_forced=CAPTURES[captures][0],
            chains=CAPTURES[captures][1],
            priority=CAPTURES[captures][2],
            man_jumps=WAYS[way],
            stuck=stuck,
        ).with_goal(goal)
        for captures, way, stuck, goal in product(CAPTURES, WAYS, Stuck, Goal)
    }


@no_collection()
def solve(name: str, variant: Variant) -> dict[str, Any]:
    """The value of the start of a game and of every first move."""
    began = time.process_time()
    rules = referee(variant)
    search = ProofSearch(rules, _POSITIONS)
    moves = {
        str(move): -search.value(rules.pack(after.state))
        for move, after in Position.start(variant).transitions().items()
    }
    return {
        "game": name,
        "unit": "pieces" if rules.by_pieces else "result",
        "start": max(moves.values()),
        "first_moves": moves,
        "nodes": search.nodes,
        "seconds": round(time.process_time() - began, 1),
    }


def read(path: Path) -> dict[str, dict[str, Any]]:
    """The lines of a file by the names of their games."""
    if not path.exists():
        return {}
    records = map(json.loads, path.read_text().splitlines())
    return {record["game"]: record for record in records}


def run(names: Sequence[str], out: Path | None) -> None:
    """Solve the games that the file does not have, each told as soon as it is solved."""
    games, known = family(), {} if out is None else read(out)
    for number, name in enumerate(names, 1):
        if name in known:
            continue
        print(f"{number} of {len(names)}: {name}", file=sys.stderr)
        line = json.dumps(solve(name, games[name]))
        if out is None:
            print(line, flush=True)
        else:
            with out.open("a") as file:
                file.write(line + "\n")


# The page


#: Every rule and its two ways to go, as parts of the names of games.
_CHANGES = {
    "captures are free instead of mandatory": (0, {"one": "free", "chains": "freechains"}),
    "chains instead of one jump": (0, {"one": "chains", "free": "freechains"}),
    "the longest chain must be taken": (0, {"chains": "majority"}),
    "men capture backward too": (1, {"ahead": "back"}),
    "a side that cannot move loses instead of passing": (2, {"passes": "loses"}),
    "the goal is to lose": (3, {"normal": "losing"}),
    "the goal is the last row": (3, {"normal": "breakthrough"}),
}
_CAPTURES_TOLD = {
    "one": "mandatory, one jump",
    "chains": "mandatory, chains",
    "majority": "mandatory, longest chain",
    "free": "free, one jump",
    "freechains": "free, chains",
}
_WAYS_TOLD = {"ahead": "forward", "back": "both ways"}
_MARKS = {1: "●", 0: "◐", -1: "○"}
_UNKNOWN = "?"


def page(records: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The tables of the page, as Markdown."""
    yield from _matrix(records, _result)
    yield ""
    yield from _flips(records)
    yield ""
    yield from _matrix(records, _effort)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _result(record: dict[str, Any]) -> str:
    moves = "".join(_MARKS[_sign(value)] for value in record["first_moves"].values())
    return f"**{_MARKS[_sign(record['start'])]}** {moves}"


def _effort(record: dict[str, Any]) -> str:
    return f"{record['seconds']:.1f} s, {record['nodes'] / 1000:,.0f} k"


def _matrix(
    records: dict[str, dict[str, Any]], cell: Callable[[dict[str, Any]], str]
) -> Iterator[str]:
    """A row for each kind of capture, a column for each end and goal."""
    ends = [f"{stuck}-{goal}" for stuck, goal in product(Stuck, Goal)]
    told = [end.replace("-", ", ") for end in ends]
    yield f"| captures | men capture | {' | '.join(told)} |"
    yield f"|---|---|{'---|' * len(ends)}"
    for captures, way in product(CAPTURES, WAYS):
        games = [records.get(f"{captures}-{way}-{end}") for end in ends]
        cells = " | ".join(_UNKNOWN if game is None else cell(game) for game in games)
        yield f"| {_CAPTURES_TOLD[captures]} | {_WAYS_TOLD[way]} | {cells} |"


def _flips(records: dict[str, dict[str, Any]]) -> Iterator[str]:
    """How often a change of one rule alone changes the result of the start, or of a first move."""
    yield "| what changes | pairs of games | start flips | first moves that flip |"
    yield "|---|---:|---:|---:|"
    for told, (place, change) in _CHANGES.items():
        pairs = starts = moves = 0
        for name, record in records.items():
            parts = name.split("-")
            parts[place] = change.get(parts[place], "")
            other = records.get("-".join(parts))
            if other is None:
                continue
            pairs += 1
            starts += _sign(record["start"]) != _sign(other["start"])
            moves += sum(
                _sign(value) != _sign(other["first_moves"][move])
                for move, value in record["first_moves"].items()
            )
        yield f"| {told} | {pairs} | {starts} | {moves} of {5 * pairs} |"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    games = list(family())
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these of the sixty games")
    parser.add_argument("--out", type=Path, metavar="FILE", help="add to a file, and resume there")
    parser.add_argument("--page", type=Path, metavar="FILE", help="print the tables of a file")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.games if name not in games]:
        sys.exit(f"family.py: there is no {unknown[0]}; choose from {', '.join(games)}")
    if arguments.page is not None:
        print("\n".join(page(read(arguments.page))))
    else:
        run(arguments.games or games, arguments.out)


if __name__ == "__main__":
    main()
