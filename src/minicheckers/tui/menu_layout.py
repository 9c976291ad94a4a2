"""Where the parts of the start menu are on a screen: nothing moves when a choice changes."""

from typing import NamedTuple

from .frame import Rect
from .menu_rows import GROUPS, Row, current_row, previewed, rows
from .state import AppState

WIDTH = 38
_GAP = 4
#: A title, a few rows, a remark and the line of keys.
LEAST_SIZE = (WIDTH, 9)
_WIDEST_PREVIEW = 48
_NARROWEST_PREVIEW = 12
_LARGEST_SCALE = 3


class MenuLayout(NamedTuple):
    """Where the menu's parts are.

    ``lines`` are the rows that are on the screen, from ``area.top`` down, None for a blank line;
    ``above`` and ``below`` tell whether there are more. The preview of the board is there only
    where there is room for it.
    """

    title: int
    area: Rect
    lines: tuple[Row | None, ...]
    scroll: int
    above: bool
    below: bool
    preview: Rect | None
    scale: int


def menu_layout(state: AppState) -> MenuLayout | None:
    """The layout of the menu, None if the screen is too small."""
    columns, height = state.size
    if columns < LEAST_SIZE[0] or height < LEAST_SIZE[1]:
        return None
    lines = _lines(state, height)
    room = height - 3  # beside the title, the remark and the keys
    spaced = room > len(lines) + 1
    shown = min(len(lines), room)
    top = max(0, (height - 2 - shown - 1 - spaced) // 2)
    here = lines.index(current_row(state))
    scroll = min(max(state.menu.scroll, here - shown + 1, 0), here, len(lines) - shown)
    beside = min(columns - WIDTH - _GAP - 2, _WIDEST_PREVIEW)
    beside = beside if beside >= _NARROWEST_PREVIEW else 0
    left = (columns - WIDTH - (_GAP + beside if beside else 0)) // 2
    preview, scale = _preview(state, Rect(left + WIDTH + _GAP, 1, beside, height - 4))
    return MenuLayout(
        top,
        Rect(left, top + 1 + spaced, WIDTH, shown),
        lines[scroll : scroll + shown],
        scroll,
        scroll > 0,
        scroll + shown < len(lines),
        preview,
        scale,
    )


def _lines(state: AppState, height: int) -> tuple[Row | None, ...]:
    """All rows, with a blank line between the groups where there is room for that."""
    found = rows(state)
    if height < len(found) + len(GROUPS) - 1 + 4:
        return found
    lines: list[Row | None] = []
    for group in GROUPS:
        if lines:
            lines.append(None)
        first = sum(line is not None for line in lines)
        lines += found[first : first + len(group)]
    return tuple(lines)


def _preview(state: AppState, room: Rect) -> tuple[Rect | None, int]:
    """The largest board that fits into the middle of the room, with a line for words below."""
    size = previewed(state)[0].variant.size
    scale = min(room.width // (2 * size), (room.height - 1) // size, _LARGEST_SCALE)
    if scale < 1:
        return None, 0
    width, height = 2 * scale * size, scale * size
    left = room.left + (room.width - width) // 2
    return Rect(left, room.top + (room.height - 1 - height) // 2, width, height), scale


def clicked_row(state: AppState, column: int, row: int) -> Row | None:
    """The row at a cell of the screen, None beside the rows."""
    places = menu_layout(state)
    if places is None or not places.area.contains(column, row):
        return None
    return places.lines[row - places.area.top]
