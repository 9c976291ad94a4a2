"""The registry of strategies: built-in ones, the four levels, and plug-ins of other packages."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeVar

from ..rules.text import quoted
from ..rules.variant import Variant, get_variant
from .strategy import Factory, Options, Strategy

ENTRY_POINT_GROUP = "minicheckers.strategies"

F = TypeVar("F", bound=Factory)


@dataclass(frozen=True)
class Entry:
    """A registered strategy: how to make it, and a line about it for people."""

    name: str
    summary: str
    factory: Factory


_entries: dict[str, Entry] = {}


def register(name: str, summary: str) -> Callable[[F], F]:
    """Register the decorated class or function, which makes a strategy from Options."""

    def decorate(factory: F) -> F:
        _entries[name] = Entry(name, summary, factory)
        return factory

    return decorate


def strategy(
    name: str,
    variant: str | Variant = "mini",
    *,
    size: int | None = None,
    seed: int | None = None,
    time: float | None = None,
    depth: int | None = None,
) -> Strategy:
    """Make the strategy of that name or level for a variant; ValueError if there is none."""
    from . import strategies  # noqa: F401  registers the built-in ones

    if name not in _entries:
        raise ValueError(f"there is no strategy {quoted(name)}; there are {', '.join(_entries)}")
    options = Options(get_variant(variant, size), Random(seed), time, depth)
    return _entries[name].factory(options)
