"""Draw every piece on squares of every size as one picture.

Usage: python tools/sprites.py OUT.svg [THEME] [--ascii] [--light] [--depth N]
"""

import argparse
from pathlib import Path

from minicheckers.rules.notation import Piece
from minicheckers.rules.variant import Colour, get_variant
from minicheckers.tui.frame import Frame
from minicheckers.tui.svg import DARK, LIGHT, to_svg
from minicheckers.tui.widgets.board_picture import Brush, Mark, draw_one_square
from minicheckers.tui.glyphs import ASCII, UNICODE
from minicheckers.tui.theme import THEMES, get_theme

SCALES = range(1, 8)
#: A game with the emblem, a king or not, and what is set apart.
COLUMNS = (
    ("english", False, Mark("dark"), False),
    ("english", True, Mark("dark"), False),
    ("towers", True, Mark("dark"), False),
    ("pikachu", False, Mark("alternate"), False),
    ("pikachu", True, Mark("dark"), False),
    ("english", False, Mark("movable", "movable"), False),
    ("english", False, Mark("capture", "capture"), True),
    ("english", True, Mark("last", "last_to"), True),
)
EMPTY = (Mark("dark"), Mark("target", "capture"), Mark("hint", "hint"), Mark("picked", "picked"))


def sheet(theme_name: str, ascii_only: bool, colour: bool = True) -> Frame:
    """Rows of squares of one size each, as pieces of both colours and empty ones."""
    theme, glyphs = get_theme(theme_name, colour), ASCII if ascii_only else UNICODE
    frame = Frame(2 * 7 * 20 + 4, sum(SCALES) + 2)
    top = 1
    for scale in SCALES:
        left = 2
        for colour_of_piece in Colour:
            for name, king, mark, focused in COLUMNS:
                brush = Brush(glyphs, theme, scale, get_variant(name))
                sign = getattr(glyphs, mark.sign) if mark.sign else ""
                piece = Piece(colour_of_piece, king)
                draw_one_square(
                    frame, (left, top), brush, 12, Mark(mark.paper, sign), piece, focused
                )
                left += 2 * scale
        for number, mark in enumerate(EMPTY):
            brush = Brush(glyphs, theme, scale, get_variant("english"))
            sign = getattr(glyphs, mark.sign) if mark.sign else ""
            draw_one_square(
                frame,
                (left, top),
                brush,
                31,
                Mark(mark.paper, sign),
                None,
                number == 3,
                target=mark.paper == "target",
            )
            left += 2 * scale
        top += scale
    return frame


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("theme", nargs="?", default="classic", choices=tuple(THEMES))
    parser.add_argument("--ascii", action="store_true")
    parser.add_argument("--light", action="store_true")
    parser.add_argument("--depth", type=int, default=256)
    asked = parser.parse_args()
    display = (LIGHT if asked.light else DARK)._replace(depth=asked.depth)
    frame = sheet(asked.theme, asked.ascii, asked.depth > 0)
    theme = get_theme(asked.theme, asked.depth > 0)
    asked.out.write_text(to_svg(frame, theme, display), encoding="utf-8")


if __name__ == "__main__":
    main()
