"""Watching: stepping through a recorded game, and the computer playing itself."""

from minicheckers.game.player import PERSON
from minicheckers.game.session import Session
from minicheckers.play.effects import Finish, Save, StopThinking
from minicheckers.rules.notation import Move
from minicheckers.rules.variant import Colour
from minicheckers.tui.events import Click, GameReady
from minicheckers.tui.screens.replay import ReplayScreen
from minicheckers.tui.screens.watching import SPEEDS, WatchScreen
from minicheckers.tui.widgets.dialog import Dialog
from testing.screen_player import ScreenPlayer, menu_state, replaying, watching

GAME: list[Move | str] = ["6-9", "14-11", "9-12"]


def plies(player: ScreenPlayer) -> int:
    return player.screen_on.timeline.ply


def test_left_and_right_walk_through_the_game() -> None:
    player = replaying("mini", GAME)
    assert "The start (2 moves)" in player.text
    player.press("right", "right")
    assert "Move 1 of 2, white: 14-11" in player.text
    assert plies(player.press("left")) == 1
    assert plies(player.press("end")) == 3
    assert player.press("right").said == "This is the end of the game."
    assert plies(player.press("home")) == 0
    assert player.press("left").said == "This is the beginning of the game."
    assert not player.effects[1:]


def test_enter_goes_on_playing_from_there() -> None:
    player = replaying("mini", GAME).press("right", "right", "enter")
    assert isinstance(player.state.screen, ReplayScreen)
    assert "Play on?" in player.text
    player.press("2")
    assert not isinstance(player.state.screen, ReplayScreen)
    assert player.game.person_to_move
    player.play("4-7")
    assert [str(m) for m in player.screen_on.timeline.moves] == ["6-9", "14-11", "4-7"]
    assert len(player.of_kind(Save)) == 1


def test_clicks_and_tab_do_not_move_pieces_of_a_recorded_game() -> None:
    player = replaying("mini", GAME)
    before = player.screen_on
    player.press("tab").send(Click(10, 10))
    assert player.screen_on == before


def test_a_recorded_end_is_looked_at_in_peace() -> None:
    line = watching("mini", "B:W8:B5").answer("5x12").screen_on.timeline
    player = ScreenPlayer(menu_state()).send(
        GameReady(Session(line.at(0), PERSON, PERSON), replaying=True)
    )
    player.press("end")
    assert player.state.overlay is None
    assert "over here" in player.press("enter").said
    assert isinstance(player.state.screen, ReplayScreen)
    assert not player.of_kind(Finish)


def test_the_computer_plays_both_sides_with_a_pause() -> None:
    player = watching()
    assert player.jobs[-1].session.position.turn is Colour.BLACK
    player.answer()
    assert player.game.thinking is None
    player.wait(SPEEDS[2] / 2)
    assert len(player.jobs) == 1
    player.wait(SPEEDS[2])
    assert len(player.jobs) == 2
    assert not player.of_kind(Save)


def test_pause_step_and_go_on() -> None:
    player = watching().press(" ")
    assert player.of_kind(StopThinking)
    player.wait(60)
    assert len(player.jobs) == 1
    assert "paused" in player.text
    player.press("right")
    assert len(player.jobs) == 2
    player.answer().wait(60)
    assert plies(player) == 1
    assert len(player.jobs) == 2
    player.press("p")
    assert len(player.jobs) == 3


def test_speed_keys() -> None:
    player = watching().press("+")
    assert player.said == "0.5 seconds between two moves."
    player.press("-", "-")
    assert player.said == "2 seconds between two moves."
    player.press(*"-" * 9)
    assert player.said == "4 seconds between two moves."
    player.press(*"+" * 9)
    assert player.said == "0 seconds between two moves."
    player.answer().wait(0.1)
    assert len(player.jobs) == 2


def test_undo_pauses_a_watched_game_one_ply_back() -> None:
    player = watching().press("+", "+", "+").answer().wait(0.1).answer()
    assert plies(player) == 2
    player.press("u")
    assert plies(player) == 1
    assert isinstance(player.state.screen, WatchScreen)
    assert player.state.screen.paused
    player.wait(60)
    assert plies(player) == 1


def test_forfeited_turns_pass_by_themselves_and_the_end_is_shown() -> None:
    player = watching("mini", "B:W10,18:B16")
    assert plies(player) == 1
    player = watching("mini", "B:W8:B5").answer("5x12")
    assert isinstance(player.state.overlay, Dialog)
    assert "Black wins" in player.text
    assert not player.of_kind(Finish)
    player.press("enter")
    assert plies(player) == 0
    assert player.game.thinking is not None


def test_clicks_do_not_move_the_computers_pieces() -> None:
    player = watching()
    before = player.game.session
    assert player.click(6).game.session == before


def test_a_watched_game_is_left_and_continued_from_the_menu() -> None:
    player = watching().answer().press("m")
    assert player.at_menu
    player.wait(60)
    assert len(player.jobs) == 1
    player.press("enter")
    assert not player.at_menu
    player.wait(60)
    assert len(player.jobs) == 2
