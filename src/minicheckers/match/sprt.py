"""A test that stops as soon as it knows: Wald's sequential probability ratio test.

Is A stronger than B by ``elo1`` points rather than by ``elo0``? After every opening that was played
with both colours the logarithm of the ratio of the two likelihoods is compared with two bounds that
follow from the errors one is ready to make. How often each score of a pair comes up is not assumed
but taken from the games: each hypothesis gets the distribution nearest to what was seen among those
with the expected score it claims (an empirical likelihood, the generalised test that engine
programmers use).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

#: What a pair of games can be worth, as a share of its two points.
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
#: Every score is taken to have come up a little, so that no logarithm is infinite.
_TRACE = 1e-3
_HALVINGS = 60


@dataclass(frozen=True)
class Sprt:
    """The two hypotheses, and how often either may be taken wrongly."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Refuse what cannot be tested with ValueError."""
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo1 must be more than elo0, and {self.elo1:g} is not")
        for error in (self.alpha, self.beta):
            if not 0 < error < 0.5:
                raise ValueError(f"an error rate lies between 0 and 0.5, and {error:g} does not")

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
