"""How a key is bound to an action and its words, and the line of keys at the bottom.

The bindings themselves are at the end of each screen's file. One letter means one thing in the
whole program.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from ..frame import Frame
from ..state import AppState, Step
from .message import has_room_for_help, keys_are_covered

#: What a key does: called with the screen or the overlay it belongs to.
Action = Callable[[Any, AppState], Step]
#: How to find the word for the line of keys; none where the key does nothing just now.
Label = Callable[[Any, AppState], str]


class Binding(NamedTuple):
    """Some keys that do the same.

    ``shown`` is how the help writes the keys; ``label`` is the word for the line of keys, empty for
    those that are only in the help.
    """

    keys: tuple[str, ...]
    action: Action
    help: str
    shown: str
    label: str | Label = ""


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
    """A key on the line of keys: where it begins, how it is written, and which key it is."""

    column: int
    key: str
    word: str
    name: str

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + len(self.key) + 1 + len(self.word)


def key_line(owners: list[tuple[Any, Keymap]], app: AppState, width: int) -> list[KeyWord]:
    """The keys that do something now, the most important first; help and quit if at all.

    The way back comes before all but the first: nobody should look for it.
    """
    found = [
        (spelled(binding.shown, app.looks.ascii).split(", ")[0], word, binding.keys[0])
        for owner, keymap in owners
        for section in keymap
        for binding in section.bindings
        if (word := _word(binding, owner, app))
    ]
    fixed = [entry for entry in found if entry[1] in ("help", "quit")]
    room = width - 2 - sum(len(key) + len(word) + 3 for key, word, _ in fixed)
    others = [entry for entry in found if entry not in fixed]
    ways_back = [entry for entry in others[1:] if entry[1] == "back"]
    shown = set()
    for entry in [*others[:1], *ways_back, *others[1:]]:
        needed = len(entry[0]) + len(entry[1]) + 3
        if entry not in shown and needed <= room:
            room -= needed
            shown.add(entry)
    line: list[KeyWord] = []
    for key, word, name in [*filter(shown.__contains__, others), *fixed]:
        column = line[-1].end + 2 if line else 1
        if column + len(key) + 1 + len(word) > width:
            break
        line.append(KeyWord(column, key, word, name))
    return line


def _word(binding: Binding, owner: Any, app: AppState) -> str:
    return binding.label if isinstance(binding.label, str) else binding.label(owner, app)


class ShownKeys(NamedTuple):
    """The words of the line of keys, and the row they are in."""

    row: int
    words: tuple[KeyWord, ...]

    def at(self, column: int, row: int) -> str | None:
        """The key whose word is at a cell, None beside them."""
        if row != self.row:
            return None
        return next((w.name for w in self.words if w.column <= column < w.end), None)


def shown_keys(owners: list[tuple[Any, Keymap]], app: AppState) -> ShownKeys:
    """The line of keys as it is on the screen: where there is no room for it, help alone."""
    columns = app.size[0]
    status, keys = app.screen.bottom_rows(app.size)
    row = status if keys is None else keys
    line = key_line(owners, app, columns)
    if not keys_are_covered(app):
        return ShownKeys(row, tuple(line))
    helps = [word for word in line if word.word == "help" and has_room_for_help(app)]
    return ShownKeys(row, tuple(w._replace(column=columns - 1 - (w.end - w.column)) for w in helps))


def draw_keys(frame: Frame, owners: list[tuple[Any, Keymap]], app: AppState) -> None:
    """Draw the line of keys."""
    shown = shown_keys(owners, app)
    for word in shown.words:
        frame.put(word.column, shown.row, word.key, "key")
        frame.put(word.column + len(word.key) + 1, shown.row, word.word, "dim")


_ARROWS = {"←→": "left/right", "↑↓": "up/down", "←": "left", "→": "right"}


def spelled(keys: str, ascii_only: bool) -> str:
    """How the keys are written, without arrows where there are none."""
    if ascii_only:
        for arrow, word in _ARROWS.items():
            keys = keys.replace(arrow, word)
    return keys
