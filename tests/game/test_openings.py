"""Openings: every line of the data by our own rules, names by position, ballots."""

from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from minicheckers.game.openings import (
    DRAW,
    ballots,
    begin,
    find_ballot,
    is_ballot,
    opening_of,
)
from minicheckers.game.player import Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, Colour, get_variant

ENGLISH, RUSSIAN = get_variant("english"), get_variant("russian")
TABLE = Path(__file__).parents[1] / "data" / "drawing_table.txt"


def played(moves: str, game: str = "english") -> Timeline:
    return replayed(Position.start(get_variant(game)), moves.split())


def ballot(key: str, game: str = "english") -> Timeline:
    variant = get_variant(game)
    return begin(variant, find_ballot(variant, key), Random(1))


@pytest.mark.parametrize("game", ["russian", "brazilian"])
def test_every_line_of_the_drawing_table_ends_where_the_table_says(game: str) -> None:
    told = dict(line.split() for line in TABLE.read_text().splitlines())
    assert set(ballots(get_variant(game))) == set(told)
    assert len(told) == 150
    for key, fen in told.items():
        assert ballot(key, game).position == Position.from_fen(fen, game)


def test_english_has_174_different_ballots_of_which_156_are_drawn() -> None:
    known = ballots(ENGLISH)
    assert set(known) == {str(number) for number in range(1, 175)}
    assert sum(one.drawn for one in known.values()) == 156
    barred = "3 13 26 35 44 45 48 52 77 88 94 109 114 137 145 156 168 171"
    assert [key for key, one in known.items() if not one.drawn] == barred.split()
    ends = {ballot(key).position for key in known}
    assert len(ends) == 174
    assert {ballot(key).ply for key in known} == {3}


@pytest.mark.parametrize("game", ["english", "russian", "brazilian"])
def test_another_order_of_moves_leads_to_the_same_name(game: str) -> None:
    others = 0
    for key in ballots(get_variant(game)):
        line = ballot(key, game)
        if not line.ply:
            continue
        name = opening_of(line)
        assert name.endswith(f"ballot {key}")
        for moves in permutations(map(str, line.moves)):
            try:
                other = played(" ".join(moves), game)
            except ValueError:
                continue
            if other.position == line.position:
                assert opening_of(other) == name
                others += moves != tuple(map(str, line.moves))
    assert others > 20


@pytest.mark.parametrize(
    ("moves", "name"),
    [
        ("", ""),
        ("9-14", "Double Corner"),
        ("9-14 23-18 14x23", "Double Cross, ballot 46"),
        ("9-14 22-17 10-15", "Nutcracker, ballot 94"),
        ("12-16 23-18 10-15", "Kelso, ballot 102"),
        ("11-15 23-19 8-11 22-17 3-8", "Alma"),
        ("11-15 22-17 8-11 23-19 3-8", "Alma"),
        ("11-15 23-19 8-11 22-17 3-8 25-22 11-16", "Alma"),
        ("11-15 22-17 8-11 17-13 4-8 25-22", "Douglas"),
    ],
)
def test_an_opening_is_known_by_the_last_position_with_a_name(moves: str, name: str) -> None:
    assert opening_of(played(moves)) == name


def test_what_is_undone_is_no_opening_and_a_game_may_begin_at_one() -> None:
    line = played("11-15 23-19 8-11 22-17 3-8")
    assert opening_of(line.undo(4)) == "Old Faithful"
    set_up = Timeline.begin(played("9-14 23-18 14x23").position).play("27x18")
    assert opening_of(set_up) == "Double Cross, ballot 46"
    for name, variant in VARIANTS.items():
        if name not in ("english", "russian", "brazilian"):
            line = Timeline.begin(Position.start(variant))
            assert opening_of(line.play(line.position.legal_moves()[0])) == ""


def test_a_ballot_is_asked_for_by_its_number_or_its_name() -> None:
    line = ballot("46")
    assert " ".join(map(str, line.played)) == "9-14 23-18 14x23"
    assert line == ballot("double CROSS")
    assert ballot("1-ii", "russian").ply == 3
    assert ballot("94") == ballot("Nutcracker")


@pytest.mark.parametrize(
    ("game", "word", "told"),
    [
        ("english", "Octopus", "86 and 133"),
        ("english", "doble cross", "did you mean Double Cross"),  # codespell:ignore
        ("english", "darw", "did you mean draw"),  # codespell:ignore
        ("english", "1750", "1"),
        ("english", "", "1 to 174"),
        ("russian", "qqqq", "1-I to 15-X"),
        ("mini", "46", "english, russian and brazilian"),
        ("english-losing", "46", "has no ballots"),
    ],
)
def test_what_is_no_ballot_is_told_in_a_sentence(game: str, word: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        ballot(word, game)


def test_no_draw_repeats_another_before_all_have_come_and_none_is_barred() -> None:
    drawn = [begin(ENGLISH, DRAW, Random(7), number) for number in range(312)]
    assert len(set(drawn)) == 156
    assert drawn[:156] == drawn[156:]
    barred = [ballot(key) for key, one in ballots(ENGLISH).items() if not one.drawn]
    assert not set(drawn) & set(barred)
    other = begin(ENGLISH, DRAW, Random(8))
    assert other != drawn[0]


def test_only_the_moves_of_a_ballot_are_one() -> None:
    line = ballot("46")
    assert is_ballot(line)
    assert not is_ballot(line.undo())
    assert not is_ballot(line.play("27x18"))
    assert is_ballot(ballot("7-V", "russian"))


# A game that begins with one


def test_who_is_first_has_the_colour_that_begins_whoever_is_to_move() -> None:
    request = GameRequest(ballot="46", random=Random(1))
    for first, person in (("you", Colour.BLACK), ("computer", Colour.WHITE)):
        session = request.new_session(ENGLISH, "easy", first)
        assert session.person is person
        assert session.position.turn is Colour.WHITE
        assert session.timeline == ballot("46")


def test_the_moves_are_on_record_and_can_be_undone() -> None:
    session = GameRequest(ballot="46").two_player_session(ENGLISH)
    text = session.pdn("2026.11.20")
    assert '[Opening "Double Cross, ballot 46"]' in text
    assert "FEN" not in text
    assert "1. 9-14 23-18 2. 14x23" in text
    later = session.play("27x18")
    assert later.undo_turn().timeline.so_far == session.timeline
    assert later.undo_turn().undo_turn().timeline.ply == 2
    assert later.restarted() == session


def test_after_undoing_into_a_ballot_another_move_is_somebodys_own() -> None:
    session: Session = GameRequest(ballot="46").two_player_session(ENGLISH)
    assert session.given == 3
    other = session.undo_turn().undo_turn().play("22-18")
    assert (other.timeline.ply, other.given) == (2, 1)
    assert other.restarted().timeline.ply == 1


def test_a_watched_game_begins_with_it_too() -> None:
    session = GameRequest(ballot="1-I").watched_session(RUSSIAN, "easy")
    assert session.timeline == ballot("1-I", "russian")
    assert session.black == Player("easy")
    assert " ".join(map(str, session.timeline.played)) == "22-18 9-13 18-14"
