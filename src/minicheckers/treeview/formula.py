"""Evaluations whose parts can be read: what a position is worth, term by term."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..engine.evaluate import Evaluation, Evaluator
from ..engine.evaluate.base import EvaluatorMaker, the_stuck_side_loses
from ..rules.movegen import State
from ..rules.position import Position
from ..rules.variant import Variant

#: A part of an evaluation: what it counts, and what it adds.
Term = tuple[str, int]

#: The terms of the men and kings of the searcher and those of the opponent.
TermCounter = Callable[[int, int, int, int], Iterable[Term]]

#: Makes them for a variant and the side (0 Black, 1 White) that searches.
TermMaker = Callable[[Variant, int], TermCounter]


@dataclass(frozen=True)
class Formula:
    """An evaluation by its terms, which add up to what a position is worth to the searcher.

    ``final`` is the worth of a finished game for the side to move, ``man`` that of a man.
    ``counter`` makes the terms; an evaluation without terms of its own has one, ``whole``.
    """

    name: str
    summary: str
    counter: TermMaker | None = None
    final: EvaluatorMaker = the_stuck_side_loses
    whole: EvaluatorMaker | None = None
    man: int = 100

    @classmethod
    def of(cls, evaluation: Evaluation) -> "Formula":
        """The formula of one of the engine's evaluations, which are made for speed."""
        return cls(
            evaluation.name,
            f"the engine's evaluation {evaluation.name}",
            final=evaluation.final,
            whole=evaluation.heuristic,
        )

    @classmethod
    def of_function(cls, evaluate: Callable[[Position], int]) -> "Formula":
        """The formula of a function that tells what a position is worth to the side to move."""

        def heuristic(variant: Variant, searcher: int) -> Evaluator:
            return lambda state: evaluate(Position(variant, state))

        name = getattr(evaluate, "__name__", "evaluation")
        return cls(name, f"the function {name}", whole=heuristic)

    def heuristic(self, variant: Variant, searcher: int) -> Evaluator:
        """The evaluation of states, for their side to move."""
        if self.counter is None:
            assert self.whole is not None
            return self.whole(variant, searcher)
        counted = self.counter(variant, searcher)

        def evaluate(state: State) -> int:
            men, kings, foe_men, foe_kings, side = state[:5]
            if side == searcher:
                return sum(number for _, number in counted(men, kings, foe_men, foe_kings))
            return -sum(number for _, number in counted(foe_men, foe_kings, men, kings))

        return evaluate

    def terms(self, position: Position, searcher: int | None = None) -> tuple[Term, ...]:
        """The terms of a position for the side (0 Black, 1 White) that searches.

        Without one it is the side to move.
        """
        variant, side = position.variant, position.turn.side
        searcher = side if searcher is None else searcher
        if self.counter is None:
            value = self.heuristic(variant, searcher)(position.state)
            return ((self.name, value if side == searcher else -value),)
        mine, theirs = position.state[:2], position.state[2:4]
        ordered = (*mine, *theirs) if side == searcher else (*theirs, *mine)
        return tuple(self.counter(variant, searcher)(*ordered))
