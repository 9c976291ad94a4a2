"""Every form of board, and any text into any parser: a value that reads back, or a ValueError."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minicheckers import Colour, Position, Variant
from minicheckers.rules.board_files import FORMS, read_board, write_board
from minicheckers.rules.notation import coordinate, parse_square
from testing.positions import GAMES, hand_set

MINI_DIAGRAM = """\
. b . b . b
b . b . b .
. . . . . .
. . . . . .
. w . w . w
w . w . w .
black"""


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


# Any text into any parser: a value that re-serialises to a fixed point, or a ValueError alone.

T = TypeVar("T")

variants = st.sampled_from(GAMES)
turns = st.sampled_from((None, *Colour))

#: Characters that mean something to one parser or another, and a few that should not.
MEANINGFUL = 'BWKbwkx:,-. 0123456789\n\t[](){};$!?*"\\%pasxagh/\r\x1b\x00\u202e٣²K'
nonsense = st.text(st.sampled_from(MEANINGFUL), max_size=60) | st.text(max_size=40)


@st.composite
def damaged(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """A good text with a few characters taken out, put in or repeated."""
    text = draw(texts)
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 5)))
        text = text[:start] + draw(st.text(st.sampled_from(MEANINGFUL), max_size=3)) + text[end:]
    return text


# A seed rather than st.randoms(), which would make a choice of every single square.
positions = st.builds(hand_set, variants, st.builds(Random, st.integers(0, 10**6)))


@st.composite
def boards(draw: st.DrawFn) -> str:
    position = draw(positions)
    fitting = [name for name, form in FORMS.items() if form.fits(position.variant)]
    return write_board(position, draw(st.sampled_from(fitting)))


def value_or_sentence(parse: Callable[[], T]) -> T | None:
    """The value, or None after a ValueError whose message is one line without control codes."""
    try:
        return parse()
    except ValueError as error:
        sentence = str(error)
    assert sentence
    assert sentence.isprintable()
    return None


@given(variants, nonsense)
def test_squares(variant: Variant, text: str) -> None:
    square = value_or_sentence(lambda: parse_square(variant, text))
    if square is not None:
        assert parse_square(variant, str(square)) == square
        assert parse_square(variant, coordinate(variant, square)) == square


@given(positions, nonsense | damaged(st.sampled_from(("9-13", "9x16x23", "pass", "c3-d4"))))
def test_moves(position: Position, text: str) -> None:
    move = value_or_sentence(lambda: position.find(text))
    if move is not None:
        assert move in position.legal_moves()
        assert position.find(str(move)) == move


def check_boards_of_a_given_variant(variant: Variant, turn: Colour | None, text: str) -> None:
    position = value_or_sentence(lambda: read_board(text, variant, turn=turn))
    if position is not None:
        for name, form in FORMS.items():
            if form.fits(variant):
                written = write_board(position, name)
                assert read_board(written, variant, turn=position.turn) == position


@pytest.mark.parametrize("examples", [40, pytest.param(300, marks=pytest.mark.slow)])
def test_boards_of_a_given_variant(examples: int) -> None:
    settings(max_examples=examples)(
        given(variants, turns, nonsense | damaged(boards()))(check_boards_of_a_given_variant)
    )()


@given(nonsense)
def test_variant_names(text: str) -> None:
    value_or_sentence(lambda: Position.start(text))
