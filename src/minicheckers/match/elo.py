"""What a match result says about strength: Elo differences and how sure they are.

A score s (wins plus half the draws, per game) stands for a difference of
400 * log10(s / (1 - s)) Elo points. The interval is Wilson's for the score of n games, in which a
draw counts as half a win and half a loss. That takes every game for as uncertain as a toss-up
without draws could be, so with draws the interval is rather too wide than too narrow; and unlike
the plain normal approximation it stays honest after few games and one-sided matches.
"""

import math
from dataclasses import dataclass

#: Standard deviations around the mean that hold 95 % of a normal distribution.
Z_95 = 1.959964


@dataclass(frozen=True)
class EloDifference:
    """A difference in Elo points with its 95 % interval. None stands for no finite number."""

    value: float | None
    low: float | None
    high: float | None


def elo_difference(score: float | None, games: int) -> EloDifference:
    """What a score of 0 to 1 (None: no game) over so many games says about the difference."""
    if score is None:
        return EloDifference(None, None, None)
    low, high = wilson_interval(score, games)
    return EloDifference(_elo(score), _elo(low), _elo(high))


def wilson_interval(score: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's interval for a proportion seen in so many trials."""
    weight = z * z / games
    middle = (score + weight / 2) / (1 + weight)
    margin = z / (1 + weight) * math.sqrt(score * (1 - score) / games + weight / (4 * games))
    return middle - margin, middle + margin


def _elo(score: float) -> float | None:
    # A bound that is 0 or 1 may come out a rounding error beside it.
    if not 1e-9 < score < 1 - 1e-9:
        return None
    return 400 * math.log10(score / (1 - score))
