"""Pieces as small pictures: whole and round on squares of every size, whatever marks there are."""

import pytest

from minicheckers.rules.notation import Piece
from minicheckers.rules.variant import Colour, get_variant
from minicheckers.tui.frame import Frame
from minicheckers.tui.glyphs import UNICODE
from minicheckers.tui.sprites import sprite
from minicheckers.tui.theme import CLASSIC, Men
from minicheckers.tui.widgets.board import Brush, Mark, draw_one_square

SCALES = range(1, 8)
MARKS = {
    "movable": Mark("movable", UNICODE.movable),
    "capture": Mark("capture", UNICODE.capture),
    "last": Mark("last", UNICODE.last_to),
    "picked": Mark("picked", UNICODE.picked),
    "hint": Mark("hint", UNICODE.hint),
}

Cell = tuple[int, int]


def drawn(piece: Piece, scale: int, mark: Mark, focused: bool = False) -> Frame:
    frame = Frame(2 * scale, scale)
    brush = Brush(UNICODE, CLASSIC, scale, get_variant("english"))
    draw_one_square(frame, (0, 0), brush, 12, mark, piece, focused)
    return frame


def covered(frame: Frame, colour: Colour) -> set[Cell]:
    """The cells that show something of a piece."""
    return {
        (column, row)
        for row, styles in enumerate(frame.styles)
        for column, (ink, paper) in enumerate(styles)
        if paper.startswith(colour)
        or (ink.startswith(colour) and frame.characters[row][column] != " ")
    }


@pytest.mark.parametrize("focused", [False, True], ids=["", "cursor"])
@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("scale", SCALES)
def test_a_mark_does_not_cut_into_a_man(scale: int, mark: str, focused: bool) -> None:
    for colour in Colour:
        bare = drawn(Piece(colour), scale, Mark("dark"))
        marked = drawn(Piece(colour), scale, MARKS[mark], focused)
        assert covered(marked, colour) == covered(bare, colour)
        for column, row in covered(bare, colour):
            written = marked.styles[row][column].paper == f"{colour}_rim"
            same = marked.characters[row][column] == bare.characters[row][column]
            assert same or written, (column, row)


@pytest.mark.parametrize("scale", SCALES)
def test_a_mark_is_written_where_it_is_seen(scale: int) -> None:
    for mark in MARKS.values():
        assert mark.sign in "".join(
            map("".join, drawn(Piece(Colour.BLACK), scale, mark).characters)
        )


@pytest.mark.parametrize("variant", ["english", "towers"])
@pytest.mark.parametrize("scale", SCALES[2:])
def test_what_a_king_wears_stays_inside_its_disc(scale: int, variant: str) -> None:
    game = get_variant(variant)
    for colour in Colour:
        man = sprite(Piece(colour), game, scale, UNICODE, Men.SOLID)
        inside = {(dab.column, dab.row) for dab in man if dab.text == "█" or dab.paper}
        king = sprite(Piece(colour, True), game, scale, UNICODE, Men.SOLID)
        worn = {(dab.column, dab.row) for dab in king if dab.ink == f"{colour}_emblem"}
        assert worn
        assert worn <= inside


@pytest.mark.parametrize("scale", SCALES[1:])
def test_a_man_is_as_wide_as_high_and_the_same_on_both_sides(scale: int) -> None:
    frame = drawn(Piece(Colour.WHITE), scale, Mark("dark"))
    cells = covered(frame, Colour.WHITE)
    assert cells == {(2 * scale - 1 - column, row) for column, row in cells}
    assert cells == {(column, scale - 1 - row) for column, row in cells}
