"""Glyphs: the characters that boxes, lists and panels are drawn with, each one cell wide."""

from typing import NamedTuple


class Glyphs(NamedTuple):
    """One set of characters.

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


UNICODE = Glyphs("╭╮╰╯", "─", "│", "▸", ("‹", "›"), ("↑", "↓"), "●", "▆")
ASCII = Glyphs("++++", "-", "|", ">", ("<", ">"), ("^", "v"), "", "#")
