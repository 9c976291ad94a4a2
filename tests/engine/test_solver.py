"""The solver and its opening table against one that is obviously correct."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from mini_files import PLIES, opening_file, positions_by_ply
from minicheckers import Position
from minicheckers.engine.solver.opening import OpeningTable, opening_table
from minicheckers.engine.solver.proof import NODES_BETWEEN_POLLS, ProofSearch
from minicheckers.engine.solver.referee import referee
from minicheckers.engine.solver.solver import SearchStopped, Solver
from minicheckers.rules.movegen import State, generator, start_state
from minicheckers.rules.variant import MINI
from testing.naive_solver import NaiveSolver, naive_move_values

STATUS = Path("/proc/self/status")
pack = referee(MINI).pack
START = Position.start("mini")
FIRST_MOVES = {"4-7": 0, "5-7": 0, "5-8": 0, "6-8": 0, "6-9": -1}


def set_up(random: Random, pieces: int) -> Position:
    """Any arrangement of this many pieces, including unreachable ones."""
    bits = random.sample(MINI.geometry.bits, pieces)
    of_mover = random.randint(0, pieces)
    men, foes = sum(bits[:of_mover]), sum(bits[of_mover:])
    return Position(MINI, (men, 0, foes, 0, random.randint(0, 1)))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("pieces", "count"),
    [
        (2, 100),
        (3, 150),
        (4, 200),
        (5, 200),
        (6, 100),
        *(
            pytest.param(pieces, count, marks=pytest.mark.slow)
            for pieces, count in ((2, 200), (3, 400), (4, 600), (5, 600), (6, 500))
        ),
        pytest.param(7, 300, marks=pytest.mark.slow),
        pytest.param(8, 200, marks=pytest.mark.slow),
    ],
)
def test_every_value_equals_the_naive_solvers(pieces: int, count: int) -> None:
    random, naive, solver = Random(pieces), NaiveSolver(), Solver(opening=False)
    for _ in range(count):
        position = set_up(random, pieces)
        assert solver.value(position) == naive.value(position.state), position
        assert solver.move_values(position) == naive_move_values(naive, position), position


@pytest.mark.parametrize("count", [200, pytest.param(3000, marks=pytest.mark.slow)])
def test_bounds_hold_the_value(count: int) -> None:
    random, naive = Random(1), NaiveSolver()
    tight = 0
    for _ in range(count):
        position = set_up(random, random.randint(1, 6))
        men, _, foes, _, _ = position.state
        if position.turn.side:
            men, foes = map(MINI.geometry.rotated, (men, foes))
        low, high = referee(MINI).bounds(men, foes)
        assert low <= naive.value(position.state) <= high, position
        tight += low == high
    assert tight > count / 12


@pytest.mark.slow
def test_the_start_is_a_draw_from_nothing_with_all_first_moves() -> None:
    solver = Solver(opening=False)
    assert solver.value(START) == 0
    assert solver.nodes < 60_000
    values = solver.move_values(START)
    assert {str(move): value for move, value in values.items()} == FIRST_MOVES


def test_the_opening_table_makes_it_a_lookup() -> None:
    solver = Solver()
    values = solver.move_values(START)
    assert {str(move): value for move, value in values.items()} == FIRST_MOVES
    assert solver.nodes == len(FIRST_MOVES)


@pytest.mark.slow
def test_the_start_is_a_draw_for_the_naive_solver_too() -> None:
    naive = NaiveSolver()
    for move, after in START.transitions().items():
        loss = -FIRST_MOVES[str(move)]
        assert naive.reaches(after.state, loss)
        assert not naive.reaches(after.state, loss + 1)


def test_a_forfeited_turn_is_a_move_like_others() -> None:
    position = Position.from_fen("B:W10,14:B16")
    values = Solver().move_values(position)
    assert [(str(move), value) for move, value in values.items()] == [("pass", -1)]


def test_other_games_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="mini is solved here, not english"):
        Solver().value(Position.start("english"))


def test_a_stop_request_ends_the_search_at_the_next_look_and_harms_nothing() -> None:
    solver = Solver(opening=False)
    looks = iter([False, False, True])
    with pytest.raises(SearchStopped):
        solver.move_values(START, lambda: next(looks))
    assert solver.nodes == 3 * NODES_BETWEEN_POLLS
    later = Position.from_fen("W:W8,10,13,15,16:B1,2,3,5,9")
    assert solver.value(later) == Solver(opening=False).value(later)


def test_a_full_table_and_a_full_graph_cost_time_but_no_truth() -> None:
    random, small = Random(4), ProofSearch(referee(MINI), table_limit=64, graph_limit=64)
    solver = Solver(opening=False)
    for _ in range(100):
        position = set_up(random, random.randint(6, 10))
        assert small.value(pack(position.state)) == solver.value(position)


PROGRAM = """
import pathlib, sys
from minicheckers import Position
from minicheckers.engine.solver.solver import Solver

pack = referee(MINI).pack
solver = Solver(opening=False)
value = solver.value(Position.start("mini"))
status = pathlib.Path(sys.argv[1])
print(value, solver.nodes, status.read_text() if status.exists() else "")
"""


@pytest.mark.slow
def test_the_start_is_a_draw_from_nothing_in_few_nodes_and_little_memory() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(STATUS)], capture_output=True, text=True, check=True
    )
    value, nodes, *_ = run.stdout.split()
    assert int(value) == 0
    assert int(nodes) < 60_000
    if STATUS.exists():  # the memory figures of Linux
        peak = next(line for line in run.stdout.splitlines() if line.startswith("VmHWM:"))
        assert int(peak.split()[1]) < 100_000, "kilobytes"


# The opening table: complete, right, and the same after writing and reading.

successors = generator(MINI)


def after_random_moves(random: Random, plies: int) -> State:
    state = start_state(MINI)
    for _ in range(plies):
        state = random.choice(successors(state))
    return state


@pytest.mark.parametrize("count", [8, pytest.param(200, marks=pytest.mark.slow)])
def test_a_sample_of_it_is_derived_anew(count: int) -> None:
    random, table = Random(5), opening_table()
    for packed in random.sample(list(table), count):
        assert ProofSearch(referee(MINI)).value(packed) == table.get(packed)


def test_its_values_follow_from_each_other() -> None:
    random, table = Random(6), opening_table()
    for _ in range(3000):
        state = after_random_moves(random, random.randrange(PLIES))
        replies = [table.get(pack(child)) for child in successors(state)]
        assert None not in replies
        assert table.get(pack(state)) == max(-reply for reply in replies if reply is not None)


def test_it_holds_the_positions_of_the_opening_and_no_others() -> None:
    layers = positions_by_ply(6)
    assert [len(layer) for layer in layers] == [1, 5, 25, 81, 237, 608, 1461]
    table = opening_table()
    assert all(table.get(pack(state)) is not None for layer in layers for state in layer)
    assert table.get(0) is None
    assert table.get(max(table) + 1) is None
    late = {pack(after_random_moves(Random(n), PLIES + 2)) for n in range(50)}
    assert all(table.get(packed) is None for packed in late)
    assert len(set(table)) == len(table)


def test_writing_and_reading_changes_nothing() -> None:
    values = {3: -6, 1 << 39: 6, 70_000: 0, 69_999: -1}
    table = OpeningTable(opening_file(values))
    assert {packed: table.get(packed) for packed in table} == values
    assert list(OpeningTable(opening_file({}))) == []
