"""Drawing what lies over the screen: boxes, dialogs and lists."""

from ..dialog_layout import dialog_box
from ..frame import Frame, Rect
from ..picker_layout import picker_box
from ..state import AppState, Dialog, Picker
from .glyphs import Glyphs


def draw_box(frame: Frame, area: Rect, glyphs: Glyphs, title: str = "") -> Rect:
    """Draw an empty box with a title and return what is inside."""
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


def draw_dialog(frame: Frame, state: AppState, dialog: Dialog, glyphs: Glyphs) -> None:
    """Draw a dialog with its answers."""
    box = dialog_box(state, dialog)
    if box.frame:
        inside = draw_box(frame, box.area, glyphs)
        title = dialog.title.center(inside.width).rstrip()
        frame.write(inside, 0, title, "dialog_strong", "dialog")
        for number, line in enumerate(box.lines, start=2):
            frame.write(inside, number, line, "dialog", "dialog")
    else:
        frame.fill(box.area, "dialog", ink="dialog")
        inside = box.area._replace(left=1, width=box.area.width - 1)
        frame.write(inside, 0, box.lines[0], "dialog_strong", "dialog")
    for number, (choice, place) in enumerate(zip(dialog.choices, box.answers, strict=True)):
        chosen = number == dialog.selected
        ink, paper = ("chosen", "chosen") if chosen else ("dialog", "dialog")
        left, right = glyphs.buttons if chosen else (" ", " ")
        frame.write(place, 0, f"{left} {choice.label} {right}", ink, paper)
        if chosen:
            frame.cursor = (place.left + 2, place.top)


def draw_picker(frame: Frame, state: AppState, picker: Picker, glyphs: Glyphs) -> None:
    """Draw a list to choose from."""
    box = picker_box(state, picker)
    draw_box(frame, box.area, glyphs, picker.title)
    inside = box.inside
    shown = picker.labels[box.first : box.first + inside.height]
    for number, label in enumerate(shown):
        chosen = box.first + number == picker.selected
        ink, paper = ("chosen", "chosen") if chosen else ("dialog", "dialog")
        pointer = glyphs.pointer if chosen else " "
        line = Rect(inside.left, inside.top + number, inside.width, 1)
        frame.fill(line, paper, ink=ink)
        frame.write(line, 0, f"{pointer} {label}", ink, paper)
        if chosen:
            frame.cursor = (line.left, line.top)
    edge = box.area.left + box.area.width - 1
    if box.first > 0:
        frame.put(edge, inside.top, glyphs.more[0], "dialog_strong", "dialog")
    if box.first + inside.height < len(picker.labels):
        frame.put(edge, inside.top + inside.height - 1, glyphs.more[1], "dialog_strong", "dialog")
