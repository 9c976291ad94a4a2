"""Layout: where things are on a screen of a given size.

The board comes first: it gets the largest squares that leave room for its rim and one line of
status. A line of keys, a title and a panel follow if there is room left.
"""

from functools import lru_cache
from typing import NamedTuple

from ..rules.variant import Variant
from .frame import Rect

#: A panel needs at least this size.
PANEL_WIDTH = 13
PANEL_HEIGHT = 6
WIDEST_PANEL = 60
#: A panel as wide as this can do without its last column.
_ROOMY_PANEL = 20
#: A panel as wide as this shows moves in pairs.
_COMFORTABLE_PANEL = 24
#: A panel as wide as this still has a move list.
_NARROW_PANEL = 15
#: Columns between the board and the panel, and beside the panel.
_GAP, _EDGE = 2, 1
#: The line of column letters, and the line of status.
_LEAST_ROWS_BELOW = 2
#: A smaller screen has no room for questions or help, however small the board.
_LEAST_COLUMNS, _LEAST_ROWS = 24, 9


def square_width(scale: int, margin: int) -> int:
    """How many columns a square has: two a row, and with a margin more for marks beside a piece."""
    return 2 * scale + margin


def piece_inset(scale: int, margin: int) -> int:
    """In which column of its square a piece begins: in the middle, or before the only free one."""
    return margin // scale


class Layout(NamedTuple):
    """The places of the board's squares, the lines around it, and the panel if there is one.

    A square is ``scale`` rows high, and has ``margin`` free columns beside its piece.
    """

    variant: Variant
    scale: int
    board: Rect
    margin: int = 0
    rim: int = 0
    status: int = 0
    title: int | None = None
    keys: int | None = None
    panel: Rect | None = None

    @property
    def square_width(self) -> int:
        return square_width(self.scale, self.margin)

    @property
    def inset(self) -> int:
        return piece_inset(self.scale, self.margin)

    def corner(self, place: tuple[int, int], flipped: bool) -> tuple[int, int]:
        """The top left cell, as (column, row) of the screen, of a (row, column) of the board."""
        row, column = on_screen(self.variant, place, flipped)
        return self.board.left + self.square_width * column, self.board.top + self.scale * row

    def place(self, column: int, row: int, flipped: bool) -> tuple[int, int] | None:
        """The (row, column) of the board at a cell of the screen, None beside the board."""
        if not self.board.contains(column, row):
            return None
        seen = (
            (row - self.board.top) // self.scale,
            (column - self.board.left) // self.square_width,
        )
        return on_screen(self.variant, seen, flipped)


def on_screen(variant: Variant, place: tuple[int, int], flipped: bool) -> tuple[int, int]:
    """A place as seen on the screen, or back: the board is turned by 180 degrees or not."""
    row, column = place
    return (variant.size - 1 - row, variant.size - 1 - column) if flipped else place


def rim_width(variant: Variant) -> int:
    """How many columns the row numbers take, a blank included."""
    return len(str(variant.size)) + 1


def least_size(variant: Variant) -> tuple[int, int]:
    """The least (columns, rows) of a screen on which the board can be shown."""
    return (
        max(rim_width(variant) + 2 * variant.size, _LEAST_COLUMNS),
        max(variant.size + _LEAST_ROWS_BELOW, _LEAST_ROWS),
    )


@lru_cache(maxsize=32)
def layout(variant: Variant, size: tuple[int, int]) -> Layout | None:
    """The layout of a game on a screen of (columns, rows), None if it is too small."""
    columns, rows = size
    rim = rim_width(variant)
    scale = min((rows - _LEAST_ROWS_BELOW) // variant.size, (columns - rim) // (2 * variant.size))
    if columns < least_size(variant)[0] or rows < least_size(variant)[1]:
        return None
    margin = _margin(variant, scale, columns - rim - _GAP)
    width, height = square_width(scale, margin) * variant.size, scale * variant.size
    spare = rows - height - _LEAST_ROWS_BELOW
    keys = rows - 1 if spare >= 1 else None
    title = 0 if spare >= 2 else None
    status = rows - 1 - (spare >= 1)
    top = int(spare >= 2)
    free = status - top - height - 1  # rows beside title, board, rim and the lines at the bottom
    beside = columns - rim - width - _GAP
    edge = _EDGE if beside > _ROOMY_PANEL else 0
    beside -= edge
    panel_width = min(beside, WIDEST_PANEL) if beside >= PANEL_WIDTH else 0
    used = rim + width + (_GAP + panel_width if panel_width else 0)
    left = max(0, (columns - used - edge) // 2)
    panel = None
    if panel_width:
        top += free // 2
        lines = max(height + 1, status - top - 1)  # down to a blank line above the status
        panel = Rect(left + rim + width + _GAP, top, panel_width, lines)
    elif free > PANEL_HEIGHT:
        panel = Rect(left, top + height + 2, used, free - 1)
    else:
        top += free // 2
    board = Rect(left + rim, top, width, height)
    return Layout(variant, scale, board, margin, rim, status, title, keys, panel)


def _margin(variant: Variant, scale: int, columns: int) -> int:
    """How many columns small squares get for marks, as long as the panel keeps a worthy width."""
    if scale > 2:
        return 0
    no_panel_anyway = columns - 2 * scale * variant.size < PANEL_WIDTH

    def fits(margin: int) -> bool:
        rest = columns - square_width(scale, margin) * variant.size
        # A single free column is for marks that would stand on the men otherwise.
        least = _COMFORTABLE_PANEL if margin == scale else _NARROW_PANEL
        return rest >= (-_GAP if no_panel_anyway else least)

    return next(filter(fits, range(scale, 0, -1)), 0)
