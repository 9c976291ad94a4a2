"""Evaluations of english checkers."""

from ...rules.movegen import State
from ...rules.variant import Variant
from .base import DepthSchedule, Evaluation, Evaluator, Pruning, Tuning
from .learned import by_weights
from .network import by_network
from .terms import Weights, guard_and_freedom, rows_from_home

# The terms of the first description in the order of their value, in hundredths of a man.
MIDDLE_ROWS = 2
MIDDLE_BOX = 4
HOME_ROW = 6
HOME_ROW_UNDER_THREAT = 9
MAN = 100
KING = 150

# The same for the end-game.
PIECE_ON_BOARD = 3
ENDGAME_KING = 200


def original_heuristic(variant: Variant, searcher: int) -> Evaluator:
    """Two stages: position and men at first, then kings and trades.

    Early in the game the middle is worth having, the box in it more than its ends, and men at home
    keep the opponent from being crowned, which matters as long as he has men. In the end-game a
    king is worth more, and the side that leads wants fewer pieces on the board.
    """
    geometry = variant.geometry
    middle = geometry.row_masks[3] | geometry.row_masks[4]
    box = middle & sum(geometry.column_masks[2:6])
    ends = middle ^ box
    homes = (rows_from_home(variant, 0)[0], rows_from_home(variant, 1)[0])

    def evaluate(state: State) -> int:
        men, kings, foe_men, foe_kings, side = state
        own, foes = men | kings, foe_men | foe_kings
        more_men = men.bit_count() - foe_men.bit_count()
        more_kings = kings.bit_count() - foe_kings.bit_count()
        mine, theirs = own.bit_count(), foes.bit_count()
        if is_endgame(mine, theirs, more_kings):
            lead = more_men + 2 * more_kings
            trade = -PIECE_ON_BOARD * (mine + theirs) if lead else 0
            return MAN * more_men + ENDGAME_KING * more_kings + (trade if lead > 0 else -trade)
        return (
            MIDDLE_ROWS * ((own & ends).bit_count() - (foes & ends).bit_count())
            + MIDDLE_BOX * ((own & box).bit_count() - (foes & box).bit_count())
            + (HOME_ROW_UNDER_THREAT if foe_men else HOME_ROW) * (own & homes[side]).bit_count()
            - (HOME_ROW_UNDER_THREAT if men else HOME_ROW) * (foes & homes[1 - side]).bit_count()
            + MAN * more_men
            + KING * more_kings
        )

    return evaluate


def is_endgame(mine: int, theirs: int, more_kings: int) -> bool:
    """One side far ahead, few pieces and more kings on one side, or very few pieces."""
    pieces = mine + theirs
    return (
        pieces < 10
        or (pieces < 15 and more_kings != 0)
        or 3 * mine < 2 * theirs
        or 3 * theirs < 2 * mine
    )


TUNING = Tuning(
    original=Evaluation("english-original", original_heuristic),
    # What self-play has taught a neural network.
    best=Evaluation("english", by_network("english")),
    others=(
        # What self-play has taught of squares and formations; the network's first games are its.
        Evaluation("english-squares", by_weights("english")),
        # Men at home and room to move say more about who will win than the middle of the board.
        Evaluation("english-tuned", guard_and_freedom(Weights(king=130, home=18, freedom=5))),
    ),
    pruning=Pruning(lmr_from=3, lmr_more_from=8, futility_margins=(60, 120)),
    depths=DepthSchedule(8, 12),
)
