"""Clock: how much time each side has left. Pure: the caller says what time it is."""

import math
import re
from dataclasses import dataclass, replace

from ..rules.variant import Colour
from ..support.text import quoted

#: The most minutes a side can have, and the most seconds a move can add.
MOST_MINUTES, MOST_INCREMENT = 1440, 3600
#: How the computer divides its time: into this many moves, with so much of what every move brings,
#: but never more than such a part of all it has.
_MOVES_TO_GO, _OF_INCREMENT, _AT_MOST = 25, 0.7, 0.3
_LEAST_SECONDS = 0.01


@dataclass(frozen=True)
class TimeControl:
    """The seconds a side begins with, and how many more it gets after each of its moves.

    ValueError with a sentence for what cannot be.
    """

    seconds: float
    increment: float = 0.0

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

    def __str__(self) -> str:
        return f"{self.seconds / 60:g}+{self.increment:g}"

    @property
    def tag(self) -> str:
        """The control as recorded games tell it, in seconds alone."""
        return f"{self.seconds:g}+{self.increment:g}"


@dataclass(frozen=True)
class Clock:
    """A clock a side: the control, and the seconds that Black and White have left."""

    control: TimeControl
    left: tuple[float, float]

    @classmethod
    def begin(cls, control: TimeControl) -> "Clock":
        return cls(control, (control.seconds, control.seconds))

    def of(self, colour: Colour) -> float:
        return self.left[colour.side]

    def after(self, colour: Colour, seconds: float, *, moved: bool) -> "Clock":
        """The clock after a side has used that many seconds; a move brings some back."""
        left = list(self.left)
        left[colour.side] = max(0.0, left[colour.side] - seconds)
        if moved:
            left[colour.side] += self.control.increment
        return replace(self, left=(left[0], left[1]))

    def budget(self, colour: Colour) -> float:
        """How many seconds a side should spend on its move."""
        left = self.of(colour)
        share = left / _MOVES_TO_GO + _OF_INCREMENT * self.control.increment
        return max(_LEAST_SECONDS, min(share, _AT_MOST * left))


def minutes(seconds: float) -> str:
    """A duration as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
