import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minicheckers.match.strength import elo_difference, wilson_interval


def test_known_differences() -> None:
    assert elo_difference(0.5, 100).value == 0
    value = elo_difference(10 / 11, 100).value
    assert value == pytest.approx(400)


def test_wilsons_interval_of_a_known_case() -> None:
    # 8 of 10 is the usual example.
    assert wilson_interval(0.8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)


def test_a_one_sided_match_has_a_bound_on_the_other_side_only() -> None:
    won, lost = elo_difference(1.0, 200), elo_difference(0.0, 200)
    assert (won.value, won.high) == (None, None)
    assert (lost.value, lost.low) == (None, None)
    # The bound is where 200 wins in a row would be seen with Wilson's certainty.
    assert won.low == pytest.approx(400 * math.log10(200 / 1.959964**2))
    assert won.low == pytest.approx(-(lost.high or 0))


def test_no_game_says_nothing() -> None:
    assert elo_difference(None, 0) == elo_difference(None, 5)
    assert elo_difference(None, 0).value is None


@given(st.integers(1, 10_000), st.data())
def test_the_value_lies_in_its_interval(games: int, data: st.DataObject) -> None:
    half_points = data.draw(st.integers(1, 2 * games - 1))
    elo = elo_difference(half_points / (2 * games), games)
    assert elo.value is not None
    assert elo.low is not None
    assert elo.high is not None
    assert elo.low < elo.value < elo.high


@pytest.mark.parametrize(("win", "draw"), [(0.5, 0.0), (0.3, 0.5), (0.8, 0.15), (0.05, 0.1)])
def test_the_interval_holds_the_truth_as_often_as_it_says(win: float, draw: float) -> None:
    random, truth, games = Random(1), win + draw / 2, 60
    inside = 0
    for _ in range(1000):
        results = random.choices((1.0, 0.5, 0.0), (win, draw, 1 - win - draw), k=games)
        low, high = wilson_interval(sum(results) / games, games)
        inside += low <= truth <= high
    assert inside >= 930
