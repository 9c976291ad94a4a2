"""The built-in strategies: each a thin choice of what to search, how deep and how long."""

from ..rules.position import Position
from .registry import register
from .strategy import Context, Decision, Options


@register("random", "any legal move")
class RandomStrategy:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, options: Options) -> None:
        self._random = options.random

    def choose(self, position: Position, context: Context = Context()) -> Decision:  # noqa: B008
        """Choose a legal move at random."""
        moves = position.legal_moves()
        if not moves:
            raise ValueError("the game is over")
        return Decision(self._random.choice(moves))
