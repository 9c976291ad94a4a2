"""Frames as what a terminal is sent: cursor movements, colours and characters."""

from itertools import groupby

from ..frame import Frame, Style
from ..view.blocks import REVERSED
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
        for (style, young), group in groupby(cells, lambda cell: (cell[1], cell[0] in REVERSED)):
            text = "".join(REVERSED.get(character, character) for character, _ in group)
            parts.append(_sgr(style, theme, young) + text)
    return "".join(parts)


def _sgr(style: Style, theme: Theme, reverse: bool) -> str:
    """Select a style, in reverse if need be, whatever was selected before."""
    attributes = theme.attributes(style.ink, style.paper)
    if reverse:
        attributes ^= {"reverse"}
    codes = ["0", *(code for name, code in _ATTRIBUTES.items() if name in attributes)]
    ink, paper = theme.colours(style.ink, style.paper, 256)
    if ink != DEFAULT:
        codes.append(f"38;5;{ink}")
    if paper != DEFAULT:
        codes.append(f"48;5;{paper}")
    return f"\x1b[{';'.join(codes)}m"
