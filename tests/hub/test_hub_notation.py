"""Positions and moves as the protocol writes them."""

import pytest

from minicheckers.hub.notation import read_move, read_position, write_move, write_position
from minicheckers.rules.position import Position
from minicheckers.rules.variant import get_variant

START = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"


def test_a_chain_names_its_ends_and_what_it_captures() -> None:
    position = Position.from_fen("B:W6,15:B1", "english")
    (move,) = position.legal_moves()
    assert (str(move), write_move(move)) == ("1x10x19", "1x19x6x15")
    for text in ("1x19x6x15", "1x19x15x6", "1x19"):
        assert read_move(position, text) == move


def test_two_routes_over_the_same_pieces_are_one_move() -> None:
    position = Position.from_fen("W:WK27:B15,16,23,24", "english")
    whole = {write_move(m) for m in position.legal_moves() if len(m.captured) == 4}
    assert whole == {"27x27x15x16x23x24"}
    assert read_move(position, whole.pop()).end == 27


def test_a_forfeited_turn_is_written_as_a_null_move() -> None:
    position = Position.from_fen("B:W1,10:B17", "mini")
    (move,) = position.legal_moves()
    assert write_move(move) == "0-0"
    assert read_move(position, "0-0") == read_move(position, "pass") == move


def test_the_number_of_squares_tells_the_size_of_pikachu() -> None:
    ten = Position.start("pikachu", size=10)
    text = write_position(ten, turned=False)
    assert read_position(text, get_variant("pikachu"), turned=False) == ten


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "begins with W or B"),
        ("X" + START[1:], "begins with W or B"),
        (START[:-1], "32 squares"),
        (START[:-1] + "x", "not one of wbWBe"),
        ("B" + "e" * 32, "board is empty"),
    ],
)
def test_a_bad_position_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_position(text, get_variant("english"), turned=False)


@pytest.mark.parametrize(
    "text", ["", "11", "11-32", "11x15", "0-0", "pass", "11-15x3", "x", "9-" * 9]
)
def test_a_bad_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a move|not legal"):
        read_move(Position.start("english"), text)
