"""Novice: sees what is offered and what hangs at once, and overlooks things as a beginner does."""

from ..engine.decision import Context, Decision
from ..engine.deepening import SearchSetup, tree_below
from ..engine.evaluate import Evaluation
from ..engine.evaluate.terms import count_pieces
from ..engine.score import INFINITY, Score
from ..engine.table import Memory
from ..rules.notation import Move
from ..rules.position import Position
from .strategy import Options

#: How often what a move leads to at once is overlooked.
OVERLOOKED = 0.25
#: Counts pieces and nothing else, as a beginner does.
_PIECES = Evaluation("pieces", count_pieces(100, 200))


class NoviceStrategy:
    """Takes what it can get and gives nothing away, as far as it looks: one exchange.

    Of every move it may overlook what comes of it; then the move looks as if nothing would.
    """

    def __init__(self, options: Options) -> None:
        self._random = options.random

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        seen = material_after(position)
        if not seen:
            raise ValueError("the game is over")
        now = material_now(position)
        looks: dict[Move, int] = {
            move: now if self._random.random() < OVERLOOKED else score
            for move, score in seen.items()
        }
        best = [move for move, look in looks.items() if look == max(looks.values())]
        move = self._random.choice(best)
        return Decision(move, Score(looks[move]), 1, len(seen), (move,))


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
