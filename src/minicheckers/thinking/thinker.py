"""A thinker: which ideas it searches with, how deep, how long, and how it judges positions."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from ..game.player import DEEPEST
from ..rules.position import Position
from .algorithm import Algorithm
from .formula import Formula
from .search import Stopped, search_tree
from .tree import Tree

#: A tree takes 20 bytes a node; one with more is not kept.
MOST_NODES = 5_000_000


class TooLargeError(ValueError):
    """The tree would have more nodes than there is room for."""


@dataclass(frozen=True)
class Thinker:
    """A way to search, by name.

    ``depth`` is how deep it looks in a position. One with ``seconds`` to think looks ever deeper
    from ``first_depth`` on, and begins no depth after the share ``last_start`` of its time. One
    that ``shuffles`` takes any of the moves that are equally good, the others the first one.
    ``game`` is the game it was made for, None for any.
    """

    name: str
    summary: str
    algorithm: Algorithm
    formula: Formula
    depth: Callable[[Position], int]
    game: str | None = None
    first_depth: int = 1
    seconds: float | None = None
    last_start: float = 1.0
    shuffles: bool = False

    def think(
        self,
        position: Position,
        clock: Callable[[], float],
        *,
        random: Random | None = None,
        stopped: Callable[[], bool] = lambda: False,
        most_nodes: int | None = None,
        report: Callable[[int], None] = lambda nodes: None,
    ) -> Tree:
        """The tree of a search; `report` hears every few nodes how many there are.

        Time, a request to stop and too many nodes end iterative deepening with the last complete
        depth. Any other search knows no time; it raises Stopped when it is asked to stop, and
        TooLargeError, as deepening does in its first depth, when there are too many nodes.
        """
        started = clock()

        def late(share: float) -> bool:
            return self.seconds is not None and clock() - started >= share * self.seconds

        def poll(nodes: int) -> None:
            report(nodes)
            if stopped() or (self.algorithm.deepening and late(1.0)):
                raise Stopped
            if most_nodes is not None and nodes > most_nodes:
                raise Stopped if self.algorithm.deepening else _too_large(most_nodes)

        try:
            return search_tree(
                position,
                self.depth(position),
                self.formula,
                self.algorithm,
                first_depth=self.first_depth,
                random=random if self.shuffles else None,
                poll=poll,
                enough=lambda: late(self.last_start),
            )
        except Stopped:
            if stopped() or late(1.0) or most_nodes is None:
                raise
            raise _too_large(most_nodes) from None


def to_depth(depth: int) -> Callable[[Position], int]:
    """The same depth in every position."""
    return lambda position: depth


def as_deep_as_possible(position: Position) -> int:
    """No depth of its own: time or nodes end the search."""
    return DEEPEST


def _too_large(most_nodes: int) -> TooLargeError:
    return TooLargeError(
        f"the tree has more than {most_nodes:,} nodes; search less deep, or with more ideas"
    )
