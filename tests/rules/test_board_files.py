"""Every form of board, read and written, and where a bad one is wrong."""

import pytest

from minicheckers import Colour, Position, Variant
from minicheckers.rules.board_files import FORMS, read_board, write_board
from minicheckers.rules.variant import get_variant
from testing.positions import GAMES, game_id, sample

every_game = pytest.mark.parametrize("variant", GAMES, ids=game_id)

MINI_DIAGRAM = """\
. b . b . b
b . b . b .
. . . . . .
. . . . . .
. w . w . w
w . w . w .
black"""

ENGLISH_INTEGERS = """\
2 2 2 2
2 2 2 2
2 2 2 2
0 0 0 0
0 0 0 0
1 1 1 1
1 1 1 1
1 1 1 1"""

#: White on top and moving down, as the form has it.
PIKACHU_STRING = "........wwwwwwwwwwwwwwww................bbbbbbbbbbbbbbbb........"


def test_the_starts_in_their_forms() -> None:
    assert write_board(Position.start("mini"), "diagram") == MINI_DIAGRAM
    assert write_board(Position.start("english"), "ints") == ENGLISH_INTEGERS
    assert write_board(Position.start("towers"), "ints") == ENGLISH_INTEGERS
    assert write_board(Position.start("pikachu"), "string") == PIKACHU_STRING
    assert write_board(Position.start("mini"), "fen") == Position.start("mini").fen()


def test_the_forms_are_told_apart_by_themselves() -> None:
    assert read_board(MINI_DIAGRAM, "mini") == Position.start("mini")
    assert read_board("B:W13-18:B1-6", "mini") == Position.start("mini")
    assert read_board(ENGLISH_INTEGERS, "english") == Position.start("english")
    assert read_board(PIKACHU_STRING, "pikachu") == Position.start("pikachu")


@pytest.mark.sampled(8)
@pytest.mark.parametrize("count", [40, pytest.param(150, marks=pytest.mark.slow)])
@every_game
def test_every_form_reads_back_what_it_wrote(variant: Variant, count: int) -> None:
    for position in sample(variant, count):
        for name, form in FORMS.items():
            if form.fits(variant):
                text = write_board(position, name)
                again = read_board(text, variant, turn=position.turn)
                assert again == position, text
                assert write_board(again, name) == text


@every_game
def test_the_turn_is_kept_by_fen_and_diagram(variant: Variant) -> None:
    for position in sample(variant, 40)[::2]:
        for name in ("fen", "diagram"):
            assert read_board(write_board(position, name), variant).turn is position.turn


def test_integers_mean_what_they_should() -> None:
    text = "3 0 0 0  4 0 0 0\n2 0 0 0\n" + "0 " * 11 + "1\n" + "0\n" * 8
    position = read_board(text, "english", turn=Colour.WHITE)
    assert position.fen() == "W:WK1,24:BK5,9"


def test_a_string_is_turned_by_180_degrees() -> None:
    # A white man on the top left and about to move down is, for us, on the bottom right.
    text = "w" + "." * 62 + "b"
    assert read_board(text, "pikachu").fen() == "W:W64:B1"
    text = "." * 8 + "wW" + "." * 52 + "bB"
    position = read_board(text, "pikachu")
    assert position.fen() == "W:WK55,56:BK1,2"
    assert write_board(position, "string") == text


def test_men_on_their_last_row_are_crowned_on_the_way_in() -> None:
    assert read_board("." * 63 + "w", "pikachu").fen() == "W:WK1:B"
    assert read_board("1 " + "0 " * 30 + "2", "english").fen() == "B:WK1:BK32"
    last_row = ".w.....\n" + ".......\n" * 5 + "......b"
    assert read_board(last_row, "pikachu").fen() == "W:WK2:BK49"


@pytest.mark.parametrize("size", range(7, 17))
def test_the_size_is_told_by_a_string_and_by_a_diagram(size: int) -> None:
    start = Position.start("pikachu", size)
    for form in ("string", "diagram"):
        text = write_board(start, form)
        assert read_board(text, "pikachu") == start
        assert read_board(text, "pikachu", size=size) == start
    other = 16 if size != 16 else 9
    with pytest.raises(ValueError, match=f"the string of a board with {other} rows"):
        read_board(write_board(start, "string"), "pikachu", size=other)
    with pytest.raises(ValueError, match=f"the string of a board with {other} rows"):
        read_board(write_board(start, "string"), get_variant("pikachu", other))


def test_diagrams_may_be_spaced_and_end_with_the_turn() -> None:
    rows = MINI_DIAGRAM.splitlines()[:6]
    tight = "\n".join(row.replace(" ", "") for row in rows)
    assert read_board(tight, "mini").turn is Colour.BLACK
    assert read_board(tight + "\nwhite\n", "mini").turn is Colour.WHITE
    assert read_board(tight + "\n  WHITE", "mini").turn is Colour.WHITE
    assert read_board("\n\n" + tight.replace("\n", "\r\n\r\n"), "mini") == Position.start("mini")
    assert read_board("\n".join(f"  {row}\t" for row in rows), "mini") == Position.start("mini")


def test_the_turn_of_a_form_without_one() -> None:
    assert read_board(ENGLISH_INTEGERS, "english").turn is Colour.BLACK
    assert read_board(ENGLISH_INTEGERS, "english", turn=Colour.WHITE).turn is Colour.WHITE
    assert read_board(PIKACHU_STRING, "pikachu").turn is Colour.WHITE
    assert read_board(PIKACHU_STRING, "pikachu", turn=Colour.BLACK).turn is Colour.BLACK


def test_a_turn_that_contradicts_the_board_is_refused() -> None:
    assert read_board(MINI_DIAGRAM, "mini", turn=Colour.BLACK) == Position.start("mini")
    for text in (MINI_DIAGRAM, "B:W13-18:B1-6"):
        with pytest.raises(ValueError, match="the board says black is to move"):
            read_board(text, "mini", turn=Colour.WHITE)


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
