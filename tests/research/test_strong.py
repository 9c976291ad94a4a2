"""Solving the whole of Mini-Checkers, what comes of the table, and what the page says of it."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest

import solution_table
from mini_files import CLAIMS, prove
from minicheckers import Position
from minicheckers.coach.analysis import Analyst
from minicheckers.engine.solver import certificate
from minicheckers.engine.solver.proof import ProofSearch
from minicheckers.engine.solver.referee import referee
from minicheckers.rules.movegen import State, generator
from minicheckers.rules.variant import MINI
from position_sets import rotated
from solution_table import PINNED, SolutionTable, check_table, read_table
from solve import solve
from strong import GOALS, Sides, Solution, place, reachable, reaching
from testing.certificates import POSITIONS
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


# Solving the whole of Mini-Checkers, and what comes of the table: proofs and figures.

ROOT = Path(__file__).parents[2]
COUNTS = (
    *(21085, 182065, 656975, 1435760, 2246929, 2783397, 3030131),
    *(3079482, 2845015, 2195137, 1267804, 449076, 62947),
)
FIELDS = [
    "variant",
    "positions",
    "wiped_out",
    "values",
    "start",
    "first_moves",
    "longest",
    "sha256",
    "seconds",
    "megabytes",
]


def script(name: str, *words: str) -> str:
    command = [sys.executable, str(ROOT / "research" / name), *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_part_of_the_game() -> None:
    record = solve(Position.from_fen("W:W10,17:B2,9"), jobs=1)
    assert list(record) == FIELDS
    assert (record["positions"], record["wiped_out"], record["longest"]) == (1251, 7, 16)
    assert record["first_moves"] == {"10-7": 0, "17-13": 0, "17-14": 0}


@pytest.mark.slow
def test_processes_find_the_same_and_the_check_agrees(tmp_path: Path) -> None:
    path, words = tmp_path / "part.table", ("--position", "W:W10,17:B2,9", "--jobs", "2")
    record = json.loads(script("solve.py", *words, "--out", str(path)))
    assert record["positions"] == 1251
    checked = json.loads(script("solve.py", "--check", str(path)))
    assert (checked["positions"], checked["sha256"]) == (1251, record["sha256"])


class Whole:
    """What solving the whole game has found, and written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.record: dict[str, Any] = json.loads(script("solve.py", "--out", str(path)))
        self.table: SolutionTable = read_table(path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    return Whole(tmp_path_factory.mktemp("whole") / "mini.table")


@pytest.mark.slow
def test_the_whole_game(whole: Whole) -> None:
    record = whole.record
    assert (record["positions"], record["wiped_out"]) == (20_261_946, 6_143)
    assert tuple(record["values"].values()) == COUNTS
    assert record["first_moves"] == {"4-7": 0, "5-7": 0, "5-8": 0, "6-8": 0, "6-9": -1}
    assert (record["start"], record["longest"], record["sha256"]) == (0, 44, PINNED)
    assert whole.table.sha256 == PINNED
    assert whole.path.stat().st_size < 10_000_000


@pytest.mark.slow
def test_a_sample_of_the_whole_table_is_confirmed(whole: Whole) -> None:
    random, naive, search = Random(20), NaiveSolver(), ProofSearch(referee(MINI))
    small = 0
    for number in range(20_000):
        state = random_state(random)
        value = whole.table.get(pack(state))
        assert value == search.value(pack(state)), state
        if (state[0] | state[2]).bit_count() <= 9:
            assert value == naive.value(state), state
            small += 1
        if not number % 500:
            naive = NaiveSolver()  # or it would remember millions
    assert small > 5000


def random_state(random: Random) -> State:
    """A position from anywhere in a random game."""
    successors, states = generator(MINI), [Position.start("mini").state]
    while children := successors(states[-1]):
        states.append(random.choice(children))
    return random.choice(states)


@pytest.mark.slow
def test_the_shipped_certificates_are_made_to_the_same_bytes(whole: Whole) -> None:
    made = {
        f"{name}.certificate": prove(claim, whole.table).to_bytes()
        for name, claim in CLAIMS.items()
    }
    assert made == dict(certificate.shipped())


@pytest.mark.slow
def test_every_line_that_the_facts_print_is_on_the_page(whole: Whole) -> None:
    page = (ROOT / "docs" / "mini-checkers-solved.md").read_text("utf-8")
    for line in script("mini_facts.py", str(whole.path)).splitlines():
        assert line in page or line.rpartition(": ")[2] in page, line


# The page about the solution says what the program finds.

PAGE = (Path(__file__).parents[2] / "docs" / "mini-checkers-solved.md").read_text("utf-8")


def test_the_values_add_up_and_the_table_is_the_pinned_one() -> None:
    values = PAGE.split("| value | positions |")[1].split("\n\n")[0]
    counts = re.findall(r"(?:^|\| )([-+]?[0-6]) \| ([0-9,]+)(?= \|)", values, re.MULTILINE)
    assert len(counts) == 13
    total = sum(int(count.replace(",", "")) for _, count in counts)
    assert total == 20_255_803 == 20_261_946 - 6_143
    for figure in ("20,255,803", "20,261,946", "6,143", PINNED):
        assert figure in PAGE


def test_the_certificates_are_as_large_as_it_says() -> None:
    for name, positions in POSITIONS.items():
        assert f"| `{name.removesuffix('.certificate')}` |" in PAGE
        assert f"| {positions:,} |" in PAGE


def test_the_opening_moves_have_the_values_it_says() -> None:
    rows = re.findall(r"^\| (\d+-\d+) \| (\S+) \| (.*) \|$", PAGE, re.MULTILINE)[:5]
    start = Position.start("mini")
    analyst = Analyst(start.variant)
    assert len(rows) == len(start.legal_moves())
    for first, value, replies in rows:
        after = start.play(first)
        found = {str(move): -worth for move, worth in analyst.analyse(after).moves.items()}
        assert dict(reply.split() for reply in replies.split(", ")) == {
            move: str(worth) for move, worth in found.items()
        }
        assert min(found.values()) == int(value)


def test_the_numbers_of_pieces_add_up() -> None:
    table = PAGE.split("| pieces | positions |")[1]
    rows = re.findall(r"^\| (\d+) \|((?: [0-9,]+ \|){4})$", table, re.MULTILINE)
    counts = [[int(n.replace(",", "")) for n in row[1].strip("| ").split(" | ")] for row in rows]
    assert [int(row[0]) for row in rows] == list(range(1, 13))
    assert all(positions == sum(results) for positions, *results in counts)
    assert sum(row[0] for row in counts) == 20_261_946


def test_the_only_moves_are_the_only_ones() -> None:
    rows = re.findall(r"^\| `(B:\S+)` \| (\S+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    assert len(rows) == 3
    for fen, only, choices, saved in rows:
        position = Position.from_fen(fen)
        found = Analyst(position.variant).analyse(position)
        best, second, *_ = found.moves.values()
        assert [str(move) for move in found.best] == [only]
        assert (len(found.moves), best - second) == (int(choices), int(saved))
        assert best > 0 > second
