"""Every level beats the one below it, as often as is promised."""

import pytest

from minicheckers.game.player import Limits
from minicheckers.match.match import Contestant, Match, run_match
from minicheckers.rules.variant import get_variant

#: variant, stronger, weaker, games, least share of the points. In the larger games expert needs
#: its second a move to be better than hard: README has the command for that, which takes long.
PROMISES = [
    ("mini", "medium", "easy", 200, 0.85),
    ("mini", "hard", "medium", 200, 0.75),
    ("mini", "expert", "hard", 200, 0.65),
    *((variant, "medium", "easy", 40, 0.9) for variant in ("towers", "english", "pikachu")),
    *((variant, "hard", "medium", 8, 0.7) for variant in ("towers", "english", "pikachu")),
]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "stronger", "weaker", "games", "share"), PROMISES)
def test_scores_at_least(
    variant: str, stronger: str, weaker: str, games: int, share: float
) -> None:
    a_second = Limits(time=None if variant == "mini" else 1.0)
    both = Contestant(stronger, a_second), Contestant(weaker, a_second)
    match = Match(get_variant(variant), both, games, seed=1)
    (result,) = run_match(match, jobs=2).results
    assert result.games == games
    assert result.score is not None
    assert result.score >= share
