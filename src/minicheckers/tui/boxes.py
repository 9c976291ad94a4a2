"""Boxes over the screen: where a dialog and its answers are."""

import textwrap
from dataclasses import dataclass

from .frame import Rect
from .layout import layout
from .model import Dialog, State

_WIDEST = 40


@dataclass(frozen=True)
class DialogBox:
    """The frame of a dialog, its lines of text, and a place for every answer."""

    area: Rect
    lines: tuple[str, ...]
    answers: tuple[Rect, ...]


def dialog_box(state: State, dialog: Dialog) -> DialogBox:
    """Where a dialog is drawn: in the panel if it fits there, else in the middle."""
    columns, rows = state.size
    buttons = sum(len(choice.label) + 4 for choice in dialog.choices) + len(dialog.choices) - 1
    width = min(max(buttons, len(dialog.title), min(len(dialog.text), _WIDEST - 4)) + 4, columns)
    lines = tuple(textwrap.wrap(dialog.text, max(1, width - 4)))
    height = min(len(lines) + 6, rows)
    area = Rect((columns - width) // 2, (rows - height) // 2, width, height)
    table = state.board
    places = layout(table.variant, state.size) if table else None
    if places and places.panel and places.panel.width >= width and places.panel.height >= height:
        panel = places.panel
        left = panel.left + (panel.width - width) // 2
        area = Rect(left, panel.top + (panel.height - height) // 2, width, height)
    answers = []
    column = area.left + (width - buttons) // 2
    for choice in dialog.choices:
        answers.append(Rect(column, area.top + height - 2, len(choice.label) + 4, 1))
        column += len(choice.label) + 5
    return DialogBox(area, lines, tuple(answers))
