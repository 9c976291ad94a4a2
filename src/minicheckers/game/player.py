"""Player: who plays a colour, and the limits of their thinking."""

import math
from dataclasses import dataclass, field

from ..support.text import counted

#: The deepest search that can be asked for.
DEEPEST = 100


@dataclass(frozen=True)
class Limits:
    """How much somebody may think about a move: seconds, plies, nodes; None leaves it open.

    ValueError with a sentence for a time or a depth that cannot be.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None and not (math.isfinite(self.time) and self.time > 0):
            raise ValueError(f"the time must be more than 0 seconds, not {self.time:g}")
        if self.depth is not None and not 1 <= self.depth <= DEEPEST:
            raise ValueError(f"the depth must be 1 to {DEEPEST} plies, not {self.depth}")
        if self.nodes is not None and self.nodes < 1:
            raise ValueError(f"the nodes must be 1 or more, not {self.nodes}")

    def over(self, others: "Limits") -> "Limits":
        """These limits, and the others where these leave it open."""
        return Limits(
            others.time if self.time is None else self.time,
            others.depth if self.depth is None else self.depth,
            others.nodes if self.nodes is None else self.nodes,
        )

    def __str__(self) -> str:
        parts = []
        if self.time is not None:
            parts.append(f"{self.time:g} s")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        if self.nodes is not None:
            parts.append(counted(self.nodes, "node"))
        return ", ".join(parts)


NO_LIMITS = Limits()


@dataclass(frozen=True)
class Player:
    """Who plays a colour: a person, or the computer by the name of a level and its limits.

    ``person`` is the name of a person elsewhere; whoever sits here has none.
    """

    level: str | None = None
    limits: Limits = NO_LIMITS
    person: str | None = field(default=None, kw_only=True)

    @property
    def is_person(self) -> bool:
        return self.level is None

    @property
    def description(self) -> str:
        """The name with the limits, such as ``hard (0.5 s)``."""
        limits = str(self.limits)
        return f"{self.name} ({limits})" if limits else self.name

    @property
    def name(self) -> str:
        """The name alone: a level's or a strategy's, a person's, ``you`` for the one here."""
        return self.level or self.person or "you"

    def __str__(self) -> str:
        return self.name


PERSON = Player()
