"""Drawing the start menu."""

from ...rules.notation import Piece
from ...rules.variant import Colour
from ..frame import Frame, Rect
from ..menu_rows import WIDTH, MenuLayout, Row, current_row, preview_position, record_line, rows
from ..state import AppState
from .board import Brush, draw_preview
from .glyphs import Glyphs
from .theme import Theme

_TITLE_COLUMN = 2
_VALUE_COLUMN = 14


def draw_menu(
    frame: Frame, state: AppState, places: MenuLayout, glyphs: Glyphs, theme: Theme
) -> None:
    """Draw the menu, with a preview of the board if there is room."""
    area = places.area
    black = glyphs.small_piece(Piece(Colour.BLACK))
    white = glyphs.small_piece(Piece(Colour.WHITE))
    title = f"{white}  {' '.join('minicheckers')}  {black}"
    frame.put(area.left + (WIDTH - len(title)) // 2, area.top, title, "strong")
    here = current_row(state)
    for number, row in enumerate(rows(state)):
        top = places.first_row + number
        chosen = row == here
        _draw_row(frame, Rect(area.left, top, WIDTH, 1), row, chosen, glyphs)
        if chosen:
            frame.cursor = (area.left, top)
    _draw_record(frame, Rect(area.left, places.first_row, WIDTH, frame.height), state)
    if places.preview is not None:
        position = preview_position(state)
        brush = Brush(glyphs, theme, places.scale, position.variant)
        draw_preview(frame, places.preview, position.variant, position.pieces(), brush)


def _draw_record(frame: Frame, area: Rect, state: AppState) -> None:
    """Below the rows, if there is a line to spare, how the person has done so far."""
    line = len(rows(state)) + 1
    record = record_line(state)
    if record and area.top + line < frame.height - 2:
        left = area.left + _TITLE_COLUMN
        frame.put(left, area.top + line, f"{'Record':{_VALUE_COLUMN}}{record}", "dim")


def _draw_row(frame: Frame, area: Rect, row: Row, chosen: bool, glyphs: Glyphs) -> None:
    ink, paper = ("chosen", "chosen") if chosen else ("text", "ground")
    frame.fill(area, paper, ink=ink)
    if chosen:
        frame.put(area.left, area.top, glyphs.pointer, ink, paper)
    frame.put(area.left + _TITLE_COLUMN, area.top, row.title, ink, paper)
    if row.value:
        before, after = glyphs.arrows if chosen else (" ", " ")
        inside = Rect(area.left + _VALUE_COLUMN, area.top, WIDTH - _VALUE_COLUMN, 1)
        frame.write(inside, 0, f"{before} {row.value} {after}", ink, paper)
