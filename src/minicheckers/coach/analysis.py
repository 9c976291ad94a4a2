"""What every legal move is worth: exactly where that is known, elsewhere as a search sees it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from math import inf

from ..engine.alphabeta import Variation
from ..engine.decision import Context
from ..engine.deepening import Stopped, strongest_setup, tree_below
from ..engine.endings.files import shipped_endings
from ..engine.endings.play import ending_moves
from ..engine.endings.proof import proven_best, proven_moves
from ..engine.endings.table import Ending, Endings, Result
from ..engine.gc_pause import no_collection
from ..engine.repetition import states_that_may_return
from ..engine.score import INFINITY, Score, seen_from_root
from ..engine.solver import SOLVED, is_solvable
from ..engine.solver.solver import SearchStopped, Solver
from ..engine.table import Table
from ..game.player import DEEPEST, NO_LIMITS, Limits, Player
from ..opponents.guard import answer
from ..opponents.registry import strategy_of
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Colour, Variant
from ..support.text import quoted

#: A look where values are opinions takes at most so many nodes, whoever asks and on any machine.
LOOK = Limits(nodes=75_000)
#: A finite game is solved as far as so many nodes reach; what was found serves the next look.
SOLVING = 400_000
#: A look that is to confirm a mistake takes so many times the nodes of the first.
DEEPER = 4
#: Where there is no choice nothing but the graph of a game asks for the value: a look takes this
#: share of the nodes.
FORCED_SHARE = 8
#: So many looks are remembered, those of several games: 11 kB each.
REMEMBERED = 1000


def _ignore(moves: int) -> None:
    pass


@dataclass(frozen=True)
class Analysis:
    """The value of a position and of its moves, for the side to move, best moves first.

    An ``exact`` value of mini is the final difference in pieces under best play by both sides.
    Others are scores in hundredths of a man, with won and lost games far outside their range; they
    are exact where the table of endings knows the truth, and then ``endings`` tells that of every
    move. ``ending`` is the truth about the position, None where the value is an opinion. ``depth``
    is how many plies were looked at, for an exact value of mini all there can be. ``lines`` has
    the play that an opinion about a move expects after it, as states.
    """

    value: Score
    moves: dict[Move, Score]
    exact: bool
    depth: int
    nodes: int
    ending: Ending | None = None
    endings: Mapping[Move, Ending] = field(default_factory=dict)
    lines: Mapping[Move, Variation] = field(default_factory=dict, compare=False)

    @property
    def best(self) -> tuple[Move, ...]:
        """All moves of the highest value; () when the game is over."""
        return tuple(move for move, value in self.moves.items() if value == self.value)


class Analyst:
    """Analyses positions of one variant, and remembers what it has seen.

    The limits are for games that are not solved; without any each search is a LOOK. A look is a
    pure function of the position, of the states before it that may return and of the limits, so
    whoever asks again, here or elsewhere, gets the same answer (unless seconds are a limit).
    """

    def __init__(
        self,
        variant: Variant,
        limits: Limits = NO_LIMITS,
        *,
        patient: bool = False,
        on_move: Callable[[int], None] = _ignore,
    ) -> None:
        """Make it; a patient one solves a finite game however long it takes.

        Then `on_move` hears how many moves of the position are solved.
        """
        self._patience = inf if patient or variant == SOLVED else SOLVING
        self._on_move = on_move
        self._limits = limits if limits != NO_LIMITS else LOOK
        self._setup = strongest_setup(variant)
        #: By position, states before it that may return, and limits.
        self._known: dict[object, Analysis] = {}
        self._solver = Solver(variant) if is_solvable(variant) else None

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
        endings = shipped_endings(position.variant)
        if endings is not None and position.state in endings:
            return self._looked_up(endings, position, context)
        return self._look(position, context, self._limits, on_depth)

    def look_again(self, position: Position, context: Context) -> Analysis | None:
        """A deeper look at a position whose values are opinions; None if seconds or plies count."""
        if (proven := proven_analysis(position)) is not None:
            return proven
        if self._limits.nodes is None:
            return None
        return self._look(position, context, Limits(nodes=DEEPER * self._limits.nodes))

    def _look(
        self,
        position: Position,
        context: Context,
        limits: Limits,
        on_depth: "Callable[[Analysis], None] | None" = None,
    ) -> Analysis:
        game = [*(before.state for before in context.history), position.state]
        key = position, tuple(states_that_may_return(game)), limits
        known = self._known.get(key)
        if known is None:
            known = self._solved(position, context)
            if known is None:
                known = self._searched(position, context, limits, on_depth)
            if not context.stopped():  # else it may be shallow
                self._known[key] = known
                if len(self._known) > REMEMBERED:
                    del self._known[next(iter(self._known))]
        return known

    @no_collection()
    def _solved(self, position: Position, context: Context) -> Analysis | None:
        """The truth in a finite game; None elsewhere, or where it would take too long."""
        solver = self._solver
        if solver is None or not solver.knows(position):
            return None
        before = solver.nodes

        def stopped() -> bool:
            return context.stopped() or solver.nodes - before >= self._patience

        try:
            values = solver.move_values(position, stopped, self._on_move)
        except SearchStopped:
            if context.stopped():
                raise
            solver.keep()
            return None
        solver.keep()
        if not solver.by_pieces and values:
            results = {move: Ending(Result.of_lead(value), None) for move, value in values.items()}
            return _truth(results, depth=_most_plies_left(position), nodes=solver.nodes - before)
        if not solver.by_pieces:
            score = _score_of_end(position)
            return Analysis(score, {}, True, 0, 0, Ending(Result.of_lead(score), None))
        value = max(values.values()) if values else solver.value(position)
        return Analysis(
            Score.pieces(value),
            _best_first({move: Score.pieces(worth) for move, worth in values.items()}),
            exact=True,
            depth=_most_plies_left(position) if values else 0,
            nodes=solver.nodes - before,
            ending=Ending(Result.of_lead(value), None),
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

    @no_collection()
    def _searched(
        self,
        position: Position,
        context: Context,
        limits: Limits,
        on_depth: "Callable[[Analysis], None] | None",
    ) -> Analysis:
        """Search all moves ever deeper, each in full, until a limit is reached."""
        started = context.clock()
        values: dict[Move, Score] = {}
        lines: dict[Move, Variation] = {}
        reached = 0
        transitions = position.transitions()
        most_nodes = limits.nodes
        if most_nodes is not None and len(transitions) == 1:
            most_nodes //= FORCED_SHARE

        def is_enough(nodes: int, share: float = 1.0) -> bool:
            if most_nodes is not None and nodes >= share * most_nodes:
                return True
            return limits.time is not None and context.clock() >= started + share * limits.time

        def poll(nodes: int) -> None:
            # A limit never ends the first depth, so there is always an answer.
            if context.stopped() or (reached and is_enough(nodes)):
                raise Stopped

        if not transitions:
            final = self._setup.evaluation.final(position.variant, position.turn.side)
            return Analysis(Score(final(position.state)), {}, exact=False, depth=0, nodes=0)
        # With a table that knew other positions the answer would depend on earlier questions.
        tree = tree_below(position, self._setup, context, Table(), poll)
        deepest = limits.depth or DEEPEST
        for depth in range(1, deepest + 1):
            inexact_leaves = tree.counts().inexact_leaves
            try:
                found, expected = {}, {}
                for move in values or transitions:
                    after = transitions[move].state
                    found[move] = -Score(tree.value(after, depth - 1, -INFINITY, INFINITY))
                    expected[move] = tree.principal_variation()
            except Stopped:
                break
            values, lines, reached = _best_first(found), expected, depth
            counts = tree.counts()
            if counts.inexact_leaves == inexact_leaves or is_enough(counts.nodes, share=0.5):
                break
            if on_depth is not None and depth < deepest:
                on_depth(_opinion(values, reached, counts.nodes))
        if not reached:
            raise SearchStopped
        return replace(_opinion(values, reached, tree.counts().nodes), lines=lines)


class LevelAnalyst:
    """Asks a level or an engine about the position after every move; the values are its opinions.

    The time is for all moves together; without any limits it is a second.
    """

    def __init__(self, player: Player, variant: Variant) -> None:
        """Make the player once; ValueError with a sentence if it cannot be made."""
        limits = player.limits if player.limits != NO_LIMITS else Limits(1.0)
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


def proven_answer(position: Position) -> Move | None:
    """A best move, proven by search to be one; None without a proof.

    More can be proven so than by `proven_analysis`: the other moves are only known to be no better.
    """
    endings = shipped_endings(position.variant)
    if endings is None or position.state in endings:
        return None
    found = proven_best(endings, position.state)
    if found is None:
        return None
    moves = position.transitions().items()
    return next(move for move, after in moves if after.state == found[0])


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


def _most_plies_left(position: Position) -> int:
    """How long a finite game can still last, not counting passes: every move goes forward."""
    last = position.variant.size - 1
    place = position.variant.geometry.place
    return sum(
        last - place(square)[0] if piece.colour is Colour.BLACK else place(square)[0]
        for square, piece in position.pieces().items()
    )
