"""Novice: sees what is offered and what hangs at once, and overlooks things as a beginner does."""

from ..engine.decision import Context, Decision
from ..engine.score import Score
from ..rules.notation import Move
from ..rules.position import Position
from .glance import material_after, material_now
from .strategy import Options

#: How often what a move leads to at once is overlooked.
OVERLOOKED = 0.25


class NoviceStrategy:
    """Takes what it can get and gives nothing away, as far as it looks: one exchange.

    Of every move it may overlook what comes of it; then the move looks as if nothing would.
    """

    def __init__(self, options: Options) -> None:
        self._random = options.random

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose any of the moves that look best."""
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
