"""Drawing the start menu."""

from ...rules.notation import Piece
from ...rules.variant import Colour
from ..frame import Frame, Rect, shortened
from ..menu_layout import WIDTH, MenuLayout
from ..menu_rows import Row, current_row, previewed
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
    frame.put(area.left + (WIDTH - len(title)) // 2, places.title, title, "strong")
    here = current_row(state)
    for number, row in enumerate(places.lines):
        if row is None:
            continue
        line = Rect(area.left, area.top + number, WIDTH, 1)
        _draw_row(frame, line, row, row == here, glyphs)
        if row == here:
            frame.cursor = (line.left, line.top)
    edge = area.left + WIDTH - 1
    if places.above:
        frame.put(edge, area.top, glyphs.more[0], "dim")
    if places.below:
        frame.put(edge, area.top + area.height - 1, glyphs.more[1], "dim")
    if places.preview is not None:
        _draw_preview(frame, state, places, glyphs, theme)


def _draw_row(frame: Frame, line: Rect, row: Row, chosen: bool, glyphs: Glyphs) -> None:
    ink, paper = ("chosen", "chosen") if chosen else ("text", "ground")
    if not row.enabled:
        ink = "dim"
    frame.fill(line, paper, ink=ink)
    if chosen:
        frame.put(line.left, line.top, glyphs.pointer, ink, paper)
    frame.put(line.left + _TITLE_COLUMN, line.top, row.title, ink, paper)
    if row.value:
        inside = Rect(line.left + _VALUE_COLUMN, line.top, WIDTH - _VALUE_COLUMN, 1)
        value = shortened(row.value, inside.width - (4 if row.changeable else 2))
        before, after = glyphs.arrows if chosen and row.changeable else ("", "")
        frame.write(inside, 0, f"{before:1} {value} {after}".rstrip(), ink, paper)


def _draw_preview(
    frame: Frame, state: AppState, places: MenuLayout, glyphs: Glyphs, theme: Theme
) -> None:
    """The board as it will be: the person's side below."""
    assert places.preview is not None
    area = places.preview
    position, person = previewed(state)
    brush = Brush(glyphs, theme, places.scale, position.variant)
    flipped = person is Colour.BLACK
    draw_preview(frame, area, position.variant, position.pieces(), brush, flipped)
    words = f"you play {person}" if person else ""
    left = area.left + max(0, (area.width - len(words)) // 2)
    frame.put(left, area.top + area.height, words, "dim")
