"""The built-in strategies that search: each a thin choice of how deep, how long and with what."""

from ..engine.deepening import Limits, SearchSetup, search
from ..engine.evaluate import best_evaluation, seed_evaluation
from ..engine.schedule import dynamic_depth, schedule_of
from ..engine.table import Memory
from ..rules.position import Position
from ..rules.variant import Variant
from .exact_endings import ending_decision
from .registry import DEEPEST, register
from .strategy import Context, Decision, Options

DEFAULT_DEPTH = 5
DEFAULT_SECONDS = 3.0


def strongest_setup(variant: Variant) -> SearchSetup:
    """The best way to search that there is for a game."""
    return SearchSetup(best_evaluation(variant))


@register("random", "any legal move")
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
        if not self._setup.exact:
            known = ending_decision(position, context, self._options.random)
            if known is not None:
                return known
        table = self._memory.table(position.turn.side)
        return search(position, self._setup, limits, table, self._options.random, context)


@register("alphabeta", f"alpha-beta to a fixed depth, {DEFAULT_DEPTH} plies if none is given")
class AlphaBetaStrategy(_Searching):
    """Looks as deep as told, and judges as simply as the game's first description does."""

    def __init__(self, options: Options) -> None:
        super().__init__(options, SearchSetup(seed_evaluation(options.variant), exact=True))

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a move of the highest score at the depth."""
        depth = self._options.depth or DEFAULT_DEPTH
        limits = Limits(depth, self._options.time, self._options.nodes)
        return self._search(position, limits, context)


@register("dynamic", "alpha-beta, deeper as pieces leave the board")
class DynamicStrategy(_Searching):
    """Looks deeper as pieces leave the board."""

    def __init__(self, options: Options) -> None:
        super().__init__(options, strongest_setup(options.variant))

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a move of the highest score at the depth that suits the position."""
        if self._options.depth:
            limits = Limits(self._options.depth, self._options.time, self._options.nodes)
        else:
            nodes = self._options.nodes or schedule_of(position).nodes
            limits = Limits(dynamic_depth(position), self._options.time, nodes)
        return self._search(position, limits, context)


@register("timed", f"as deep as the time allows, {DEFAULT_SECONDS:g} seconds if none is given")
class TimedStrategy(_Searching):
    """Looks as deep as the time allows; a move without alternative is made at once."""

    def __init__(self, options: Options) -> None:
        super().__init__(options, strongest_setup(options.variant))

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose the best move of the last depth that was completed in time."""
        depth = self._options.depth or DEEPEST
        if len(position.legal_moves()) == 1:
            depth = 1
        seconds = self._options.time or (None if self._options.nodes else DEFAULT_SECONDS)
        limits = Limits(depth, seconds, self._options.nodes)
        return self._search(position, limits, context)
