"""What is saved, and what is kept with its result."""

from dataclasses import replace

import pytest

from minicheckers.game.player import PERSON
from minicheckers.game.session import Session
from minicheckers.play.effects import Finish, Save
from minicheckers.play.game import keeping
from minicheckers.rules.variant import Colour
from testing.store_games import begun, finished, played, won_by


def test_what_is_done_for_each_kind_of_game() -> None:
    under_way, over = played(begun(), 3), won_by(colour_is_person=True)
    two_people = replace(over, black=PERSON, white=PERSON)
    two_computers = replace(under_way, black=under_way.white)
    table: list[tuple[Session, type[Save] | type[Finish] | None]] = [
        (begun(), None),
        (under_way, Save),
        (under_way.undo_turn(), Save),
        (over, Finish),
        (under_way.resign(Colour.BLACK), Finish),
        (begun().resign(Colour.BLACK), None),
        (two_people, Finish),
        (two_computers, None),
    ]
    for session, expected in table:
        kept = keeping(session)
        assert kept is None if expected is None else (type(kept), kept) == (expected, (session,))


def test_a_resignation_ends_the_game_and_can_be_taken_back() -> None:
    session = played(begun(), 3)
    over = session.resign(Colour.WHITE)
    assert str(over.outcome) == "Black wins: White has resigned"
    assert '[Result "0-1"]' in over.pdn("2024.01.01")
    with pytest.raises(ValueError, match="the game is over"):
        over.play(over.position.legal_moves()[0])
    with pytest.raises(ValueError, match="the game is over"):
        over.resign(Colour.BLACK)
    assert over.undo_turn() == session
    with pytest.raises(ValueError, match="the game is over"):
        finished().resign(Colour.BLACK)
