"""The sequential test: its likelihoods, and how often it is wrong."""

import math
from random import Random

import pytest

from minicheckers.match.strength import PAIR_SCORES, Sprt


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
