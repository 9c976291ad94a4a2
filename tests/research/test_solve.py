"""Solving the whole of Mini-Checkers, and what comes of the table: proofs and figures."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mini_files import CLAIMS, prove
from minicheckers import Position
from minicheckers.engine.solver import certificate
from minicheckers.engine.solver.proof import ProofSearch
from minicheckers.engine.solver.referee import referee
from minicheckers.rules.movegen import State, generator
from minicheckers.rules.variant import MINI
from solution_table import PINNED, SolutionTable, read_table
from solve import solve
from testing.naive_solver import NaiveSolver

pack = referee(MINI).pack

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
