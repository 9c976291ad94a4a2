"""Any text into any parser: a value that re-serialises to a fixed point, or a ValueError alone."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minicheckers import Colour, Game, Position, Variant
from minicheckers.game.pdn import read_games, write_game
from minicheckers.rules.board_files import FORMS, read_board, write_board
from minicheckers.rules.notation import coordinate, parse_square
from testing.positions import GAMES, hand_set

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
fens = st.builds(Position.fen, positions)


@st.composite
def boards(draw: st.DrawFn) -> str:
    position = draw(positions)
    fitting = [name for name, form in FORMS.items() if form.fits(position.variant)]
    return write_board(position, draw(st.sampled_from(fitting)))


@st.composite
def pdns(draw: st.DrawFn) -> str:
    game = Game(start=draw(positions))
    game.tags = draw(st.dictionaries(st.sampled_from(("Event", "White", "X_1")), st.text()))
    for _ in range(draw(st.integers(0, 6))):
        if moves := game.legal_moves():
            game.play(draw(st.sampled_from(moves)))
    return game.pdn()


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


def check_fens(variant: Variant, text: str) -> None:
    position = value_or_sentence(lambda: Position.from_fen(text, variant))
    if position is not None:
        assert Position.from_fen(position.fen(), variant) == position
        assert Position.from_fen(position.fen(), variant).fen() == position.fen()


@pytest.mark.parametrize("examples", [40, pytest.param(300, marks=pytest.mark.slow)])
def test_fens(examples: int) -> None:
    settings(max_examples=examples)(given(variants, nonsense | damaged(fens))(check_fens))()


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


@given(st.sampled_from(("mini", "towers", "english", "pikachu")), nonsense | damaged(boards()))
def test_boards_that_tell_their_size(name: str, text: str) -> None:
    position = value_or_sentence(lambda: read_board(text, name))
    if position is not None:
        assert read_board(write_board(position, "diagram"), name) == position


def check_pdns(text: str) -> None:
    records = value_or_sentence(lambda: list(read_games(text)))
    for record in records or ():
        written = write_game(record)
        (again,) = read_games(written)
        assert (again.timeline, again.result) == (record.timeline, record.result)
        assert write_game(again) == written


@pytest.mark.parametrize("examples", [20, pytest.param(300, marks=pytest.mark.slow)])
def test_pdns(examples: int) -> None:
    settings(max_examples=examples)(given(nonsense | damaged(pdns()))(check_pdns))()


@given(nonsense)
def test_variant_names(text: str) -> None:
    value_or_sentence(lambda: Position.start(text))


@pytest.mark.slow
@given(damaged(pdns()))
@settings(max_examples=5000)
def test_many_more_pdns(text: str) -> None:
    value_or_sentence(lambda: list(read_games(text)))
