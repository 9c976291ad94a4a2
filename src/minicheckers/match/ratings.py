"""Ratings of several contestants from all their games together.

The ratings are those under which the results are likeliest, by Bradley and Terry's model: a
difference of d points makes an expected score of 1 / (1 + 10 ** (-d / 400)), a draw being half a
win. One imagined draw for every pairing gives a number to somebody who has won or lost every game.
The ratings add up to 0. An interval comes from the curvature of the likelihood at its top.
"""

import math
from dataclasses import dataclass

from .elo import Z_95

_POINTS = 400 / math.log(10)
_STEPS = 100
_IMAGINED = 1.0


@dataclass(frozen=True)
class Rating:
    """Elo points around the mean of all contestants, and half the width of the 95 % interval."""

    elo: float
    margin: float


#: The points that A has made in so many games against B, by the numbers of both.
Encounter = tuple[int, int, float, int]


def ratings(contestants: int, encounters: list[Encounter]) -> list[Rating]:
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
        found.append(Rating(_POINTS * (strength - mean), _POINTS * margin))
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
