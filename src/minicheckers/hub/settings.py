"""What a client can set: the parameters of the engine, and how long a search may take."""

import math
import re
from dataclasses import dataclass, replace

from ..engine.table import DEFAULT_BITS
from ..game.player import DEEPEST
from ..opponents.registry import confirm, names, needs_confirmation, resolve_level
from ..rules.variant import RECORD_DEFAULT, Variant, get_variant
from ..support.text import quoted
from .notation import hub_games, hub_name, is_turned
from .protocol import HubMessage, format_message

#: Where Black moves first, pydraughts turns the position round; nobody does elsewhere.
ORIENTATIONS = ("auto", "standard", "turned")
TABLE_BITS = range(10, 23)

#: The default time for a move, in seconds.
DEFAULT_SECONDS = 3.0
#: A game that has no end in moves is taken to last this many more.
MOVES_TO_GO = 30
#: What is kept back for the way there and back, in seconds, and the least a move gets.
RESERVE, LEAST = 0.03, 0.01
_LONGEST = 1e6


@dataclass(frozen=True)
class HubSettings:
    """The parameters. ``table_bits`` is the size of the search's table, as a power of two.

    No client can set ``allow_programs``: whether it may choose levels that run a program.
    """

    variant: Variant = RECORD_DEFAULT
    level: str = "expert"
    orientation: str = "auto"
    table_bits: int = DEFAULT_BITS
    allow_programs: bool = False

    @property
    def turned(self) -> bool:
        """Whether positions come turned by 180 degrees with the colours exchanged."""
        if self.orientation == "auto":
            return is_turned(self.variant)
        return self.orientation == "turned"

    def declared(self) -> list[str]:
        first = hub_name(self.variant)
        games = [first, *(name for name in hub_games() if name != first)]
        return [
            _param("variant", first, "enum", values=games),
            _param("level", self.level, "enum", values=list(names())),
            _param("orientation", self.orientation, "enum", values=list(ORIENTATIONS)),
            _param("tt-size", self.table_bits, "int", min=TABLE_BITS[0], max=TABLE_BITS[-1]),
        ]

    def changed(self, name: str, value: str) -> "HubSettings":
        """The settings with another value; ValueError if there is no such name or value."""
        match name:
            case "variant":
                return replace(self, variant=hub_games().get(value) or get_variant(value))
            case "level":
                return replace(self, level=self._allowed(value))
            case "orientation":
                if value not in ORIENTATIONS:
                    known = ", ".join(ORIENTATIONS)
                    raise ValueError(f"orientation is one of {known}, not {quoted(value)}")
                return replace(self, orientation=value)
            case "tt-size":
                if not re.fullmatch(r"[0-9]{1,3}", value, re.ASCII) or int(value) not in TABLE_BITS:
                    bits = f"{TABLE_BITS[0]} to {TABLE_BITS[-1]}"
                    raise ValueError(f"tt-size is a power of two, {bits}, not {quoted(value)}")
                return replace(self, table_bits=int(value))
        raise ValueError(
            f"there is no parameter {quoted(name)}; there are variant, level, orientation, tt-size"
        )

    def _allowed(self, value: str) -> str:
        """The level that a client names; ValueError if it would run a program and may not."""
        level = resolve_level(value)
        if self.allow_programs:
            confirm(level)
        elif needs_confirmation(level):
            raise ValueError(
                f"{quoted(value, 80)} runs a program; start minicheckers hub with --allow-programs "
                "to let clients choose such levels"
            )
        return level


def _param(name: str, value: object, kind: str, **constraints: object) -> str:
    told = {
        key: " ".join(value) if isinstance(value, list) else value
        for key, value in constraints.items()
    }
    return format_message("param", name=name, value=value, type=kind, **told)


@dataclass(frozen=True)
class HubLimits:
    """The limits of a search, as a ``level`` line gives them; None stands for one not given."""

    move_time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    moves: int | None = None
    time: float | None = None
    inc: float | None = None
    infinite: bool = False

    @classmethod
    def parse(cls, message: HubMessage) -> "HubLimits":
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


def _seconds(name: str, message: HubMessage) -> float | None:
    text = message.arguments.get(name)
    if text is None:
        return None
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise ValueError(f"{name} must be a number of seconds, not {quoted(text)}")
    # A client that subtracts the increment from the clock can end up below zero.
    return min(max(0.0, number), _LONGEST)


def _count(name: str, message: HubMessage, most: int = 10**12) -> int | None:
    text = message.arguments.get(name)
    if text is None:
        return None
    if re.fullmatch(r"[0-9]{1,15}", text, re.ASCII) is None or int(text) < 1:
        raise ValueError(f"{name} must be a whole number from 1 on, not {quoted(text)}")
    return min(int(text), most)
