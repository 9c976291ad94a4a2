"""What a strategy is: it gets a position and a context, and answers with a decision."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from ..engine.decision import Context, Decision, Progress
from ..game.player import NO_LIMITS, Limits
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Variant

__all__ = ["Context", "Decision", "Factory", "Options", "Progress", "Strategy"]


@dataclass(frozen=True)
class Options:
    """What a strategy may be told when it is made. A limit of None is the strategy's to choose.

    ``net_wins`` is how many more games than not the person has won against it, None if nobody
    counts.
    """

    variant: Variant
    random: Random = field(default_factory=Random)
    limits: Limits = NO_LIMITS
    table_bits: int | None = None
    net_wins: int | None = None

    @property
    def time(self) -> float | None:
        return self.limits.time

    @property
    def depth(self) -> int | None:
        return self.limits.depth

    @property
    def nodes(self) -> int | None:
        return self.limits.nodes


class Strategy(Protocol):
    """Somebody who chooses moves."""

    def choose(self, position: Position, context: Context = ...) -> Decision:
        """Choose one of the position's legal moves; ValueError if the game is over.

        The move alone, or its text, is understood as well.
        """


def choices(position: Position) -> tuple[Move, ...]:
    """The legal moves of a position; ValueError if there are none."""
    moves = position.legal_moves()
    if not moves:
        raise ValueError("the game is over")
    return moves


#: Makes a strategy from its options.
Factory = Callable[[Options], Strategy]
