"""What an evaluation is, and what else matches have taught about searching a game."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...rules.movegen import State
from ...rules.position import Position
from ...rules.variant import Variant
from ..pruning import FULL_WIDTH, Pruning
from ..score import WIN

#: Tells the value of a state for its side to move.
Evaluator = Callable[[State], int]

#: Makes an evaluator for a variant and the side (0 Black, 1 White) that searches.
EvaluatorMaker = Callable[[Variant, int], Evaluator]


def the_stuck_side_loses(variant: Variant, searcher: int) -> Evaluator:
    """A game that is over because the side to move cannot move: that side has lost."""
    return lambda state: -WIN


@dataclass(frozen=True)
class Evaluation:
    """A heuristic for positions where the search ends, and the value of a finished game.

    Both are told who searches (the *searcher*), because a formula need not be ``symmetric``: it may
    see more for one side than it would for the other. Both answer for the side to move. ``final``
    knows nothing of distance: the search makes wins that come sooner worth more.
    """

    name: str
    heuristic: EvaluatorMaker
    final: EvaluatorMaker = the_stuck_side_loses
    symmetric: bool = True


class MaskMemory:
    """What an evaluation remembers by masks: when it is too much, all of it is forgotten."""

    def __init__(self, most: int) -> None:
        self.tables: list[dict[int, Any]] = []
        self._most = self._room = most

    def make_room(self) -> None:
        """Say that something is about to be remembered."""
        if self._room <= 0:  # less, if several threads get here at once
            for table in self.tables:
                table.clear()
            self._room = self._most
        self._room -= 1


@dataclass(frozen=True)
class DepthSchedule:
    """How deep a search without a clock looks: the fewer pieces are left, the deeper.

    ``first`` is the depth at the full board; for one ply more ``pieces_a_ply`` must have left it.
    ``nodes`` bounds the search of one move, so that a crowd of exchanges does not take minutes. It
    counts nodes and not seconds, so that the same seed gives the same game on every machine.
    """

    first: int = 5
    pieces_a_ply: int = 12
    nodes: int = 100_000

    def depth(self, position: Position) -> int:
        """The depth for a position."""
        variant = position.variant
        full = variant.home_men(0).bit_count() + variant.home_men(1).bit_count()
        pieces = sum(mask.bit_count() for mask in position.state[:4])
        return self.first + max(0, full - pieces) // self.pieces_a_ply


@dataclass(frozen=True)
class Tuning:
    """How a game is searched: what the matches in docs/search.md have decided, as data.

    ``seed`` is the evaluation that the game came with, ``best`` the one that plays it best;
    ``others`` are kept to be compared with. ``every_size``: they fit each board that the game may
    be played on, not only the usual one.
    """

    seed: Evaluation
    best: Evaluation
    others: tuple[Evaluation, ...] = ()
    pruning: Pruning = FULL_WIDTH
    depths: DepthSchedule = DepthSchedule()
    every_size: bool = False
