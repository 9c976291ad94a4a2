"""Boxes over the screen: where a dialog and its answers are."""

import textwrap
from typing import NamedTuple

from .frame import Rect
from .layout import layout
from .state import AppState, Dialog

_WIDEST = 38
#: The columns that the frame of a box takes, and the rows of a dialog beside text and answers.
_FRAME_WIDTH, _FRAME_HEIGHT = 4, 5
#: Above a box in the panel: the players, a blank, two lines of moves, a blank.
_LINES_ABOVE = 6


class DialogBox(NamedTuple):
    """The area of a dialog, its lines of text, and a place for every answer.

    One without a ``frame`` is a bar on the lines at the bottom of the screen: its title is part
    of its text.
    """

    area: Rect
    lines: tuple[str, ...]
    answers: tuple[Rect, ...]
    frame: bool = True


def dialog_box(state: AppState, dialog: Dialog) -> DialogBox:
    """Where a dialog is drawn: at the bottom of the panel, or in the middle of the screen.

    In the panel it leaves room for the last moves above it, or it is not put there. The answers
    stand side by side, or one below the other where there is no room for that. A result never
    covers the board if it can be helped: without a panel for it, it is a bar below the board.
    """
    panel = _panel(state)
    if panel is not None:
        beside = _box(state, dialog, min(panel.width, _WIDEST))
        if _fits(panel, beside.area.width, beside.area.height):
            return beside
    bar = result_bar(state, dialog)
    return bar or _box(state, dialog, min(state.size[0], _WIDEST))


def _box(state: AppState, dialog: Dialog, widest: int) -> DialogBox:
    """A dialog that is no wider than that."""
    rows = state.size[1]
    buttons = [len(choice.label) + 4 for choice in dialog.choices]
    widest -= _FRAME_WIDTH
    row_of_buttons = sum(buttons) + len(buttons) - 1
    beside = row_of_buttons <= widest
    least = row_of_buttons if beside else max(buttons)
    wanted = max(least, len(dialog.title), len(dialog.text))
    width = max(least, min(wanted, widest)) + _FRAME_WIDTH
    answer_rows = 1 if beside else len(buttons)
    lines = textwrap.wrap(dialog.text, max(1, width - _FRAME_WIDTH))
    lines = lines[: max(0, rows - answer_rows - _FRAME_HEIGHT)]
    height = len(lines) + answer_rows + _FRAME_HEIGHT
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


def result_bar(state: AppState, dialog: Dialog) -> DialogBox | None:
    """A result on the lines below the board; None for other dialogs, and where it has no room."""
    game = state.board
    places = layout(game.variant, state.size) if game else None
    if not dialog.is_result or places is None:
        return None
    columns = state.size[0]
    buttons = [len(choice.label) + 4 for choice in dialog.choices]
    wanted = sum(buttons)
    text = f"{dialog.title}: {dialog.text[0].lower()}{dialog.text[1:]}"
    if places.keys is None:  # one line for all
        text = dialog.title
        wanted += len(text) + 2
    if wanted > columns - 1:
        return None
    rows = 1 if places.keys is None else 2
    text = text if len(text) < columns else dialog.title
    column = 1 + (len(text) + 1 if rows == 1 else 0)
    answers = []
    for button in buttons:
        answers.append(Rect(column, places.status + rows - 1, button, 1))
        column += button
    area = Rect(0, places.status, columns, rows)
    return DialogBox(area, (text,), tuple(answers), frame=False)


def covers_keys(state: AppState) -> bool:
    """Whether a dialog lies on the line of keys."""
    dialog = state.overlay
    return isinstance(dialog, Dialog) and not dialog_box(state, dialog).frame


def box_place(state: AppState, width: int, height: int) -> Rect:
    """Where a box of a size goes: into the panel if it fits there, else the screen's middle."""
    columns, rows = state.size
    panel = _panel(state)
    if panel is None or not _fits(panel, width, height):
        return Rect((columns - width) // 2, (rows - height) // 2, width, height)
    left = panel.left + (panel.width - width) // 2
    return Rect(left, panel.top + panel.height - height, width, height)


def box_width(state: AppState, text: str, widest: int) -> int:
    """How wide a box around a text is: no wider than the panel, where it fits in there."""
    columns = state.size[0]
    panel = _panel(state)
    if panel is not None and panel.width > 2 * _FRAME_WIDTH:
        width = min(panel.width, widest)
        lines = textwrap.wrap(text, width - _FRAME_WIDTH)
        if _fits(panel, width, len(lines) + 2):
            return width
    return min(widest, columns)


def _panel(state: AppState) -> Rect | None:
    game = state.board
    places = layout(game.variant, state.size) if game else None
    return places.panel if places else None


def _fits(panel: Rect, width: int, height: int) -> bool:
    return panel.width >= width and panel.height >= height + _LINES_ABOVE
