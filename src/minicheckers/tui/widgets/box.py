"""Boxes over the screen: their place and their frame."""

import textwrap

from ..frame import Frame, Rect
from ..glyphs import Glyphs
from ..state import AppState
from .panel import is_roomy

#: The ink and the paper of what stands out in a box.
STRONG = ("dialog_strong", "dialog")
#: The columns that the frame of a box takes.
FRAME_WIDTH = 4
#: Above a box in the panel: the players, a blank, two lines of moves, a blank; more if roomy.
_LINES_ABOVE, _ROOMY_LINES_ABOVE = 6, 8


def draw_box(frame: Frame, area: Rect, glyphs: Glyphs, title: str = "") -> Rect:
    """Draw an empty box with a title and return the area inside it."""
    frame.fill(area, "dialog", ink="dialog")
    top_left, top_right, bottom_left, bottom_right = glyphs.box
    line = glyphs.horizontal * (area.width - 2)
    bottom = area.top + area.height - 1
    frame.put(area.left, area.top, top_left + line + top_right, "dialog_dim", "dialog")
    frame.put(area.left, bottom, bottom_left + line + bottom_right, "dialog_dim", "dialog")
    for row in range(area.top + 1, bottom):
        frame.put(area.left, row, glyphs.vertical, "dialog_dim", "dialog")
        frame.put(area.left + area.width - 1, row, glyphs.vertical, "dialog_dim", "dialog")
    if title:
        frame.put(area.left + 2, area.top, f" {title} ", "dialog_strong", "dialog")
    return Rect(area.left + 2, area.top + 1, area.width - 4, area.height - 2)


def box_place(app: AppState, width: int, height: int) -> Rect:
    """Where a box of this size goes: in the panel if it fits, else in the middle of the screen."""
    columns, rows = app.size
    panel = panel_of(app)
    if panel is None or not fits_in_panel(panel, width, height):
        return Rect((columns - width) // 2, (rows - height) // 2, width, height)
    left = panel.left + (panel.width - width) // 2
    return Rect(left, panel.top + panel.height - height, width, height)


def box_width(app: AppState, text: str, widest: int) -> int:
    """The width of a box around a text: no wider than the panel, if it fits in there."""
    panel = panel_of(app)
    if panel is not None and panel.width > 2 * FRAME_WIDTH:
        width = min(panel.width, widest)
        lines = textwrap.wrap(text, width - FRAME_WIDTH)
        if fits_in_panel(panel, width, len(lines) + 2):
            return width
    return min(widest, app.size[0])


def panel_of(app: AppState) -> Rect | None:
    """The panel beside or below the board, if there is one."""
    return app.layout.panel if app.layout else None


def fits_in_panel(panel: Rect, width: int, height: int) -> bool:
    """Whether a box leaves room for the players and the last moves above it."""
    above = _ROOMY_LINES_ABOVE if is_roomy(panel) else _LINES_ABOVE
    return panel.width >= width and panel.height >= height + above
