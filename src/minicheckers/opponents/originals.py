"""The computer players of the original games as strategies."""

from dataclasses import replace

from ..engine.decision import Context, Decision
from ..engine.score import Score, is_decided
from ..rules.position import Position
from ..treeview.search import Stopped, Thinker, to_depth
from ..treeview.seeds import ORIGINALS
from .strategy import Options


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
        moves = position.legal_moves()
        if not moves:
            raise ValueError("the game is over")
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
        return Decision(
            tree.best,
            Score(value),
            tree.depth,
            len(tree),
            line,
        )
