"""The coach: what a person would do best, and what that is worth, in words."""

from ..engine.decision import Decision
from ..engine.score import Score, Unit
from ..messages import counted
from ..players.levels import SOLVED
from ..players.registry import strategy
from ..players.strategy import Strategy
from ..rules.variant import Variant

#: How long the coach thinks where the answer is not known for certain, in seconds.
SECONDS = 1.5


def coach(variant: Variant) -> Strategy:
    """Somebody who suggests moves: perfect ones in mini, elsewhere the best of a short search."""
    return strategy("expert", variant, time=None if variant.name in SOLVED else SECONDS)


def advice(decision: Decision) -> str:
    """The suggestion of `coach` as a sentence."""
    suggestion = f"the coach suggests {decision.move}"
    worth = _worth(decision.score)
    return f"{suggestion}, {worth}" if worth else suggestion


def _worth(score: Score | None) -> str | None:
    if score is None:
        return None
    if score.unit is Unit.PIECES:
        if score == 0:
            return "which draws"
        pieces = counted(abs(score), "piece")
        return f"which wins by {pieces}" if score > 0 else f"which loses by {pieces} at least"
    if (plies := score.plies) is not None:
        return f"which {'wins' if score > 0 else 'loses'} in {counted(plies, 'ply', 'plies')}"
    if score.is_exact:
        return "which draws"
    return f"worth {score} men" if score else "which keeps the balance"
