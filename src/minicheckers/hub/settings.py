"""What a client can set: the parameters of the engine, as they are declared and changed."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..engine.table import DEFAULT_BITS
from ..messages import quoted
from ..players.registry import confirm, names, needs_confirmation, resolve_level
from ..rules.variant import RECORD_DEFAULT, Variant, get_variant
from .notation import hub_games, is_turned
from .protocol import format_message

#: Where Black moves first pydraughts turns the position round; elsewhere nobody does.
ORIENTATIONS = ("auto", "standard", "turned")
TABLE_BITS = range(10, 23)


@dataclass(frozen=True)
class Settings:
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
        """A ``param`` line for each."""
        first = self.variant.notation.hub or self.variant.name
        games = [first, *(name for name in hub_games() if name != first)]
        return [
            _param("variant", first, "enum", values=games),
            _param("level", self.level, "enum", values=list(names())),
            _param("orientation", self.orientation, "enum", values=list(ORIENTATIONS)),
            _param(
                "tt-size", self.table_bits, "int", min=TABLE_BITS.start, max=TABLE_BITS.stop - 1
            ),
        ]

    def changed(self, name: str, value: str) -> "Settings":
        """The settings with another value; ValueError if there is no such name or value."""
        if name not in _CHANGES:
            raise ValueError(
                f"there is no parameter {quoted(name)}; there are {', '.join(_CHANGES)}"
            )
        return _CHANGES[name](self, value)


def _param(name: str, value: object, kind: str, **constraints: object) -> str:
    told = {
        key: " ".join(value) if isinstance(value, list) else value
        for key, value in constraints.items()
    }
    return format_message("param", name=name, value=value, type=kind, **told)


def _variant(settings: Settings, value: str) -> Settings:
    return replace(settings, variant=hub_games().get(value) or get_variant(value))


def _level(settings: Settings, value: str) -> Settings:
    level = resolve_level(value)
    if settings.allow_programs:
        confirm(level)
    elif needs_confirmation(level):
        raise ValueError(
            f"{quoted(value, 80)} runs a program; start minicheckers hub with --allow-programs to "
            "let clients choose such levels"
        )
    return replace(settings, level=level)


def _orientation(settings: Settings, value: str) -> Settings:
    if value not in ORIENTATIONS:
        raise ValueError(f"orientation is one of {', '.join(ORIENTATIONS)}, not {quoted(value)}")
    return replace(settings, orientation=value)


def _table_bits(settings: Settings, value: str) -> Settings:
    if re.fullmatch(r"[0-9]{1,3}", value, re.ASCII) is None or int(value) not in TABLE_BITS:
        lowest, highest = TABLE_BITS[0], TABLE_BITS[-1]
        raise ValueError(f"tt-size is a power of two, {lowest} to {highest}, not {quoted(value)}")
    return replace(settings, table_bits=int(value))


_CHANGES: dict[str, Callable[[Settings, str], Settings]] = {
    "variant": _variant,
    "level": _level,
    "orientation": _orientation,
    "tt-size": _table_bits,
}
