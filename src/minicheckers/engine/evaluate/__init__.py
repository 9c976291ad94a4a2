"""Static evaluations: the value of a position where the search ends.

The first description of each game comes with a formula of its own, kept under ``<game>-seed``;
``<game>`` is the one that plays better, where measuring has found one.
"""

from ...rules.variant import VARIANTS, Variant
from . import english, mini, pikachu, towers, world
from .base import Evaluation, Evaluator, Tuning
from .general import general_tuning

#: The games that matches have tuned, by name; every other one is searched by what its rules say.
TUNINGS = {
    "mini": mini.TUNING,
    "towers": towers.TUNING,
    "english": english.TUNING,
    "pikachu": pikachu.TUNING,
    **world.TUNINGS,
}

#: Every evaluation of the tuned games by its name.
EVALUATIONS = {
    evaluation.name: evaluation
    for tuning in TUNINGS.values()
    for evaluation in (tuning.seed, *tuning.others, tuning.best)
}


def tuning_of(variant: Variant) -> Tuning:
    """How a game is searched best, whoever has made it.

    A name alone is not enough: a game that is called english but has other rules, or another board,
    is another game.
    """
    tuning, game = TUNINGS.get(variant.name), VARIANTS.get(variant.name)
    if tuning is not None and game is not None:
        if tuning.every_size and variant.size in game.possible_sizes:
            game = game.of_size(variant.size)
        if variant == game:
            return tuning
    return general_tuning(variant)


def seed_evaluation(variant: Variant) -> Evaluation:
    """The formula that came with a game; for others it counts pieces."""
    return tuning_of(variant).seed


def best_evaluation(variant: Variant) -> Evaluation:
    """The evaluation that plays a game best."""
    return tuning_of(variant).best


__all__ = [
    "EVALUATIONS",
    "Evaluation",
    "Evaluator",
    "Tuning",
    "best_evaluation",
    "seed_evaluation",
    "tuning_of",
]
