"""The coach: what a person would do best."""

from .ai.registry import strategy
from .ai.strategy import Strategy
from .rules.variant import Variant

#: How long the coach thinks where the answer is not known for certain, in seconds.
SECONDS = 1.5


def coach(variant: Variant) -> Strategy:
    """Somebody who suggests moves: perfect ones in mini, elsewhere the best of a short search."""
    return strategy("expert", variant, time=SECONDS)
