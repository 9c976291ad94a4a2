"""Where a list to choose from is on the screen, and which of its entries are shown."""

from typing import NamedTuple

from .frame import Rect
from .state import AppState, Picker

_WIDEST = 72


class PickerBox(NamedTuple):
    """The frame of a list, the lines inside it, and the number of the first entry shown."""

    area: Rect
    inside: Rect
    first: int


def picker_box(state: AppState, picker: Picker) -> PickerBox:
    """Where a list is drawn: in the middle, as large as it needs to be and the screen allows."""
    columns, rows = state.size
    longest = max(len(picker.title) + 2, *map(len, picker.labels))
    width = min(longest + 6, columns, _WIDEST)
    height = min(len(picker.labels) + 2, max(3, rows - 1))
    area = Rect((columns - width) // 2, max(0, (rows - 1 - height) // 2), width, height)
    inside = Rect(area.left + 1, area.top + 1, width - 2, height - 2)
    # The chosen entry is in the middle, but for the ends of the list.
    hidden = max(0, len(picker.labels) - inside.height)
    first = min(max(0, picker.selected - inside.height // 2), hidden)
    return PickerBox(area, inside, first)
