"""Where a search begins, how it judges, and what it has done."""

from collections.abc import Callable
from dataclasses import dataclass

from ..rules.movegen import State
from ..rules.variant import Variant
from .evaluate import Evaluator

#: What is known for certain: the score of a state so many plies from the root, None if it is not.
Probe = Callable[[State, int], int | None]


@dataclass(frozen=True)
class Counts:
    """What a search has done so far.

    ``estimates`` counts everything that a deeper search might see otherwise; a search that adds
    none of them has solved its position.
    """

    nodes: int
    max_cutoffs: int
    min_cutoffs: int
    estimates: int


@dataclass(frozen=True)
class Root:
    """Where a tree begins, and how it judges.

    ``game`` ends with the root's state and begins with the earliest that may come back: its plies
    were all reversible. ``probe`` is asked after every capture below the root that may have left
    as few as ``probed_pieces``.
    """

    variant: Variant
    game: list[State]
    heuristic: Evaluator
    final: Evaluator
    probe: Probe | None = None
    probed_pieces: int = 0
