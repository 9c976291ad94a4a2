"""Bindings: keys, what they do, and the words that explain them, one table for each situation."""

from collections.abc import Callable
from typing import NamedTuple

from ..bottom_lines import bottom, has_room_for_help, keys_are_covered
from ..events import Step
from ..state import AppState

Action = Callable[[AppState], Step]
#: A word, or how to find it; none where the key does nothing just now.
Label = Callable[[AppState], str]


class Binding(NamedTuple):
    """Some keys that do the same.

    ``shown`` is how the help writes the keys; ``label`` is the word for the line of keys at the
    bottom of the screen, empty for those that are only in the help.
    """

    keys: tuple[str, ...]
    action: Action
    help: str
    shown: str
    label: str | Label = ""

    def word(self, state: AppState) -> str:
        """The word for the line of keys, empty if it is not for there."""
        return self.label if isinstance(self.label, str) else self.label(state)


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


class KeyWord(NamedTuple):
    """A key on the line of keys: where it begins, how it is written, and what it does."""

    column: int
    key: str
    word: str
    action: Action

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + len(self.key) + 1 + len(self.word)


def key_line(keymap: Keymap, state: AppState, width: int) -> list[KeyWord]:
    """The keys that do something now, the most important first; help and quit if at all."""
    found = [
        (spelled(binding.shown, state.looks.ascii).split(",")[0], word, binding.action)
        for section in keymap
        for binding in section.bindings
        if (word := binding.word(state))
    ]
    fixed = [entry for entry in found if entry[1] in ("help", "quit")]
    room = width - 2 - sum(len(key) + len(word) + 3 for key, word, _ in fixed)
    shown = []
    for entry in found:
        needed = len(entry[0]) + len(entry[1]) + 3
        if entry not in fixed and needed <= room:
            room -= needed
            shown.append(entry)
    line: list[KeyWord] = []
    for key, word, action in [*shown, *fixed]:
        column = line[-1].end + 2 if line else 1
        if column + len(key) + 1 + len(word) > width:
            break
        line.append(KeyWord(column, key, word, action))
    return line


class ShownKeys(NamedTuple):
    """The words of the line of keys, and the row they are in."""

    row: int
    words: tuple[KeyWord, ...]

    def at(self, column: int, row: int) -> Action | None:
        """What the word at a cell does, None beside them."""
        if row != self.row:
            return None
        return next((w.action for w in self.words if w.column <= column < w.end), None)


def shown_keys(keymap: Keymap, state: AppState) -> ShownKeys:
    """The line of keys as it is on the screen: where there is no room for it, help alone."""
    columns = state.size[0]
    status, keys = bottom(state)
    line = key_line(keymap, state, columns)
    if not keys_are_covered(state):
        return ShownKeys(status.top if keys is None else keys, tuple(line))
    row = status.top if keys is None else keys
    helps = [word for word in line if word.word == "help" and has_room_for_help(state)]
    return ShownKeys(row, tuple(w._replace(column=columns - 1 - (w.end - w.column)) for w in helps))


_ARROWS = {"←→": "left/right", "↑↓": "up/down", "←": "left", "→": "right"}


def spelled(keys: str, ascii_only: bool) -> str:
    """How keys are written; arrows as words where there are no other characters."""
    if ascii_only:
        for arrow, word in _ARROWS.items():
            keys = keys.replace(arrow, word)
    return keys
