"""An evaluation for every game: for those that nobody has tuned, house rules included.

It asks the rules and never the name: whether kings fly, how large the board is, whether a man can
be crowned at all. So it is a sensible start for a new game, until matches have found a better one.
"""

from ...rules.movegen import State
from ...rules.position import Position
from ...rules.variant import COLOURS, Goal, Variant
from ..score import DRAW, WIN
from .base import Evaluation, Evaluator, Tuning
from .terms import Weights, advance, count_pieces, guard_and_freedom

MAN = 100

#: A king that goes one square: it is worth more where nobody can be forced into its reach.
SHORT_KING, SHORT_KING_WITH_OPTIONAL_CAPTURES = 130, 200

#: A king that flies is worth a man, and a quarter of one for every row of the board.
FLYING_KING_A_ROW = 25

#: As in english: a man on its first two rows guards where the other side would be crowned.
GUARD, FREEDOM = 18, 5

#: Where the first king wins, every row counts.
FIRST_TO_CROWN_A_ROW = 12


def king_value(variant: Variant) -> int:
    """The value of a king in hundredths of a man."""
    if variant.king_flies:
        return MAN + FLYING_KING_A_ROW * variant.size
    return SHORT_KING if variant.capture_forced else SHORT_KING_WITH_OPTIONAL_CAPTURES


def general_tuning(variant: Variant) -> Tuning:
    """How to search a game by what its rules say."""
    king, counted = king_value(variant), count_pieces(MAN, 2 * MAN)
    if variant.goal is Goal.LOSING:
        heuristic = counted = count_pieces(-MAN, -MAN)
    elif variant.goal is Goal.BREAKTHROUGH:
        heuristic = advance(MAN, 0, FIRST_TO_CROWN_A_ROW)
    elif variant.king_flies:
        # The nearer to the crown, the better: a man that goes all the way gains a quarter of it.
        heuristic = advance(MAN, king, (king - MAN) // (4 * variant.size))
    else:
        guard = GUARD if variant.crowns else 0
        heuristic = guard_and_freedom(Weights(king, guard, FREEDOM, MAN))
    return Tuning(
        seed=Evaluation(f"{variant.name}-seed", counted, _by_outcome),
        best=Evaluation(variant.name, heuristic, _by_outcome),
    )


def _by_outcome(variant: Variant, searcher: int) -> Evaluator:
    """A finished game by the rules' own word."""

    def evaluate(state: State) -> int:
        outcome = Position(variant, state).outcome
        if outcome is None or outcome.winner is None:
            return DRAW
        return WIN if outcome.winner is COLOURS[state[4]] else -WIN

    return evaluate
