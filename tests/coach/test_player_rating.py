"""The rating: Glicko's example to the point, and what games say about a player."""

import pytest

from minicheckers.coach.player_rating import Rating, rating_in_words
from minicheckers.rules.variant import MINI


def test_one_game_changes_it_as_glickos_formulas_say() -> None:
    # Worked out by hand from the paper's equations: g = 1, E = 0.5, d = 347.4.
    after = Rating(1500, 200).after(1500, 1)
    assert after.value == pytest.approx(1500 + 86.4, abs=0.1)
    assert after.deviation == pytest.approx(173.3, abs=0.1)
    assert after.games == 1


def test_somebody_who_scores_three_quarters_is_found_two_hundred_points_above() -> None:
    rating = Rating()
    for number in range(200):
        rating = rating.after(1000, float(number % 4 != 0))
    assert rating.value == pytest.approx(1191, abs=60)
    assert "Strength 5" in rating_in_words(MINI, rating)
