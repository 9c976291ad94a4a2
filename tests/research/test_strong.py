"""The strong solution: what it finds below some positions is what naive search finds."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from random import Random

import pytest

import solution_table
from minicheckers import Position
from minicheckers.engine.solver.referee import referee
from minicheckers.rules.movegen import State, generator
from minicheckers.rules.variant import MINI
from position_sets import rotated
from solution_table import SolutionTable, check_table
from strong import GOALS, Sides, Solution, place, reachable, reaching
from testing.naive_solver import NaiveSolver

pack = referee(MINI).pack

successors = generator(MINI)

#: Late enough to be quick, early enough for captures, passes and a side wiped out to follow.
LATE = Position.from_fen("W:W10,17:B2,9")


#: After ten plies of a random game: all that can follow is 26,567 positions.
PLY_TEN = Position.from_fen("B:W8,15,16,17:B3,4,5,9")


def all_below(state: State) -> dict[int, State]:
    """Every position that can follow, one by one."""
    found: dict[int, State] = {}
    waiting = [state]
    while waiting:
        state = waiting.pop()
        if pack(state) not in found:
            found[pack(state)] = state
            waiting += successors(state)
    return found


@pytest.fixture(scope="module")
def reached() -> Sides:
    return reachable([place(LATE)])


@pytest.fixture(scope="module")
def solution(reached: Sides) -> Solution:
    return solved(LATE, reached)


def solved(position: Position, reached: Sides) -> Solution:
    solution = Solution(position, reached[0])
    for goal in GOALS:
        solution.count(goal, reaching(goal, reached)[0])
    return solution


def table_of(solution: Solution) -> bytes:
    numbers = range(solution_table.BLOCKS)
    blocks = [solution_table.make_block(number, solution.values) for number in numbers]
    digests = [sha256(block).digest() for block in blocks]
    pack_block = cache(solution_table.pack_block)  # most are the same: without a position
    return solution_table.to_file(digests, list(map(pack_block, blocks)))


@pytest.fixture(scope="module")
def content(solution: Solution) -> bytes:
    return table_of(solution)


def test_it_finds_what_naive_search_finds(solution: Solution) -> None:
    assert_as_naive(LATE, solution)


@pytest.mark.slow
def test_it_finds_what_naive_search_finds_below_ply_ten() -> None:
    solution = solved(PLY_TEN, reachable([place(PLY_TEN)]))
    assert solution.positions == 26_567
    assert_as_naive(PLY_TEN, solution)


def assert_as_naive(position: Position, solution: Solution) -> None:
    """Every position that can follow has the naive solver's value, and no other is counted."""
    naive = NaiveSolver()
    below = all_below(position.state)
    assert solution.positions == len(below) > 1000
    for state in below.values():
        position = Position(MINI, state)
        assert solution.value(position) == naive.value(state), position
    alive = [naive.value(state) for state in below.values() if state[0] and state[2]]
    assert solution.wiped_out == len(below) - len(alive) > 0
    assert sum(solution.histogram().values()) == len(alive)
    assert all(alive.count(value) == n for value, n in solution.histogram().items())


def test_both_sides_see_the_same_game(reached: Sides) -> None:
    for odd, evens in reached[0].items():
        for even in range(evens.bit_length()):
            if evens >> even & 1:
                other_odd, other_even = rotated(odd, even)
                assert reached[1][other_odd] >> other_even & 1
    black, white = reaching(1, reached)
    mirrored = reaching(0, reached)
    total = sum(evens.bit_count() for evens in reached[0].values())
    assert count(black) == total - count(mirrored[1])
    assert count(white) == total - count(mirrored[0])


def count(positions: dict[int, int]) -> int:
    return sum(evens.bit_count() for evens in positions.values())


def test_the_table_holds_the_same_and_nothing_else(content: bytes) -> None:
    table = SolutionTable(content)
    naive = NaiveSolver()
    below = all_below(LATE.state)
    assert all(table.get(packed) == naive.value(state) for packed, state in below.items())
    assert table.get(pack(Position.start("mini").state)) is None
    assert sum(len(evens) for _, evens, _ in table.rows()) == len(below)


@pytest.mark.slow
def test_a_right_table_passes(content: bytes) -> None:
    assert check_table(SolutionTable(content), lambda _: None) == len(all_below(LATE.state))


class OneWrong(SolutionTable):
    """A table whose last value is one more than it should be."""

    def rows(self) -> Iterator[tuple[int, list[int], list[int]]]:
        *others, (odd, evens, values) = super().rows()
        yield from others
        yield odd, evens, [*values[:-1], values[-1] + 1]


def test_one_wrong_value_does_not_pass_and_the_others_do(content: bytes) -> None:
    *_, (_, _, values) = SolutionTable(content).rows()
    told = f"a value is {values[-1] + 1}, and the best of its replies is {values[-1]}"
    with pytest.raises(ValueError, match=told):
        check_table(OneWrong(content), lambda _: None)


@pytest.mark.slow
def test_a_table_of_wrong_values_does_not_pass(reached: Sides) -> None:
    # All values -6 but for those that Black wins.
    one_more = Solution(LATE, reached[0])
    one_more.count(1, reaching(1, reached)[0])
    with pytest.raises(ValueError, match="best of its replies"):
        check_table(SolutionTable(table_of(one_more)), lambda _: None)


def test_a_damaged_table_is_refused(content: bytes) -> None:
    random = Random(1)
    for _ in range(30):
        at = random.randrange(len(content))
        for damaged in (
            content[:at],
            content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :],
            content + b"x",
        ):
            with pytest.raises(ValueError, match="table"):
                SolutionTable(damaged)
