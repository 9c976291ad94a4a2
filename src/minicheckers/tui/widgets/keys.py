"""How keys are bound to actions and labels, and the key line at the bottom.

The bindings themselves are at the end of each screen's file. A letter means the same thing
throughout the program.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from ..frame import Frame
from ..state import AppState, Step, bottom_line
from .message import HELP_ROOM, placed_message

#: What a key does; called with the screen or overlay it belongs to.
Action = Callable[[Any, AppState], Step]
#: Finds a key's label for the key line; empty if the key does nothing right now.
Label = Callable[[Any, AppState], str]


class Binding(NamedTuple):
    """Keys that do the same thing.

    ``shown`` is how the help spells the keys; ``label`` is the word on the key line, empty for
    keys that appear only in the help. A key whose ``when`` says no does nothing worth a word.
    """

    keys: tuple[str, ...]
    action: Action
    help: str
    shown: str
    label: str | Label = ""
    when: Callable[[Any], object] | None = None


#: Keys that the help spells otherwise than by their names.
_SPELLED = {"escape": "Esc", "pageup": "PgUp", "pagedown": "PgDn", "left": "←", "right": "→"}


def bind(
    names: str,
    action: Callable[..., Step],
    help: str = "",
    label: str | Label = "",
    *,
    shown: str = "",
    when: Callable[[Any], object] | None = None,
    **arguments: Any,
) -> Binding:
    """Bind keys, named with blanks between them, to an action, which also gets the arguments.

    The help spells the first of them unless told how; without help, others explain them.
    """
    keys = names.split()
    if help and not shown:
        shown = _SPELLED.get(keys[0], keys[0].title() if keys[0][1:] else keys[0])
    characters = tuple(" " if name == "space" else name for name in keys)
    bound = partial(action, **arguments) if arguments else action
    return Binding(characters, bound, help, shown, label, when)


class Section(NamedTuple):
    """A part of the help: bindings that belong together."""

    title: str
    bindings: tuple[Binding, ...]


Keymap = tuple[Section, ...]


class KeyWord(NamedTuple):
    """A key on the key line: its column, how it is spelled, its label, and which key it is."""

    column: int
    key: str
    word: str
    name: str

    @property
    def end(self) -> int:
        return self.column + len(self.key) + 1 + len(self.word)


def key_line(owners: list[tuple[Any, Keymap]], app: AppState, width: int) -> list[KeyWord]:
    """The keys that do something now, as many as fit, most important first; help and quit last.

    The key for going back gets its room right after the first key: it must be easy to find.
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
    if binding.when is not None and not binding.when(owner):
        return ""
    return binding.label if isinstance(binding.label, str) else binding.label(owner, app)


class ShownKeys(NamedTuple):
    """The labels on the key line, and its row."""

    row: int
    words: tuple[KeyWord, ...]

    def at(self, column: int, row: int) -> str | None:
        """The key whose label is at a cell; None if there is none."""
        if row != self.row:
            return None
        return next((w.name for w in self.words if w.column <= column < w.end), None)


def shown_keys(owners: list[tuple[Any, Keymap]], app: AppState) -> ShownKeys:
    """The key line as it appears on the screen; if there is no room for it, just help."""
    columns = app.size[0]
    status, keys = app.screen.bottom_rows(app.size)
    row = status if keys is None else keys
    line = key_line(owners, app, columns)
    covered = app.overlay is not None and app.overlay.covers_keys(app)
    message = placed_message(app)
    beside = [text for at, text in (message.lines if message else ()) if at == row]
    typing = app.overlay is not None and app.overlay.takes_status_line
    has_row = keys is not None or not (typing or message or app.screen.uses_status_line(app))
    if has_row and not covered and not beside:
        return ShownKeys(row, tuple(line))
    fits = not covered and all(len(text) <= bottom_line(app).width - HELP_ROOM for text in beside)
    helps = [word for word in line if word.word == "help" and fits]
    return ShownKeys(row, tuple(w._replace(column=columns - 1 - (w.end - w.column)) for w in helps))


def draw_keys(frame: Frame, owners: list[tuple[Any, Keymap]], app: AppState) -> None:
    """Draw the key line."""
    shown = shown_keys(owners, app)
    for word in shown.words:
        frame.put(word.column, shown.row, word.key, "key")
        frame.put(word.column + len(word.key) + 1, shown.row, word.word, "dim")


_ARROWS = {"←→": "left/right", "↑↓": "up/down", "←": "left", "→": "right"}


def spelled(keys: str, ascii_only: bool) -> str:
    """How the keys are spelled; in ASCII, without arrows."""
    if ascii_only:
        for arrow, word in _ARROWS.items():
            keys = keys.replace(arrow, word)
    return keys
