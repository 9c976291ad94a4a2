"""What every legal move is worth: exactly in a solved game, elsewhere as far as a search sees."""

from dataclasses import dataclass

from ..engine.deepening import Stopped, tree_below
from ..engine.gc_pause import no_full_collection
from ..engine.score import INFINITY
from ..engine.solver.solver import SearchStopped, Solver
from ..engine.table import Memory
from ..players.builtin import strongest_setup
from ..players.registry import DEEPEST, SOLVED, check_depth, check_time
from ..players.strategy import Context
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Colour, Variant

#: How long a search takes that is given neither a time nor a depth, in seconds.
DEFAULT_TIME = 1.0


@dataclass(frozen=True)
class Analysis:
    """The value of a position and of its moves, for the side to move, best moves first.

    An ``exact`` value is the final difference in pieces under best play by both sides. Others are
    scores in hundredths of a man, with won and lost games far outside their range. ``depth`` is
    how many plies were looked at, for an exact value all there can be.
    """

    value: int
    moves: dict[Move, int]
    exact: bool
    depth: int
    nodes: int

    @property
    def best(self) -> tuple[Move, ...]:
        """All moves of the highest value; () when the game is over."""
        return tuple(move for move, value in self.moves.items() if value == self.value)


class Analyst:
    """Analyses positions of one variant; what it learns serves the next one.

    The limits are for games that are not solved. ValueError for limits that cannot be.
    """

    def __init__(
        self, variant: Variant, *, time: float | None = None, depth: int | None = None
    ) -> None:
        self._time = DEFAULT_TIME if time is None and depth is None else check_time(time)
        self._depth = check_depth(depth) or DEEPEST
        self._setup = strongest_setup(variant)
        self._memory = Memory(shared=self._setup.evaluation.symmetric)
        self._solver = Solver() if variant.name in SOLVED else None

    @no_full_collection()
    def analyse(self, position: Position, context: Context | None = None) -> Analysis:
        """The value of a position and of all its moves.

        Raises SearchStopped if the context asks to stop before there is an answer.
        """
        if self._solver is not None:
            return self._solved(self._solver, position, context or Context())
        return self._searched(position, context or Context())

    def _solved(self, solver: Solver, position: Position, context: Context) -> Analysis:
        before = solver.nodes
        values = solver.move_values(position, context.stopped)
        if not values:
            return Analysis(solver.value(position), {}, exact=True, depth=0, nodes=0)
        return Analysis(
            max(values.values()),
            _best_first(values),
            exact=True,
            depth=_most_plies_left(position),
            nodes=solver.nodes - before,
        )

    def _searched(self, position: Position, context: Context) -> Analysis:
        """Search all moves ever deeper, each in full, until a limit is reached."""
        started = context.clock()
        values: dict[Move, int] = {}
        reached = 0

        def is_late(share: float = 1.0) -> bool:
            return self._time is not None and context.clock() >= started + share * self._time

        def poll() -> None:
            # The first depth is not for the clock to end, so that there is always an answer.
            if context.stopped() or (reached and is_late()):
                raise Stopped

        transitions = position.transitions()
        if not transitions:
            final = self._setup.evaluation.final(position.variant, position.turn.side)
            return Analysis(final(position.state), {}, exact=False, depth=0, nodes=0)
        table = self._memory.table(position.turn.side)
        tree = tree_below(position, self._setup, context, table, poll)
        for depth in range(1, self._depth + 1):
            estimates = tree.counts().estimates
            try:
                values = {
                    move: -tree.value(transitions[move].state, depth - 1, -INFINITY, INFINITY)
                    for move in values or transitions
                }
            except Stopped:
                break
            values, reached = _best_first(values), depth
            if tree.counts().estimates == estimates or is_late(share=0.5):
                break
        if not reached:
            raise SearchStopped
        return Analysis(max(values.values()), values, False, reached, tree.counts().nodes)


def _best_first(values: dict[Move, int]) -> dict[Move, int]:
    """The moves by falling value; equals stay in the order of their squares."""
    return dict(sorted(values.items(), key=lambda item: (-item[1], item[0])))


def _most_plies_left(position: Position) -> int:
    """How long a game of mini can still last, forfeited turns apart: every move goes forward."""
    last = position.variant.size - 1
    place = position.variant.geometry.place
    return sum(
        last - place(square)[0] if piece.colour is Colour.BLACK else place(square)[0]
        for square, piece in position.pieces().items()
    )
