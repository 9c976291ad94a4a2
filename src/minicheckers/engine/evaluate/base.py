"""What an evaluation is, and the parts the four games share."""

from collections.abc import Callable
from dataclasses import dataclass

from ...rules.movegen import State
from ...rules.variant import Variant
from ..score import WIN

#: Tells the worth of a state for its side to move.
Evaluator = Callable[[State], int]

#: Makes an evaluator for a variant and the side (0 Black, 1 White) that searches.
EvaluatorMaker = Callable[[Variant, int], Evaluator]


def the_stuck_side_loses(variant: Variant, searcher: int) -> Evaluator:
    """A game that is over because the side to move cannot move: that side has lost."""
    return lambda state: -WIN


@dataclass(frozen=True)
class Evaluation:
    """A heuristic for positions where the search ends, and the worth of a finished game.

    Both are told who searches (the *searcher*), because a formula need not be ``symmetric``: it may
    see more for one side than it would for the other. Both answer for the side to move. ``final``
    knows nothing of distance: the search makes wins that come sooner worth more.
    """

    name: str
    heuristic: EvaluatorMaker
    final: EvaluatorMaker = the_stuck_side_loses
    symmetric: bool = True


def count_pieces(man: int, king: int) -> EvaluatorMaker:
    """The heuristic that counts men and kings, at so many points each."""

    def heuristic(variant: Variant, searcher: int) -> Evaluator:
        def evaluate(state: State) -> int:
            men, kings, foe_men, foe_kings, _ = state
            return man * (men.bit_count() - foe_men.bit_count()) + king * (
                kings.bit_count() - foe_kings.bit_count()
            )

        return evaluate

    return heuristic


def rows_from_home(variant: Variant, side: int) -> tuple[int, ...]:
    """One mask a row, the row a side starts from first."""
    rows = variant.geometry.row_masks
    return rows if side == 0 else rows[::-1]
