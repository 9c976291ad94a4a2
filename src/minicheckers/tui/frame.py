"""Frame: one picture of the screen, a grid of characters with a style each.

Drawing fills a frame; the terminal, the SVG writer and the tests read it. Styles are names of
roles, not colours: a theme gives them their looks.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple


class Style(NamedTuple):
    """The role of a cell's character, and the role of what is behind it."""

    ink: str = "text"
    paper: str = "ground"


class Rect(NamedTuple):
    """A part of the screen."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column behind it."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.top + self.height

    def contains(self, column: int, row: int) -> bool:
        return self.left <= column < self.right and self.top <= row < self.bottom

    def line(self, number: int) -> "Rect":
        """One of its rows."""
        return self._replace(top=self.top + number, height=1)

    def without(self, rows: int) -> "Rect":
        """What is left of it below its first rows."""
        rows = min(rows, self.height)
        return self._replace(top=self.top + rows, height=self.height - rows)


#: One object a style: then comparing two rows of styles rarely has to look inside.
style = cache(Style)


class Frame:
    """A grid of cells, blank at first. Writing outside of it changes only ``spilled``."""

    def __init__(self, width: int, height: int, paper: str = "ground", ink: str = "text") -> None:
        self.width = width
        self.height = height
        self.characters = [[" "] * width for _ in range(height)]
        self.styles = [[style(ink, paper)] * width for _ in range(height)]
        #: Where the terminal's own cursor belongs, as (column, row); None: hidden.
        self.cursor: tuple[int, int] | None = None
        #: What the window is to be called.
        self.title = "minicheckers"
        #: Whether something was drawn outside, which is a mistake of the drawing code.
        self.spilled = False

    def put(
        self, column: int, row: int, text: str, ink: str = "text", paper: str | None = None
    ) -> None:
        """Write a text from a cell to the right; without a paper each cell keeps its own."""
        if not (0 <= row < self.height and column >= 0 and column + len(text) <= self.width):
            self.spilled = True
            if not 0 <= row < self.height:
                return
            text = text[max(0, -column) : max(0, self.width - column)]
            column = max(0, column)
        if not text.isascii() or not text.isprintable():
            text = "".join(map(_one_cell, text))
        end = column + len(text)
        self.characters[row][column:end] = text
        styles = self.styles[row]
        if paper is None:
            styles[column:end] = [style(ink, old.paper) for old in styles[column:end]]
        else:
            styles[column:end] = [style(ink, paper)] * len(text)

    def write(self, area: Rect, line: int, text: str, ink: str = "text") -> None:
        """Write a text on a line of an area, cut short where the area ends."""
        if 0 <= line < area.height:
            self.put(area.left, area.top + line, shortened(text, area.width), ink)

    def fill(self, area: Rect, paper: str, ink: str = "text") -> None:
        for row in range(area.top, area.bottom):
            self.put(area.left, row, " " * area.width, ink, paper)

    def arrows(
        self,
        column: int,
        rows: Rect,
        signs: tuple[str, ...],
        first: int,
        count: int,
        ink: str = "strong",
    ) -> None:
        """Show beside rows, of which one is the first in sight, if there are more of them."""
        if first > 0:
            self.put(column, rows.top, signs[0], ink)
        if first + rows.height < count:
            self.put(column, rows.bottom - 1, signs[1], ink)

    def stamp(self, column: int, row: int, picture: "Frame") -> None:
        """Copy a smaller frame to where its top left cell belongs, papers and all."""
        end = column + picture.width
        inside = column >= 0 and end <= self.width and 0 <= row <= self.height - picture.height
        self.spilled = self.spilled or picture.spilled or not inside
        if not inside:
            return
        for number in range(picture.height):
            self.characters[row + number][column:end] = picture.characters[number]
            self.styles[row + number][column:end] = picture.styles[number]

    def to_text(self) -> str:
        """The characters alone, a line a row."""
        return "\n".join("".join(row) for row in self.characters)


def changed_cells(before: Frame, after: Frame, row: int) -> tuple[int, int]:
    """From which column on and up to which a row of two frames of one size differs; (0, 0): none.

    Most rows are the same, and that is found out quickly.
    """
    old_styles, new_styles = before.styles[row], after.styles[row]
    old, new = before.characters[row], after.characters[row]
    if old_styles == new_styles and old == new:
        return 0, 0
    changed = [
        column
        for column in range(after.width)
        if old[column] != new[column] or old_styles[column] is not new_styles[column]
    ]
    return changed[0], changed[-1] + 1


def runs(
    frame: Frame, row: int, columns: tuple[int, int] | None = None
) -> Iterator[tuple[int, str, Style]]:
    """The cells of a row, by default all, as (column, text, style): as many as share a style."""
    column, end = columns or (0, frame.width)
    cells = zip(frame.characters[row][column:end], frame.styles[row][column:end], strict=True)
    for style, group in groupby(cells, itemgetter(1)):
        text = "".join(character for character, _ in group)
        yield column, text, style
        column += len(text)


def shortened(text: str, width: int) -> str:
    """The text if it fits, else as much of it as does, with dots at the end."""
    if len(text) <= width:
        return text
    return text[: width - 2] + ".." if width > 4 else text[: max(0, width)]


def folded(line: str, width: int) -> list[str]:
    """A line split into parts that fit, at a space or after a comma."""
    if len(line) <= width:
        return [line]
    parts = [""]
    for word in re.findall(r"\d+ %\S*|[^\s,]+,?|,|\s+", line):
        if parts[-1] and len((parts[-1] + word).rstrip()) > width:
            parts.append("")
        parts[-1] += word if parts[-1] else word.lstrip()
    return [part.rstrip() for part in parts]


def whole_parts(text: str, width: int) -> str:
    """The text without its last parts, which commas set apart, as far as that makes it fit."""
    while len(text) > width and ", " in text:
        text = text.rpartition(", ")[0]
    return text


@cache
def _one_cell(character: str) -> str:
    """The character, or a question mark for one that would not fill exactly one cell."""
    if (
        not character.isprintable()
        or unicodedata.combining(character)
        or unicodedata.east_asian_width(character) in "WF"
    ):
        return "?"
    return character


class Glyphs(NamedTuple):
    """The characters that boxes, lists and panels are drawn with, each one cell wide.

    The corners of a ``box`` are top left, top right, bottom left and bottom right. ``arrows`` point
    left and right, ``more`` up and down.
    """

    box: str
    horizontal: str
    vertical: str
    pointer: str
    arrows: tuple[str, str]
    more: tuple[str, str]
    taken: str
    bar: str


UNICODE = Glyphs("╭╮╰╯", "─", "│", "▸", ("‹", "›"), ("↑", "↓"), "●", "▄")
ASCII = Glyphs("++++", "-", "|", ">", ("<", ">"), ("^", "v"), "", "=")
