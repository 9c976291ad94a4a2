"""Who plays a colour, how much they may think about a move, and the clock they play with.

Pure: the caller says what time it is.
"""

import math
import re
from dataclasses import dataclass, field, replace

from ..rules.variant import Colour
from ..support.text import counted, quoted

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


# Clocks

#: The most minutes a side can have, and the most seconds a move can add.
MOST_MINUTES, MOST_INCREMENT = 1440, 3600
#: How the computer divides its time: into this many moves, with so much of what every move brings,
#: but never more than such a part of all it has.
_MOVES_TO_GO, _OF_INCREMENT, _AT_MOST = 25, 0.7, 0.3
_LEAST_SECONDS = 0.01


@dataclass(frozen=True)
class TimeControl:
    """The seconds a side begins with, and how many more it gets after each of its moves.

    ``other`` is what the other side has, if that is not the same.
    ValueError with a sentence for what cannot be.
    """

    seconds: float
    increment: float = 0.0
    other: "TimeControl | None" = None

    def __post_init__(self) -> None:
        if not (math.isfinite(self.seconds) and 0 < self.seconds <= 60 * MOST_MINUTES):
            raise ValueError(f"a clock needs more than 0 and at most {MOST_MINUTES} minutes")
        if not (math.isfinite(self.increment) and 0 <= self.increment <= MOST_INCREMENT):
            raise ValueError(f"each move adds 0 to {MOST_INCREMENT} seconds")

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """The control that a text such as 5+3 means: minutes, and seconds a move."""
        number = r"[0-9]{1,6}(?:\.[0-9]{1,6})?"
        found = re.fullmatch(rf"({number})(?:\+({number}))?", text.strip(), re.ASCII)
        if found is None:
            raise ValueError(
                f"{quoted(text)} is not a clock; write minutes plus seconds per move, such as 5+3"
            )
        return cls(60 * float(found[1]), float(found[2] or 0))

    @classmethod
    def parse_both(cls, text: str) -> "TimeControl":
        """As 5+3 for both sides, or 5+3/1+0 for one's own side and the other."""
        own, slash, other = text.partition("/")
        control = cls.parse(own)
        return control.against(cls.parse(other)) if slash else control

    def against(self, other: "TimeControl") -> "TimeControl":
        """This control for one side, and for the other side its own."""
        alone = replace(self, other=None)
        return alone if other == alone else replace(alone, other=other)

    @property
    def sides(self) -> tuple["TimeControl", "TimeControl"]:
        """The control of each side, this one's first."""
        return replace(self, other=None), self.other or self

    @property
    def swapped(self) -> "TimeControl":
        """With the sides changed over."""
        own, other = self.sides
        return other.against(own)

    def __str__(self) -> str:
        both = f"/{self.other}" if self.other else ""
        return f"{self.seconds / 60:g}+{self.increment:g}{both}"

    @property
    def tag(self) -> str:
        """The control of this side as recorded games tell it, in seconds alone."""
        return f"{self.seconds:g}+{self.increment:g}"


@dataclass(frozen=True)
class Clock:
    """A clock a side: the control, Black's first, and the seconds that each has left."""

    control: TimeControl
    left: tuple[float, float]

    @classmethod
    def begin(cls, control: TimeControl) -> "Clock":
        black, white = control.sides
        return cls(control, (black.seconds, white.seconds))

    @property
    def swapped(self) -> "Clock":
        """With the sides changed over."""
        return Clock(self.control.swapped, (self.left[1], self.left[0]))

    def of(self, colour: Colour) -> float:
        return self.left[colour.side]

    def after(self, colour: Colour, seconds: float, *, moved: bool) -> "Clock":
        """The clock after a side has used that many seconds; a move brings some back."""
        left = list(self.left)
        left[colour.side] = max(0.0, left[colour.side] - seconds)
        if moved:
            left[colour.side] += self.control.sides[colour.side].increment
        return replace(self, left=(left[0], left[1]))

    def budget(self, colour: Colour) -> float:
        """How many seconds a side should spend on its move."""
        left, increment = self.of(colour), self.control.sides[colour.side].increment
        share = left / _MOVES_TO_GO + _OF_INCREMENT * increment
        return max(_LEAST_SECONDS, min(share, _AT_MOST * left))


def minutes(seconds: float) -> str:
    """A duration as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
