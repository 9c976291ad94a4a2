"""A report of a fault of ours: what somebody needs who wants to mend it."""

import platform
import sys
import time
import traceback
from collections.abc import Iterable
from pathlib import Path

from ..messages import quoted
from ..storage import files
from .events import Event
from .state import AppState


def report_text(error: BaseException, state: AppState, events: Iterable[Event]) -> str:
    """Version, system, screen, the last events, the game and where it went wrong."""
    from .. import __version__

    game = state.game
    lines = [
        f"minicheckers {__version__}",
        f"Python {sys.version.split()[0]} on {platform.platform()}",
        f"screen {state.size[0]}x{state.size[1]}, theme {state.looks.theme}",
        f"overlay {state.overlay!r}",
        "",
        "The last events:",
        *(f"  {event!r}" for event in events),
        "",
        "The game:",
        game.session.pdn("????.??.??") if game is not None else "  none",
        "",
        *traceback.format_exception(error),
    ]
    return "\n".join(lines)


def write_report(
    directory: Path, error: BaseException, state: AppState, events: Iterable[Event]
) -> str:
    """Write the report next to the saved games; the sentence that says so, or why it failed."""
    what = f"a fault of the program: {quoted(f'{type(error).__name__}: {error}')}"
    path = directory / time.strftime("crash-%Y%m%d-%H%M%S.txt")
    try:
        files.make_private(directory)
        files.write_new(path, report_text(error, state, events))
    except OSError as why:
        return f"{what}; a report could not be written: {why.strerror or why}"
    return f"{what}; the game is kept, and a report is in {path}"
