"""Squares and moves as a person wants to read them, alone and in sentences."""

import copy
import json
import pickle

import pytest

from minicheckers.game.presentation import NotationChoice, Spelling
from minicheckers.rules.notation import Move, Square
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, get_variant
from minicheckers.support.text import Phrase, joined, listing, sentence

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


def test_the_moves_and_squares_of_a_phrase_are_spelled_and_nothing_else() -> None:
    move, other = Move((6, 9)), Move((6, 13), captured=(9,))
    told = Phrase("1. ", move, " (1-0, 6-9, +5.5) on ", Square(5), ", not ", other, " by 6")
    assert told == "1. 6-9 (1-0, 6-9, +5.5) on 5, not 6x13 by 6"
    assert LETTERS.text(told) == "1. e5-f4 (1-0, 6-9, +5.5) on c5, not e5xb2 by 6"
    assert Spelling(MINI, letters=False).text(told) == str(told)


def test_parts_are_kept_by_all_that_builds_phrases() -> None:
    moves = [Move((6, 9)), Move((6, 8)), Move((5, 7))]
    inside = Phrase(joined(moves[:2], " "), ": ", listing(moves, "or"), "", Phrase())
    assert LETTERS.text(sentence(inside)) == "e5-f4 e5-d4: e5-f4, e5-d4 or c5-b4."
    assert LETTERS.text(sentence(Phrase("so: ", moves[0]))) == "So: e5-f4."
    assert sentence("  as it comes ") == "As it comes."
    assert sentence(Phrase()) == sentence("") == joined([]) == ""


def test_an_error_holds_a_phrase_and_a_copy_its_parts() -> None:
    refused = ValueError(Phrase("not ", Move((6, 9))))
    for error in (refused, pickle.loads(pickle.dumps(refused)), copy.deepcopy(refused)):
        assert LETTERS.text(str(error)) == "not e5-f4"
        assert json.dumps(str(error)) == '"not 6-9"'


def test_a_pass_has_no_squares() -> None:
    assert LETTERS.move(Move(())) == "pass"
