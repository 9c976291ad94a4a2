"""Evaluations by name: what a position is worth where the search ends.

The first description of each game comes with a formula of its own, kept under ``<game>-seed``;
``<game>`` is the one that plays better, where measuring has found one.
"""

from ...rules.variant import Stuck, Variant
from . import english, mini, pikachu, towers
from .base import Evaluation, Evaluator, count_pieces
from .terms import Weights, advance, guard_and_freedom

EVALUATIONS = {
    evaluation.name: evaluation
    for evaluation in (
        mini.SEED,
        mini.FITTED,
        towers.SEED,
        towers.TUNED,
        towers.LEARNED,
        english.SEED,
        english.TUNED,
        english.LEARNED,
        pikachu.SEED,
        pikachu.TUNED,
        pikachu.LEARNED,
    )
}


#: For a game nobody has described an evaluation of.
_PIECES = Evaluation("pieces", count_pieces(100, 200))


def seed_evaluation(variant: Variant) -> Evaluation:
    """The formula that came with a game; for an unknown game one that fits its rules."""
    unknown = mini.SEED if variant.stuck is Stuck.PASSES else _PIECES
    return EVALUATIONS.get(f"{variant.name}-seed", unknown)


def best_evaluation(variant: Variant) -> Evaluation:
    """The evaluation that plays a game best."""
    return EVALUATIONS.get(variant.name) or _by_worth(variant) or seed_evaluation(variant)


def _by_worth(variant: Variant) -> Evaluation | None:
    """The evaluation that a new game brings with it as numbers, None for a game of ours."""
    if f"{variant.name}-seed" in EVALUATIONS or variant.stuck is Stuck.PASSES:
        return None
    worth = variant.worth
    heuristic = (
        advance(worth.man, worth.king, worth.advance)
        if worth.advance
        else guard_and_freedom(Weights(worth.king, worth.home, worth.freedom, worth.man))
    )
    return Evaluation(variant.name, heuristic)


__all__ = ["EVALUATIONS", "Evaluation", "Evaluator", "best_evaluation", "seed_evaluation"]
