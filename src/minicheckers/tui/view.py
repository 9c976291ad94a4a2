"""draw: the whole terminal as a frame, from nothing but the state."""

import textwrap

from .frame import Frame, Rect
from .state import AppState
from .update import owners
from .widgets.keys import draw_keys
from .widgets.message import draw_message


def draw(app: AppState) -> Frame:
    """The frame of a state, of the size the state says."""
    frame = Frame(*app.size)
    if not app.is_large_enough:
        _draw_too_small(frame, app)
        return frame
    app.screen.draw(frame, app)
    if app.screen.variant is not None and not app.screen.is_home:
        frame.title = f"minicheckers: {app.screen.variant}"
    draw_keys(frame, owners(app), app)
    # A lasting message is part of the screen; a new one is drawn on top of everything.
    if app.message is None:
        draw_message(frame, app)
    if app.overlay is not None:
        app.overlay.draw(frame, app)
    if app.message is not None:
        draw_message(frame, app)
    return frame


def _draw_too_small(frame: Frame, app: AppState) -> None:
    columns, rows = app.screen.least_size()
    words = (
        f"This terminal is {frame.width}x{frame.height}. Please make it at least {columns}x{rows}."
    )
    for row, line in enumerate(textwrap.wrap(words, frame.width)):
        frame.write(Rect(0, 0, frame.width, frame.height), row, line)
