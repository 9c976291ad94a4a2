"""Solve the family of Mini-Checkers: sixty games that differ in five rules, on the same board.

    python research/family.py --out research/family.jsonl
    python research/family.py chains-back-loses-normal

Each game is one line of JSON: the value of the start and of every first move for the side to move,
the positions looked at and the seconds of processor time. Games that a file has already are not
solved again. A value is the final lead in pieces where more pieces win, elsewhere 1, 0 or -1.
"""

import argparse
import json
import sys
import time
from collections.abc import Sequence
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


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    games = list(family())
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these of the sixty games")
    parser.add_argument("--out", type=Path, metavar="FILE", help="add to a file, and resume there")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.games if name not in games]:
        sys.exit(f"family.py: there is no {unknown[0]}; choose from {', '.join(games)}")
    run(arguments.games or games, arguments.out)


if __name__ == "__main__":
    main()
