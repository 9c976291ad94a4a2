"""A frame as SVG, for pictures of the screen that need no terminal."""

from itertools import groupby
from typing import NamedTuple
from xml.sax.saxutils import escape

from .blocks import LEFT, LOWER, QUARTERS, RIGHT, UPPER
from .frame import Frame, Style, runs
from .theme import DEFAULT, Theme, hex_colour

CELL_WIDTH = 9
CELL_HEIGHT = 18
BORDER = 14
GROUND = "#1c1c22"
TEXT = "#d8d8d4"

#: Characters that are drawn as rectangles, by the quarters they fill: fonts leave gaps.
_BLOCKS = {character: quarters for quarters, character in enumerate(QUARTERS) if quarters}
_SHADES = {"░": 0.18}
#: Blocks that are one rectangle: its place and size in a cell.
_BARS = {
    character: bar
    for size in range(1, 8)
    for character, bar in (
        (LOWER[size], (0, 1 - size / 8, 1, size / 8)),
        (UPPER[size], (0, 0, 1, size / 8)),
        (LEFT[size], (0, 0, size / 8, 1)),
        (RIGHT[size], (1 - size / 8, 0, size / 8, 1)),
    )
}
_DRAWN = {*_BLOCKS, *_BARS, *_SHADES}


class Display(NamedTuple):
    """A terminal to be pictured: its own two colours, and how many others it has."""

    ground: str = GROUND
    text: str = TEXT
    depth: int = 256

    def colours(self, theme: Theme, style: Style) -> tuple[str, str]:
        """Foreground and background of a style, as ``#rrggbb``."""
        front, back = theme.colours(style.ink, style.paper, self.depth)
        fore = self.text if front == DEFAULT else hex_colour(front)
        behind = self.ground if back == DEFAULT else hex_colour(back)
        if "reverse" in theme.attributes(style.ink, style.paper):
            return behind, fore
        return fore, behind


DARK = Display()
LIGHT = Display("#fdfdfb", "#24242a")


def to_svg(frame: Frame, theme: Theme, display: Display = DARK) -> str:
    """The frame as a picture in a theme, as a terminal would show it."""
    width = frame.width * CELL_WIDTH + 2 * BORDER
    height = frame.height * CELL_HEIGHT + 2 * BORDER
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="DejaVu Sans Mono, Menlo, Consolas, '
        'monospace" font-size="15">',
        f'<rect width="{width}" height="{height}" rx="8" fill="{display.ground}"/>',
        f'<g transform="translate({BORDER} {BORDER})">',
        *frame_parts(frame, theme, display),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def frame_parts(frame: Frame, theme: Theme, display: Display) -> list[str]:
    """The elements that draw a frame, its top left at (0, 0)."""
    rows = range(frame.height)
    parts = ['<g shape-rendering="crispEdges">']
    for row in rows:
        parts += _papers(frame, theme, row, display)
    for row in rows:
        parts += _blocks(frame, theme, row, display)
    parts += ["</g>", '<g xml:space="preserve">']
    for row in rows:
        parts += _texts(frame, theme, row, display)
    parts.append("</g>")
    return parts


def _papers(frame: Frame, theme: Theme, row: int, display: Display) -> list[str]:
    parts = []
    column = 0
    for back, group in groupby(frame.styles[row], lambda style: display.colours(theme, style)[1]):
        length = len(list(group))
        if back != display.ground:
            parts.append(_rectangle(column, row, length, 1, back))
        column += length
    return parts


def _blocks(frame: Frame, theme: Theme, row: int, display: Display) -> list[str]:
    parts = []
    for column, text, style, _ in runs(frame, row, _DRAWN):
        fore, _ = display.colours(theme, style)
        offset = column
        for character, group in groupby(text):
            length = len(list(group))
            if character == "█":
                parts.append(_rectangle(offset, row, length, 1, fore))
            elif character in _SHADES:
                parts.append(_rectangle(offset, row, length, 1, fore, _SHADES[character]))
            elif bar := _BARS.get(character):
                left, top, width, height = bar
                for place in range(offset, offset + length):
                    parts.append(_rectangle(place + left, row + top, width, height, fore))
            elif quarters := _BLOCKS.get(character):
                for place in range(offset, offset + length):
                    parts += _quarters(place, row, quarters, fore)
            offset += length
    return parts


def _quarters(column: int, row: int, quarters: int, fill: str) -> list[str]:
    return [
        _rectangle(column + (bit & 1) / 2, row + (bit >> 1) / 2, 0.5, 0.5, fill)
        for bit in range(4)
        if quarters >> bit & 1
    ]


def _rectangle(
    column: float, row: float, width: float, height: float, fill: str, opacity: float = 1.0
) -> str:
    x, y = column * CELL_WIDTH, row * CELL_HEIGHT
    faint = f' opacity="{opacity}"' if opacity < 1 else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width * CELL_WIDTH:g}" '
        f'height="{height * CELL_HEIGHT:g}" fill="{fill}"{faint}/>'
    )


def _texts(frame: Frame, theme: Theme, row: int, display: Display) -> list[str]:
    parts = []
    for column, text, style, is_drawn in runs(frame, row, _DRAWN):
        if is_drawn or not text.strip():
            continue
        fore, _ = display.colours(theme, style)
        attributes = theme.attributes(style.ink, style.paper)
        bold = ' font-weight="bold"' if "bold" in attributes else ""
        faint = ' opacity="0.6"' if "dim" in attributes else ""
        places = " ".join(f"{(column + i) * CELL_WIDTH:g}" for i in range(len(text)))
        y = row * CELL_HEIGHT + 13.5
        parts.append(
            f'<text x="{places}" y="{y:g}" fill="{fore}"{bold}{faint}>{escape(text)}</text>'
        )
    return parts
