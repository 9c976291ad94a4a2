"""A question to an engine and its answer: context in, progress on the way, a decision out."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..rules.notation import Move
from ..rules.position import Position
from .score import Score


@dataclass(frozen=True)
class Progress:
    """What a search knows after a completed depth. Scores are for the side to move."""

    depth: int
    score: Score
    pv: tuple[Move, ...]
    nodes: int
    seconds: float
    max_cutoffs: int = 0
    min_cutoffs: int = 0

    def __post_init__(self) -> None:
        if type(self.score) is int:
            object.__setattr__(self, "score", Score(self.score))

    @property
    def nodes_per_second(self) -> float:
        """Speed so far, 0 before any time has passed that a clock could measure."""
        return self.nodes / self.seconds if self.seconds > 1e-9 else 0.0


@dataclass(frozen=True)
class Decision:
    """A strategy's answer: the move, and as much as it knows about it.

    ``score`` is for the side to move, None for a strategy that does not evaluate; a plain number
    is taken for hundredths of a man. ``pv`` begins with the move.
    """

    move: Move
    score: Score | None = None
    depth: int = 0
    nodes: int = 0
    pv: tuple[Move, ...] = ()

    def __post_init__(self) -> None:
        if type(self.score) is int:
            object.__setattr__(self, "score", Score(self.score))


def _never() -> bool:
    return False


def _ignore(progress: Progress) -> None:
    pass


@dataclass(frozen=True)
class Context:
    """What surrounds a question: the game so far, a way to be stopped, a listener and a clock.

    ``history`` holds the positions before the current one, oldest first, so that a strategy can
    see repetitions coming. ``stopped`` is asked every few dozen nodes: once it says True the
    strategy answers at once with the best move it has. ``report`` hears every completed depth.
    """

    history: tuple[Position, ...] = ()
    stopped: Callable[[], bool] = _never
    report: Callable[[Progress], None] = _ignore
    clock: Callable[[], float] = time.monotonic

    def within(self, seconds: float | None) -> "Context":
        """The same, but also stopped when its clock says that so many seconds have passed."""
        if seconds is None:
            return self
        deadline = self.clock() + seconds
        return replace(self, stopped=lambda: self.stopped() or self.clock() >= deadline)
