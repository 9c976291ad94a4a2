"""An evaluation for every game: for those that nobody has tuned, house rules included.

It asks the rules and never the name: whether kings fly, how large the board is, whether a man can
be crowned at all. So it is a sensible start for a new game, until matches have found a better one.
"""

from ...rules.movegen import State
from ...rules.position import Position
from ...rules.variant import COLOURS, Goal, Variant
from ..score import DRAW, WIN
from .base import DepthSchedule, Evaluation, Evaluator, EvaluatorMaker, Tuning
from .terms import Weights, advance, count_pieces, guard_and_freedom

MAN = 100

#: A king that goes one square: it is worth more where nobody can be forced into its reach.
SHORT_KING, SHORT_KING_WITH_OPTIONAL_CAPTURES = 130, 200

#: A king that flies is worth half a man, and a quarter of one for every row of the board.
FLYING_KING, FLYING_KING_A_ROW = 50, 25

#: A man on its first two rows guards where the other side would be crowned, and an open step is
#: worth something. On larger boards neither has been seen to help.
GUARD, FREEDOM = 18, 5

#: The rows of a small board.
SMALL = 8

#: How far a search without a clock looks where a board is small and captures are mandatory, so that
#: few moves are to be searched; elsewhere it looks as far as games do by default.
SMALL_BOARD_DEPTHS = DepthSchedule(7, 8)

#: Where the first king wins, every row counts.
FIRST_TO_CROWN_A_ROW = 12


def king_value(variant: Variant) -> int:
    """The value of a king in hundredths of a man."""
    if variant.king_flies:
        return FLYING_KING + FLYING_KING_A_ROW * variant.size
    return SHORT_KING if variant.capture_forced else SHORT_KING_WITH_OPTIONAL_CAPTURES


def general_tuning(variant: Variant) -> Tuning:
    """How to search a game by what its rules say."""
    original = count_pieces(MAN, 2 * MAN)
    if variant.goal is Goal.LOSING:
        best = original = count_pieces(-MAN, -MAN)
    elif variant.goal is Goal.BREAKTHROUGH:
        best = advance(MAN, 0, FIRST_TO_CROWN_A_ROW)
    else:
        best = _by_rules(variant)
    return Tuning(
        original=Evaluation(f"{variant.name}-original", original, _by_outcome),
        best=Evaluation(variant.name, best, _by_outcome),
        depths=SMALL_BOARD_DEPTHS if _is_small(variant) else DepthSchedule(),
    )


def _is_small(variant: Variant) -> bool:
    return variant.diagonal and variant.capture_forced and variant.size <= SMALL


def _by_rules(variant: Variant) -> EvaluatorMaker:
    king = king_value(variant)
    if not variant.diagonal and variant.king_flies:
        # The nearer to the crown, the better: a man that goes all the way gains a quarter of it.
        return advance(MAN, king, (king - MAN) // (4 * variant.size))
    if variant.size > SMALL:
        return count_pieces(MAN, king)
    guard = GUARD if variant.crowns else 0
    return guard_and_freedom(Weights(king, guard, FREEDOM, MAN))


def _by_outcome(variant: Variant, searcher: int) -> Evaluator:
    """A finished game by the rules' own word."""

    def evaluate(state: State) -> int:
        outcome = Position(variant, state).outcome
        if outcome is None or outcome.winner is None:
            return DRAW
        return WIN if outcome.winner is COLOURS[state[4]] else -WIN

    return evaluate
