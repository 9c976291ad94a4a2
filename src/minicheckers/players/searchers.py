"""The built-in strategies that search: each a thin choice of how deep, how long and with what."""

from dataclasses import replace

from ..engine.decision import Context, Decision
from ..engine.deepening import SearchSetup, search, strongest_setup
from ..engine.evaluate import seed_evaluation, tuning_of
from ..engine.table import Memory
from ..game.player import Limits
from ..rules.position import Position
from .exact_endings import ending_decision
from .strategy import Options

DEFAULT_DEPTH = 5
DEFAULT_SECONDS = 3.0


class RandomStrategy:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, options: Options) -> None:
        self._random = options.random

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a legal move at random."""
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

    def _search(self, position: Position, limits: Limits, context: Context) -> Decision:
        if position.variant.name != self._options.variant.name:
            raise ValueError(
                f"this strategy was made for {self._options.variant}, not for {position.variant}"
            )
        if self._setup.endings and not self._setup.exact:
            known = ending_decision(position, limits, context, self._options.random)
            if known is not None:
                return known
        table = self._memory.table(position.turn.side)
        return search(position, self._setup, limits, table, self._options.random, context)


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
