"""How long a search may take, as the ``level`` line of the Hub protocol says it."""

import math
import re
from dataclasses import dataclass

from ..game.player import DEEPEST
from ..messages import quoted
from .protocol import Message

#: Where nothing was said, a move takes this long, in seconds.
DEFAULT_SECONDS = 3.0
#: A game that has no end in moves is taken to last this many more.
MOVES_TO_GO = 30
#: What is kept back for the way there and back, in seconds, and the least a move gets.
RESERVE, LEAST = 0.03, 0.01
_LONGEST = 1e6


@dataclass(frozen=True)
class HubLimits:
    """The arguments of a ``level`` line; None stands for one that was not given."""

    move_time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    moves: int | None = None
    time: float | None = None
    inc: float | None = None
    infinite: bool = False

    @classmethod
    def parse(cls, message: Message) -> "HubLimits":
        """The limits of a ``level`` line; ValueError if a number is wrong or nothing is told."""
        limits = cls(
            move_time=_seconds("move-time", message),
            depth=_count("depth", message, DEEPEST),
            nodes=_count("nodes", message),
            moves=_count("moves", message),
            time=_seconds("time", message),
            inc=_seconds("inc", message),
            infinite="infinite" in message.arguments,
        )
        if limits == cls():
            raise ValueError("'level' needs one of move-time, depth, nodes, time or infinite")
        if limits.time is None and (limits.moves is not None or limits.inc is not None):
            raise ValueError("'level' with moves or inc needs time=...")
        return limits

    def seconds(self) -> float | None:
        """How long this move may take, None for as long as it likes."""
        if self.infinite:
            return None
        if self.move_time is not None:
            return max(LEAST, self.move_time - RESERVE)
        if self.time is not None:
            # The increment is added before the move, so it is there to be spent.
            inc = self.inc or 0.0
            share = self.time / max(1, self.moves or MOVES_TO_GO) + inc
            return max(LEAST, min(share, 0.8 * (self.time + inc)) - RESERVE)
        return None if self.depth or self.nodes else DEFAULT_SECONDS


def _seconds(name: str, message: Message) -> float | None:
    text = message.arguments.get(name)
    if text is None:
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{name} must be a number of seconds, not {quoted(text)}")
    # A client that takes the increment off the clock can come out below nothing.
    return min(max(0.0, number), _LONGEST)


def _count(name: str, message: Message, most: int = 10**12) -> int | None:
    text = message.arguments.get(name)
    if text is None:
        return None
    if re.fullmatch(r"[0-9]{1,15}", text, re.ASCII) is None or int(text) < 1:
        raise ValueError(f"{name} must be a whole number from 1 on, not {quoted(text)}")
    return min(int(text), most)
