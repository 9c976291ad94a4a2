"""What games say about strength: Elo differences, ratings of several, and a test that stops early.

A score s (wins plus half the draws, per game) stands for a difference of
400 * log10(s / (1 - s)) Elo points.
"""

import math
from collections.abc import Sequence
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
    """What a score of 0 to 1 (None: no game) over that many games says about the difference.

    The interval is Wilson's for the score, in which a draw counts as half a win and half a loss.
    That takes every game for as uncertain as a toss-up without draws could be, so with draws the
    interval is rather too wide than too narrow; and unlike the plain normal approximation it stays
    honest after few games and one-sided matches.
    """
    if score is None:
        return EloDifference(None, None, None)
    low, high = wilson_interval(score, games)
    return EloDifference(_elo(score), _elo(low), _elo(high))


def wilson_interval(score: float, games: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's interval for a proportion seen in that many trials."""
    weight = z * z / games
    middle = (score + weight / 2) / (1 + weight)
    margin = z / (1 + weight) * math.sqrt(score * (1 - score) / games + weight / (4 * games))
    return middle - margin, middle + margin


def _elo(score: float) -> float | None:
    # A bound of 0 or 1 may be off by a rounding error.
    if not 1e-9 < score < 1 - 1e-9:
        return None
    return 400 * math.log10(score / (1 - score))


# Ratings of several contestants from all their games together, by Bradley and Terry's model: those
# under which the results are likeliest, a draw being half a win. One imagined draw for every
# pairing gives a number to somebody who has won or lost every game. The ratings add up to 0. An
# interval comes from the curvature of the likelihood at its top.

_POINTS = 400 / math.log(10)
_STEPS = 100
_IMAGINED = 1.0


@dataclass(frozen=True)
class MatchRating:
    """Elo points relative to the mean of all, and half the width of the 95 % interval."""

    elo: float
    margin: float


#: The points that A has made in this many games against B, by the numbers of both.
Encounter = tuple[int, int, float, int]


def ratings(contestants: int, encounters: list[Encounter]) -> list[MatchRating]:
    """The rating of everybody, in the order of their numbers."""
    played = [
        (a, b, points + _IMAGINED / 2, games + _IMAGINED)
        for a, b, points, games in encounters
        if games
    ]
    strengths = [0.0] * contestants
    for _ in range(_STEPS):
        gradient, curvature = _slopes(contestants, strengths, played)
        step = _solved(curvature, gradient)
        largest = max(map(abs, step), default=0.0)
        # Far from the top a whole step would overshoot.
        share = min(1.0, 1.0 / largest) if largest else 0.0
        strengths = [value + share * change for value, change in zip(strengths, step, strict=True)]
        if largest < 1e-10:
            break
    _, curvature = _slopes(contestants, strengths, played)
    mean = sum(strengths) / max(1, contestants)
    found = []
    for number, strength in enumerate(strengths):
        # The variance of one rating against the mean of all, which is what the number means.
        unit = [(1.0 if i == number else 0.0) - 1 / contestants for i in range(contestants)]
        variance = sum(u * v for u, v in zip(unit, _solved(curvature, unit), strict=True))
        margin = Z_95 * math.sqrt(max(0.0, variance))
        found.append(MatchRating(_POINTS * (strength - mean), _POINTS * margin))
    return found


def _slopes(
    contestants: int, strengths: list[float], played: list[tuple[int, int, float, float]]
) -> tuple[list[float], list[list[float]]]:
    """The gradient of the logarithm of the likelihood, and its negative second derivatives."""
    gradient = [0.0] * contestants
    # A weak pull to 0 pins what differences leave open, the common level.
    curvature = [
        [1e-6 if row == column else 0.0 for column in range(contestants)]
        for row in range(contestants)
    ]
    for number, strength in enumerate(strengths):
        gradient[number] -= 1e-6 * strength
    for a, b, points, games in played:
        expected = 1 / (1 + math.exp(strengths[b] - strengths[a]))
        gradient[a] += points - games * expected
        gradient[b] -= points - games * expected
        weight = games * expected * (1 - expected)
        curvature[a][a] += weight
        curvature[b][b] += weight
        curvature[a][b] -= weight
        curvature[b][a] -= weight
    return gradient, curvature


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of equations with a positive definite matrix, by elimination."""
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i in range(size):
        pivot = rows[i][i]
        for j in range(i + 1, size):
            factor = rows[j][i] / pivot
            rows[j] = [
                below - factor * above for below, above in zip(rows[j], rows[i], strict=True)
            ]
    solution = [0.0] * size
    for i in reversed(range(size)):
        known = sum(rows[i][j] * solution[j] for j in range(i + 1, size))
        solution[i] = (rows[i][size] - known) / rows[i][i]
    return solution


# A test that stops as soon as it knows: Wald's sequential probability ratio test.

#: What a pair of games can be worth, as a share of its two points.
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
#: Every score is taken to have come up a little, so that no logarithm is infinite.
_TRACE = 1e-3
_HALVINGS = 60
#: Beyond this a hypothesis claims to win or lose every game, which no number of games can show.
_MOST_ELO = 2000


@dataclass(frozen=True)
class Sprt:
    """Is A stronger than B by ``elo1`` points rather than by ``elo0``?

    After every opening that was played with both colours the logarithm of the ratio of the two
    likelihoods is compared with two bounds that follow from the errors one is ready to make. How
    often each score of a pair comes up is not assumed but taken from the games: each hypothesis
    gets the distribution nearest to what was seen among those with the expected score it claims
    (an empirical likelihood, the generalised test that engine programmers use).
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Raise ValueError for a test that cannot be run."""
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo1 must be greater than elo0, not {self.elo1:g}")
        if max(-self.elo0, self.elo1) > _MOST_ELO:
            raise ValueError(f"elo0 and elo1 must be between -{_MOST_ELO} and {_MOST_ELO}")
        for error in (self.alpha, self.beta):
            if not 0 < error < 0.5:
                raise ValueError(f"an error rate must be between 0 and 0.5, not {error:g}")

    @property
    def bounds(self) -> tuple[float, float]:
        """At or below the first elo0 is taken, at or above the second elo1."""
        return (
            math.log(self.beta / (1 - self.alpha)),
            math.log((1 - self.beta) / self.alpha),
        )

    def log_likelihood_ratio(self, pairs: Sequence[int]) -> float:
        """How much likelier elo1 makes these counts of pairs than elo0, as a logarithm."""
        total = sum(pairs)
        if not total:
            return 0.0
        weights = [(count or _TRACE) for count in pairs]
        whole = sum(weights)
        shares = [weight / whole for weight in weights]
        null, alternative = (
            _nearest(shares, 1 / (1 + 10 ** (-elo / 400))) for elo in (self.elo0, self.elo1)
        )
        return total * sum(
            share * math.log(one / other)
            for share, one, other in zip(shares, alternative, null, strict=True)
        )

    def decision(self, pairs: Sequence[int]) -> str | None:
        """``elo0`` or ``elo1``, None as long as it is open."""
        ratio = self.log_likelihood_ratio(pairs)
        low, high = self.bounds
        if ratio <= low:
            return "elo0"
        return "elo1" if ratio >= high else None


def _nearest(shares: Sequence[float], mean: float) -> list[float]:
    """The distribution of that mean under which the shares are likeliest."""
    offsets = [score - mean for score in PAIR_SCORES]
    low, high = -1 / offsets[-1], -1 / offsets[0]
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        slope = sum(
            share * offset / (1 + middle * offset)
            for share, offset in zip(shares, offsets, strict=True)
        )
        if slope > 0:
            low = middle
        else:
            high = middle
    middle = (low + high) / 2
    return [share / (1 + middle * offset) for share, offset in zip(shares, offsets, strict=True)]
