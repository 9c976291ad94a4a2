"""Messages: on the lines at the bottom of the screen or, if they are long, in a box.

A message never covers the board or its letters: it takes the status line, then the key line,
where the label for help stays; a longer one gets a box of its own.
"""

import textwrap
from typing import NamedTuple

from ...messages import sentence
from ..frame import Frame, shortened
from ..state import AppState, bottom_line
from .box import box_place, box_width, draw_box, panel_of

#: Room for the help label, with a gap.
HELP_ROOM = 9
_WIDEST_BOX = 44


class PlacedMessage(NamedTuple):
    """A message: lines with their rows, or lines for a box."""

    ink: str
    lines: tuple[tuple[int, str], ...] = ()
    box: tuple[str, ...] = ()


def placed_message(app: AppState) -> PlacedMessage | None:
    """Where the message goes; None if there is none."""
    message = app.last_message
    if message is None:
        return None
    status, (row, keys) = bottom_line(app), app.screen.bottom_rows(app.size)
    rows = [row] if keys is None else [row, keys]
    if message.quiet or (app.overlay is not None and app.overlay.takes_status_line):
        rows = rows[1:]
    if message.quiet and not rows:
        return None
    if rows[:1] == [row] and len(message.text) <= status.width:
        return PlacedMessage(message.ink, ((row, message.text),))
    # Where letters are typed no key for help is named.
    typing = app.overlay is not None and app.overlay.takes_letters
    width = max(1, status.width - (0 if typing else HELP_ROOM))
    lines = textwrap.wrap(message.text, width) or [""]
    if len(lines) > len(rows) and typing:  # what is wrong matters more than what would be right
        lines = textwrap.wrap(sentence(message.text.partition("; ")[0]), width)
    if len(lines) <= len(rows):
        return PlacedMessage(message.ink, tuple(zip(rows, lines, strict=False)))
    if message.brief:
        text = shortened(message.brief, width * len(rows))
        lines = textwrap.wrap(text, width)
        return PlacedMessage(message.ink, tuple(zip(rows, lines, strict=False)))
    # A lasting message is also in the panel, and a box cannot go on top of another one.
    if rows and (app.overlay is not None or (app.message is None and panel_of(app))):
        shown = [*lines[: len(rows) - 1], lines[len(rows) - 1][:-2] + ".."]
        return PlacedMessage(message.ink, tuple(zip(rows, shown, strict=True)))
    inside = box_width(app, message.text, _WIDEST_BOX) - 4
    return PlacedMessage(message.ink, box=tuple(textwrap.wrap(message.text, max(1, inside))))


def draw_message(frame: Frame, app: AppState) -> None:
    """Draw the current message."""
    message = placed_message(app)
    if message is None:
        return
    left = bottom_line(app).left
    for row, text in message.lines:
        frame.put(left, row, text, message.ink)
    if message.box:
        width = max(map(len, message.box)) + 4
        area = box_place(app, width, min(len(message.box) + 2, frame.height))
        inside = draw_box(frame, area, app.glyphs)
        for number, text in enumerate(message.box[: inside.height]):
            frame.write(inside, number, text, "dialog_strong", "dialog")
