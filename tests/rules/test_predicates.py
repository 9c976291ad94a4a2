"""The search's cheap predicates agree with the generator."""

import pytest

from minicheckers.game.timeline import Timeline
from minicheckers.rules.movegen import generator
from minicheckers.rules.predicates import can_step, capture_pending, is_quiet, is_reversible
from minicheckers.rules.variant import Stuck, get_variant
from testing.sample_positions import from_games, sparse

GAMES = [("mini", None), ("towers", None), ("english", None), ("pikachu", 7), ("pikachu", 16)]


@pytest.mark.parametrize(
    ("few", "more"), [(20, 40), pytest.param(150, 300, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(("name", "size"), GAMES)
def test_captures_and_steps_are_those_of_the_generator(
    name: str, size: int | None, few: int, more: int
) -> None:
    variant = get_variant(name, size)
    pending, mobile, quiet = capture_pending(variant), can_step(variant), is_quiet(variant)
    answers = set()
    for position in [*from_games(variant, few, seed=1), *sparse(variant, more, seed=2)]:
        moves = [move for move in position.legal_moves() if not move.is_pass]
        captures = [move for move in moves if move.captured]
        assert pending(position.state) == bool(captures), position
        if not (captures and variant.capture_forced):
            assert mobile(position.state) == any(not move.captured for move in moves), position
        assert quiet(position.state) == (bool(moves) and not captures), position
        answers.add(bool(captures))
    assert answers == {True, False}


@pytest.mark.parametrize("name", ["mini", "english"])
def test_a_side_that_cannot_move_is_known(name: str) -> None:
    # Black's only man stands before two full rows of white ones, which it cannot jump.
    variant = get_variant(name)
    rows = variant.geometry.row_masks
    state = (variant.geometry.bits[0], 0, rows[1] | rows[2], 0, 0)
    assert not capture_pending(variant)(state)
    assert not can_step(variant)(state)
    assert not is_quiet(variant)(state)
    if variant.stuck is Stuck.LOSES:
        assert generator(variant)(state) == []


@pytest.mark.parametrize(("few", "more"), [(20, 20), pytest.param(40, 60, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "size"), [g for g in GAMES if g[0] != "mini"])
def test_reversible_plies_are_those_the_80_ply_rule_counts(
    name: str, size: int | None, few: int, more: int
) -> None:
    variant = get_variant(name, size)
    answers = set()
    for position in [*from_games(variant, few, seed=3), *sparse(variant, more, seed=4)]:
        for move, after in position.transitions().items():
            quiet = Timeline.begin(position).play(move).quiet_plies == 1
            assert is_reversible(position.state, after.state) == quiet, (position, move)
            answers.add(quiet)
    assert answers == {True, False}
