"""The strategy that plays mini perfectly, and sets traps as long as that costs nothing."""

from contextlib import suppress

from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import MINI
from .registry import register
from .solver import SearchStopped, Solver
from .solver_traps import temptation
from .strategy import Context, Decision, Options, Progress


@register("solver", "perfect play, for mini only")
class SolverStrategy:
    """Never gives away a piece of the final difference; of equals it takes the trickiest move."""

    def __init__(self, options: Options) -> None:
        """Make it; ValueError for a variant that is not solved."""
        if options.variant != MINI:
            raise ValueError(f"only mini is solved, so solver cannot play {options.variant}")
        self._random = options.random
        self._solver = Solver()

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a best move; when stopped, the best by what is known until then."""
        solver, stopped, started = self._solver, context.stopped, context.clock()
        before = solver.nodes
        transitions = position.transitions()
        if not transitions:
            raise ValueError("the game is over")
        # Every maximum below is the first of its equals, so shuffling decides between them.
        moves = list(transitions)
        self._random.shuffle(moves)
        values: dict[Move, int] = {}
        chosen, score = moves[0], None
        line: tuple[Move, ...] = ()

        with suppress(SearchStopped):
            for move in moves:
                values[move] = -solver.value(transitions[move], stopped)
                chosen = max(values, key=values.__getitem__)
            score = values[chosen]
            best = [move for move in moves if values[move] == score]
            if len(best) > 1:
                chosen = max(best, key=lambda move: temptation(solver, transitions[move], stopped))
            line = (chosen, *solver.best_line(transitions[chosen], stopped))
            context.report(
                Progress(len(line), score, line, solver.nodes - before, context.clock() - started)
            )
        return Decision(chosen, score, len(line), solver.nodes - before, line)
