"""What every legal move is worth: exactly where that is known, elsewhere as a search sees it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ..engine.decision import Context
from ..engine.deepening import Stopped, strongest_setup, tree_below
from ..engine.endings.files import shipped_endings
from ..engine.endings.play import ending_moves
from ..engine.endings.proof import proven_best, proven_moves
from ..engine.endings.table import Ending, Endings, Result
from ..engine.gc_pause import no_collection
from ..engine.repetition import states_that_may_return
from ..engine.score import INFINITY, Score, seen_from_root
from ..engine.solver import SOLVED
from ..engine.solver.solver import SearchStopped, Solver
from ..engine.table import Memory
from ..game.player import DEEPEST, NO_LIMITS, Limits, Player
from ..opponents.guard import answer
from ..opponents.registry import strategy_of
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Colour, Variant
from ..support.text import quoted

#: How many seconds a search takes if neither a time nor a depth is given.
DEFAULT_TIME = 1.0
#: The same while a person plays and waits for the coach.
COACHING_TIME = 1.5


@dataclass(frozen=True)
class Analysis:
    """The value of a position and of its moves, for the side to move, best moves first.

    An ``exact`` value of mini is the final difference in pieces under best play by both sides.
    Others are scores in hundredths of a man, with won and lost games far outside their range; they
    are exact where the table of endings knows the truth, and then ``endings`` tells that of every
    move. ``ending`` is the truth about the position, None where the value is an opinion. ``depth``
    is how many plies were looked at, for an exact value of mini all there can be.
    """

    value: Score
    moves: dict[Move, Score]
    exact: bool
    depth: int
    nodes: int
    ending: Ending | None = None
    endings: Mapping[Move, Ending] = field(default_factory=dict)

    @property
    def best(self) -> tuple[Move, ...]:
        """All moves of the highest value; () when the game is over."""
        return tuple(move for move, value in self.moves.items() if value == self.value)


class Analyst:
    """Analyses positions of one variant; what it learns serves the next one.

    The limits are for games that are not solved; without any a search takes DEFAULT_TIME.
    """

    def __init__(self, variant: Variant, limits: Limits = NO_LIMITS) -> None:
        self._limits = limits if limits != NO_LIMITS else Limits(DEFAULT_TIME)
        self._setup = strongest_setup(variant)
        self._memory = Memory(shared=self._setup.evaluation.symmetric)
        self._solver = Solver() if variant == SOLVED else None

    @no_collection()
    def analyse(
        self,
        position: Position,
        context: Context | None = None,
        on_depth: "Callable[[Analysis], None] | None" = None,
    ) -> Analysis:
        """The value of a position and of all its moves.

        `on_depth` hears what a search knows after every depth that another one is to follow. Raises
        SearchStopped if the context asks to stop before there is an answer.
        """
        context = context or Context()
        if self._solver is not None:
            return self._solved(self._solver, position, context)
        endings = shipped_endings(position.variant)
        if endings is not None and position.state in endings:
            return self._looked_up(endings, position, context)
        return self._searched(position, context, on_depth)

    def _solved(self, solver: Solver, position: Position, context: Context) -> Analysis:
        before = solver.nodes
        values = solver.move_values(position, context.stopped)
        value = max(values.values()) if values else solver.value(position)
        return Analysis(
            Score.pieces(value),
            _best_first({move: Score.pieces(worth) for move, worth in values.items()}),
            exact=True,
            depth=_most_plies_left(position) if values else 0,
            nodes=solver.nodes - before,
            ending=Ending(_result(value), None),
        )

    def _looked_up(self, endings: Endings, position: Position, context: Context) -> Analysis:
        """What the table of endings says, or a draw where the history of the game makes it one."""
        states = [*(before.state for before in context.history), position.state]
        game = states_that_may_return(states)
        earlier = states[: -len(game)]

        def poll() -> None:
            if context.stopped():
                raise SearchStopped

        by_state = {move.state: move.ending for move in ending_moves(endings, game, poll, earlier)}
        after = {move: after.state for move, after in position.transitions().items()}
        known = {move: by_state[state] for move, state in after.items()}
        if not known:
            ending = endings.probe(position.state)
            assert ending is not None
            return Analysis(ending.score, {}, exact=True, depth=0, nodes=0, ending=ending)
        return _truth(known, depth=1, nodes=len(known))

    def _searched(
        self, position: Position, context: Context, on_depth: "Callable[[Analysis], None] | None"
    ) -> Analysis:
        """Search all moves ever deeper, each in full, until a limit is reached."""
        started = context.clock()
        values: dict[Move, Score] = {}
        reached = 0

        def is_late(share: float = 1.0) -> bool:
            time = self._limits.time
            return time is not None and context.clock() >= started + share * time

        def poll(nodes: int) -> None:
            # The clock never ends the first depth, so there is always an answer.
            if context.stopped() or (reached and is_late()):
                raise Stopped

        transitions = position.transitions()
        if not transitions:
            final = self._setup.evaluation.final(position.variant, position.turn.side)
            return Analysis(Score(final(position.state)), {}, exact=False, depth=0, nodes=0)
        table = self._memory.table(position.turn.side)
        tree = tree_below(position, self._setup, context, table, poll)
        deepest = self._limits.depth or DEEPEST
        for depth in range(1, deepest + 1):
            inexact_leaves = tree.counts().inexact_leaves
            try:
                values = {
                    move: -Score(
                        tree.value(transitions[move].state, depth - 1, -INFINITY, INFINITY)
                    )
                    for move in values or transitions
                }
            except Stopped:
                break
            values, reached = _best_first(values), depth
            if tree.counts().inexact_leaves == inexact_leaves or is_late(share=0.5):
                break
            if on_depth is not None and depth < deepest:
                on_depth(_opinion(values, reached, tree.counts().nodes))
        if not reached:
            raise SearchStopped
        return _opinion(values, reached, tree.counts().nodes)


class LevelAnalyst:
    """Asks a level or an engine about the position after every move; the values are its opinions.

    The time is for all moves together; without any limits it is DEFAULT_TIME.
    """

    def __init__(self, player: Player, variant: Variant) -> None:
        """Make the player once; ValueError with a sentence if it cannot be made."""
        limits = player.limits if player.limits != NO_LIMITS else Limits(DEFAULT_TIME)
        self._player = replace(player, limits=limits)
        strategy_of(self._player, variant)

    def analyse(self, position: Position) -> Analysis:
        """The value of a position and of all its moves; ValueError if the level gives no scores.

        StrategyError with a sentence if it fails.
        """
        transitions = position.transitions()
        if not transitions:
            return Analysis(_score_of_end(position), {}, exact=False, depth=0, nodes=0)
        limits = self._player.limits
        if limits.time is not None:
            limits = replace(limits, time=limits.time / len(transitions))
        player = replace(self._player, limits=limits)
        strategy = strategy_of(player, position.variant)
        values, depths, nodes = {}, [0], 0
        for move, after in transitions.items():
            if after.outcome is not None:
                values[move] = _one_ply_earlier(_score_of_end(after))
                continue
            decision = answer(strategy, player.name, after, Context(history=(position,)))
            if decision.score is None:
                raise ValueError(
                    f"{quoted(player.name)} plays without scores, so it cannot analyse"
                )
            values[move] = _one_ply_earlier(decision.score)
            depths.append(decision.depth + 1)
            nodes += decision.nodes
        return _opinion(_best_first(values), max(depths), nodes)


# Positions with a few pieces more than the table of endings holds, where search proves results


def proven_analysis(position: Position) -> Analysis | None:
    """The result of every move, proven by search; None where there is a move it cannot prove.

    Only results are told, not in how many plies they come about. In endings that the table holds
    it knows better.
    """
    endings = shipped_endings(position.variant)
    if endings is None or position.state in endings:
        return None
    results = proven_moves(endings, position.state)
    if not results:
        return None
    transitions = position.transitions().items()
    return _truth({move: Ending(results[after.state], None) for move, after in transitions})


def proven_answer(position: Position) -> tuple[Move, Score] | None:
    """A best move and the result that it makes sure of, proven by search; None without a proof.

    More can be proven so than by `proven_analysis`: the other moves are only known to be no better.
    """
    endings = shipped_endings(position.variant)
    if endings is None or position.state in endings:
        return None
    found = proven_best(endings, position.state)
    if found is None:
        return None
    best, result = found
    moves = position.transitions().items()
    return next(move for move, after in moves if after.state == best), Ending(result, None).score


def _one_ply_earlier(score: Score) -> Score:
    """A score of the position after a move, as the side that makes the move sees it."""
    return -Score(seen_from_root(score, 1), score.unit)


def _score_of_end(position: Position) -> Score:
    """The score of a finished game for the side to move."""
    assert position.outcome is not None
    if position.outcome.winner is None:
        return Score.drawn()
    return Score.won(0) if position.outcome.winner is position.turn else Score.lost(0)


def _truth(known: Mapping[Move, Ending], depth: int = 0, nodes: int = 0) -> Analysis:
    values = _best_first({move: ending.score for move, ending in known.items()})
    endings = {move: known[move] for move in values}
    best = next(iter(values))
    return Analysis(values[best], values, True, depth, nodes, known[best], endings)


def _opinion(values: dict[Move, Score], depth: int, nodes: int) -> Analysis:
    return Analysis(max(values.values()), values, exact=False, depth=depth, nodes=nodes)


def _best_first(values: dict[Move, Score]) -> dict[Move, Score]:
    """The moves by falling value; equals stay in the order of their squares."""
    return dict(sorted(values.items(), key=lambda item: (-item[1], item[0])))


def _result(difference: int) -> Result:
    """The result of a game of mini that ends with a lead of that many pieces."""
    if difference == 0:
        return Result.DRAW
    return Result.WIN if difference > 0 else Result.LOSS


def _most_plies_left(position: Position) -> int:
    """How long a game of mini can still last, not counting passes: every move goes forward."""
    last = position.variant.size - 1
    place = position.variant.geometry.place
    return sum(
        last - place(square)[0] if piece.colour is Colour.BLACK else place(square)[0]
        for square, piece in position.pieces().items()
    )
