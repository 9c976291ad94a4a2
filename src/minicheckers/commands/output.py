"""What a command prints on a terminal: as wide as it is, in colour where that helps, in columns.

Where the output goes to a file or to another program there is neither a width nor a colour.
"""

import argparse
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple, Self, TextIO

from ..plain.text import board_lines
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Colour
from ..tui.capability import speaks_unicode
from ..tui.theme import DEFAULT, get_theme
from .shared import print_json

GAP = 3
#: Text beside a board that has less room goes below it.
NARROWEST = 30
#: No column is cut to less.
_SHORTEST = 6
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_BAR_WIDTH = 30
_ATTRIBUTES = {"bold": "1", "dim": "2", "reverse": "7"}


class Column(NamedTuple):
    """A column of a table: its head, and what of a record stands in it, in which ink of the theme.

    ``of`` is a field of the record by its name, None: by that of the head. It and ``ink`` may be
    functions of the record. A column to the ``right`` ends flush.
    """

    head: str = ""
    of: str | Callable[[Any], object] | None = None
    ink: str | Callable[[Any], str] = "text"
    right: bool = False

    def cell(self, record: Any) -> tuple[str, str]:
        """What stands in it for a record, and the ink."""
        of, ink = self.of or self.head, self.ink
        if callable(of):
            value = of(record)
        else:
            value = record[of] if isinstance(record, dict) else getattr(record, of)
        return str(value), ink(record) if callable(ink) else ink


def can_print(characters: str) -> bool:
    """Whether standard output has these characters; a pipe on Windows has a code page's."""
    try:
        characters.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


@dataclass(frozen=True)
class Output:
    """Where text goes: that many columns wide (None: no terminal), with that many colours."""

    width: int | None = None
    colours: int = 0
    unicode: bool = False

    @classmethod
    def standard(cls) -> "Output":
        """Standard output, by what the environment says."""
        if sys.stdout is None or not sys.stdout.isatty():
            return cls()
        term = os.environ.get("TERM", "")
        plain = os.environ.get("NO_COLOR") or term in ("", "dumb")
        many = "256" in term or os.environ.get("COLORTERM")
        colours = 0 if plain else 256 if many else 8
        return cls(shutil.get_terminal_size().columns, colours, speaks_unicode())

    @property
    def is_terminal(self) -> bool:
        return self.width is not None

    def paint(self, text: str, ink: str, paper: str = "ground") -> str:
        """The text in an ink on a paper of the board's theme; as it is where there is no colour."""
        if not self.colours:
            return text
        *colours, names = get_theme("classic").look(ink, paper, self.colours)
        codes = [code for name, code in _ATTRIBUTES.items() if name in names]
        for ground, colour in zip((38, 48), colours, strict=True):
            if colour != DEFAULT:
                codes.append(
                    f"{ground};5;{colour}" if self.colours > 8 else f"{ground - 8 + colour}"
                )
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes else text

    def wrap(self, text: str, width: int | None = None, ink: str = "text") -> list[str]:
        """The text in lines that fit; no move or flag is taken apart."""
        width = width or self.width
        if width is None:
            return [text]
        lines = textwrap.wrap(text, max(_SHORTEST, width - 1), break_on_hyphens=False)
        return [self.paint(line, ink) for line in lines]

    def table(
        self,
        records: Iterable[Any],
        columns: Sequence[Column],
        *,
        heads: bool = True,
        prose: bool = False,
        width: int | None = None,
    ) -> list[str]:
        """Records as rows, under the heads of the columns if they have any.

        Columns that do not fit are cut, the widest first; with `prose` the last one is continued
        on further lines instead.
        """
        rows = [[column.cell(record) for column in columns] for record in records]
        if heads and any(column.head for column in columns):
            rows.insert(0, [(column.head, "dim") for column in columns])
        widths = [max(len(text) for text, _ in cells) for cells in zip(*rows, strict=True)]
        room = width or self.width
        if room is not None:
            _fit(widths, room - 1 - 2 * (len(widths) - 1), prose=prose)
        return [line for row in rows for line in self._row(row, columns, widths, prose=prose)]

    def _row(
        self,
        row: Sequence[tuple[str, str]],
        columns: Sequence[Column],
        widths: Sequence[int],
        *,
        prose: bool,
    ) -> Iterator[str]:
        texts = [[_cut(text, width)] for (text, _), width in zip(row, widths, strict=True)]
        if prose:
            text, width = row[-1][0], max(widths[-1], 1)
            texts[-1] = textwrap.wrap(text, width, break_on_hyphens=False) or [""]
        for parts in zip_longest(*texts, fillvalue=""):
            shown = []
            for part, (_, ink), column, width in zip(parts, row, columns, widths, strict=True):
                blanks = " " * (width - len(part))
                painted = self.paint(part, ink) if part else ""
                shown.append(blanks + painted if column.right else painted + blanks)
            yield "  ".join(shown).rstrip()

    def beside(self, left: list[str], right: Callable[[int | None], list[str]]) -> list[str]:
        """Lines to the right of others, made for the room they have; if it is little, below."""
        taken = max(map(_length, left)) + GAP
        if self.width is not None and self.width - taken < NARROWEST:
            return [*left, "", *right(self.width)]
        beside = right(None if self.width is None else self.width - taken)
        pairs = zip_longest(left, beside, fillvalue="")
        return [f"{a}{' ' * (taken - _length(a))}{b}".rstrip() for a, b in pairs]

    def board(self, position: Position, *moves: Move, bottom: Colour = Colour.WHITE) -> list[str]:
        """The board, in colour with the squares of moves marked."""
        geometry, pieces = position.variant.geometry, position.pieces()
        marked = {square for move in moves for square in move.path}

        def paint(row: int, column: int, text: str) -> str:
            square = geometry.square_at(row, column)
            piece = None if square is None else pieces.get(square)
            if square in marked:
                paper = "hint"
            elif square is None:
                paper = "light"
            else:
                paper = "dark" if geometry.is_dark(row, column) else "alternate"
            if piece is None and self.colours:
                text = "  "  # the colour of the square says enough
            return self.paint(text, "text" if piece is None else f"{piece.colour}_rim", paper)

        return board_lines(position, bottom, paint)


def print_rows(
    arguments: argparse.Namespace,
    records: Iterable[Any],
    columns: Sequence[Column],
    *,
    as_json: Callable[[Any], dict[str, Any]] = dict,
    prose: bool = True,
) -> None:
    """Print records as JSON, or for people as the rows of a table.

    To a program every line is a row, so the heads are for a terminal.
    """
    if arguments.json:
        for record in records:
            print_json(as_json(record))
    else:
        output = Output.standard()
        lines = output.table(records, columns, heads=output.is_terminal, prose=prose)
        print(*lines, sep="\n", flush=True)


def _fit(widths: list[int], room: int, *, prose: bool) -> None:
    """Make columns narrower until they fit into the room, or none can be."""
    if prose:
        widths[-1] = max(NARROWEST, min(widths[-1], room - sum(widths[:-1])))
    while sum(widths) > room and max(widths) > _SHORTEST:
        widths[widths.index(max(widths))] -= 1


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 2] + ".."


def _length(line: str) -> int:
    """How many columns a line takes."""
    return len(_ESCAPE.sub("", line))


class ProgressBar:
    """A progress bar on one line of a terminal, which disappears when the job is done."""

    def __init__(self, total: int, stream: TextIO | None) -> None:
        self._total = total
        self._stream = stream if stream is not None and stream.isatty() else None
        self._drawn = 0

    def __enter__(self) -> Self:
        self.show(0)
        return self

    def __exit__(self, *_: object) -> None:
        self._draw("")

    def show(self, done: int, note: str = "") -> None:
        full = _BAR_WIDTH * done // self._total
        self._draw(f"[{'#' * full:.<{_BAR_WIDTH}}] {done}/{self._total} {note}")

    def _draw(self, text: str) -> None:
        if self._stream is None:
            return
        shown = text[: shutil.get_terminal_size().columns - 1]
        self._stream.write(f"\r{shown:{self._drawn}}")
        if not shown:
            self._stream.write("\r")
        self._stream.flush()
        self._drawn = len(shown)
