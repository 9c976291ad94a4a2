"""Evaluations of mini, where men only go forward and nothing is ever crowned."""

from ...rules.movegen import State
from ...rules.variant import Variant
from ..score import MARGIN, WIN
from ..solver.referee import value_of_foes, value_of_men
from .base import DepthSchedule, Evaluation, Evaluator, Tuning


def original_heuristic(variant: Variant, searcher: int) -> Evaluator:
    """50 a man of difference, 10 a safe man of one's own, 1 a man of one's own.

    The formula looks from the chair of the player who searches: the opponent's safe men do not
    count. So it is taken for the searcher and given the sign of the side to move; so seen
    that is a zero-sum game like any other. The difference of both players' views would be a
    formula of another kind, in which half of the terms cancel.
    """
    safe = safe_squares(variant, searcher)

    def evaluate(state: State) -> int:
        men, _, foe_men, _, side = state
        mine, theirs = (men, foe_men) if side == searcher else (foe_men, men)
        rearmost = theirs & -theirs if searcher else theirs
        own = mine.bit_count()
        score = (
            50 * (own - theirs.bit_count())
            + 10 * (mine & safe[rearmost.bit_length()]).bit_count()
            + own
        )
        return score if side == searcher else -score

    return evaluate


def original_utility(mine: int, theirs: int) -> int:
    """The value of a finished game: the difference first, then the men one has kept."""
    return 500 * (mine - theirs) + 50 * mine


def original_final(variant: Variant, searcher: int) -> Evaluator:
    """The utility, out of the heuristic's range and otherwise in its old order.

    As the numbers are given the two overlap: a loss by 5 men to 6 (-250) would be better than a
    bad position (-300), and a draw (50 to 300) worse than a good one (366). They were meant not
    to: what is certain shall count for more than what is only estimated. So wins and losses go to
    the bands of decided games, and draws are thirty times larger: the least of them is 1500, and
    no estimate of 18 men exceeds 1037.
    """

    def for_seat(mine: int, theirs: int) -> int:
        utility = original_utility(mine, theirs)
        if mine == theirs:
            return 30 * utility
        return utility // 50 * MARGIN + (WIN if mine > theirs else -WIN)

    def evaluate(state: State) -> int:
        men, _, foe_men, _, side = state
        mine, theirs = men.bit_count(), foe_men.bit_count()
        return for_seat(mine, theirs) if side == searcher else -for_seat(theirs, mine)

    return evaluate


def safe_squares(variant: Variant, side: int) -> list[int]:
    """Where a side's men can never be captured, by the foe with the longest way behind him.

    That is on the leftmost and the rightmost column, and wherever no foe is in front any more. The
    list is indexed by the bit length of that foe's bit (Black's foes: the highest, White's: the
    lowest); with 0 there is no foe.
    """
    geometry = variant.geometry
    edges = geometry.column_masks[0] | geometry.column_masks[-1]
    rows = geometry.row_masks
    safe = [geometry.board] * (geometry.board.bit_length() + 1)
    for row, mask in enumerate(rows):
        passed = sum(rows[: row + 1]) if side else sum(rows[row:])
        for bit in geometry.bits:
            if bit & mask:
                safe[bit.bit_length()] = edges | passed
    return safe


def fitted_heuristic(variant: Variant, searcher: int) -> Evaluator:
    """Men by the squares they stand on, as the solver guesses where it has not solved."""

    def evaluate(state: State) -> int:
        men, _, foe_men, _, side = state
        if side:
            return value_of_foes[men] - value_of_men[foe_men]
        return value_of_men[men] - value_of_foes[foe_men]

    return evaluate


TUNING: Tuning = Tuning(
    original=Evaluation("mini-original", original_heuristic, original_final, symmetric=False),
    # Squares as the solver values them, and the end of a game as the first description does.
    best=Evaluation("mini", fitted_heuristic, original_final, symmetric=False),
    # 30 minus the number of pieces, as far as the nodes suffice (half a second).
    depths=DepthSchedule(18, 1, nodes=120_000),
)
