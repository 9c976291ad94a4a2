"""Evaluations by name: what a position is worth where the search ends.

The first description of each game comes with a formula of its own, kept under ``<game>-seed``;
``<game>`` is the one that plays better, where measuring has found one.
"""

from ...rules.variant import Stuck, Variant
from . import english, mini, pikachu, towers
from .base import Evaluation, Evaluator, count_pieces
from .terms import Weights, guard_and_freedom

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
    return EVALUATIONS.get(variant.name) or _by_rules(variant) or seed_evaluation(variant)


def _by_rules(variant: Variant) -> Evaluation | None:
    """The evaluation of a new game by what its rules say, None for a game of ours."""
    if f"{variant.name}-seed" in EVALUATIONS or variant.stuck is Stuck.PASSES:
        return None
    king = 300 if variant.king_flies else 200
    return Evaluation(variant.name, guard_and_freedom(Weights(king, home=0, freedom=0)))


__all__ = ["EVALUATIONS", "Evaluation", "Evaluator", "best_evaluation", "seed_evaluation"]
