"""What a score is worth in winning chances, and what a move costs in them.

Chances are the score that two equal players make on average, in per cent: a draw counts half. The
curve was fitted to 780 games of english, russian and international, and is one for all of them.
"""

import math

from ..engine.score import is_decided

#: A score of so many hundredths of a man multiplies the odds by e.
SCALE = 120
#: Losing less than this in per cent is good, losing as much as that is a blunder.
SLIP, BLUNDER = 10, 25
#: A move that keeps such chances is no mistake, however good another one was.
WINNING = 85


def chances(value: int) -> float:
    """The winning chances of a side whose position has a value; only 0 and 100 are certain."""
    if is_decided(value):
        return 100.0 if value > 0 else 0.0
    return 100 / (1 + math.exp(-value / SCALE))


def percent(value: int) -> int:
    """The same in whole per cent; what is not decided is never 0 or 100."""
    share = round(chances(value))
    return share if is_decided(value) else min(99, max(1, share))


def loss(before: int, after: int, exact: bool) -> int:
    """What is given away between two values: pieces in mini, elsewhere per cent of the chances."""
    if exact and not is_decided(before) and not is_decided(after):
        return before - after
    return round(chances(before) - chances(after))


def costs_something(before: int, after: int, exact: bool) -> bool:
    """Whether a move was a mistake that took the one value to the other."""
    lost = loss(before, after, exact)
    return lost > 0 if exact else lost >= SLIP and chances(after) < WINNING


def changes_result(before: int, after: int, exact: bool) -> bool:
    """Whether a win becomes a draw or a loss, or a draw a loss; with opinions, a big mistake."""
    if exact:
        return _sign(before) > _sign(after)
    return costs_something(before, after, exact) and loss(before, after, exact) >= BLUNDER


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
