"""What a match says of strength: the sequential test, Elo, ratings from all games together."""

import math
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minicheckers.match.strength import (
    PAIR_SCORES,
    Encounter,
    Sprt,
    elo_difference,
    ratings,
    wilson_interval,
)


def expected(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def pair_of_games(elo: float, draws: float, random: Random) -> int:
    """The value of two games to A, in half points, when this many of them are drawn."""
    win = expected(elo) - draws / 2
    points = 0
    for _ in range(2):
        chance = random.random()
        points += 2 if chance < win else 1 if chance < win + draws else 0
    return points


def decide(test: Sprt, elo: float, draws: float, random: Random, most: int = 5000) -> str | None:
    """What the test says of contestants that are this many points apart."""
    pairs = [0] * 5
    for _ in range(most):
        pairs[pair_of_games(elo, draws, random)] += 1
        if (decision := test.decision(pairs)) is not None:
            return decision
    return None


def test_the_bounds_are_walds() -> None:
    low, high = Sprt(alpha=0.05, beta=0.1).bounds
    assert low == pytest.approx(math.log(0.1 / 0.95))
    assert high == pytest.approx(math.log(0.9 / 0.05))


def test_without_games_and_with_even_ones_nothing_is_decided() -> None:
    test = Sprt(-10, 10)
    assert test.log_likelihood_ratio((0, 0, 0, 0, 0)) == 0
    assert test.log_likelihood_ratio((5, 5, 20, 5, 5)) == pytest.approx(0, abs=1e-9)
    assert test.decision((5, 5, 20, 5, 5)) is None


def test_one_win_is_no_proof() -> None:
    assert Sprt(0, 20).decision((0, 0, 0, 0, 1)) is None


def test_exchanged_sides_exchange_the_answer() -> None:
    pairs = (30, 60, 150, 90, 70)
    forward = Sprt(-30, 30).log_likelihood_ratio(pairs)
    assert forward > 0
    assert Sprt(-30, 30).log_likelihood_ratio(pairs[::-1]) == pytest.approx(-forward)


def test_many_games_agree_with_the_normal_approximation() -> None:
    pairs = (300, 500, 900, 550, 330)
    test = Sprt(0, 10)
    total = sum(pairs)
    mean = sum(c * s for c, s in zip(pairs, PAIR_SCORES, strict=True)) / total
    variance = sum(c * (s - mean) ** 2 for c, s in zip(pairs, PAIR_SCORES, strict=True)) / total
    low, high = expected(0), expected(10)
    approximate = total * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert test.log_likelihood_ratio(pairs) == pytest.approx(approximate, rel=0.02)


@pytest.mark.parametrize(
    "wrong",
    [
        {"elo0": 5.0, "elo1": 5.0},
        {"elo0": -999_999.0},
        {"elo1": 999_999.0},
        {"alpha": 0.0},
        {"beta": 0.5},
        {"alpha": math.nan},
    ],
)
def test_a_test_that_cannot_be_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"elo1|error rate"):
        Sprt(**wrong)


def error_rates(runs: int, test: Sprt, draws: float) -> tuple[float, float]:
    random = Random(f"{runs} {draws}")
    false = sum(decide(test, test.elo0, draws, random) == "elo1" for _ in range(runs))
    missed = sum(decide(test, test.elo1, draws, random) == "elo0" for _ in range(runs))
    return false / runs, missed / runs


@pytest.mark.slow
def test_the_errors_are_as_rare_as_promised() -> None:
    false, missed = error_rates(150, Sprt(0, 120), draws=0.3)
    # 5 % each; by chance alone more than 9 % would come up less than once in 100 times.
    assert false <= 0.09
    assert missed <= 0.09


@pytest.mark.slow
@pytest.mark.parametrize("draws", [0.1, 0.4, 0.7])
def test_the_errors_are_as_rare_as_promised_over_many_tests(draws: float) -> None:
    false, missed = error_rates(1000, Sprt(0, 60), draws)
    print(f"draws {draws}: elo1 taken wrongly {false:.3f}, elo0 taken wrongly {missed:.3f}")
    assert false <= 0.068
    assert missed <= 0.068


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


# Ratings from all games together.


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
