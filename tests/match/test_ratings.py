"""Ratings from all games together."""

import math
from random import Random

import pytest

from minicheckers.match.strength import Encounter, ratings


def score(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


def test_two_contestants_are_as_far_apart_as_their_score_says() -> None:
    first, second = ratings(2, [(0, 1, 7500.0, 10000)])
    assert first.elo - second.elo == pytest.approx(400 * math.log10(3), abs=0.2)
    assert first.elo == pytest.approx(-second.elo)


def test_results_that_fit_a_scale_give_it_back() -> None:
    true = (200.0, 50.0, -100.0, -150.0)
    games = 100_000
    encounters: list[Encounter] = [
        (a, b, games * score(true[a] - true[b]), games) for a in range(4) for b in range(a + 1, 4)
    ]
    found = ratings(4, encounters)
    for rating, value in zip(found, true, strict=True):
        assert rating.elo == pytest.approx(value, abs=0.5)


def test_strength_is_carried_over_from_games_with_others() -> None:
    first, middle, last = ratings(3, [(0, 1, 75.0, 100), (1, 2, 75.0, 100)])
    assert first.elo > middle.elo > last.elo
    assert first.elo - last.elo == pytest.approx(2 * (first.elo - middle.elo), rel=0.01)


def test_a_clean_sweep_has_a_number_and_a_wide_interval() -> None:
    first, second = ratings(2, [(0, 1, 10.0, 10)])
    assert 150 < first.elo < 500
    assert first.margin > 100
    assert second.elo == pytest.approx(-first.elo)


def test_more_games_make_intervals_narrower() -> None:
    few = ratings(3, [(0, 1, 6.0, 10), (0, 2, 5.0, 10), (1, 2, 5.0, 10)])
    many = ratings(3, [(0, 1, 600.0, 1000), (0, 2, 500.0, 1000), (1, 2, 500.0, 1000)])
    for one, other in zip(few, many, strict=True):
        assert other.margin < one.margin / 5


def test_nobody_has_played() -> None:
    assert [rating.elo for rating in ratings(3, [(0, 1, 0.0, 0)])] == [0, 0, 0]


def test_the_intervals_hold_the_truth_as_often_as_they_say() -> None:
    true, games, random = (80.0, 0.0, -80.0), 60, Random(4)
    inside = 0
    for _ in range(200):
        encounters: list[Encounter] = []
        for a, b in ((0, 1), (0, 2), (1, 2)):
            chance = score(true[a] - true[b])
            encounters.append((a, b, sum(random.random() < chance for _ in range(games)), games))
        found = ratings(3, encounters)
        inside += sum(abs(r.elo - t) <= r.margin for r, t in zip(found, true, strict=True))
    assert 0.92 <= inside / 600 <= 0.985
