"""Sprites: pieces as small pictures, round at every size.

A square of scale n is n rows high and 2n columns wide, which is square on the screen. From three
rows on its corners are left to signs and to the cursor. On squares of two rows a man carries them
itself, and other pieces leave the last column to them.
"""

import math
from functools import cache
from typing import NamedTuple

from ..game.presentation import presentation
from ..rules.notation import Piece
from ..rules.variant import Colour, Variant
from .blocks import FULL, QUARTERS, Shape, fitting, points
from .glyphs import Glyphs
from .theme import Men


class Dab(NamedTuple):
    """A text at an offset from the top left of a square; paper None: what is there stays."""

    column: int
    row: int
    text: str
    ink: str
    paper: str | None = None


Sprite = tuple[Dab, ...]

#: The radius of a man in halves of the square's width.
_RADIUS = 0.86
#: The radius of the face inside the rim, in radii of the man; small men are all rim.
_FACE = 0.72
_LEAST_SCALE_WITH_FACE = 5
#: The radius of the dot on a target, in halves of the square's width.
_DOT = 0.36

#: On squares of two rows pieces are drawn by hand: a man in blocks, others in quarters of cells,
#: in the middle of the square or, where the last column has a sign, beside it; o is an emblem.
_MAN = ("▗▆▆▖", "▝🮅🮅▘")
_DRAWN: dict[str | None, tuple[tuple[str, ...], tuple[str, ...]]] = {
    None: (
        ("..####..", ".######.", ".######.", "..####.."),
        (".####.", "######", "######", ".####."),
    ),
    "crown": (
        ("#..##..#", "##.##.##", "########", ".#oooo#."),
        ("#.##.#", "######", "######", "#oooo#"),
    ),
    "tower": (
        (".##..##.", ".######.", "..####..", ".######."),
        ("##..##", "######", ".####.", "######"),
    ),
    "ears": (
        (".#....#.", ".######.", ".#o##o#.", "..####.."),
        ("#....#", "######", "#o##o#", "######"),
    ),
}

#: What a king wears, in quarters of cells, by the least scale it fits.
_EMBLEMS = {
    "crown": {
        3: ("#..##..#", "########"),
        4: ("#..##..#", "##.##.##", "########", ".######."),
        6: ("#....##....#", "##...##...##", "###.####.###", "############", "############",
            ".##########."),
    },
    "tower": {
        3: ("##.##.##", "########"),
        4: ("##.##.##", "########", ".######.", "########"),
        6: ("###..##..###", "############", ".##########.", "..########..", "..########..",
            "############"),
    },
    "ears": {
        3: (".#....#.", "...##..."),
        4: ("........", "..#..#..", "...##...", "##....##"),
        6: ("............", "............", "...#....#...", "...#....#...", "##...##...##",
            "##........##"),
    },
}  # fmt: skip
#: The head of a pikachu around the middle of a man of radius 19.
_HEAD = (
    *((-11, 18), (-17, 11), (-16, 2), (-14, -6), (-15, -20), (-11, -20), (-5, -7), (5, -7)),
    *((11, -20), (15, -20), (14, -6), (16, 2), (17, 11), (11, 18)),
)


@cache
def sprite(
    piece: Piece, variant: Variant, scale: int, glyphs: Glyphs, men: Men, signed: bool = False
) -> Sprite:
    """The picture of a piece on a square of a scale, which may have a sign in a corner."""
    worn = presentation(variant).emblem
    emblem = worn if piece.king else None
    if men is Men.LETTERS:
        return _lettered(piece, emblem, scale, glyphs)
    rim = f"{piece.colour}_rim"
    if scale == 1:
        # Where colours tell the sides apart, both get the full character: it is easier to see.
        full = men is Men.SOLID and not glyphs.ascii
        seen = Piece(Colour.WHITE, piece.king) if full else piece
        return (Dab(0, 0, glyphs.small_piece(seen, worn), rim),)
    outlined = men is Men.HOLLOW and piece.colour is Colour.BLACK
    if glyphs.ascii:
        return _ascii_disc(piece, glyphs.small_piece(piece, worn), scale, outlined, signed)
    if scale == 2 and (emblem or outlined):
        picture = _DRAWN[emblem][signed]
        return _quarters(_outline(picture) if outlined else picture, piece.colour)
    if scale == 2:
        return tuple(Dab(0, row, text, rim) for row, text in enumerate(_MAN))
    return _blocks(piece.colour, emblem, scale, men)


@cache
def dot(scale: int, glyphs: Glyphs, ink: str = "mark", faint: bool = False) -> Sprite:
    """A small dot in the middle of a square: where a piece may go."""
    if scale == 1 or glyphs.ascii or faint:
        character = glyphs.dot if faint else glyphs.target
        return (Dab(scale - 1, (scale - 1) // 2, character, ink),)
    if scale == 2:
        return (Dab(1, 0, "▗▖", ink), Dab(1, 1, "▝▘", ink))
    disc = _disc(scale, _DOT)
    return tuple(
        Dab(column, row, fitting(filled), ink)
        for row in range(scale)
        for column in range(2 * scale)
        if (filled := points(disc, column, row))
    )


# Pieces of blocks


def _blocks(colour: Colour, emblem: str | None, scale: int, men: Men) -> Sprite:
    """A disc, or the head of a pikachu, with a face inside its rim and what a king wears on it."""
    outline, inner = _disc(scale, _RADIUS), _disc(scale, _RADIUS * _FACE)
    if emblem == "ears":
        outline = _polygon(_HEAD, scale, _RADIUS)
    outlined = men is Men.HOLLOW and colour is Colour.BLACK
    two_tone = men is Men.SOLID and scale >= _LEAST_SCALE_WITH_FACE and emblem != "ears"
    worn = _worn(emblem, scale)
    rim = f"{colour}_rim"
    dabs: list[Dab] = []
    if outlined and emblem == "ears":
        dabs += _quarters(_outline(_in_quarters(outline, scale)), colour)
        outline = inner = _disc(scale, 0)
    for row in range(scale):
        for column in range(2 * scale):
            filled = points(outline, column, row)
            face = points(inner, column, row) if outlined or two_tone else 0
            behind = None if outlined else f"{colour}" if face else rim
            if drawn := worn.get((column, row), 0):
                # A cell has two colours: what is behind an emblem is rim or face, the larger part.
                if not outlined and face.bit_count() < FULL.bit_count() / 2:
                    behind = rim
                dabs.append(Dab(column, row, QUARTERS[drawn], f"{colour}_emblem", behind))
            elif outlined and filled & ~face:
                dabs.append(Dab(column, row, fitting(filled & ~face), rim))
            elif filled == FULL and face:
                dabs.append(Dab(column, row, fitting(FULL - face), rim, behind))
            elif filled and not outlined:
                dabs.append(Dab(column, row, fitting(filled), rim))
    return tuple(dabs)


def _in_quarters(shape: Shape, scale: int) -> tuple[str, ...]:
    def line(height: float) -> str:
        spans = shape(height)
        middles = (column / 2 + 0.25 for column in range(4 * scale))
        return "".join(
            "#" if any(left <= x <= right for left, right in spans) else "." for x in middles
        )

    return tuple(line(row / 2 + 0.25) for row in range(2 * scale))


def _worn(emblem: str | None, scale: int) -> dict[tuple[int, int], int]:
    """The quarters of what a king wears, cell by cell, in the middle of the square."""
    if emblem is None:
        return {}
    size = max(least for least in _EMBLEMS[emblem] if least <= scale)
    picture = _EMBLEMS[emblem][size]
    zoom = 2 if scale >= 2 * size else 1
    left, top = 2 * scale - len(picture[0]) * zoom // 2, scale - len(picture) * zoom // 2
    cells: dict[tuple[int, int], int] = {}
    for down in range(len(picture) * zoom):
        for across in range(len(picture[0]) * zoom):
            if picture[down // zoom][across // zoom] == "#":
                column, row = left + across, top + down
                cell = (column // 2, row // 2)
                cells[cell] = cells.get(cell, 0) | 1 << (column % 2 + 2 * (row % 2))
    return cells


def _quarters(picture: tuple[str, ...], colour: Colour) -> Sprite:
    dabs = []
    for row in range(len(picture) // 2):
        upper, lower = picture[2 * row : 2 * row + 2]
        for column in range(len(upper) // 2):
            four = upper[2 * column : 2 * column + 2] + lower[2 * column : 2 * column + 2]
            ink, behind, wanted = f"{colour}_rim", None, "#"
            if "o" in four:
                ink, behind, wanted = f"{colour}_emblem", f"{colour}_rim", "o"
            character = QUARTERS[sum(1 << place for place in range(4) if four[place] == wanted)]
            if character != " ":
                dabs.append(Dab(column, row, character, ink, behind))
    return tuple(dabs)


def _outline(picture: tuple[str, ...]) -> tuple[str, ...]:
    filled = {
        (column, row)
        for row, line in enumerate(picture)
        for column, character in enumerate(line)
        if character != "."
    }
    inside = {
        (column, row)
        for column, row in filled
        if {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)} <= filled
    }
    columns = range(len(picture[0]))
    return tuple(
        "".join("#" if (column, row) in filled - inside else "." for column in columns)
        for row in range(len(picture))
    )


def _disc(scale: int, radius: float) -> Shape:
    """A disc in the middle of a square; a cell is twice as high as wide."""

    def filled(row: float) -> list[tuple[float, float]]:
        down = 2 * row / scale - 1
        rest = radius * radius - down * down
        half = scale * math.sqrt(rest) if rest > 0 else 0.0
        return [(scale - half, scale + half)] if half else []

    return filled


def _polygon(corners: tuple[tuple[int, int], ...], scale: int, radius: float) -> Shape:
    size = radius * scale / 19
    places = [(scale + x * size, (scale + y * size) / 2) for x, y in corners]
    sides = list(zip(places, places[1:] + places[:1], strict=True))

    def filled(row: float) -> list[tuple[float, float]]:
        crossings = sorted(
            left + (right - left) * (row - top) / (bottom - top)
            for (left, top), (right, bottom) in sides
            if (top > row) != (bottom > row)
        )
        return list(zip(crossings[::2], crossings[1::2], strict=True))

    return filled


# Pieces of lines and letters, for screens without colours: round and thin for White, square and
# thick for Black, and a letter, so that a dark and a light background show the same.


def _lettered(piece: Piece, emblem: str | None, scale: int, glyphs: Glyphs) -> Sprite:
    letter = piece.colour.value[0]
    letter = letter.upper() if piece.king else letter
    ink = f"{piece.colour}_rim"
    if scale == 1:
        return (Dab(0, 0, letter, ink),)
    white = piece.colour is Colour.WHITE
    corners, across, down = glyphs.round_box if white else glyphs.square_box
    crown = across
    if emblem:
        crown = "^" if glyphs.ascii else glyphs.kings[emblem][0]
    if scale == 2:
        texts = [corners[0] + letter + corners[1], corners[2] + crown + corners[3]]
        return tuple(Dab(0, row, text, ink) for row, text in enumerate(texts))
    height = max(3, scale - 2)
    width = 2 * height + 1 if scale > 4 else 5
    left, top = (0 if scale == 3 else 1), (scale - height) // 2
    texts = [corners[0] + across * (width - 2) + corners[1]]
    texts += [down + " " * (width - 2) + down] * (height - 2)
    texts += [corners[2] + across * (width - 2) + corners[3]]
    dabs = [Dab(left, top + row, text, ink) for row, text in enumerate(texts)]
    middle = left + width // 2
    dabs.append(Dab(middle, top + (height - 1) // 2, letter, ink))
    if emblem:
        dabs.append(Dab(middle, top + height - 1, crown, ink))
    return tuple(dabs)


# Pieces of ASCII in colour


def _ascii_disc(piece: Piece, letter: str, scale: int, outlined: bool, signed: bool) -> Sprite:
    """Letters in a round, on the colour of the square; for a man that is outlined, the round."""
    rim = f"{piece.colour}_rim"
    if scale == 2:
        letters = letter if signed else 2 * letter
        return (Dab(0, 0, f"/{letters}\\", rim), Dab(0, 1, f"\\{letters}/", rim))
    spans = _spans(_disc(scale, _RADIUS), scale)
    top = (scale - len(spans)) // 2
    dabs = []
    for row, (first, last) in enumerate(spans):
        left, right = _ascii_edge(spans, row)
        at_rim = row in (0, len(spans) - 1)
        inside = "-" if outlined and at_rim else " " if outlined else letter
        dabs.append(Dab(first, top + row, left + inside * (last - first - 1) + right, rim))
    if outlined and piece.king:
        dabs.append(Dab(scale - 1, (scale - 1) // 2, 2 * letter, rim))
    return tuple(dabs)


def _spans(shape: Shape, scale: int) -> list[tuple[int, int]]:
    """The first and the last column of every row that a shape more or less fills."""
    least = FULL.bit_count() / 3
    filled = [
        [column for column in range(2 * scale) if points(shape, column, row).bit_count() > least]
        for row in range(scale)
    ]
    return [(columns[0], columns[-1]) for columns in filled if columns]


def _ascii_edge(spans: list[tuple[int, int]], row: int) -> tuple[str, str]:
    """The two ends of a row: leaning inwards where the row nearer the rim is shorter."""
    upper = 2 * row + 1 < len(spans)
    lower = 2 * row + 1 > len(spans)
    if upper and (row == 0 or spans[row - 1] != spans[row]):
        return "/", "\\"
    if lower and (row == len(spans) - 1 or spans[row + 1] != spans[row]):
        return "\\", "/"
    return "(", ")"
