"""The text of a file of ours: a JSON object with a heading, whose fields are asked for by type.

Reading trusts nothing: what is not exactly as we write it raises ValueError with the reason, which
`guarded` makes a BrokenError; a file of a later version raises NewerError.
"""

import json
import math
from collections.abc import Callable
from typing import Any, TypeVar

from ..messages import quoted

T = TypeVar("T")

VERSION = 1

#: Longer than the FEN of a full board of 16x16, and than any name we know.
LONGEST_TEXT = 2000


class BrokenError(Exception):
    """A file does not hold what we once wrote; the text says why."""


class NewerError(Exception):
    """A file was written by a later version of the program."""


def guarded(read: Callable[[bytes], T], data: bytes) -> T:
    """What `read` makes of the data; BrokenError or NewerError alone if it cannot."""
    try:
        return read(data)
    except (ValueError, OverflowError, RecursionError) as error:
        raise BrokenError(str(error) or type(error).__name__) from error


def write_fields(kind: str, content: dict[str, Any]) -> str:
    """The text of a file of a kind."""
    heading = {"format": f"minicheckers {kind}", "version": VERSION}
    return json.dumps(heading | content, indent=1) + "\n"


def read_fields(kind: str, data: bytes) -> "Fields":
    """The fields of a file of a kind."""
    fields = Fields(json.loads(data.decode()))
    if fields.text("format") != f"minicheckers {kind}":
        raise ValueError(f"it is not a {kind} of minicheckers")
    version = fields.number("version")
    if version > VERSION:
        raise NewerError(f"version {version} of the format, and this program knows {VERSION}")
    if version < 1:
        raise ValueError(f"there is no version {version}")
    return fields


class Fields:
    """A JSON object whose fields are asked for with the type they must have."""

    def __init__(self, value: object) -> None:
        if not isinstance(value, dict):
            raise ValueError(f"{_shown(value)} is not an object")  # noqa: TRY004
        self._values: dict[str, Any] = value

    def _get(self, name: str, kind: type, optional: bool = False) -> Any:
        if name not in self._values:
            raise ValueError(f"the field {name} is missing")
        value = self._values[name]
        # The exact type: True would pass for a number otherwise.
        if type(value) is not kind and not (optional and value is None):
            raise ValueError(f"the field {name} is {_shown(value)}")
        return value

    def text(self, name: str) -> str:
        """A text that can be shown."""
        found: str = self._get(name, str)
        return _showable(found)

    def long_text(self, name: str) -> str:
        """A text of any length."""
        found: str = self._get(name, str)
        return _showable(found, longest=len(found))

    def flag(self, name: str) -> bool:
        """A yes or no that earlier versions did not write."""
        return name in self._values and bool(self._get(name, bool))

    def optional_text(self, name: str, missing: bool = False) -> str | None:
        """A text or null; with `missing` also a field that earlier versions did not write."""
        if missing and name not in self._values:
            return None
        found: str | None = self._get(name, str, optional=True)
        return None if found is None else _showable(found)

    def number(self, name: str) -> int:
        """A whole number."""
        found: int = self._get(name, int)
        return found

    def optional_number(self, name: str) -> int | None:
        """A whole number or null."""
        found: int | None = self._get(name, int, optional=True)
        return found

    def optional_seconds(self, name: str, missing: bool = False) -> float | None:
        """A time or null; with `missing` also a field that earlier versions did not write."""
        if missing and name not in self._values:
            return None
        if name in self._values and self._values[name] is None:
            return None
        return _seconds(self._values.get(name), name)

    def seconds(self, name: str) -> tuple[float, float]:
        """Two times in seconds."""
        black, white = self._get(name, list)
        return _seconds(black, name), _seconds(white, name)

    def one_time(self, name: str) -> float:
        """A time in seconds."""
        return _seconds(self._values.get(name), name)

    def list_of_texts(self, name: str) -> list[str]:
        """A list of texts."""
        found: list[Any] = self._get(name, list)
        for item in found:
            if not isinstance(item, str):
                raise ValueError(f"the field {name} holds {_shown(item)}")  # noqa: TRY004
        return [_showable(item) for item in found]

    def texts_by_name(self, name: str) -> dict[str, str]:
        """An object of texts that earlier versions did not write."""
        if name not in self._values:
            return {}
        texts = Fields(self._get(name, dict))
        return {_showable(key): texts.text(key) for key in texts._values}

    def inner(self, name: str) -> "Fields":
        """An object."""
        return Fields(self._get(name, dict))

    def optional_inner(self, name: str) -> "Fields | None":
        """An object, or null or nothing at all."""
        return None if self._values.get(name) is None else self.inner(name)

    def list_of_fields(self, name: str, missing: bool = False) -> list["Fields"]:
        """A list of objects; with `missing` also one that earlier versions did not write."""
        if missing and name not in self._values:
            return []
        return [Fields(item) for item in self._get(name, list)]


def _showable(text: str, longest: int = LONGEST_TEXT) -> str:
    """The text, if it can be shown to a person as it is: names of levels are."""
    if not text.isprintable() or len(text) > longest:
        raise ValueError(f"{quoted(text)} is not a text of ours")
    return text


def _seconds(value: object, name: str) -> float:
    if type(value) not in (int, float) or not math.isfinite(value) or value < 0:  # type: ignore[arg-type, operator]
        raise ValueError(f"the field {name} holds {_shown(value)}, which is no time in seconds")
    return float(value)  # type: ignore[arg-type]


def _shown(value: object) -> str:
    return quoted(json.dumps(value))
