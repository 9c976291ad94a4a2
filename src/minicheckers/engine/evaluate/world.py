"""Evaluations of the draughts of the world that have learnt to play: networks, where they pay."""

from dataclasses import replace

from ...rules.variant import VARIANTS
from .base import Tuning
from .general import general_tuning
from .network import by_network


def _with_network(name: str) -> Tuning:
    """Searched by its rules like every game, but with a network as its evaluation."""
    by_rules = general_tuning(VARIANTS[name])
    return replace(
        by_rules,
        best=replace(by_rules.best, heuristic=by_network(name)),
        others=(replace(by_rules.best, name=f"{name}-rules"),),
    )


#: The games whose network has won a match against what their rules say.
TUNINGS = {name: _with_network(name) for name in ("international", "russian", "brazilian")}
