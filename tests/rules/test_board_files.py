"""Every form of board, read and written, and where a bad one is wrong."""

import pytest

from minicheckers import Position
from minicheckers.rules.board_files import read_board, write_board

MINI_DIAGRAM = """\
. b . b . b
b . b . b .
. . . . . .
. . . . . .
. w . w . w
w . w . w .
black"""


def test_a_string_is_turned_by_180_degrees() -> None:
    # A white man on the top left and about to move down is, for us, on the bottom right.
    text = "w" + "." * 62 + "b"
    assert read_board(text, "pikachu").fen() == "W:W64:B1"
    text = "." * 8 + "wW" + "." * 52 + "bB"
    position = read_board(text, "pikachu")
    assert position.fen() == "W:WK55,56:BK1,2"
    assert write_board(position, "string") == text


@pytest.mark.parametrize(
    ("variant", "text", "sentence"),
    [
        ("mini", "", "line 1, column 1: found 0 rows where a diagram of mini has 6"),
        ("mini", "B:W13,19:B1", "line 1, column 7: there is no square 19; mini has 1 to 18"),
        ("mini", "B:\nW13,\n 1 4:B1", "line 3, column 2: '1 4' in white's list is not a square"),
        ("mini", "B:W13:\n  B13", "line 2, column 4: square 13 is named twice"),
        ("mini", " X:W13:B1", "line 1, column 2: ' X:W13:B1' does not begin with B: or W:"),
        ("mini", "B:W13:B1:\nB2", "line 2, column 1: .* has 3 lists of pieces"),
        ("mini", MINI_DIAGRAM.replace("w . w . w .", "w . w . ? ."), "line 6, column 9: '\\?' is"),
        ("mini", MINI_DIAGRAM.replace(". b . b . b", "b b . b . b"), "line 1, column 1: b is on"),
        ("mini", MINI_DIAGRAM.replace("w . w . w .", "w . W . w ."), "line 6, column 5: mini has"),
        ("mini", MINI_DIAGRAM.replace("b . b . b .", "b . b . b"), "line 2, column 10: found 5 sq"),
        ("mini", MINI_DIAGRAM.replace("b . b . b .", "b.b.b..b"), "line 2, column 7: found 8 sq"),
        ("mini", "......\n......", "line 2, column 7: found 2 rows where"),
        ("mini", "......\n" * 8, "line 7, column 1: found 8 rows where a diagram of mini"),
        ("mini", "green", "line 1, column 6: found 1 row where a diagram of mini has 6"),
        ("mini", "......\n" * 6 + "green", "line 7, column 1: found 7 rows"),
        ("mini", "......\n" * 6, "the board is empty; it needs at least one piece"),
        ("mini", "......\n" * 5 + "....\x1b.", "line 6, column 5: '\\\\x1b' is not one of b w B W"),
        (
            "mini",
            "1 0 0",
            "this format is for boards of 8x8 squares with kings, not for mini",
        ),
        ("english", "1 0\n0 5", "line 2, column 3: '5' is not one of 0 1 2 3 and 4"),
        ("english", "1 0\n0 -1", "line 2, column 3: '-1' is not one of"),
        ("english", "1 0\n0 11", "line 2, column 3: '11' is not one of"),
        ("english", "1 ०", "line 1, column 3: .* is not one of"),
        (
            "english",
            "0 " * 31,
            "line 1, column 62: found 31 numbers where a board of english has 32",
        ),
        ("english", "0 " * 32 + "\n0", "line 2, column 1: found 33 numbers"),
        ("english", "0 " * 32, "the board is empty"),
        ("pikachu", "w" * 63, "line 1, column 64: found 63 characters where the string of a bo"),
        ("pikachu", "w" * 400, "line 1, column 65: found 400 characters"),
        ("pikachu", "." * 50 + "x" + "." * 13, "line 1, column 51: 'x' is not one of"),
        ("pikachu", "." * 64, "the board is empty"),
        ("pikachu", "........\n" * 8 + "blakc", "line 9, column 1: found 9 rows where a diagram"),
        ("pikachu", "........\n" * 7, "line 7, column 9: found 7 rows where a diagram of pikachu"),
        ("pikachu", "...\n" + "........\n" * 7, "line 1, column 4: found 3 squares where a row"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(variant: str, text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}") as caught:
        read_board(text, variant)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("variant", "form", "sentence"),
    [
        (
            "mini",
            "ints",
            "this format is for boards of 8x8 squares with kings, not for mini",
        ),
        (
            "pikachu",
            "ints",
            "this format is for boards of 8x8 squares with kings, not for pikachu",
        ),
        (
            "english",
            "string",
            "this format is for boards on which every square is played, not for english",
        ),
        (
            "english",
            "picture",
            "there is no format 'picture'; choose from fen, diagram, ints, string",
        ),
    ],
)
def test_forms_that_cannot_be_written(variant: str, form: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        write_board(Position.start(variant), form)
