"""Where a search may look less deep than it was told to, because it hardly ever matters there."""

from dataclasses import dataclass, replace

from ..rules.variant import Variant

#: Only nodes with so many plies to go are worth it: to search a move one ply less, and two.
LEAST_DEPTH_TO_REDUCE = 3
LEAST_DEPTH_TO_REDUCE_MORE = 5


@dataclass(frozen=True)
class Selectivity:
    """What a search that need not be exact leaves out.

    Moves after the first ``full_moves`` of a node, if they neither capture nor crown, are first
    searched one ply less deep, after the first ``many_moves`` two plies, where there is depth
    enough for that; only one that then looks better than the best so far is searched in full. None
    reduces nothing.

    ``margins`` are for the last plies, the last one first: a quiet node whose evaluation is so far
    outside the window that no move is likely to bring it back is not searched at all.

    ``exchange_margin`` is for games in which capturing is no duty: an exchange is not played on
    where the dearest piece of the opponent, and so much on top, would not reach the window.
    """

    full_moves: int | None = 3
    many_moves: int = 8
    margins: tuple[int, ...] = (60, 120)
    exchange_margin: int | None = None


#: Everything is searched to its depth.
FULL_WIDTH = Selectivity(full_moves=None, margins=())

#: The games in which matches have shown what it is worth; the others are searched in full. In
#: pikachu two walls in contact can exchange themselves in a million orders.
SELECTIVE = {
    "english": Selectivity(),
    "pikachu": replace(FULL_WIDTH, exchange_margin=60),
}


def selectivity_of(variant: Variant) -> Selectivity:
    """What a search of a game may leave out."""
    return SELECTIVE.get(variant.name, FULL_WIDTH)


def full_width_of(variant: Variant) -> Selectivity:
    """The same for a search that looks at all moves to its depth, and only bounds exchanges."""
    return replace(FULL_WIDTH, exchange_margin=selectivity_of(variant).exchange_margin)
