"""Static evaluations: the value of a position where the search ends.

The first description of each game comes with a formula of its own, kept under ``<game>-original``;
``<game>`` is the one that plays better, where measuring has found one.
"""

from dataclasses import replace

from ...rules.variant import VARIANTS, Variant
from . import english, mini
from .base import (
    FULL_WIDTH,
    DepthSchedule,
    Evaluation,
    Evaluator,
    EvaluatorMaker,
    Pruning,
    Tuning,
)
from .general import general_tuning
from .learned import by_weights
from .network import by_network
from .terms import Weights, advance, count_pieces, guard_and_freedom


def _with_network(name: str, pruning: Pruning = FULL_WIDTH) -> Tuning:
    """Searched by its rules like every game, but with a network as its evaluation."""
    by_rules = general_tuning(VARIANTS[name])
    return replace(
        by_rules,
        best=replace(by_rules.best, heuristic=by_network(name)),
        others=(replace(by_rules.best, name=f"{name}-rules"),),
        pruning=pruning,
    )


def _on_usual_board(name: str, usual: EvaluatorMaker, others: EvaluatorMaker) -> EvaluatorMaker:
    """One evaluation for the board that a game is usually played on, one for all other sizes."""

    def made(variant: Variant, searcher: int) -> Evaluator:
        maker = usual if variant.size == VARIANTS[name].size else others
        return maker(variant, searcher)

    return made


#: The games that matches have tuned, by name; every other one is searched by what its rules say.
TUNINGS = {
    "mini": mini.TUNING,
    "towers": Tuning(
        # b + 3B - w - 3W: a tower goes both ways and is hard to catch, so it counts for three men.
        original=Evaluation("towers-original", count_pieces(100, 300)),
        # What self-play has taught a neural network.
        best=Evaluation("towers", by_network("towers")),
        others=(
            # Where men and kings belong, early and late in the game; the network's first games are
            # its.
            Evaluation("towers-squares", by_weights("towers")),
            # With optional captures, men at home and room to move decide more than one tower.
            Evaluation("towers-tuned", guard_and_freedom(Weights(king=200, home=20, freedom=8))),
        ),
        depths=DepthSchedule(7, 8),
    ),
    "english": english.TUNING,
    "pikachu": Tuning(
        # A pichu counts 1 and a pikachu 2.
        original=Evaluation("pikachu-original", count_pieces(100, 200)),
        # What self-play has taught a neural network, on the board that it has learnt on.
        best=Evaluation(
            "pikachu", _on_usual_board("pikachu", by_network("pikachu"), by_weights("pikachu"))
        ),
        others=(
            # Where men and kings belong, early and late in the game; the network's first games are
            # its.
            Evaluation("pikachu-squares", by_weights("pikachu")),
            # A pikachu that flies over the board is worth three pichus; and a search that cannot
            # see the last row from afar needs a reason to go there.
            Evaluation("pikachu-tuned", advance(man=100, king=300, row=6)),
        ),
        # Two walls in contact can exchange themselves in a million orders.
        pruning=replace(FULL_WIDTH, delta_margin=60),
        depths=DepthSchedule(5, 12),
        every_size=True,
    ),
    # Those whose network has won a match against what their rules say.
    "international": _with_network("international", Pruning(3, 8, (60, 120))),
    "russian": _with_network("russian"),
    "brazilian": _with_network("brazilian"),
}

#: Every evaluation of the tuned games by its name.
EVALUATIONS = {
    evaluation.name: evaluation
    for tuning in TUNINGS.values()
    for evaluation in (tuning.original, *tuning.others, tuning.best)
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


def original_evaluation(variant: Variant) -> Evaluation:
    """The formula that came with a game; for others it counts pieces."""
    return tuning_of(variant).original


def best_evaluation(variant: Variant) -> Evaluation:
    """The evaluation that plays a game best."""
    return tuning_of(variant).best


__all__ = [
    "EVALUATIONS",
    "Evaluation",
    "Evaluator",
    "Tuning",
    "best_evaluation",
    "original_evaluation",
    "tuning_of",
]
