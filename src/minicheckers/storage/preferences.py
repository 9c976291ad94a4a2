"""Preferences: the last choices of the person, to preset the next game with."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..game.player import Limits, TimeControl
from ..game.presentation import NotationChoice
from ..game.request import COACHING, read_first
from ..rules.variant import DEFAULT, get_variant
from ..support.text import listing, quoted, read_toml

if TYPE_CHECKING:
    from .tables import Tables


@dataclass(frozen=True)
class Preferences:
    """The last choices. A new one is a new field with a default.

    ``turning``: between two people the board turns to the side to move. ``boards``: plain mode
    shows the board after every move. ``told`` is the latest unfinished game that the person was
    told of when another one began.
    """

    variant: str = DEFAULT.name
    size: int | None = None
    level: str = "medium"
    first: str = "you"
    theme: str | None = None
    time: float | None = None
    clock: str | None = None
    turning: bool = False
    notation: NotationChoice | None = None
    told: int | None = None
    odds: int = 0
    coach: str = "off"
    animation: bool = True
    bell: bool = False
    boards: bool = True

    def write(self, tables: "Tables", before: "Preferences | None") -> None:
        """Keep those that are not as before, None: all of them. What is None has no row."""
        for name, value in vars(self).items():
            if before is None or value != getattr(before, name):
                tables.execute("DELETE FROM preferences WHERE name = ?", (name,))
                if value is not None:
                    # The database gives a truth value back as a number, and a choice as text.
                    plain = {bool: int, NotationChoice: str}.get(type(value))
                    row = {"name": name, "value": plain(value) if plain else value}
                    tables.add("preferences", row)


def _yes_or_no(value: Any) -> bool:
    if value not in (0, 1):
        raise ValueError("it is neither yes nor no")
    return bool(value)


def read_name(value: Any) -> str:
    """A stored value that is shown to people; ValueError if it is not a name."""
    if not isinstance(value, str) or not value.isprintable() or len(value) > 2000:
        raise ValueError("it is not a name")
    return value


def one_of(choices: Iterable[str], value: Any) -> str:
    """A value that is one of some words; ValueError if it is not."""
    if value not in choices:
        raise ValueError(f"it is none of {', '.join(choices)}")
    return str(value)


#: How to turn a stored value into a usable one; ValueError or TypeError if it is not one.
_READ: dict[str, Callable[[Any], Any]] = {
    "variant": read_name,
    "size": int,
    "level": read_name,
    "first": lambda value: read_first(read_name(value)),
    "theme": read_name,
    "time": lambda value: Limits(float(value)).time,
    "clock": lambda value: str(TimeControl.parse_both(read_name(value))),
    "turning": _yes_or_no,
    "boards": _yes_or_no,
    "notation": NotationChoice,
    "told": int,
    "odds": int,
    "coach": lambda value: one_of(COACHING, value),
    "animation": _yes_or_no,
    "bell": _yes_or_no,
}


#: The names in a file of a person's own, where that is not the name of the field.
_FIELDS = {"flip": "turning"}
CHOICES = ("flip", *(name for name in _READ if name not in ("told", "turning")))
#: A file of settings is a few lines; more is something else.
LARGEST_SETTINGS = 64 * 1024


def read_settings(path: Path) -> dict[str, Any]:
    """The tables of a file of settings, none if there is no file; ValueError for a bad one."""
    from ..support.named_files import read_text_file  # few have such a file

    return read_toml(read_text_file(str(path), LARGEST_SETTINGS)) if path.exists() else {}


def read_choices(path: Path) -> tuple[dict[str, Any], list[str]]:
    """The choices in a file of settings by their fields, and a sentence for each bad one."""
    try:
        table = read_settings(path).get("choices", {})
    except ValueError as error:
        return {}, [f"the choices in {quoted(path.name)} cannot be used: {error}"]
    if not isinstance(table, dict):
        return {}, [f"{quoted(path.name)} needs a table [choices]"]
    chosen: dict[str, Any] = {}
    problems: list[str] = []
    for name, value in table.items():
        if name not in CHOICES:
            problems.append(f"no choice is called {quoted(name)}; there are {listing(CHOICES)}")
            continue
        field = str(_FIELDS.get(name, name))
        try:
            usable = _READ[field](value)
            if name == "variant":
                get_variant(usable)
            chosen[field] = usable
        except (ValueError, TypeError, OverflowError) as error:
            shown = quoted(str(value))
            problems.append(f"{name} cannot be {shown} in {quoted(path.name)}: {error}")
    return chosen, problems


def read_preferences(tables: "Tables") -> tuple[Preferences, list[str]]:
    """The preferences that are kept, and the names of those that cannot be used.

    A game of the person's own, whose file was named last time, need not be known this time.
    """
    stored = {row["name"]: row["value"] for row in tables.rows("preferences")}
    usable: dict[str, Any] = {}
    wrong = []
    for name in (field.name for field in fields(Preferences)):
        if stored.get(name) is None:
            continue
        try:
            usable[name] = _READ[name](stored[name])
        except (ValueError, TypeError, OverflowError):
            wrong.append(name)
    try:
        get_variant(usable.get("variant", Preferences.variant))
    except ValueError:
        usable = {name: usable[name] for name in usable if name not in ("variant", "size")}
    try:
        get_variant(usable.get("variant", Preferences.variant), usable.get("size"))
    except ValueError:
        wrong.append("size")
        del usable["size"]
    return Preferences(**usable), wrong
