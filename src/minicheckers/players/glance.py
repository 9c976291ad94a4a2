"""What every move looks like at a short look: the eyes of opponents that are not strong."""

from ..engine.decision import Context
from ..engine.deepening import SearchSetup, tree_below
from ..engine.evaluate import Evaluation
from ..engine.evaluate.terms import count_pieces
from ..engine.score import INFINITY
from ..engine.table import Memory
from ..rules.notation import Move
from ..rules.position import Position

#: Counts pieces and nothing else, as a beginner does.
_PIECES = Evaluation("pieces", count_pieces(100, 200))


def move_scores(position: Position, setup: SearchSetup, depth: int) -> dict[Move, int]:
    """The score of every move at a depth, exchanges played out, in hundredths of a man."""
    table = Memory(shared=setup.evaluation.symmetric).table(position.turn.side)
    tree = tree_below(position, setup, Context(), table, lambda nodes: None)
    return {
        move: -tree.value(after.state, depth - 1, -INFINITY, INFINITY)
        for move, after in position.transitions().items()
    }


def material_after(position: Position) -> dict[Move, int]:
    """How many hundredths of a man each move leaves one ahead, exchanges played out."""
    return move_scores(position, SearchSetup(_PIECES, exact=True), 1)


def material_now(position: Position) -> int:
    """How many hundredths of a man the side to move is ahead."""
    men, kings, foe_men, foe_kings, _ = position.state
    return 100 * (men.bit_count() - foe_men.bit_count()) + 200 * (
        kings.bit_count() - foe_kings.bit_count()
    )
