"""What a strategy is: it gets a position and a context, and answers with a decision."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Variant


@dataclass(frozen=True)
class Progress:
    """What a search knows after a completed depth. Scores are for the side to move."""

    depth: int
    score: int
    pv: tuple[Move, ...]
    nodes: int
    seconds: float
    max_cutoffs: int = 0
    min_cutoffs: int = 0

    @property
    def nodes_per_second(self) -> float:
        """Speed so far, 0 before any time has passed."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True)
class Decision:
    """A strategy's answer: the move, and as much as it knows about it.

    ``score`` is for the side to move, None for a strategy that does not judge; ``pv`` begins with
    the move.
    """

    move: Move
    score: int | None = None
    depth: int = 0
    nodes: int = 0
    pv: tuple[Move, ...] = ()


def _never() -> bool:
    return False


def _ignore(progress: Progress) -> None:
    pass


@dataclass(frozen=True)
class Context:
    """What surrounds a question: the game so far, a wish to stop, a listener and a clock.

    ``history`` holds the positions before the current one, oldest first, so that a strategy can
    see repetitions coming. ``stopped`` is asked every few hundred nodes: once it says True the
    strategy answers at once with the best move it has. ``report`` hears every completed depth.
    """

    history: tuple[Position, ...] = ()
    stopped: Callable[[], bool] = _never
    report: Callable[[Progress], None] = _ignore
    clock: Callable[[], float] = time.monotonic


@dataclass(frozen=True)
class Options:
    """What a strategy may be told when it is made. None leaves the choice to the strategy."""

    variant: Variant
    random: Random = field(default_factory=Random)
    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    table_bits: int | None = None


class Strategy(Protocol):
    """Somebody who chooses moves."""

    def choose(self, position: Position, context: Context = ...) -> Decision:
        """Choose one of the position's legal moves; ValueError if the game is over."""


#: Makes a strategy from its options.
Factory = Callable[[Options], Strategy]
