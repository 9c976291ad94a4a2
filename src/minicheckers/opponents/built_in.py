"""The built-in strategies, each a thin choice of how deep, how long and with what to search."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from ..engine.decision import Context, Decision, Progress
from ..engine.deepening import (
    SearchSetup,
    Stopped,
    moves_through,
    search,
    strongest_setup,
    tree_below,
)
from ..engine.endings.files import shipped_endings
from ..engine.endings.play import best_line, ending_moves
from ..engine.evaluate import Evaluation, best_evaluation, original_evaluation, tuning_of
from ..engine.evaluate.terms import count_pieces
from ..engine.gc_pause import no_collection
from ..engine.repetition import states_that_may_return
from ..engine.score import INFINITY, Score, is_decided
from ..engine.solver import SOLVED
from ..engine.solver.solver import SearchStopped, Solver, Stop
from ..engine.table import Memory, Table
from ..game.player import Limits
from ..rules.notation import Move
from ..rules.position import Position
from ..treeview.search import Thinker, to_depth
from ..treeview.seeds import ORIGINALS
from .levels import PERFECT, check_plays, ladder
from .strategy import Options, choices

#: What is searched by default: plies, and seconds.
DEFAULT_DEPTH, DEFAULT_SECONDS = 5, 3.0


class RandomStrategy:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, options: Options) -> None:
        self._random = options.random

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        return Decision(self._random.choice(choices(position)))


class SearchStrategy:
    """Searches, with a setup, every position as deep and as long as ``limits`` says.

    By ``error`` a move may be misjudged.
    """

    def __init__(
        self,
        options: Options,
        setup: SearchSetup,
        limits: Callable[[Position], Limits],
        error: int = 0,
    ) -> None:
        self._options = options
        self._setup = setup
        self._limits = limits
        self._error = error
        self._memory = Memory(shared=setup.evaluation.symmetric, bits=options.table_bits)

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        if position.variant.name != self._options.variant.name:
            raise ValueError(
                f"this strategy was made for {self._options.variant}, not for {position.variant}"
            )
        choices(position)
        setup, limits, random = self._setup, self._limits(position), self._options.random
        if setup.endings and not setup.exact:
            known = ending_decision(position, limits, context, random)
            if known is not None:
                return known
        table = self._memory.table(position.turn.side)
        return search(position, setup, limits, table, random, context, self._error)


def alphabeta(options: Options) -> SearchStrategy:
    """Looks as deep as told, and judges as simply as the game's first description does."""
    limits = options.limits.over(Limits(depth=DEFAULT_DEPTH))
    setup = SearchSetup(original_evaluation(options.variant), exact=True)
    return SearchStrategy(options, setup, lambda _: limits)


def dynamic(options: Options) -> SearchStrategy:
    """Looks deeper as pieces leave the board."""
    tuning, told = tuning_of(options.variant), options.limits

    def limits(position: Position) -> Limits:
        depths = tuning.depths
        if told.depth:
            return told
        return told.over(Limits(depth=depths.depth(position), nodes=depths.nodes))

    setup = SearchSetup(tuning.best, tuning.pruning.without_reductions)
    return SearchStrategy(options, setup, limits)


def timed(options: Options) -> SearchStrategy:
    """Looks as deep as the time allows; a move without alternative is made at once."""
    told = options.limits
    if told.nodes is None:
        told = told.over(Limits(DEFAULT_SECONDS))

    def limits(position: Position) -> Limits:
        return replace(told, depth=1) if len(position.legal_moves()) == 1 else told

    return SearchStrategy(options, strongest_setup(options.variant), limits)


def strength(number: int, options: Options) -> SearchStrategy:
    """Plays as somebody of a strength does. One that errs does not use the exact endings."""
    step = ladder(options.variant)[number - 1]
    limits = options.limits.over(step.limits)
    setup = replace(strongest_setup(options.variant), endings=not step.error)
    return SearchStrategy(options, setup, lambda _: limits, step.error)


def ending_decision(
    position: Position, limits: Limits, context: Context, random: Random
) -> Decision | None:
    """The best move where the table of endings knows it, None where it does not.

    The shortest win, the longest defence; of draws, the one that the opponent can most easily get
    wrong. Among equals chance decides. What the draw rules make of
    a game without progress can take a second to find out: where the time is too short for that, or
    somebody asks for an answer, the table's own word is taken.
    """
    endings = shipped_endings(position.variant)
    if endings is None or position.state not in endings:
        return None
    context = context.within(limits.time)
    started = context.clock()

    def poll() -> None:
        if context.stopped():
            raise Stopped

    states = [*(before.state for before in context.history), position.state]
    game = states_that_may_return(states)
    earlier = states[: -len(game)]
    try:
        moves = ending_moves(endings, game, poll, earlier)
    except Stopped:
        moves = ending_moves(endings, game[-1:])
    chosen = random.choice([move for move in moves if move.rank == moves[0].rank])
    line = [chosen.state]
    if chosen.ending.plies is not None:
        line += best_line(endings, chosen.state)
    pv = tuple(moves_through(position, line))
    score = chosen.ending.score
    context.report(Progress(len(pv), score, pv, len(moves), context.clock() - started))
    return Decision(pv[0], score, len(pv), len(moves), pv)


#: How often what a move leads to at once is overlooked.
OVERLOOKED = 0.25
#: Counts pieces and nothing else, as a beginner does.
_PIECES = Evaluation("pieces", count_pieces(100, 200))


class NoviceStrategy:
    """Takes what it can get and gives nothing away, as far as it looks: one exchange.

    As a beginner does, it may overlook what comes of a move, which then looks as if nothing would.
    """

    def __init__(self, options: Options) -> None:
        self._random = options.random

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        choices(position)
        seen = material_after(position)
        now = _PIECES.heuristic(position.variant, 0)(position.state)
        looks: dict[Move, int] = {
            move: now if self._random.random() < OVERLOOKED else score
            for move, score in seen.items()
        }
        best = [move for move, look in looks.items() if look == max(looks.values())]
        move = self._random.choice(best)
        return Decision(move, Score(looks[move]), 1, len(seen), (move,))


def move_scores(position: Position, setup: SearchSetup, depth: int) -> dict[Move, int]:
    """The score of every move at a depth, exchanges played out, in hundredths of a man."""
    tree = tree_below(position, setup, Context(), Table(), lambda nodes: None)
    return {
        move: -tree.value(after.state, depth - 1, -INFINITY, INFINITY)
        for move, after in position.transitions().items()
    }


def material_after(position: Position) -> dict[Move, int]:
    """How many hundredths of a man each move leaves one ahead, exchanges played out."""
    return move_scores(position, SearchSetup(_PIECES, exact=True), 1)


#: How far an adaptive opponent looks where values are not exact.
ADAPTIVE_DEPTH = 5
#: What a game won or lost changes the aim by, and the most that it can be, in hundredths of a man.
STEP, HIGHEST_AIM = 50, 500
#: What a move may lose at a glance without being absurd, with the lowest aim.
MOST_FORGIVEN = 100
#: A score beyond this is as good as won.
_WON = 600


class AdaptiveStrategy:
    """Keeps the game close: plays as well as it needs to.

    It knows well what its moves are worth, and then plays the one that comes nearest to what it
    aims at. The *aim* is the score it wants to have: about even, higher the more games it has lost,
    lower the more it has won. It errs only as somebody who looks less far would: with a low aim it
    takes a move that seems good at a glance though it is not, and never one that loses more at once
    than a glance forgives.

    How many more games it has lost than won it is told, from the record. Where nobody counts, it
    counts the games that it plays one after the other, by how they stood when it last saw them.
    """

    def __init__(self, options: Options) -> None:
        self._random = options.random
        self._solver = Solver() if options.variant == SOLVED else None
        self._setup = SearchSetup(best_evaluation(options.variant))
        self._depth = options.depth or ADAPTIVE_DEPTH
        self._net_wins = options.net_wins or 0
        self._counts = options.net_wins is None
        self._ply = 0
        self._standing = 0

    @property
    def aim(self) -> int:
        return max(-HIGHEST_AIM, min(HIGHEST_AIM, STEP * self._net_wins))

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        choices(position)
        self._learn(len(context.history))
        values = self._values(position)
        candidates = self._sensible(position)
        distance = {move: abs(_bounded(values[move]) - self.aim) for move in candidates}
        if self.aim >= HIGHEST_AIM:
            distance = {move: -values[move] for move in values}
        nearest = min(distance.values())
        move = self._random.choice([move for move in distance if distance[move] == nearest])
        self._standing = values[move]
        return Decision(move, None, self._depth, len(values), (move,))

    def _learn(self, ply: int) -> None:
        """Count the game before, if this is a new one; undoing a move does not start one."""
        if self._counts and ply <= 1 < self._ply:
            self._net_wins += (self._standing < 0) - (self._standing > 0)
        self._ply = ply

    def _values(self, position: Position) -> dict[Move, int]:
        """What every move is worth, in hundredths of a man: exactly where the game is solved."""
        if self._solver is not None:
            return {move: 100 * v for move, v in self._solver.move_values(position).items()}
        return move_scores(position, self._setup, self._depth)

    def _sensible(self, position: Position) -> list[Move]:
        """The moves that a glance accepts: the lower the aim, the more it overlooks."""
        seen = material_after(position)
        forgiven = MOST_FORGIVEN * max(0.0, -self.aim / HIGHEST_AIM)
        return [move for move, score in seen.items() if score >= max(seen.values()) - forgiven]


def _bounded(value: int) -> int:
    return max(-_WON, min(_WON, value))


#: How deep the perfect player looks when there is no time to be exact: a few milliseconds.
GLANCE = Limits(depth=5)
#: So many seconds it takes at most for a game whose openings are not stored.
PATIENCE = 10.0


class SolverStrategy:
    """Plays finite games perfectly; of equally good moves it takes the best trap.

    It always looks to the end of the game, so a depth means nothing to it. In mini only boards set
    up by hand take long enough for a time to matter, in others of its family the first moves.
    """

    def __init__(self, options: Options) -> None:
        """Make it; ValueError for a game that is not finite."""
        check_plays(PERFECT, options.variant)
        self._random = options.random
        self._time = options.time
        if options.variant != SOLVED:
            self._time = min(PATIENCE, PATIENCE if options.time is None else options.time)
        self._solver = Solver(options.variant)

    @no_collection()
    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a best move; when stopped or out of time, a good one, without a score."""
        choices(position)
        transitions = position.transitions()
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
            self._solver.keep()
            chosen, score = line[0], self._solver.score(values[line[0]])
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
            position, strongest_setup(position.variant), GLANCE, table, self._random, Context()
        ).move


class OriginalStrategy:
    """Plays as the first description of a game says, in that game.

    A time or a depth that is asked for takes the place of the text's.
    """

    def __init__(self, name: str, options: Options) -> None:
        original = ORIGINALS[name]
        if options.variant.name != original.game:
            raise ValueError(f"{name} plays {original.game}, not {options.variant}")
        self._options = options
        limits = options.limits
        if limits.depth is not None:
            original = replace(original, depth=to_depth(limits.depth))
        self._original = original if limits.time is None else replace(original, seconds=limits.time)

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose the move that the search finds best; the only one without a search."""
        moves = choices(position)
        if len(moves) == 1:
            return Decision(moves[0])
        try:
            return self._searched(self._original, position, context)
        except Stopped:
            # One ply takes no time, whatever depth was asked for.
            hurried = replace(self._original, depth=to_depth(1), seconds=None)
            return self._searched(hurried, position, replace(context, stopped=lambda: False))

    def _searched(self, original: Thinker, position: Position, context: Context) -> Decision:
        tree = original.think(
            position, context.clock, random=self._options.random, stopped=context.stopped
        )
        assert tree.best is not None
        value = tree.value if is_decided(tree.value) else tree.value * 100 // original.formula.man
        line = tree.root.principal_variation[-1].line
        return Decision(tree.best, Score(value), tree.depth, len(tree), line)
