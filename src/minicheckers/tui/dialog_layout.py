"""Boxes over the screen: where a dialog and its answers are."""

import textwrap
from typing import NamedTuple

from .frame import Rect
from .layout import layout
from .state import AppState, Dialog

_WIDEST = 38
#: Above a dialog in the panel: the players, a blank, two lines of moves, a blank.
_LINES_ABOVE = 6


class DialogBox(NamedTuple):
    """The frame of a dialog, its lines of text, and a place for every answer."""

    area: Rect
    lines: tuple[str, ...]
    answers: tuple[Rect, ...]


def dialog_box(state: AppState, dialog: Dialog) -> DialogBox:
    """Where a dialog is drawn: at the bottom of the panel, or in the middle of the screen.

    In the panel it leaves room for the last moves above it, or it is not put there. The answers
    stand side by side, or one below the other where there is no room for that.
    """
    columns, rows = state.size
    buttons = [len(choice.label) + 4 for choice in dialog.choices]
    widest = min(columns, _WIDEST) - 4
    row_of_buttons = sum(buttons) + len(buttons) - 1
    beside = row_of_buttons <= widest
    wanted = max(row_of_buttons if beside else max(buttons), len(dialog.title), len(dialog.text))
    width = min(wanted, widest) + 4
    answer_rows = 1 if beside else len(buttons)
    lines = textwrap.wrap(dialog.text, max(1, width - 4))
    lines = lines[: max(0, rows - answer_rows - 5)]
    height = len(lines) + answer_rows + 5
    area = box_place(state, width, min(height, rows))
    answers = []
    column = area.left + (width - row_of_buttons) // 2
    row = area.top + area.height - 1 - answer_rows
    for button in buttons:
        if beside:
            answers.append(Rect(column, row, button, 1))
            column += button + 1
        else:
            answers.append(Rect(area.left + (width - button) // 2, row, button, 1))
            row += 1
    return DialogBox(area, tuple(lines), tuple(answers))


def box_place(state: AppState, width: int, height: int) -> Rect:
    """Where a box of a size goes: into the panel if it fits there, else the screen's middle."""
    columns, rows = state.size
    game = state.board
    places = layout(game.variant, state.size) if game else None
    panel = places.panel if places else None
    if panel is None or panel.width < width or panel.height < height + _LINES_ABOVE:
        return Rect((columns - width) // 2, (rows - height) // 2, width, height)
    left = panel.left + (panel.width - width) // 2
    return Rect(left, panel.top + panel.height - height, width, height)
