"""The opening table: complete, right, and the same after writing and reading."""

from random import Random

import pytest

from mini_files import PLIES, opening_file, positions_by_ply
from minicheckers.engine.solver.opening import OpeningTable, opening_table
from minicheckers.engine.solver.proof import ProofSearch
from minicheckers.engine.solver.referee import referee
from minicheckers.rules.movegen import State, generator, start_state
from minicheckers.rules.variant import MINI

pack = referee(MINI).pack

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
