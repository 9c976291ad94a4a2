"""Squares and moves as a person wants to read them, alone and in sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minicheckers.rules.notation import Move, NotationChoice, Spelling
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, get_variant

MINI = get_variant("mini")
LETTERS = Spelling(MINI, letters=True)


@pytest.mark.parametrize(
    ("game", "letters"),
    [
        *((game, False) for game in ("mini", "english", "international")),
        *((game, True) for game in ("russian", "turkish", "pikachu")),
    ],
)
def test_a_game_is_written_as_its_players_write_it_unless_the_person_wants_otherwise(
    game: str, letters: bool
) -> None:
    variant = get_variant(game)
    assert Spelling.of(variant).letters is letters
    assert Spelling.of(variant, NotationChoice.LETTERS).letters
    assert not Spelling.of(variant, NotationChoice.NUMBERS).letters


@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_written_can_be_typed(name: str) -> None:
    position = Position.start(name)
    for letters in (False, True):
        for move in position.legal_moves():
            assert position.find(Spelling(position.variant, letters).move(move)) == move


@pytest.mark.parametrize(
    ("numbers", "letters"),
    [
        ("Play 6-9.", "Play e5-f4."),
        ("Look at the piece on 5.", "Look at the piece on c5."),
        ("6x13 wins; 2-5 and 3-6 do not", "e5xb2 wins; d6-c5 and f6-e5 do not"),
        ("(6-9)", "(e5-f4)"),
        *((same, same) for same in ("a 6x6 board", "1-0", "2024-12-31", "5+3", "+0.30 to -0.20")),
        *((same, same) for same in ("W13-18", "19-20 is off the board", "c5-d4", "3 to 2")),
    ],
)
def test_the_squares_of_a_sentence_are_rewritten_and_nothing_else(
    numbers: str, letters: str
) -> None:
    assert LETTERS.sentence(numbers) == letters
    assert Spelling(MINI, letters=False).sentence(numbers) == numbers


@given(st.text(alphabet="0123456789-x abc.:+", max_size=30))
def test_a_sentence_is_rewritten_once(text: str) -> None:
    once = LETTERS.sentence(text)
    assert LETTERS.sentence(once) == once


def test_a_pass_has_no_squares() -> None:
    assert LETTERS.move(Move(())) == "pass"
