"""A game as one line of text, and squares and moves as a person wants to read them."""

import copy
import json
import pickle
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minicheckers import Position, Variant
from minicheckers.game.correspondence import added_moves, read_line, write_letter, write_line
from minicheckers.game.pdn import PdnGame
from minicheckers.game.presentation import NotationChoice, Spelling
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.rules.house_rules import read_house_rules
from minicheckers.rules.notation import Move, Square
from minicheckers.rules.variant import VARIANTS, get_variant
from minicheckers.support.text import Phrase, joined, listing, sentence
from testing.positions import GAMES, game_id, hand_set


def english(*moves: str, result: str = "*") -> PdnGame:
    return PdnGame(replayed(Position.start("english"), moves), {}, result)


GAME = english("11-15", "22-18", "15x22", "25x18", "12-16")
LINE = write_line(GAME)


def test_a_line_can_be_read_by_a_person() -> None:
    assert LINE.startswith("minicheckers game english 11-15 22-18 15x22 25x18 12-16 check ")
    assert "\n" not in LINE


@pytest.mark.sampled(5)
@pytest.mark.parametrize("variant", GAMES, ids=game_id)
def test_every_game_survives_the_journey(variant: Variant) -> None:
    random = Random(7)
    for start in (Position.start(variant), hand_set(variant, random), hand_set(variant, random)):
        line = Timeline.begin(start)
        while line.outcome is None and line.ply < 60:
            line = line.play(random.choice(line.position.legal_moves()))
            assert read_line(write_line(PdnGame(line))).timeline == line
        assert read_line(write_letter(PdnGame(line))).timeline == line


HOUSE = read_house_rules(
    """
    name = "mine"
    base = "international"
    size = 8
    capture_forced = false
    king_name = "Queen Anne"
    notation = { squares = "A0", capture = ":" }
    """
)
HOUSE_LINE = write_line(PdnGame(Timeline.begin(Position.start(HOUSE)).play("21-17")))


@pytest.mark.parametrize(
    "journey",
    [
        lambda line: line,
        lambda line: "\n".join(f"> {word}" for word in line.split()),
        lambda line: line.replace(' "', " \N{LEFT DOUBLE QUOTATION MARK}").replace("-", "\u2013"),
    ],
)
def test_house_rules_go_with_the_game(journey) -> None:  # type: ignore[no-untyped-def]
    game = read_line(journey(HOUSE_LINE))
    assert game.timeline.start == Position.start(HOUSE)
    assert game.timeline.ply == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HOUSE_LINE.replace("}", ""), "rules in the line were changed"),
        (HOUSE_LINE.replace("false", "true"), "checksum"),
        (HOUSE_LINE[:60], "rules in the line were changed"),
        ("minicheckers game mine rules " + "[" * 100_000, "rules in the line were changed"),
    ],
)
def test_house_rules_that_were_damaged_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_line(text)


def test_a_result_goes_with_the_game() -> None:
    resigned = english("11-15", result="0-1")
    assert read_line(write_line(resigned)).result == "0-1"
    assert read_line(LINE).result == "*"
    won = PdnGame(replayed(Position.from_fen("B:W9:B5", "english"), ["5x14"]))
    assert read_line(write_line(won)).result == "0-1"
    assert "0-1" not in write_line(won)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "begins with"),
        ('[Event "?"]', "begins with"),
        ("minicheckers game", "cut short"),
        (LINE[:-9], "cut short"),
        (LINE[:-1], "checksum"),
        (LINE.replace("12-16", "12-17"), "checksum"),
        (LINE.replace("english", "towers"), "checksum"),
    ],
)
def test_a_line_that_was_damaged_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_line(text)


def signed(words: str) -> str:
    """A line with these words and the checksum that belongs to them."""
    from zlib import crc32

    text = " ".join(["minicheckers game", *words.split()])
    return f"{text} check {crc32(''.join(text.lower().split()).encode()):08x}"


@given(st.text(alphabet="minchekrsg0123456789-x:WBK,/ \n>"), st.booleans())
def test_anything_else_is_refused_with_a_value_error_alone(words: str, sign: bool) -> None:
    text = signed(words) if sign else f"minicheckers game {words} check 0"
    try:
        game = read_line(text)
    except ValueError:
        return
    assert read_line(write_line(game)) == game


def test_the_other_side_may_only_have_added_moves() -> None:
    mine = GAME.timeline
    theirs = mine.play("29-25")
    assert list(map(str, added_moves(mine, theirs))) == ["29-25"]
    for other, told in (
        (mine, "no new move"),
        (theirs.undo(2), "lacks the last 1 move"),
        (english("11-15", "22-18", "15x22", "26x17").timeline, "move 4 is 26x17 there and 25x18"),
        (Timeline.begin(Position.start("mini")), "another game of mini"),
    ):
        with pytest.raises(ValueError, match=told):
            added_moves(mine, other)


# Squares and moves as a person wants to read them, alone and in sentences.

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
