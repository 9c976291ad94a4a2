"""Bindings: keys, what they do, and the words that explain them, one table for each situation."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ..events import Step
from ..state import AppState

Action = Callable[[AppState], Step]


class Binding(NamedTuple):
    """Some keys that do the same.

    ``shown`` is how the help writes the keys; ``label`` is the word for the line of keys at the
    bottom of the screen, empty for those that are only in the help.
    """

    keys: tuple[str, ...]
    action: Action
    help: str
    shown: str
    label: str = ""


def also(key: str, action: Action) -> Binding:
    """A key that another binding's words explain already."""
    return Binding((key,), action, "", "")


class Section(NamedTuple):
    """A part of the help: bindings that belong together."""

    title: str
    bindings: tuple[Binding, ...]


Keymap = tuple[Section, ...]


def find(keymap: Keymap, key: str) -> Action | None:
    """What a key does; the first section that knows it decides."""
    for section in keymap:
        for binding in section.bindings:
            if key in binding.keys:
                return binding.action
    return None


def labelled(keymap: Keymap) -> Iterable[Binding]:
    """The bindings for the line of keys, the most important first."""
    return (b for section in keymap for b in section.bindings if b.label)
