"""Why a cut-off was right: who would not have let the game come there, and the proof by search."""

from collections.abc import Callable
from dataclasses import dataclass

from ..rules.notation import Move
from .search import search_below
from .tree import Node


@dataclass(frozen=True)
class Cut:
    """Why the other moves of a node were not searched.

    The node is worth at least ``value`` to its side to move, by ``refutation`` (None: as it
    stands). The opponent did better elsewhere: at ``ancestor`` he has ``alternative`` (None: the
    position as it stands), which is worth ``bound``. There is no ancestor where the search asked
    no more than whether a move is better than another.
    """

    moves: tuple[Move, ...]
    refutation: Move | None
    value: int
    bound: int
    ancestor: Node | None
    alternative: Move | None


@dataclass(frozen=True)
class Proof:
    """What the moves that were left out are worth, and the node with all its moves."""

    values: tuple[tuple[Move, int], ...]
    value: int
    holds: bool


def cut_of(node: Node) -> Cut:
    """Why a node was cut off; ValueError if it was not."""
    moves = node.unsearched
    if not moves:
        raise ValueError("nothing was cut off here")
    best = node.best
    bound = _limit(node, node.is_max)
    below, ancestor = node, node.parent
    while ancestor is not None and _limit(ancestor, node.is_max) == bound:
        below, ancestor = ancestor, ancestor.parent
    alternative = None
    if ancestor is not None and ancestor.is_max == node.is_max:
        ancestor = None
    if ancestor is not None:
        earlier = (child for child in ancestor.children if child.number < below.number)
        alternative = next((child.move for child in earlier if child.value == bound), None)
    refutation = None if best is None else best.move
    return Cut(moves, refutation, node.value, bound, ancestor, alternative)


def prove(node: Node, poll: Callable[[int], None] = lambda nodes: None) -> Proof:
    """Search what a cut-off left out, each move with the full window.

    It holds if the node is still outside the window with them, so that nothing above it can change.
    """
    after = {move: node.position.play(move) for move in node.unsearched}
    values = tuple(
        (move, search_below(node, position, poll).value) for move, position in after.items()
    )
    best = max if node.is_max else min
    value = best([node.value, *(value for _, value in values)])
    holds = value >= node.beta if node.is_max else value <= node.alpha
    return Proof(values, value, holds)


def _limit(node: Node, at_max: bool) -> int:
    """The end of a node's window that cuts off max nodes, or that cuts off min nodes."""
    return node.beta if at_max else node.alpha
