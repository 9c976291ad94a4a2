"""The strategy that plays mini perfectly."""

from ..rules.position import Position
from ..rules.variant import MINI
from .registry import register
from .solver import SearchStopped, Solver
from .strategy import Context, Decision, Options, Progress


@register("solver", "perfect play, for mini only")
class SolverStrategy:
    """Never gives away a piece of the final difference."""

    def __init__(self, options: Options) -> None:
        if options.variant != MINI:
            raise ValueError(f"the solver plays mini only, not {options.variant.name}")
        self._random = options.random
        self._solver = Solver()

    def choose(self, position: Position, context: Context = Context()) -> Decision:  # noqa: B008
        """Choose a move of the highest exact value; any legal move when stopped before that."""
        moves = position.legal_moves()
        if not moves:
            raise ValueError("the game is over")
        before, start = self._solver.nodes, context.clock()
        try:
            values = self._solver.move_values(position, context.stopped)
        except SearchStopped:
            return Decision(moves[0], nodes=self._solver.nodes - before)
        score = max(values.values())
        move = self._random.choice([move for move in moves if values[move] == score])
        nodes = self._solver.nodes - before
        context.report(Progress(1, score, (move,), nodes, context.clock() - start))
        return Decision(move, score, 1, nodes, (move,))
