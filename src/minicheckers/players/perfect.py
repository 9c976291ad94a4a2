"""The strategy that plays mini perfectly, and sets traps as long as that costs nothing."""

from collections.abc import Mapping

from ..engine.decision import Context, Decision, Progress
from ..engine.deepening import search, strongest_setup
from ..engine.gc_pause import no_collection
from ..engine.score import Score
from ..engine.solver import SOLVED
from ..engine.solver.solver import SearchStopped, Solver, Stop
from ..engine.table import Table
from ..game.player import Limits
from ..rules.notation import Move
from ..rules.position import Position
from .strategy import Options

#: How deep to look when there is no time to be exact: a few milliseconds.
GLANCE = Limits(depth=5)


class SolverStrategy:
    """Never gives away a piece of the final difference; of equals it takes the trickiest move.

    It always looks to the end of the game, so a depth means nothing to it. Only boards set up by
    hand take long enough for a time to matter.
    """

    def __init__(self, options: Options) -> None:
        """Make it; ValueError for a variant that is not solved."""
        if options.variant != SOLVED:
            raise ValueError(f"only {SOLVED} is solved, so solver cannot play {options.variant}")
        self._random = options.random
        self._time = options.time
        self._solver = Solver()

    @no_collection()
    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a best move; when stopped or out of time, a good one, without a score."""
        transitions = position.transitions()
        if not transitions:
            raise ValueError("the game is over")
        context = context.within(self._time)
        before, started = self._solver.nodes, context.clock()
        values: dict[Move, int] = {}
        line: tuple[Move, ...] = ()
        score: Score | None = None
        try:
            line = self._best_line(transitions, values, context.stopped)
        except SearchStopped:
            chosen = self._good_move(position, values)
        else:
            chosen, score = line[0], Score.pieces(values[line[0]])
            seconds = context.clock() - started
            context.report(Progress(len(line), score, line, self._solver.nodes - before, seconds))
        return Decision(chosen, score, len(line), self._solver.nodes - before, line)

    def _best_line(
        self, transitions: Mapping[Move, Position], values: dict[Move, int], stopped: Stop
    ) -> tuple[Move, ...]:
        """A line of best moves; `values` fills on the way. SearchStopped if it must end."""
        # Every maximum below is the first of its equals, so shuffling decides between them.
        moves = list(transitions)
        self._random.shuffle(moves)
        for move in moves:
            values[move] = -self._solver.value(transitions[move], stopped)
        best = [move for move in moves if values[move] == max(values.values())]
        chosen = best[0]
        if len(best) > 1:
            chosen = max(best, key=lambda move: self._solver.trap_score(transitions[move], stopped))
        return chosen, *self._solver.best_line(transitions[chosen], stopped)

    def _good_move(self, position: Position, values: dict[Move, int]) -> Move:
        """The best move that is known not to lose, else what a glance suggests."""
        move = max(values, key=values.__getitem__, default=None)
        if move is not None and (values[move] >= 0 or len(values) == len(position.legal_moves())):
            return move
        table = Table(bits=10)
        return search(
            position, strongest_setup(SOLVED), GLANCE, table, self._random, Context()
        ).move
