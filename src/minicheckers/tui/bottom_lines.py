"""The lines at the bottom of the screen: where the status, a message and the keys go.

A message never covers the board or its letters: it takes the line of status, then that of the
keys, where a word for the help stays; a longer one gets a box of its own.
"""

import textwrap
from typing import NamedTuple

from .dialog_layout import box_width, covers_keys
from .frame import Rect, shortened
from .layout import layout
from .state import AppState, Message, Prompt
from .view.study_panel import study_status

#: Room for the word that leads to the help, with a gap.
HELP_ROOM = 9
_WIDEST_BOX = 44


class Bottom(NamedTuple):
    """The line of status, and the row of the line of keys if there is one."""

    status: Rect
    keys: int | None


class PlacedMessage(NamedTuple):
    """A message: lines with the rows they go to, or lines for a box."""

    ink: str
    lines: tuple[tuple[int, str], ...] = ()
    box: tuple[str, ...] = ()


def bottom(state: AppState) -> Bottom:
    """Where the lines are; on a screen that is too small for all else the last one is status."""
    columns, rows = state.size
    game = state.board
    places = layout(game.variant, state.size) if game else None
    left = min(1, columns - 1)
    if game is not None and places is not None:
        return Bottom(Rect(left, places.status, max(0, columns - 2), 1), places.keys)
    return Bottom(Rect(left, max(0, rows - 2), max(0, columns - 2), 1), rows - 1)


def message_of(state: AppState) -> Message | None:
    """What is to be said now: the last message, the task, or why the computer does not move."""
    game = state.board
    if state.message is None and game is not None and game.failed and state.thinking is None:
        return Message(f"Enter asks again: {game.failed}", "warning")
    if state.message is None and game is not None and game.study is not None:
        return study_status(state, game, game.study)
    return state.message


def placed_message(state: AppState) -> PlacedMessage | None:
    """Where the message goes, None if there is none."""
    message = message_of(state)
    if message is None:
        return None
    status, keys = bottom(state)
    rows = [status.top] if keys is None else [status.top, keys]
    if isinstance(state.overlay, Prompt):
        rows = rows[1:]  # the line to type in has the other
    if rows[:1] == [status.top] and len(message.text) <= status.width:
        return PlacedMessage(message.ink, ((status.top, message.text),))
    lines = textwrap.wrap(message.text, max(1, status.width - HELP_ROOM)) or [""]
    if len(lines) <= len(rows):
        return PlacedMessage(message.ink, tuple(zip(rows, lines, strict=False)))
    if message.brief:
        return _brief(message, rows, status.width)
    if state.message is None and has_panel(state):  # it stays for long, and the panel has all of it
        shown = [*lines[: len(rows) - 1], lines[len(rows) - 1][:-2] + ".."]
        return PlacedMessage(message.ink, tuple(zip(rows, shown, strict=True)))
    width = box_width(state, message.text, _WIDEST_BOX) - 4
    return PlacedMessage(message.ink, box=tuple(textwrap.wrap(message.text, max(1, width))))


def _brief(message: Message, rows: list[int], width: int) -> PlacedMessage:
    """A message in fewer words, on as many lines as there are."""
    text = shortened(message.brief, (width - HELP_ROOM) * len(rows))
    lines = textwrap.wrap(text, max(1, width - HELP_ROOM))
    return PlacedMessage(message.ink, tuple(zip(rows, lines, strict=False)))


def has_panel(state: AppState) -> bool:
    """Whether there is a panel beside or below the board."""
    game = state.board
    places = layout(game.variant, state.size) if game else None
    return places is not None and places.panel is not None


def has_room_for_help(state: AppState) -> bool:
    """Whether the word for the help fits beside a message that is on its line."""
    if covers_keys(state):
        return False
    status, keys = bottom(state)
    message = placed_message(state)
    row = status.top if keys is None else keys
    lines = () if message is None else message.lines
    return all(at != row or len(text) <= status.width - HELP_ROOM for at, text in lines)


def keys_are_covered(state: AppState) -> bool:
    """Whether a message has taken the place of the keys, or there is no line for them."""
    keys = bottom(state).keys
    message = placed_message(state)
    if keys is None or covers_keys(state):
        return True
    return message is not None and any(row == keys for row, _ in message.lines)
