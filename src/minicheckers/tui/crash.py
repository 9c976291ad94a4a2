"""A fault of the program: a report beside the saved games, and a sentence for the person."""

import time
from typing import TYPE_CHECKING

from ..storage import files
from ..support.named_files import write_new
from ..support.text import printable, quoted
from ..support.upgrades import UPGRADED, is_upgraded

if TYPE_CHECKING:
    from .app import App


def report(error: Exception, app: "App") -> str:
    """Write a report; the sentence says where it is.

    An upgrade is no fault, and what a report needs can no longer be loaded then.
    """
    if is_upgraded():
        return UPGRADED
    what = f"an internal error: {quoted(f'{type(error).__name__}: {error}')}"
    path = app.store.directory / time.strftime("crash-%Y%m%d-%H%M%S.txt")
    try:
        files.make_private(app.store.directory)
        write_new(path, _text(error, app).encode())
    except OSError as why:
        return f"{what}; a report could not be written: {why.strerror or why}"
    return (
        f"{what}; your game is saved, and a report is in {printable(str(path))}; to check your "
        "setup, run minicheckers doctor"
    )


def _text(error: BaseException, app: "App") -> str:
    """Version, system, screen, the last events, the game and where it went wrong."""
    import platform  # imported here so that the board appears sooner
    import sys
    import traceback

    from .. import __version__

    sessions = [screen.activity.session for screen in app.screens if screen.activity is not None]
    games = [session.pdn("????.??.??") for session in sessions if session is not None]
    lines = [
        f"minicheckers {__version__}",
        f"Python {sys.version.split()[0]} on {platform.platform()}",
        f"terminal {app.size[0]}x{app.size[1]}, theme {app.looks.theme}",
        f"screens {[type(screen.activity or screen).__name__ for screen in app.screens]}, "
        f"over them {type(app.overlay).__name__}",
        "",
        "To check the games, the terminal and what was added: minicheckers doctor",
        "",
        "The last events:",
        *(f"  {event!r}" for event in app.heard),
        "",
        "The game:",
        *(games or ["  none"]),
        "",
        *traceback.format_exception(error),
    ]
    return "\n".join(lines)
