"""Frames as what a terminal is sent: cursor movements, colours and characters."""

from itertools import groupby

from ..frame import Frame, Style
from ..view.theme import DEFAULT, Theme

CLEAR = "\x1b[0m\x1b[2J\x1b[H\x1b[?25l"
RESTORE = "\x1b[0m\x1b[?25h"
_ATTRIBUTES = {"bold": "1", "dim": "2", "reverse": "7"}


def first_frame(frame: Frame, theme: Theme) -> str:
    """A whole frame on a screen that is cleared for it."""
    return CLEAR + changes(Frame(frame.width, frame.height), frame, theme)


def changes(before: Frame, after: Frame, theme: Theme) -> str:
    """What turns one frame on the screen into another of the same size."""
    parts = []
    for row in range(after.height):
        differing = [
            column
            for column in range(after.width)
            if before.characters[row][column] != after.characters[row][column]
            or before.styles[row][column] != after.styles[row][column]
        ]
        if not differing:
            continue
        first, last = differing[0], differing[-1]
        parts.append(f"\x1b[{row + 1};{first + 1}H")
        cells = list(zip(after.characters[row], after.styles[row], strict=True))[first : last + 1]
        for style, group in groupby(cells, lambda cell: cell[1]):
            parts.append(_sgr(style, theme) + "".join(character for character, _ in group))
    return "".join(parts)


def _sgr(style: Style, theme: Theme) -> str:
    """Select a style, whatever was selected before."""
    ink, paper = theme.ink(style.ink), theme.paper(style.paper)
    codes = ["0"]
    for attribute in f"{ink.attributes} {paper.attributes}".split():
        codes.append(_ATTRIBUTES[attribute])
    if ink.colour != DEFAULT:
        codes.append(f"38;5;{ink.colour}")
    if paper.colour != DEFAULT:
        codes.append(f"48;5;{paper.colour}")
    return f"\x1b[{';'.join(dict.fromkeys(codes))}m"
