"""Squares, moves and FEN as people type them, and boards for chats."""

import time

import pytest

from minicheckers import Colour, Position, Variant
from minicheckers.rules.board_files import write_emoji
from minicheckers.rules.notation import parse_square
from minicheckers.rules.variant import ENGLISH, MINI, PIKACHU
from minicheckers.support.text import quoted
from testing.positions import GAMES, game_id, sample

every_game = pytest.mark.parametrize("variant", GAMES, ids=game_id)


# Squares


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0", "there is no square 0; english has 1 to 32"),
        ("33", "there is no square 33; english has 1 to 32"),
        ("a2", "there is no playing square a2; they run from a1 to h8 over the dark squares"),
        ("i1", "there is no playing square i1"),
        ("a0", "there is no playing square a0"),
        ("a9", "there is no playing square a9"),
        ("", "'' is not a square; type a number such as 9"),
        ("99999", "'99999' is not a square"),
        ("٣", "is not a square"),
        ("１", "is not a square"),
        ("²", "is not a square"),
        ("-1", "is not a square"),
        ("1 3", "is not a square"),
        ("9\x1b[2J", r"'9\\x1b\[2J' is not a square"),
    ],
)
def test_anything_else_is_no_square(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        parse_square(ENGLISH, text)


# Moves


def test_a_short_chain_must_mean_one_route() -> None:
    ring = Position.from_fen("W:WK1,21,22,K27:B6,7,10,K14,K15,K23", "english")
    with pytest.raises(ValueError, match="'27x18' could go by 9 or 11; write every landing square"):
        ring.find("27x18")
    assert str(ring.find("27x18x9x2x11x18")) == "27x18x9x2x11x18"


def test_a_middle_square_cannot_be_left_out_of_three() -> None:
    chain = Position.from_fen("B:W6,15,24,32:B1", "english")
    assert str(chain.find("1x28")) == "1x10x19x28"
    with pytest.raises(ValueError, match="not legal here"):
        chain.find("1x10x28")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "9",
        "9-",
        "-13",
        "9--13",
        "9 13",
        "hello",
        "9-13 10-14",
        "9-13..",
        "pass!",
        "9-1३",
        "9\N{EN DASH}13",
        "9-13\x00",
        "\N{KELVIN SIGN}1-9",
    ],
)
def test_anything_else_is_no_move(text: str) -> None:
    with pytest.raises(ValueError, match="is not a move; legal moves: 9-13, 9-14"):
        Position.start("english").find(text)


def test_no_control_character_is_echoed() -> None:
    for text in ("9-13\x1b[2J", "9 \n- 18", "9\x07", "\u202e9-13"):
        with pytest.raises(ValueError, match="not") as caught:
            Position.start("english").find(text)
        assert str(caught.value).isprintable()


def test_long_texts_are_refused_at_once_and_cut_in_the_message() -> None:
    started = time.process_time()
    for text in (
        "9-" * 100_000,
        "9" * 100_000,
        " " * 100_000 + "x",
        "9 " * 100_000,
        "1-2" * 50_000,
    ):
        with pytest.raises(ValueError, match="not") as caught:
            Position.start("english").find(text)
        assert len(str(caught.value)) < 200
        with pytest.raises(ValueError, match="not") as caught:
            Position.from_fen(f"B:W{text}:B1", "english")
        assert len(str(caught.value)) < 200
    assert time.process_time() - started < 5


def test_quoting_escapes_and_cuts() -> None:
    assert quoted("a\nb\x1b") == r"'a\nb\x1b'"
    assert quoted("x" * 41) == "'" + "x" * 37 + "...'"
    assert quoted("\ud800") == r"'\ud800'"


# FEN


@pytest.mark.sampled(12)
@pytest.mark.parametrize("count", [40, pytest.param(200, marks=pytest.mark.slow)])
@every_game
def test_a_written_fen_reads_back(variant: Variant, count: int) -> None:
    for position in sample(variant, count):
        again = Position.from_fen(position.fen(), variant)
        assert again == position
        assert again.fen() == position.fen()


@pytest.mark.parametrize(
    "text",
    [
        "B:W13,14,15,16,17,18:B1,2,3,4,5,6",
        "B:B1,2,3,4,5,6:W13,14,15,16,17,18",
        "b:w13-18:b1-6",
        "B:W18,17,16,15,14,13:B6,5,4,3,2,1",
        " B : W 13 - 18 : B 1 , 2,3 ,4-6 . ",
        "B:W13-18:B1-6.",
        "B:W13-15,16-18:B1-1,2-6\n",
        "B:W013-018:B01-06",
        "B:\n  W13-18:\n  B1-6\n",
    ],
)
def test_fens_in_many_spellings(text: str) -> None:
    assert Position.from_fen(text) == Position.start()


def test_a_list_may_be_empty() -> None:
    position = Position.from_fen("W:W:B5", "mini")
    assert position.count(Colour.WHITE) == 0
    assert position.outcome is not None
    assert position.fen() == "W:W:B5"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' does not begin with B: or W:; a FEN looks like B:W13,14,K15:B1,2,3"),
        ("W13:B1", "does not begin with B: or W:"),
        ("X:W13:B1", "does not begin with B: or W:"),
        ("BW:W13:B1", "does not begin with B: or W:"),
        ("B", "has 0 lists of pieces where two are needed"),
        ("B:W13", "has 1 list of pieces where two are needed"),
        ("B:W13:B1:W2", "has 3 lists of pieces where two are needed"),
        ("B:W13:B1:", "has 3 lists of pieces where two are needed"),
        ("B:W13:W1", "'W1' should be a list that begins with W or B"),
        ("B:13:B1", "'13' should be a list that begins with W or B"),
        ("B::B1", "'' should be a list that begins with W or B"),
        ("B:W:B", "the board is empty; it needs at least one piece"),
        ("B:W19:B1", "there is no square 19; mini has 1 to 18"),
        ("B:W0:B1", "there is no square 0; mini has 1 to 18"),
        ("B:W13-19:B1", "there is no square 19"),
        ("B:W13,13:B1", "square 13 is named twice"),
        ("B:W13:B13", "square 13 is named twice"),
        ("B:W12-14:B1,13", "square 13 is named twice"),
        ("B:W18-13:B1", "the range 18-13 runs backwards; write 13-18"),
        ("B:WK13:B1", "mini has no kings, so 'K13' cannot stand there"),
        ("B:W13,:B1", "'' in white's list is not a square like 9, K9 or 9-12"),
        ("B:W,13:B1", "'' in white's list"),
        ("B:W1 3:B2", "'1 3' in white's list"),
        ("B:W13:B1 2", "'1 2' in black's list"),
        ("B:W1K3:B1", "'1K3' in white's list"),
        ("B:W13:B1x", "'1x' in black's list"),
        ("B:W13:B1..", r"'1\.' in black's list"),
        ("B:W13:B1 and more", "'1 and more' in black's list"),
        ("B:W13--14:B1", "'13--14' in white's list"),
        ("B:W1३:B1", "in white's list"),
        ("B:W1\x0033:B1", r"'1\\x0033' in white's list"),
        ("B:W99999:B1", "'99999' in white's list"),
        ("B:Wa1:B1", "'a1' in white's list"),
    ],
)
def test_anything_else_is_no_fen(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as caught:
        Position.from_fen(text, MINI)
    assert str(caught.value).isprintable()


def test_a_king_range_must_not_mix() -> None:
    with pytest.raises(ValueError, match="'K5-K7' in white's list"):
        Position.from_fen("W:WK5-K7:B1", "english")


def test_large_boards_have_three_digits() -> None:
    position = Position.from_fen("W:WK256:B100", PIKACHU.of_size(16))
    assert position.fen() == "W:WK256:B100"


# Boards for chats.


def test_kings_are_hearts() -> None:
    assert "🖤" in write_emoji(Position.from_fen("B:WK5:BK1", "english"))
    assert "🤍" in write_emoji(Position.from_fen("B:WK5:BK1", "english"))
