"""The search's cheap predicates agree with the generator."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minicheckers import Variant
from minicheckers.game.timeline import Timeline
from minicheckers.rules.movegen import capture_generator, step_generator
from minicheckers.rules.position import Position
from minicheckers.rules.predicates import can_step, is_quiet, is_reversible
from minicheckers.rules.variant import get_variant
from testing.any_rules import any_rules
from testing.positions import GAMES, game_id, hand_set, sample
from testing.sample_positions import from_games, sparse


def agrees_with_the_generator(position: Position) -> bool:
    """Whether the side to move can capture, which the generator tells the predicates."""
    variant, state = position.variant, position.state
    captures, steps = capture_generator(variant)(state), step_generator(variant)(state)
    if not (captures and variant.capture_forced):
        assert can_step(variant)(state) == bool(steps), position
    assert is_quiet(variant)(state) == (bool(steps) and not captures), position
    return bool(captures)


@pytest.mark.parametrize("count", [60, pytest.param(450, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", GAMES, ids=game_id)
def test_captures_and_steps_are_those_of_the_generator(variant: Variant, count: int) -> None:
    answers = {agrees_with_the_generator(position) for position in sample(variant, count)}
    assert answers == {True, False}


@settings(max_examples=60, deadline=None, derandomize=True)
@given(any_rules, st.integers(0, 1000))
def test_they_are_by_any_rules(variant: Variant, seed: int) -> None:
    random = Random(seed)
    for position in (hand_set(variant, random) for _ in range(10)):
        agrees_with_the_generator(position)


@pytest.mark.parametrize(("few", "more"), [(20, 20), pytest.param(40, 60, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("name", "size"), [("towers", None), ("english", None), ("pikachu", 7), ("pikachu", 16)]
)
def test_reversible_plies_are_those_the_80_ply_rule_counts(
    name: str, size: int | None, few: int, more: int
) -> None:
    variant = get_variant(name, size)
    answers = set()
    for position in [*from_games(variant, few, seed=3), *sparse(variant, more, seed=4)]:
        for move, after in position.transitions().items():
            piece = None if move.is_pass else position.piece_at(move.start)
            rows = {variant.geometry.place(square)[0] for square in move.path}
            quiet = not move.captured and (piece is None or piece.king or len(rows) == 1)
            assert is_reversible(position.state, after.state) == quiet, (position, move)
            assert (Timeline.begin(position).play(move).quiet_plies == 1) == quiet
            answers.add(quiet)
    assert answers == {True, False}
