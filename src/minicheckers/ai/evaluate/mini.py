"""Evaluations of mini, where men only go forward and nothing is ever crowned."""

from collections.abc import Callable

from ...rules.movegen import State
from ...rules.variant import Variant
from ..score import MARGIN, WIN
from .base import Evaluation, Judge


def seed_heuristic(variant: Variant, seat: int) -> Judge:
    """50 a man of difference, 10 a safe man of one's own, 1 a man of one's own.

    The formula looks from the chair of the player who searches: the opponent's safe men do not
    count. So it is taken for the seat and given the sign of the side to move; seen from one seat
    that is a zero-sum game like any other. The difference of both players' views would be a
    formula of another kind, in which half of the terms cancel.
    """
    safe = safe_men(variant)

    def for_seat(mine: int, theirs: int) -> int:
        own = mine.bit_count()
        return 50 * (own - theirs.bit_count()) + 10 * safe(mine, theirs, seat).bit_count() + own

    def judge(state: State) -> int:
        men, _, foe_men, _, side = state
        return for_seat(men, foe_men) if side == seat else -for_seat(foe_men, men)

    return judge


def seed_utility(mine: int, theirs: int) -> int:
    """The worth of a finished game: the difference first, then the men one has kept."""
    return 500 * (mine - theirs) + 50 * mine


def seed_final(variant: Variant, seat: int) -> Judge:
    """The utility, out of the heuristic's range and otherwise in its old order.

    As the numbers are given the two overlap: a loss by 5 men to 6 (-250) would be better than a
    bad position (-300), and a draw (50 to 300) worse than a good one (366). They were meant not
    to: what is certain shall count for more than what is only estimated. So wins and losses go to
    the bands of decided games, and draws are ten times larger, above every estimate.
    """

    def for_seat(mine: int, theirs: int) -> int:
        utility = seed_utility(mine, theirs)
        if mine == theirs:
            return 10 * utility
        return utility // 50 * MARGIN + (WIN if mine > theirs else -WIN)

    def judge(state: State) -> int:
        men, _, foe_men, _, side = state
        mine, theirs = men.bit_count(), foe_men.bit_count()
        return for_seat(mine, theirs) if side == seat else -for_seat(theirs, mine)

    return judge


def safe_men(variant: Variant) -> Callable[[int, int, int], int]:
    """``safe(men, foe_men, side)``: the men of a side that can never be captured.

    They stand on the leftmost or the rightmost column, or no opponent is in front of them.
    """
    geometry = variant.geometry
    edges = geometry.column_masks[0] | geometry.column_masks[-1]
    rows = geometry.row_masks
    # By the row of the foe that is furthest back: all rows from there to the end of one's way.
    passed = (
        {1 << at: sum(rows[row:]) for row, at in _bits_by_row(rows)},
        {1 << at: sum(rows[: row + 1]) for row, at in _bits_by_row(rows)},
    )

    def safe(men: int, foe_men: int, side: int) -> int:
        if not foe_men:
            return men
        rearmost = foe_men & -foe_men if side else 1 << foe_men.bit_length() - 1
        return men & (edges | passed[side][rearmost])

    return safe


def _bits_by_row(rows: tuple[int, ...]) -> list[tuple[int, int]]:
    """(row, number of the bit) for every playing square."""
    return [
        (row, at)
        for row, mask in enumerate(rows)
        for at in range(mask.bit_length())
        if mask >> at & 1
    ]


SEED = Evaluation("mini-seed", seed_heuristic, seed_final)
