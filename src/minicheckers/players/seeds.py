"""The seeds' computer players as strategies."""

from dataclasses import replace

from ..engine.decision import Context, Decision
from ..engine.score import Score, is_decided
from ..rules.position import Position
from ..treeview.search import Stopped, Thinker
from ..treeview.seeds import SEEDS
from .strategy import Options


class SeedStrategy:
    """Plays as a seed's text says, in the seed's own game.

    A time or a depth that is asked for takes the place of the text's.
    """

    def __init__(self, name: str, options: Options) -> None:
        seed = SEEDS[name]
        if options.variant.name != seed.game:
            raise ValueError(f"{name} plays {seed.game}, not {options.variant}")
        self._options = options
        limits = options.limits
        if limits.depth is not None:
            depth = limits.depth
            seed = replace(seed, depth=lambda position: depth)
        self._seed = seed if limits.time is None else replace(seed, seconds=limits.time)

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose the move that the search finds best; the only one without a search."""
        moves = position.legal_moves()
        if not moves:
            raise ValueError("the game is over")
        if len(moves) == 1:
            return Decision(moves[0])
        try:
            return self._searched(self._seed, position, context)
        except Stopped:
            # One ply takes no time, whatever depth was asked for.
            hurried = replace(self._seed, depth=lambda position: 1, seconds=None)
            return self._searched(hurried, position, replace(context, stopped=lambda: False))

    def _searched(self, seed: Thinker, position: Position, context: Context) -> Decision:
        tree = seed.think(
            position, context.clock, random=self._options.random, stopped=context.stopped
        )
        assert tree.best is not None
        value = tree.value if is_decided(tree.value) else tree.value * 100 // seed.formula.man
        line = tree.root.principal_variation[-1].line
        return Decision(
            tree.best,
            Score(value),
            tree.depth,
            len(tree),
            line,
        )
