"""Whether a full-screen game is possible here, and with which characters.

Asked before anything touches the screen.
"""

import locale
import os
import sys
from collections.abc import Mapping
from typing import NamedTuple, TextIO

#: Terminals without a movable cursor: drawing there would leave a wall of blanks.
_TOO_SIMPLE = ("dumb", "unknown")
#: The kinds of terminals that answer questions, or else say nothing, by how their names begin.
_ANSWERING = ("xterm", "tmux", "foot", "alacritty", "kitty", "wezterm", "contour", "ghostty", "st-")


def why_no_terminal() -> str | None:
    """None if the board can be drawn on this terminal, else a sentence that says why not."""
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        return "input or output is not a terminal"
    try:
        import curses
    except ImportError:
        return "this Python has no curses module"
    if sys.platform == "win32":  # a console needs no TERM
        return None
    name = os.environ.get("TERM", "")
    if not name:
        return "TERM is not set, so the terminal type is unknown"
    if name in _TOO_SIMPLE:
        return f"a terminal of type {name[:20]!a} cannot move its cursor"
    try:
        curses.setupterm()
    except curses.error:
        return f"the terminal type {name[:20]!a} is unknown"
    if not curses.tigetstr("cup"):
        return f"a terminal of type {name[:20]!a} cannot move its cursor"
    return None


class Abilities(NamedTuple):
    """What a terminal can do: its (columns, rows), how many colours, whether it tells of clicks."""

    size: tuple[int, int]
    colours: int
    mouse: bool


def abilities() -> Abilities:
    """What this terminal can do; `why_no_terminal` has to have found nothing against it."""
    import curses

    size = os.get_terminal_size(1)
    if sys.platform == "win32":
        return Abilities(size, 256, True)
    curses.setupterm()
    return Abilities(size, max(0, curses.tigetnum("colors")), bool(curses.tigetstr("kmous")))


def has_direct_colour() -> bool:
    """Whether a colour's number is its red, green and blue; asked once curses has started colours.

    The number of colours does not tell: the console of Windows has 768, all in a palette.
    """
    import curses

    rgb = curses.tigetflag("RGB") == 1 or curses.tigetnum("RGB") == 8
    return curses.COLORS >= 1 << 24 and (rgb or curses.tigetstr("RGB") == b"8/8/8")


def speaks_unicode() -> bool:
    """Whether the terminal shows Unicode; the Linux console does, but its font lacks our glyphs."""
    if sys.platform == "win32":  # Python and curses write Unicode to a console; code pages are for
        return True  # files and pipes
    if os.environ.get("TERM") == "linux":
        return False
    return locale.getencoding().lower().replace("-", "") == "utf8"


def answers_questions(environment: Mapping[str, str]) -> bool:
    """Whether a terminal can be asked what it can do without leaving letters on the screen."""
    kind = environment.get("TERM", "")
    return kind.startswith(_ANSWERING) or ("TMUX" in environment and kind.startswith("screen"))


def is_asked_for_modes(environment: Mapping[str, str]) -> bool:
    """Whether a terminal that answers questions understands one about a mode, too."""
    # macOS's Terminal shows the last letter of it.
    return environment.get("TERM_PROGRAM") != "Apple_Terminal"


def keeps_titles(environment: Mapping[str, str]) -> bool:
    """Whether a terminal can remember the title of its window, and bring it back."""
    return answers_questions(environment) and environment.get("TERM_PROGRAM") != "Apple_Terminal"


def _is_terminal(stream: TextIO | None) -> bool:
    try:
        return stream is not None and stream.isatty()
    except ValueError:  # closed
        return False
