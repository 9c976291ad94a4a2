"""Recorded games and the computer playing itself: stepped through, shown like a film, asked."""

from typing import Any

import pytest

from minicheckers.activities.activity import FASTEST
from minicheckers.activities.game import CoachedGame
from minicheckers.activities.recorded import Recorded
from minicheckers.activities.review import Reviewed
from minicheckers.game.pdn import read_games
from minicheckers.game.player import PERSON
from minicheckers.game.player import Player as GamePlayer
from minicheckers.game.session import Session
from minicheckers.game.timeline import replayed
from minicheckers.rules.position import Position
from minicheckers.storage.store import Store
from testing.board_player import Player
from testing.desk_runner import run
from testing.game_player import AtGame, watching

GAME = ["6-9", "15-12", "5-8", "12x5"]
ANN = '[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n[Variant "mini"]\n\n1. 6-9 14-11 1-0\n'


def recorded(ply: int = 0, **changes: Any) -> Recorded:
    line = replayed(Position.start("mini"), GAME)
    return Recorded(Session(line.at(ply), PERSON, GamePlayer("easy")), **changes)


def of_record() -> Recorded:
    (record,) = read_games(ANN)
    return Recorded(Session(record.timeline.at(0), PERSON, PERSON), record)


def test_nothing_is_moved_in_it() -> None:
    player = Player().open(recorded(1))
    player.click(14).click(11)
    assert player.moves == GAME[:1]
    assert "recorded" in player.press(":").said


def test_the_coach_speaks_of_every_position() -> None:
    player = Player().open(recorded()).press("i")
    assert "exact" in player.panel
    player.press("i", "c")
    assert player.study.shown_hint()
    player.press("right").settled()
    assert not player.study.shown_hint()
    assert player.press("a").study.title() == "analysis board"
    assert player.press("b").moves == GAME[:1]


def test_it_is_shown_like_a_film_at_any_speed() -> None:
    player = Player().open(recorded()).press("p")
    assert "pause" in player.text
    player.wait(0.1)
    first = len(player.moves)
    assert first < len(GAME)
    assert player.settled().moves == GAME
    assert "p film" in player.text
    player.press("p", "-", "-").wait(0.1)
    assert len(player.moves) <= 1, "from the beginning, slowly"
    player.press("p")
    stopped = player.settled().moves
    assert stopped != GAME
    for _ in range(20):
        player.press("+")
    assert player.said.startswith(f"{FASTEST:g}x")


@pytest.mark.parametrize(("down", "person"), [(0, "black"), (1, "white"), (2, "None")])
def test_it_is_played_on_as_either_side_or_both(down: int, person: str) -> None:
    player = Player().open(recorded(1)).press("enter", *["down"] * down, "enter")
    assert isinstance(player.study, CoachedGame)
    session = player.study.session
    assert str(session.person) == person
    assert str(session.timeline.moves[0]) == GAME[0]
    assert len(session.timeline.moves) < len(GAME), "what came after is left out"
    computers = {str(one) for one in (session.black, session.white) if not one.is_person}
    assert computers <= {"easy"}, "the level of the recorded game"


def test_a_review_is_opened_from_it_at_any_moment() -> None:
    player = Player().open(recorded(1)).press("v")
    assert isinstance(player.study, Reviewed)
    assert len(player.study.graded) == len(GAME)
    assert player.press("b").moves == GAME[:1]


def test_line_by_line(store: Store) -> None:
    words = ("redo", "redo 2", "undo", "redo x", "15-12", "hint", "values", "undo 99", "undo")
    code, said = run(of_record(), store, *words)
    assert code == 0
    assert "Ben" in said
    assert said.count("plays 6-9") == 1
    assert "recorded game" in said
    assert "Look at the piece" in said
    assert "beginning of the game" in said
    assert not store.games()


def test_line_by_line_it_is_played_on_at_a_level(store: Store) -> None:
    _code, said = run(of_record(), store, "redo", "play easy", "1", "undo")
    assert "against you (white)" in said
    assert store.unfinished()
    _code, said = run(of_record(), store, "redo", "play nobody")
    assert "nobody" in said


# The computer plays itself: faster, slower, paused, a move at a time.


def one_move(player: AtGame) -> AtGame:
    """Let the computer that thinks move, without waiting for the next one."""
    player.search.busy = False
    legal = player.game.position.legal_moves()
    player.search.heard(type("Answer", (), {"move": legal[0], "score": None})(), True)
    return player.wait(0).wait(0)


def test_pause_step_and_go_on() -> None:
    player = watching().press("p")
    assert not player.search.busy
    assert not player.wait(60).search.busy
    assert "paused" in player.text
    assert "continue" in player.text
    player.press("right")
    assert player.search.busy
    one_move(player).wait(60)
    assert len(player.moves) == 1
    assert not player.search.busy
    assert player.press("p").wait(0).search.busy


def test_passes_happen_by_themselves_and_the_end_is_shown() -> None:
    assert watching("B:W10,18:B16").settled().moves == ["pass"]
    player = one_move(watching("B:W8:B5")).look()
    assert "Black wins" in player.text
    assert "no move to choose" in player.press("escape", "c").said
    player.press("n")
    assert player.moves == []
    assert player.search.busy
    assert player.store.games_saved == []
    assert player.press("b").at_menu


def test_there_is_nothing_to_resign_or_to_move() -> None:
    player = watching()
    before = player.session
    player.press("x", "=").click(6)
    assert player.app.overlay is None
    assert player.session is before


def test_a_failure_is_told_and_asked_about_again() -> None:
    player = watching()
    player.search.busy = False
    player.search.failed("no idea")
    assert "no idea" in player.wait(0).text.casefold()
    assert not player.wait(60).search.busy
    assert player.press("enter").search.busy
