"""A frame as SVG, for pictures of the screen that need no terminal."""

from collections.abc import Iterator
from typing import NamedTuple
from xml.sax.saxutils import escape

from .frame import Frame, Style, runs
from .theme import DEFAULT, Theme, hex_colour

CELL_WIDTH, CELL_HEIGHT = 9, 18
BORDER = 14
GROUND, TEXT = "#1c1c22", "#d8d8d4"
#: What is printed faint is so opaque.
_DIM = 0.6

#: A rectangle in a cell: left, top, width and height.
Part = tuple[float, float, float, float]


def _block_parts() -> dict[str, tuple[Part, ...]]:
    """The rectangles that draw a block character; fonts leave gaps between them."""
    quarters = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟"
    parts: dict[str, tuple[Part, ...]] = {
        character: tuple(
            ((bit & 1) / 2, (bit >> 1) / 2, 0.5, 0.5) for bit in range(4) if number >> bit & 1
        )
        for number, character in enumerate(quarters)
        if number
    }
    for size, (low, left) in enumerate(zip("▁▂▃▄▅▆▇█", "▏▎▍▌▋▊▉█", strict=True), start=1):
        parts[low] = ((0, 1 - size / 8, 1, size / 8),)
        parts[left] = ((0, 0, size / 8, 1),)
    return parts | {"▀": ((0, 0, 1, 0.5),), "▐": ((0.5, 0, 0.5, 1),)}


_BLOCKS = _block_parts()


class Display(NamedTuple):
    """A terminal to be pictured: its own two colours, and how many others it has."""

    ground: str = GROUND
    text: str = TEXT
    depth: int = 256

    def colours(self, theme: Theme, style: Style) -> tuple[str, str, frozenset[str]]:
        """The ink and the paper of a style as ``#rrggbb``, and its other attributes."""
        front, back, attributes = theme.look(*style, self.depth)
        ink = self.text if front == DEFAULT else hex_colour(front)
        paper = self.ground if back == DEFAULT else hex_colour(back)
        return (paper, ink, attributes) if "reverse" in attributes else (ink, paper, attributes)


DARK, LIGHT = Display(), Display("#fdfdfb", "#24242a")


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


def frame_parts(frame: Frame, theme: Theme, display: Display) -> Iterator[str]:
    """The elements that draw a frame, its top left at (0, 0)."""
    yield '<g shape-rendering="crispEdges" xml:space="preserve">'
    for row in range(frame.height):
        for column, text, style in runs(frame, row):
            ink, paper, attributes = display.colours(theme, style)
            if paper != display.ground:
                yield _rectangle((column, row, len(text), 1), paper)
            for place, character in enumerate(text, start=column):
                for left, top, width, height in _BLOCKS.get(character, ()):
                    yield _rectangle((place + left, row + top, width, height), ink)
            written = "".join(" " if character in _BLOCKS else character for character in text)
            if written.strip():
                yield _text(column, row, written, ink, attributes)
    yield "</g>"


def _rectangle(part: Part, fill: str) -> str:
    left, top, width, height = part
    return (
        f'<rect x="{left * CELL_WIDTH:g}" y="{top * CELL_HEIGHT:g}" '
        f'width="{width * CELL_WIDTH:g}" height="{height * CELL_HEIGHT:g}" fill="{fill}"/>'
    )


def _text(column: int, row: int, text: str, ink: str, attributes: frozenset[str]) -> str:
    bold = ' font-weight="bold"' if "bold" in attributes else ""
    faint = f' opacity="{_DIM}"' if "dim" in attributes else ""
    places = " ".join(f"{(column + i) * CELL_WIDTH:g}" for i in range(len(text)))
    y = (row + 0.75) * CELL_HEIGHT
    return f'<text x="{places}" y="{y:g}" fill="{ink}"{bold}{faint}>{escape(text)}</text>'
