"""What each idea of the solver gains, and how long answers take.

    python research/solver_ideas.py proof    # the proof that the start is a draw
    python research/solver_ideas.py ideas    # the same, idea by idea
    python research/solver_ideas.py times    # all values of a position, for many positions

An idea is taken away by replacing a part that the search uses, so the search itself need not know
how to do without it. A node is a position whose moves were generated, counted every time.
"""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from minicheckers import Position
from minicheckers.engine.solver.proof import ProofSearch
from minicheckers.engine.solver.referee import referee
from minicheckers.engine.solver.solver import Solver
from minicheckers.rules.movegen import State, generator, start_state
from minicheckers.rules.variant import MINI, Priority

successors = generator(MINI)


@dataclass
class Counted:
    answer: bool
    nodes: int
    moves: int


def plain_proof(goals: tuple[int, ...]) -> Counted:
    """Alpha-beta with only a table: moves in generation order, bounds by counting pieces."""
    known: dict[tuple[State, int], bool] = {}
    nodes = moves = 0

    def reaches(state: State, goal: int) -> bool:
        nonlocal nodes, moves
        men, _, foes, _, _ = state
        if goal > men.bit_count() or goal <= -foes.bit_count():
            return goal <= 0
        question = state, goal
        if question not in known:
            children = successors(state)
            nodes += 1
            moves += len(children)
            if children:
                known[question] = any(not reaches(child, 1 - goal) for child in children)
            else:
                known[question] = men.bit_count() - foes.bit_count() >= goal
        return known[question]

    answers = [reaches(start_state(MINI), goal) for goal in goals]
    return Counted(answers == [True, False], nodes, moves)


def by_counting(men: int, foes: int) -> tuple[int, int]:
    return -foes.bit_count(), men.bit_count()


def in_no_order(men: int, foes: int) -> int:
    return 0


#: What is told a search in the place of what the referee knows.
COUNTING = {"bounds": by_counting}
NOTHING_FORCED = {"bounds": referee(replace(MINI, priority=(Priority.MOST_PIECES,))).bounds}
NO_ORDER = {"guess": in_no_order}
PLAIN_SEARCH = {"plain_gap": 99}
PROOF_NUMBERS = {"plain_gap": -1}

#: What the solver does.
OURS = "proof numbers where much is open"
#: The replaced parts. Every row but the last has the ideas of the rows above it, plus one.
IDEAS: dict[str, dict[str, Any]] = {
    "one side to move; replies' table entries first": COUNTING | NO_ORDER | PLAIN_SEARCH,
    "bounds: who can still be captured": NOTHING_FORCED | NO_ORDER | PLAIN_SEARCH,
    "bounds: a capture is forced": NO_ORDER | PLAIN_SEARCH,
    "order by guessed value": PLAIN_SEARCH,
    OURS: {},
    "proof numbers everywhere": PROOF_NUMBERS,
}


def solver_proof(replaced: dict[str, Any]) -> Counted:
    search = ProofSearch(referee(MINI)._replace(**replaced))
    start = referee(MINI).pack(start_state(MINI))
    answer = search.reaches(start, 0) and not search.reaches(start, 1)
    return Counted(answer, search.nodes, search.moves)


def proofs(names: Sequence[str]) -> None:
    print(f"{'start is at least, and at most, a draw':48} {'nodes':>9} {'moves':>10} {'s':>6}")
    for name in names:
        run = partial(solver_proof, IDEAS[name]) if name in IDEAS else partial(plain_proof, (0, 1))
        started = time.process_time()
        counted = run()
        assert counted.answer
        seconds = time.process_time() - started
        print(f"{name:48} {counted.nodes:9,} {counted.moves:10,} {seconds:6.2f}", flush=True)


def from_play(random: Random) -> Position:
    """A position from anywhere in a random game, except its end."""
    state, states = start_state(MINI), []
    while children := successors(state):
        states.append(state)
        state = random.choice(children)
    return Position(MINI, random.choice(states))


def set_up(random: Random) -> Position:
    """A random arrangement of 2 to 18 pieces."""
    bits = random.sample(MINI.geometry.bits, random.randint(2, 18))
    of_mover = random.randint(1, len(bits) - 1)
    return Position(MINI, (sum(bits[:of_mover]), 0, sum(bits[of_mover:]), 0, random.randint(0, 1)))


def facing(random: Random) -> Position:
    """Four to nine pieces per side, each side in its own half: the hard ones."""
    bits = MINI.geometry.bits
    men = sum(random.sample(bits[:9], random.randint(4, 9)))
    foes = sum(random.sample(bits[9:], random.randint(4, 9)))
    return Position(MINI, (men, 0, foes, 0, 0))


def measured(positions: Iterator[Position], *, opening: bool) -> list[float]:
    seconds = []
    for position in positions:
        solver = Solver(opening=opening)
        started = time.process_time()
        solver.move_values(position)
        seconds.append(time.process_time() - started)
    return sorted(seconds)


def times(count: int) -> None:
    print(
        f"{'seconds for all values of a position':40} {'median':>8} {'99 %':>8} {'most':>8}  >0.1 s"
    )
    kinds: list[tuple[str, Callable[[Random], Position], int, bool]] = [
        ("the start, with the opening table", lambda _: Position.start("mini"), 1, True),
        ("from play, with the opening table", from_play, count, True),
        ("from play, without it", from_play, count // 10, False),
        ("set up", set_up, count, True),
        ("set up, armies face each other", facing, count // 4, True),
    ]
    Solver().value(Position.start("mini"))  # reads the table, which happens once per process
    for name, make, number, opening in kinds:
        random = Random(number)
        seconds = measured((make(random) for _ in range(number)), opening=opening)
        slow = sum(s > 0.1 for s in seconds)
        middle, late = seconds[number // 2], seconds[number * 99 // 100]
        print(
            f"{name + f' ({number})':40} {middle:8.4f} {late:8.4f} {seconds[-1]:8.4f}  {slow}",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure the solver of mini.")
    parser.add_argument("what", choices=["proof", "ideas", "times"])
    parser.add_argument("--count", type=int, default=1000, help="positions of each kind")
    parser.add_argument("--no-plain", action="store_true", help="leave out plain alpha-beta")
    arguments = parser.parse_args()
    if arguments.what == "proof":
        proofs([OURS])
    elif arguments.what == "ideas":
        proofs([*([] if arguments.no_plain else ["alpha-beta and a table"]), *IDEAS])
    else:
        times(arguments.count)
