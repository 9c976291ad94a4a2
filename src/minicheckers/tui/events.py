"""What the terminal reports. Named tuples, because their classes would be felt at the start."""

from typing import NamedTuple


class Key(NamedTuple):
    """A key, by its name: a character, or a word such as ``up`` or ``ctrl-l``."""

    name: str


class Click(NamedTuple):
    """A press of the mouse's first button on a cell of the screen."""

    column: int
    row: int


class Release(NamedTuple):
    """The mouse button is released on a cell of the screen."""

    column: int
    row: int


class Paste(NamedTuple):
    """A text that was pasted; whatever it holds, it is not keys."""

    text: str


class Ground(NamedTuple):
    """The terminal tells whether its own background is light."""

    light: bool


class Resized(NamedTuple):
    """The terminal has another size now."""

    columns: int
    rows: int


Event = Key | Click | Release | Paste | Ground | Resized
