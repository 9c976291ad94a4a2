"""The clock on the board, resigning, moving now, and the bell."""

from dataclasses import replace
from pathlib import Path

import pytest

from minicheckers.engine.decision import Progress
from minicheckers.engine.score import Score
from minicheckers.game.clock import TimeControl
from minicheckers.game.player import PERSON, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.play.effects import Finish, HurryUp, Save, StopThinking, Think
from minicheckers.rules.variant import Colour
from minicheckers.tui.events import GameReady, Resized, Tick
from minicheckers.tui.widgets.dialog import Dialog
from testing.fake_screen import FakeTerminal
from testing.screen_player import ScreenPlayer, against, menu_state, position, two_people, watching


def timed(
    control: str = "5+3", *, first: bool = True, size: tuple[int, int] = (80, 24)
) -> ScreenPlayer:
    line = Timeline.begin(position("mini"))
    session = Session.against(line, Player("hard"), person_first=first)
    session = session.with_clock(TimeControl.parse(control))
    return ScreenPlayer(menu_state(size=size)).send(GameReady(session))


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (50, 18), (40, 15), (24, 9)])
def test_the_time_left_is_shown_at_every_size(size: tuple[int, int]) -> None:
    player = timed(size=size)
    assert player.text.count("5:00") == 2
    player.wait(10)
    assert "4:50" in player.text
    assert "5:00" in player.text


def test_a_move_stops_the_clock_and_brings_time() -> None:
    player = timed().wait(10).play("6-9")
    assert "4:53" in player.text
    player.wait(4)
    assert "4:56" in player.text
    player.answer().wait(1)
    assert "4:59" in player.text
    assert player.saved[-1].clock is not None


def test_who_has_no_time_left_loses() -> None:
    player = timed().play("6-9").answer()
    player.wait(303.5)
    assert isinstance(player.state.overlay, Dialog)
    assert player.state.overlay.title == "You lose"
    assert player.state.overlay.text == "Black's time is up."
    assert len(player.of_kind(Finish)) == 1
    player.wait(1).press("u")
    assert "you cannot undo" in player.said
    player.press("n")
    assert player.game.outcome is None
    assert player.text.count("5:00") == 2


def test_the_computer_loses_on_time_too() -> None:
    player = timed().play("6-9").wait(301)
    assert isinstance(player.state.overlay, Dialog)
    assert player.state.overlay.title == "You win"
    assert player.game.thinking is None
    assert player.of_kind(StopThinking)


def test_a_resize_at_the_last_moment_is_not_lost() -> None:
    player = timed()
    player.now += 400
    player.send(Resized(100, 30), Tick())
    assert player.state.size == (100, 30)
    assert player.game.outcome is not None


def test_the_computer_is_told_how_long_it_may_think() -> None:
    player = timed().play("6-9")
    think = player.of_kind(Think)[-1]
    assert 1 < think.seconds < 30
    assert against().play("6-9").of_kind(Think)[-1].seconds is None


def test_the_clock_stands_still_in_the_menu_and_is_saved() -> None:
    player = timed().play("6-9").answer().wait(60).press("m")
    assert player.saved[-1].clock is not None
    assert round(player.saved[-1].clock.of(Colour.BLACK)) == 243
    player.wait(1000).press("enter")
    assert player.game.outcome is None
    assert "4:03" in player.text


def test_taking_back_gives_no_time_back() -> None:
    player = timed().play("6-9").answer().wait(60).press("u")
    assert player.screen_on.timeline.ply == 0
    assert "4:03" in player.text


def test_the_clock_is_saved_at_the_end_and_goes_on(tmp_path: Path) -> None:
    arguments = ("--level", "easy", "--first", "you", "--clock", "5+0", "--no-animation")
    terminal = FakeTerminal(arguments, directory=tmp_path)
    terminal.wait_for("Your turn").press("enter", "enter")
    terminal.wait_for("1. ").wait_for("Your turn")
    terminal.rest(100)
    terminal.press("q")
    assert terminal.wait() == 0
    again = FakeTerminal(("--resume",), directory=tmp_path)
    again.wait_for("Your turn")
    assert "3:" in again.text
    again.close()


def test_the_pause_between_watched_moves_is_nobodys_time() -> None:
    player = watching()
    session = replace(player.game.session, clock=None).with_clock(TimeControl(2, 0))
    player = ScreenPlayer(menu_state()).send(GameReady(session)).press("-", "-")
    player.answer().wait(3.5)
    assert player.game.outcome is None
    player.wait(1).answer()
    assert player.screen_on.timeline.ply == 2


# Resigning


def test_resigning_is_asked_about_and_counts() -> None:
    player = against().play("6-9").answer().press("x")
    assert "Resign?" in player.text
    assert player.press("n").game.outcome is None
    player.press("x", "y")
    assert isinstance(player.state.overlay, Dialog)
    assert player.state.overlay.title == "You lose"
    assert "has resigned" in player.state.overlay.text
    assert len(player.of_kind(Finish)) == 1
    player.wait(1).press("u")
    assert player.game.outcome is None


def test_resigning_while_the_computer_thinks_and_with_two_people() -> None:
    player = against().play("6-9").press("x", "y")
    assert player.game.thinking is None
    assert player.game.outcome is not None
    friends = two_people().press("x", "y")
    assert "White wins" in friends.text


def test_there_is_nothing_to_resign_in_a_watched_game() -> None:
    assert watching().press("x").state.overlay is None


# Moving now


def test_move_now_hurries_the_search_and_its_answer_counts() -> None:
    player = against().play("6-9")
    player.report(Progress(3, Score(1), (), 10, 0.1))
    assert "g move now" in player.text
    player.press("g")
    assert player.of_kind(HurryUp)
    assert not player.of_kind(StopThinking)
    assert "move now" not in player.text.splitlines()[-1]
    player.answer("14-11")
    assert player.screen_on.timeline.ply == 2
    assert "not thinking" in player.press("g").said


def test_move_now_on_a_real_search(tmp_path: Path) -> None:
    words = ("--variant", "english", "--first", "ai", "--level", "timed", "--time", "600")
    terminal = FakeTerminal((*words, "--no-animation"), directory=tmp_path)
    terminal.wait_for("thinking").press("g")
    terminal.wait_for("Your turn")
    terminal.close()


def test_move_now_before_anything_is_found_still_finds_a_good_move(tmp_path: Path) -> None:
    board = "B:W22,10,18:B15,1"
    words = ("--variant", "english", "--first", "ai", "--level", "timed", "--time", "600")
    terminal = FakeTerminal((*words, "--no-animation", "--board", board), directory=tmp_path)
    terminal.press("g")
    terminal.wait_for("1. ")
    terminal.close()


# The bell


def test_the_bell_rings_when_it_is_your_turn_and_only_if_wanted() -> None:
    silent = against().play("6-9").answer()
    assert silent.screen.rung == 0
    player = against()
    player.app.state = replace(player.state, bell=True)
    player.play("6-9")
    assert player.screen.rung == 0
    player.answer()
    assert player.screen.rung == 1
    player.press("u", "r", "?", "escape").wait(3)
    assert player.screen.rung == 1


def test_no_game_of_two_people_rings() -> None:
    player = ScreenPlayer(menu_state(bell=True))
    line = Timeline.begin(position("mini"))
    player.send(GameReady(Session(line, PERSON, PERSON))).play("6-9").play("14-11")
    assert player.screen.rung == 0
    assert player.of_kind(Save)


def test_resigning_keeps_the_time_that_was_used() -> None:
    player = timed().play("6-9").answer().wait(60).press("x", "y")
    assert "4:03" in player.text


def test_answers_are_reached_with_all_arrows() -> None:
    player = against().press("x", "down", "enter")
    assert player.game.outcome is not None


def test_the_clock_stands_still_while_something_is_tried_out() -> None:
    player = timed().play("6-9").answer().wait(60).press("a").wait(1000).press("a")
    assert player.game.outcome is None
    assert "4:03" in player.text
