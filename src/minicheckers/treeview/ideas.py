"""What a search is made of: the ideas that it uses, and the formula that it judges by."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace

from ..engine.evaluate import Evaluation, Evaluator
from ..engine.evaluate.base import EvaluatorMaker, the_stuck_side_loses
from ..rules.movegen import State
from ..rules.position import Position
from ..rules.variant import Variant
from ..support.text import did_you_mean, quoted


@dataclass(frozen=True)
class Algorithm:
    """A search by its ideas. None of them but quiescence changes the value that is found.

    - ``pruning``: alpha-beta instead of minimax: stop as soon as a move is refuted
    - ``ordering``: moves first that have refuted much elsewhere; of captures beyond the horizon,
      those first that leave the opponent least
    - ``table``: remember positions, and search first the move that was best there
    - ``quiescence``: beyond the horizon play on while there are captures
    - ``deepening``: search to depth 1, 2, 3 and so on; with ordering, the best move of one
      depth is searched first at the next
    - ``nullwindow``: of every move but the first ask only whether it is better
    """

    pruning: bool = False
    ordering: bool = False
    table: bool = False
    quiescence: bool = False
    deepening: bool = False
    nullwindow: bool = False

    @classmethod
    def parse(cls, text: str, beside: Iterable[str] = ()) -> "Algorithm":
        """The algorithm that a text such as alphabeta+ordering means; ValueError with advice.

        ``beside`` are words that mean something else there.
        """
        base, *ideas = text.strip().casefold().split("+")
        for word, known in ((base, (*BASES, *beside)), *((idea, IDEAS) for idea in ideas)):
            if word not in known:
                others = f"; or {', '.join(beside)}" if beside else ""
                ways = f"write {' or '.join(BASES)}, with +{', +'.join(IDEAS)} added as you like"
                advice = did_you_mean(word, known, ways + others)
                raise ValueError(f"{quoted(text)} is not an algorithm{advice}")
        return replace(BASES[base], **dict.fromkeys(ideas, True))

    def __str__(self) -> str:
        base = next(name for name, plain in BASES.items() if plain.pruning == self.pruning)
        return "+".join([base, *(idea for idea in IDEAS if getattr(self, idea))])


BASES = {"minimax": Algorithm(), "alphabeta": Algorithm(pruning=True)}
IDEAS = tuple(field.name for field in fields(Algorithm) if field.name != "pruning")

#: One idea after the other, each row with those above it, in the order in which one would build it.
STAIRS = (
    MINIMAX := Algorithm(),
    ALPHABETA := replace(MINIMAX, pruning=True),
    ORDERED := replace(ALPHABETA, ordering=True),
    TABLED := replace(ORDERED, table=True),
    QUIESCENT := replace(TABLED, quiescence=True),
    DEEPENED := replace(QUIESCENT, deepening=True),
)


#: A part of an evaluation: what it counts, and what it adds.
Term = tuple[str, int]

#: The terms of a state for the side that searches.
TermCounter = Callable[[State], Iterable[Term]]

#: Makes them for a variant and the side (0 Black, 1 White) that searches.
TermMaker = Callable[[Variant, int], TermCounter]


@dataclass(frozen=True)
class Formula:
    """An evaluation by its terms, which add up to what a position is worth to the searcher.

    ``final`` is the worth of a finished game for the side to move, ``man`` that of a man.
    """

    name: str
    summary: str
    counter: TermMaker
    final: EvaluatorMaker = the_stuck_side_loses
    man: int = 100

    @classmethod
    def of(cls, evaluation: Evaluation) -> "Formula":
        """The formula of one of the engine's evaluations, which are made for speed."""
        name = evaluation.name
        counter = _one_term(name, evaluation.heuristic)
        return cls(name, f"the engine's evaluation {name}", counter, evaluation.final)

    @classmethod
    def of_function(cls, evaluate: Callable[[Position], int]) -> "Formula":
        """The formula of a function that tells what a position is worth to the side to move."""

        def heuristic(variant: Variant, searcher: int) -> Evaluator:
            return lambda state: evaluate(Position(variant, state))

        name = getattr(evaluate, "__name__", "evaluation")
        return cls(name, f"the function {name}", _one_term(name, heuristic))

    def heuristic(self, variant: Variant, searcher: int) -> Evaluator:
        """The evaluation of states, for their side to move."""
        terms = self.counter(variant, searcher)

        def evaluate(state: State) -> int:
            value = sum(number for _, number in terms(state))
            return value if state[4] == searcher else -value

        return evaluate

    def terms(self, position: Position, searcher: int) -> tuple[Term, ...]:
        """The terms of a position for the side (0 Black, 1 White) that searches."""
        return tuple(self.counter(position.variant, searcher)(position.state))


def _one_term(name: str, heuristic: EvaluatorMaker) -> TermMaker:
    """An evaluation that has no terms of its own is the only one."""

    def counter(variant: Variant, searcher: int) -> TermCounter:
        evaluate = heuristic(variant, searcher)

        def count(state: State) -> Iterable[Term]:
            value = evaluate(state)
            yield name, value if state[4] == searcher else -value

        return count

    return counter


def own_first(state: State, searcher: int) -> tuple[int, int, int, int]:
    """The men and kings of the side that searches, then those of the opponent."""
    men, kings, foe_men, foe_kings, side = state
    if side == searcher:
        return men, kings, foe_men, foe_kings
    return foe_men, foe_kings, men, kings
