"""A frame as SVG, for pictures of the screen that need no terminal."""

from itertools import groupby
from xml.sax.saxutils import escape

from .frame import Frame, Style
from .view.sprites import QUARTERS
from .view.theme import DEFAULT, Look, Theme

CELL_WIDTH = 9
CELL_HEIGHT = 18
BORDER = 14
GROUND = "#1c1c22"
TEXT = "#d8d8d4"

#: The first 16 colours have no fixed values; these are common ones.
_SYSTEM = (
    *("#000000", "#cd3131", "#0dbc79", "#b58900", "#2472c8", "#bc3fbc", "#11a8cd", "#e5e5e5"),
    *("#666666", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff"),
)

#: Characters that are drawn as rectangles, by the quarters they fill: fonts leave gaps.
_BLOCKS = {character: quarters for quarters, character in enumerate(QUARTERS) if quarters}
_SHADES = {"░": 0.18}


def hex_colour(number: int) -> str:
    """The usual value of one of the 256 colours."""
    if number < 16:
        return _SYSTEM[number]
    if number < 232:
        number -= 16
        levels = (0, 95, 135, 175, 215, 255)
        parts = (levels[number // 36], levels[number // 6 % 6], levels[number % 6])
        return "#{:02x}{:02x}{:02x}".format(*parts)
    grey = 8 + 10 * (number - 232)
    return f"#{grey:02x}{grey:02x}{grey:02x}"


def to_svg(frame: Frame, theme: Theme) -> str:
    """The frame as a picture in a theme, on a dark terminal."""
    width = frame.width * CELL_WIDTH + 2 * BORDER
    height = frame.height * CELL_HEIGHT + 2 * BORDER
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="DejaVu Sans Mono, Menlo, Consolas, '
        'monospace" font-size="15">',
        f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>',
        f'<g transform="translate({BORDER} {BORDER})" shape-rendering="crispEdges">',
    ]
    for row in range(frame.height):
        parts += _papers(frame, theme, row)
    parts.append("</g>")
    parts.append(f'<g transform="translate({BORDER} {BORDER})" shape-rendering="crispEdges">')
    for row in range(frame.height):
        parts += _blocks(frame, theme, row)
    parts.append("</g>")
    parts.append(f'<g transform="translate({BORDER} {BORDER})" xml:space="preserve">')
    for row in range(frame.height):
        parts += _texts(frame, theme, row)
    parts += ["</g>", "</svg>"]
    return "\n".join(parts) + "\n"


def _runs(frame: Frame, row: int) -> list[tuple[int, str, Style]]:
    """The row as (column, text, style), each run of one style and of one kind of character."""
    cells = zip(frame.characters[row], frame.styles[row], strict=True)
    runs = []
    column = 0
    for (style, block), group in groupby(
        cells, lambda cell: (cell[1], cell[0] in _BLOCKS or cell[0] in _SHADES)
    ):
        text = "".join(character for character, _ in group)
        runs.append((column, text, style, block))
        column += len(text)
    return [(column, text, style) for column, text, style, _ in runs]


def _colours(theme: Theme, style: Style) -> tuple[str, str, Look]:
    """Foreground, background and the attributes of a style."""
    ink, paper = theme.ink(style.ink), theme.paper(style.paper)
    fore = TEXT if ink.colour == DEFAULT else hex_colour(ink.colour)
    back = GROUND if paper.colour == DEFAULT else hex_colour(paper.colour)
    if "reverse" in paper.attributes:
        fore, back = back, fore
    return fore, back, ink


def _papers(frame: Frame, theme: Theme, row: int) -> list[str]:
    parts = []
    column = 0
    for back, group in groupby(frame.styles[row], lambda style: _colours(theme, style)[1]):
        length = len(list(group))
        if back != GROUND:
            parts.append(_rectangle(column, row, length, 1, back))
        column += length
    return parts


def _blocks(frame: Frame, theme: Theme, row: int) -> list[str]:
    parts = []
    for column, text, style in _runs(frame, row):
        fore, _, _ = _colours(theme, style)
        offset = column
        for character, group in groupby(text):
            length = len(list(group))
            if character == "█":
                parts.append(_rectangle(offset, row, length, 1, fore))
            elif character in _SHADES:
                parts.append(_rectangle(offset, row, length, 1, fore, _SHADES[character]))
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


def _texts(frame: Frame, theme: Theme, row: int) -> list[str]:
    parts = []
    for column, text, style in _runs(frame, row):
        if not text.strip() or text[0] in _BLOCKS or text[0] in _SHADES:
            continue
        fore, _, look = _colours(theme, style)
        bold = ' font-weight="bold"' if "bold" in look.attributes else ""
        faint = ' opacity="0.6"' if "dim" in look.attributes else ""
        places = " ".join(f"{(column + i) * CELL_WIDTH:g}" for i in range(len(text)))
        y = row * CELL_HEIGHT + 13.5
        parts.append(
            f'<text x="{places}" y="{y:g}" fill="{fore}"{bold}{faint}>{escape(text)}</text>'
        )
    return parts
