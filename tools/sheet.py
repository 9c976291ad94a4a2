"""Draw all screens x sizes x games x themes x colour depths x backgrounds as one picture.

A PNG shows everything small, a text as a grey line; an SVG shows a selection to be read.
Usage: python tools/sheet.py OUT.png
       python tools/sheet.py OUT.svg --theme green --size 80x24 --depth 256 --background dark
"""

import argparse
import struct
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import BinaryIO, NamedTuple

from screens import SCREENS

from minicheckers.rules.variant import VARIANTS
from minicheckers.tui.frame import Frame, Style
from minicheckers.tui.state import AppState
from minicheckers.tui.svg import CELL_HEIGHT, CELL_WIDTH, DARK, LIGHT, Display, frame_parts
from minicheckers.tui.blocks import masks
from minicheckers.tui.view import draw
from minicheckers.tui.glyphs import UNICODE
from minicheckers.tui.theme import THEMES, Theme, get_theme

SIZES = ("120x40", "100x30", "80x24", "60x20", "50x18", "40x15")
BACKGROUNDS = {"dark": DARK, "light": LIGHT}
#: How many colours there are; the pictures of a terminal without any are the same in all themes.
DEPTHS = {"256": 256, "8": 8, "none": 0}
GAP = 2
#: Pixels of a cell in a PNG: two across, four down.
ACROSS, DOWN = 2, 4


class View(NamedTuple):
    """A terminal that shows a theme."""

    theme: Theme
    display: Display
    title: str


def views(asked: argparse.Namespace) -> list[list[View]]:
    """Rows of a theme at a depth, with a view for every background."""
    rows = []
    for depth, theme in product(asked.depth, asked.theme):
        if not DEPTHS[depth] and theme != asked.theme[0]:
            continue
        shown = get_theme(theme, bool(DEPTHS[depth]))
        row = []
        for background in asked.background:
            display = BACKGROUNDS[background]._replace(depth=DEPTHS[depth])
            row.append(View(shown, display, f"{shown.name}, {depth} colours, {background}"))
        rows.append(row)
    return rows


class Frames:
    """The frames of all screens, each drawn once for themes that draw alike."""

    def __init__(self) -> None:
        self._states: dict[tuple[str, str], AppState] = {}
        self._drawn: dict[tuple[str, str, str, str, bool], Frame] = {}

    def frame(self, game: str, screen: str, size: str, view: View) -> Frame:
        """A screen of a game on a terminal of a size."""
        colour = view.display.depth > 0
        key = (game, screen, size, view.theme.name, colour)
        if key not in self._drawn:
            if (game, screen) not in self._states:
                self._states[game, screen] = SCREENS[screen](game)
            state = self._states[game, screen]
            columns, lines = map(int, size.split("x"))
            looks = replace(state.looks, theme=view.theme.name, colour=colour)
            self._drawn[key] = draw(replace(state, size=(columns, lines), looks=looks))
        return self._drawn[key]


def cell_pixels(character: str, fore: str, back: str) -> tuple[bytes, ...]:
    """The rows of pixels of a cell: a block as it is, a shade faint, a letter as a grey line."""
    ink, paper = (bytes.fromhex(code[1:]) for code in (fore, back))
    if character == UNICODE.shade:
        faint = bytes((a + 5 * b) // 6 for a, b in zip(ink, paper, strict=True))
        return (faint * ACROSS,) * DOWN
    mask = masks().get(character)
    if mask is None:
        grey = bytes((a + b) // 2 for a, b in zip(ink, paper, strict=True))
        return (paper * ACROSS, grey * ACROSS, grey * ACROSS, paper * ACROSS)
    rows = []
    for row in range(DOWN):
        points = [mask >> 8 * (2 * row + 1) + 2 + 4 * column & 1 for column in range(ACROSS)]
        rows.append(b"".join(ink if point else paper for point in points))
    return tuple(rows)


def frame_rows(frame: Frame, view: View, height: int) -> Iterator[bytes]:
    """The rows of pixels of a frame, filled up to a height in cells with grey."""
    cells: dict[tuple[str, Style], tuple[bytes, ...]] = {}
    for characters, styles in zip(frame.characters, frame.styles, strict=True):
        line = []
        for key in zip(characters, styles, strict=True):
            if key not in cells:
                cells[key] = cell_pixels(key[0], *view.display.colours(view.theme, key[1]))
            line.append(cells[key])
        for row in range(DOWN):
            yield b"".join([cell[row] for cell in line])
    yield from [GREY * frame.width * ACROSS] * ((height - frame.height) * DOWN)


GREY = b"\x80\x80\x80"


def png_rows(asked: argparse.Namespace, frames: Frames) -> Iterator[bytes]:
    """The rows of pixels of the whole sheet."""
    tallest = max(int(size.split("x")[1]) for size in asked.size)
    gap = GREY * GAP * ACROSS
    for row, screen in product(views(asked), asked.screen):
        parts = [
            frame_rows(frames.frame(game, screen, size, view), view, tallest)
            for view, game, size in product(row, asked.game, asked.size)
        ]
        rows = [gap + gap.join(line) + gap for line in zip(*parts, strict=True)]
        yield from [GREY * (len(rows[0]) // 3)] * (GAP * DOWN)
        yield from rows


def write_png(file: BinaryIO, rows: Iterable[bytes]) -> None:
    """Write rows of red, green and blue as a PNG."""
    packer = zlib.compressobj(6)
    data, count, width = [], 0, 0
    for row in rows:
        data.append(packer.compress(b"\0" + row))
        count, width = count + 1, len(row) // 3
    data.append(packer.flush())
    file.write(b"\x89PNG\r\n\x1a\n")
    header = struct.pack(">IIBBBBB", width, count, 8, 2, 0, 0, 0)
    for name, body in ((b"IHDR", header), (b"IDAT", b"".join(data)), (b"IEND", b"")):
        file.write(struct.pack(">I", len(body)) + name + body)
        file.write(struct.pack(">I", zlib.crc32(name + body)))


def svg(asked: argparse.Namespace, frames: Frames) -> str:
    """The sheet as SVG, a title above every frame."""
    parts = []
    widths = [int(size.split("x")[0]) for size in asked.size]
    tallest = max(int(size.split("x")[1]) for size in asked.size)
    top, right = 0, 0
    for row, screen in product(views(asked), asked.screen):
        left = CELL_WIDTH
        for view, game, (size, width) in product(
            row, asked.game, zip(asked.size, widths, strict=True)
        ):
            frame = frames.frame(game, screen, size, view)
            parts.append(
                f'<text x="{left}" y="{top + 20}" fill="#fff">{game}, {screen}, {view.title}</text>'
            )
            parts.append(f'<g transform="translate({left} {top + 30})">')
            box = f'width="{width * CELL_WIDTH}" height="{frame.height * CELL_HEIGHT}"'
            parts.append(f'<rect {box} fill="{view.display.ground}"/>')
            parts += [*frame_parts(frame, view.theme, view.display), "</g>"]
            left += (width + GAP) * CELL_WIDTH
        right = max(right, left)
        top += (tallest + GAP) * CELL_HEIGHT + 10
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right}" height="{top}" '
        'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="15">'
    )
    return "\n".join(
        [head, '<rect width="100%" height="100%" fill="#808080"/>', *parts, "</svg>\n"]
    )


def main() -> None:
    """Make the picture."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path)
    choices: dict[str, Iterable[str]] = {"screen": SCREENS, "size": SIZES, "game": VARIANTS}
    choices |= {"theme": THEMES, "depth": DEPTHS, "background": BACKGROUNDS}
    for name, values in choices.items():
        parser.add_argument(f"--{name}", action="append", choices=tuple(values))
    asked = parser.parse_args()
    for name, values in choices.items():
        setattr(asked, name, getattr(asked, name) or list(values))
    frames = Frames()
    if asked.out.suffix == ".svg":
        asked.out.write_text(svg(asked, frames), encoding="utf-8")
        return
    with asked.out.open("wb") as file:
        write_png(file, png_rows(asked, frames))


if __name__ == "__main__":
    main()
