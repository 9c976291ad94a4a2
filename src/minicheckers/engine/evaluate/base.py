"""What an evaluation is, and what else matches have taught about searching a game."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ...rules.movegen import State
from ...rules.position import Position
from ...rules.variant import Variant
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


#: Late-move reductions need this many plies to go: to search a move one ply less deep, and two.
LMR_DEPTH = 3
LMR_MORE_DEPTH = 5


@dataclass(frozen=True)
class Pruning:
    """What a search that need not be exact leaves out, because it hardly ever matters.

    **Late-move reductions**: the move with the number ``lmr_from`` (the first is 0) and those after
    it, if they neither capture nor crown, are first searched one ply less deep, from
    ``lmr_more_from`` on two plies; only a move that then looks better than the best so far is
    searched in full. None reduces nothing.

    **Futility margins**, the last ply first: a quiet node whose static evaluation is so far outside
    the window that no move is likely to bring it back is not searched at all.

    **Delta pruning**, for games with optional captures of one piece each: a capture is not searched
    where the most that one can gain, and ``delta_margin`` on top, would not reach the window.

    Margins are in the units of a game's evaluation and were tuned together with it (`Tuning`).
    """

    lmr_from: int | None = 3
    lmr_more_from: int = 8
    futility_margins: tuple[int, ...] = (60, 120)
    delta_margin: int | None = None

    @property
    def without_reductions(self) -> "Pruning":
        """The same for a search that looks at all moves to its depth: only captures are pruned."""
        return replace(FULL_WIDTH, delta_margin=self.delta_margin)


#: Everything is searched to its depth.
FULL_WIDTH = Pruning(lmr_from=None, futility_margins=())


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
        variant = position.variant
        full = variant.home_men(0).bit_count() + variant.home_men(1).bit_count()
        pieces = sum(mask.bit_count() for mask in position.state[:4])
        return self.first + max(0, full - pieces) // self.pieces_a_ply


@dataclass(frozen=True)
class Tuning:
    """How a game is searched: what the matches in docs/search.md have decided, as data.

    ``original`` is the evaluation that the game came with, ``best`` the one that plays it best;
    ``others`` are kept to be compared with. ``every_size``: they fit each board that the game may
    be played on, not only the usual one.
    """

    original: Evaluation
    best: Evaluation
    others: tuple[Evaluation, ...] = ()
    pruning: Pruning = FULL_WIDTH
    depths: DepthSchedule = DepthSchedule()
    every_size: bool = False
