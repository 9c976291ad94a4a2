"""The built-in strategies that search: each a thin choice of how deep, how long and with what."""

from dataclasses import replace
from random import Random

from ..engine.decision import Context, Decision, Progress
from ..engine.deepening import SearchSetup, Stopped, search, strongest_setup
from ..engine.endings.files import shipped_endings
from ..engine.endings.play import best_line, ending_moves
from ..engine.evaluate import seed_evaluation, tuning_of
from ..engine.repetition import states_that_may_return
from ..engine.table import Memory
from ..game.player import Limits
from ..rules.movegen import State
from ..rules.notation import Move
from ..rules.position import Position
from .levels import strength
from .strategy import Options

DEFAULT_DEPTH = 5
DEFAULT_SECONDS = 3.0


class RandomStrategy:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, options: Options) -> None:
        self._random = options.random

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        moves = position.legal_moves()
        if not moves:
            raise ValueError("the game is over")
        return Decision(self._random.choice(moves))


class _Searching:
    """What the searching strategies share: a setup, and what they remember."""

    def __init__(self, options: Options, setup: SearchSetup) -> None:
        self._options = options
        self._setup = setup
        self._memory = Memory(shared=setup.evaluation.symmetric, bits=options.table_bits)

    def _search(
        self, position: Position, limits: Limits, context: Context, error: int = 0
    ) -> Decision:
        if position.variant.name != self._options.variant.name:
            raise ValueError(
                f"this strategy was made for {self._options.variant}, not for {position.variant}"
            )
        if self._setup.endings and not self._setup.exact:
            known = ending_decision(position, limits, context, self._options.random)
            if known is not None:
                return known
        table = self._memory.table(position.turn.side)
        return search(position, self._setup, limits, table, self._options.random, context, error)


class AlphaBetaStrategy(_Searching):
    """Looks as deep as told, and judges as simply as the game's first description does."""

    def __init__(self, options: Options) -> None:
        super().__init__(options, SearchSetup(seed_evaluation(options.variant), exact=True))

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a move of the highest score at the depth."""
        limits = self._options.limits.over(Limits(depth=DEFAULT_DEPTH))
        return self._search(position, limits, context)


class DynamicStrategy(_Searching):
    """Looks deeper as pieces leave the board."""

    def __init__(self, options: Options) -> None:
        tuning = tuning_of(options.variant)
        super().__init__(options, SearchSetup(tuning.best, tuning.pruning.without_reductions))
        self._depths = tuning.depths

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a move of the highest score at the depth that suits the position."""
        limits = self._options.limits
        if not limits.depth:
            suited = Limits(depth=self._depths.depth(position), nodes=self._depths.nodes)
            limits = limits.over(suited)
        return self._search(position, limits, context)


class TimedStrategy(_Searching):
    """Looks as deep as the time allows; a move without alternative is made at once."""

    def __init__(self, options: Options) -> None:
        super().__init__(options, strongest_setup(options.variant))

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose the best move of the last depth that was completed in time."""
        limits = self._options.limits
        if limits.nodes is None:
            limits = limits.over(Limits(DEFAULT_SECONDS))
        if len(position.legal_moves()) == 1:
            limits = replace(limits, depth=1)
        return self._search(position, limits, context)


class StrengthStrategy(_Searching):
    """Plays as somebody of a strength does. One that errs does not use the exact endings."""

    def __init__(self, name: str, options: Options) -> None:
        self._strength = strength(options.variant, name)
        setup = strongest_setup(options.variant)
        super().__init__(options, replace(setup, endings=not self._strength.error))

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        limits = self._options.limits.over(self._strength.limits)
        return self._search(position, limits, context, self._strength.error)


def ending_decision(
    position: Position, limits: Limits, context: Context, random: Random
) -> Decision | None:
    """The best move where the table of endings knows it, None where it does not.

    The shortest win, the longest defence; of draws, the one that the opponent can most easily get
    wrong. Among equals chance decides. ValueError if the game is over. What the draw rules make of
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
    if not moves:
        raise ValueError("the game is over")
    chosen = random.choice([move for move in moves if move.rank == moves[0].rank])
    line = [chosen.state]
    if chosen.ending.plies is not None:
        line += best_line(endings, chosen.state)
    pv = _moves(position, line)
    score = chosen.ending.score
    context.report(Progress(len(pv), score, pv, len(moves), context.clock() - started))
    return Decision(pv[0], score, len(pv), len(moves), pv)


def _moves(position: Position, states: list[State]) -> tuple[Move, ...]:
    """The moves that lead through these states, one after the other."""
    moves = []
    for state in states:
        move, position = next(
            item for item in position.transitions().items() if item[1].state == state
        )
        moves.append(move)
    return tuple(moves)
