"""Sprites: pieces as small pictures, round at every size, made of quarter blocks or of ASCII.

A square of scale n is n rows high and 2n columns wide, which is square on the screen. A quarter
block splits a character in 2 x 2, so that a disc can be rounder than the characters are.
"""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from ...rules.notation import Piece
from ...rules.variant import Colour, Variant
from .glyphs import Glyphs


class Dab(NamedTuple):
    """A text at an offset from the top left of a square; paper None: what is there stays."""

    column: int
    row: int
    text: str
    ink: str
    paper: str | None = None


Sprite = tuple[Dab, ...]

#: A picture of quarters: whether the quarter at (column, row) is filled.
Picture = Callable[[int, int], bool]

#: Quarter blocks by which quarters are filled: 1 upper left, 2 upper right, 4 and 8 below them.
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_FULL = 15

#: The radius of a disc in halves of the square's width; small ones need every quarter they get.
_RADIUS = {2: 0.88, 3: 0.95, 4: 0.95}
_LARGE_RADIUS = 0.86
#: Where pieces stand side by side, small discs must not touch.
_CROWDED_RADIUS = {2: 0.8, 3: 0.8}
#: The radius of the face inside the rim, in radii of the disc; small discs are all face.
_FACE = {2: 0.0, 3: 0.6, 4: 0.66, 6: 0.66}
_LARGE_FACE = 0.7

#: The radius of the dot on a target, in halves of the square's width.
_DOT = 0.42

#: The crown, the battlements and the ears on a king's face. At scale 2 there is no room for a
#: face: the king is the emblem.
_EMBLEMS = {
    "crown": ("#..##..#", "##.##.##", "########", ".######."),
    "tower": ("##.##.##", "########", ".######.", "########"),
    "ears": ("##....##", ".##..##.", ".######.", "..####.."),
}
_FLAT_EMBLEMS = {
    "crown": ("#..##..#", "########"),
    "tower": ("##.##.##", "########"),
    "ears": ("##....##", ".######."),
}
#: The same at scale 2 for Black in a hollow theme, and the man beside them.
_OUTLINES = {
    "man": ("..####..", ".#....#.", ".#....#.", "..####.."),
    "crown": ("#..##..#", "#.#..#.#", "#......#", ".######."),
    "tower": ("##.##.##", "#.#..#.#", ".#....#.", "########"),
    "ears": ("##....##", ".#.##.#.", ".#....#.", "..####.."),
}


@cache
def sprite(piece: Piece, variant: Variant, scale: int, glyphs: Glyphs, hollow: bool) -> Sprite:
    """The picture of a piece on a square of a scale; in a hollow theme Black is an outline."""
    name = piece.colour.value
    emblem = variant.emblem if piece.king else None
    if scale == 1:
        # Where colours tell the sides apart, both get the full character: it is easier to see.
        ink = f"{name}_rim" if hollow else name
        seen = piece if hollow or glyphs.ascii else Piece(Colour.WHITE, piece.king)
        return (Dab(0, 0, glyphs.small_piece(seen, variant.emblem), ink),)
    outlined = hollow and piece.colour is Colour.BLACK
    if glyphs.ascii:
        return _ascii_disc(name, glyphs.small_piece(piece, variant.emblem), emblem, scale, hollow)
    if scale == 2 and (emblem or outlined):
        shape = (_OUTLINES if outlined else _EMBLEMS)[emblem or "man"]
        return _painted(_bitmap(shape, scale), scale, f"{name}_rim" if outlined else name)
    radii = _RADIUS if variant.diagonal else _CROWDED_RADIUS
    radius = scale * radii.get(scale, _LARGE_RADIUS)
    return _disc(name, emblem, scale, radius, outlined, two_tone=not hollow)


@cache
def dot(scale: int, glyphs: Glyphs, ink: str = "mark", faint: bool = False) -> Sprite:
    """A small dot in the middle of a square: where a piece may go."""
    if scale == 1 or glyphs.ascii or faint:
        character = glyphs.dot if faint else glyphs.target
        return (Dab(scale - 1, (scale - 1) // 2, character, ink),)
    return _painted(_circle(scale, scale * _DOT), scale, ink)


def _disc(
    name: str, emblem: str | None, scale: int, radius: float, outlined: bool, two_tone: bool
) -> Sprite:
    """A disc with a rim and a face, and an emblem on it; outlined, the face is the square's."""
    outer = _circle(scale, radius)
    has_face = outlined or (two_tone and scale > 3)
    inner = _circle(scale, radius * _FACE.get(scale, _LARGE_FACE) if has_face else 0)
    shape = (_FLAT_EMBLEMS if scale == 3 else _EMBLEMS)[emblem] if emblem else ("",)
    mark = _bitmap(shape, scale, 2 if scale >= 9 else 1)
    rim = f"{name}_rim" if has_face else name
    dabs = []
    for row in range(scale):
        for column in range(2 * scale):
            disc = _quarters(outer, column, row)
            face = _quarters(inner, column, row)
            drawn = _quarters(mark, column, row)
            if drawn and not two_tone and not outlined:
                # Without colours the emblem on a full disc is a hole.
                dabs.append(Dab(column, row, QUARTERS[_FULL - drawn], rim))
            elif drawn:
                paper = None if outlined else name
                dabs.append(Dab(column, row, QUARTERS[drawn], f"{name}_emblem", paper))
            elif disc == _FULL and face:
                dabs.append(
                    Dab(column, row, QUARTERS[_FULL - face], rim, None if outlined else name)
                )
            elif disc:
                dabs.append(Dab(column, row, QUARTERS[disc], rim))
    return tuple(dabs)


def _painted(picture: Picture, scale: int, ink: str) -> Sprite:
    return tuple(
        Dab(column, row, QUARTERS[quarters], ink)
        for row in range(scale)
        for column in range(2 * scale)
        if (quarters := _quarters(picture, column, row))
    )


def _quarters(picture: Picture, column: int, row: int) -> int:
    """Which quarters of a character a picture fills."""
    left, top = 2 * column, 2 * row
    return (
        picture(left, top)
        | picture(left + 1, top) << 1
        | picture(left, top + 1) << 2
        | picture(left + 1, top + 1) << 3
    )


def _circle(scale: int, radius: float) -> Picture:
    """A disc in the middle of a square; a quarter is twice as high as wide."""

    def filled(column: int, row: int) -> bool:
        across, down = (column + 0.5) / 2 - scale, row + 0.5 - scale
        return across * across + down * down <= radius * radius

    return filled


def _bitmap(shape: tuple[str, ...], scale: int, zoom: int = 1) -> Picture:
    """A drawing in the middle of a square."""
    left = 2 * scale - len(shape[0]) * zoom // 2
    top = scale - len(shape) * zoom // 2

    def filled(column: int, row: int) -> bool:
        across, down = (column - left) // zoom, (row - top) // zoom
        inside = 0 <= across < len(shape[0]) and 0 <= down < len(shape)
        return inside and shape[down][across] == "#"

    return filled


def _ascii_disc(name: str, letter: str, emblem: str | None, scale: int, hollow: bool) -> Sprite:
    """A disc of slashes and brackets; filled with colour, or with # for White where none is."""
    circle = _circle(scale, scale * _LARGE_RADIUS if scale > 2 else scale)
    rim = f"{name}_rim" if hollow else name
    fill, paper = ("#" if name == "white" else " ", None) if hollow else (" ", name)
    rows = {}
    for row in range(scale):
        columns = [column for column in range(2 * scale) if _quarters(circle, column, row)]
        if columns:
            rows[row] = (columns[0], columns[-1])
    top, spans = min(rows), list(rows.values())
    dabs = []
    for index, (first, last) in enumerate(spans):
        row, middle = top + index, last - first - 1
        if paper and scale > 2:  # colour is rounder without a line around it
            dabs.append(Dab(first, row, " " * (middle + 2), rim, paper))
            continue
        left, right = _ascii_edge(spans, index)
        line = fill
        if hollow and fill == " " and index in (0, len(spans) - 1):
            line = "-"
            if scale == 2:
                left = right = "." if index == 0 else "'"
        dabs.append(Dab(first, row, left, rim))
        dabs.append(Dab(first + 1, row, line * middle, rim, paper))
        dabs.append(Dab(last, row, right, rim))
    if emblem:
        ink = rim if hollow else f"{name}_emblem"
        dabs.append(Dab(scale - 1, (scale - 1) // 2, letter * 2, ink, paper))
    return tuple(dabs)


def _ascii_edge(spans: list[tuple[int, int]], row: int) -> tuple[str, str]:
    """The two ends of a row: leaning inwards where the row nearer the rim is shorter."""
    upper = 2 * row + 1 < len(spans)
    lower = 2 * row + 1 > len(spans)
    if upper and (row == 0 or spans[row - 1] != spans[row]):
        return "/", "\\"
    if lower and (row == len(spans) - 1 or spans[row + 1] != spans[row]):
        return "\\", "/"
    return "(", ")"
