"""Registration: a strategy that can be made in this process."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ..messages import quoted
from .guard import Guarded
from .sandbox import EndlessError, FailedError, run_within
from .strategy import Factory, Options, Strategy

_NAME = re.compile(r"[a-z][a-z0-9_.-]*")
_LONGEST_SUMMARY = 100
#: How long the import of a plug-in and the making of a strategy may take, in seconds: some load
#: large libraries.
LOADING_SECONDS = 30.0

T = TypeVar("T")


@dataclass(frozen=True)
class Registration:
    """A strategy's name, a line about it, and the factory that makes it.

    One that is ``ours`` is trusted; every other one is guarded.
    """

    name: str
    summary: str
    factory: Factory
    ours: bool = False

    def make(self, options: Options) -> Strategy:
        """Make the strategy; ValueError with a sentence if it refuses or is none."""
        if self.ours:
            return self.factory(options)

        def make() -> Strategy:
            made = self.factory(options)
            if not callable(getattr(made, "choose", None)):
                raise TypeError("it has no method 'choose'")
            return made

        made = run_foreign(make, f"the strategy {quoted(self.name)} cannot be made")
        return Guarded(made, self.name, options.time)


def is_name(text: str) -> bool:
    """Whether a text can be the name of a strategy."""
    return _NAME.fullmatch(text) is not None


def run_foreign(work: Callable[[], T], trouble: str) -> T:
    """What foreign code makes; ValueError with a sentence that begins with `trouble`."""
    try:
        return run_within(work, LOADING_SECONDS)
    except EndlessError:
        raise ValueError(f"{trouble}: it was not done after {LOADING_SECONDS:g} seconds") from None
    except FailedError as failed:
        raise ValueError(f"{trouble}: {failed}") from failed.error


def one_line(text: object) -> str:
    """The first line of a docstring or summary, short and printable."""
    first = text.strip().partition("\n")[0] if isinstance(text, str) else ""
    shown = "".join(c for c in first if c.isprintable()).rstrip(".")
    return shown[:_LONGEST_SUMMARY] or "no description"
