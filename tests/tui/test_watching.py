"""Looking on: stepping through a recorded game, and watching the computer play itself."""

from minicheckers.game.player import PERSON
from minicheckers.game.session import Session
from minicheckers.rules.notation import Move
from minicheckers.rules.variant import Colour
from minicheckers.tui.events import Click, Count, GameReady, Save, StopThinking
from minicheckers.tui.state import Dialog
from minicheckers.tui.update.game_flow import SPEEDS
from testing.screen_player import Desk, menu_state, replaying, watching

GAME: list[Move | str] = ["6-9", "14-11", "9-12"]


def plies(desk: Desk) -> int:
    return desk.game.session.timeline.ply


def test_left_and_right_walk_through_the_game() -> None:
    desk = replaying("mini", GAME)
    assert "move 0 of 3" in desk.text
    desk.press("right", "right")
    assert "move 2 of 3: 14-11" in desk.text
    assert plies(desk.press("left")) == 1
    assert plies(desk.press("end")) == 3
    assert desk.press("right").said == "this is the end of the recorded game"
    assert plies(desk.press("home")) == 0
    assert desk.press("left").said == "this is the beginning of the recorded game"
    assert not desk.effects[1:]


def test_enter_goes_on_playing_from_there() -> None:
    desk = replaying("mini", GAME).press("right", "right", "enter")
    assert not desk.game.replaying
    assert desk.game.person_to_move
    desk.play("4-7")
    assert [str(m) for m in desk.game.session.timeline.moves] == ["6-9", "14-11", "4-7"]
    assert len(desk.of_kind(Save)) == 1


def test_clicks_and_tab_do_not_move_pieces_of_a_recorded_game() -> None:
    desk = replaying("mini", GAME)
    before = desk.game
    desk.press("tab").send(Click(10, 10))
    assert desk.game == before


def test_a_recorded_end_is_looked_at_in_peace() -> None:
    line = watching("mini", "B:W8:B5").answer("5x12").game.session.timeline
    desk = Desk(menu_state()).send(GameReady(Session(line.at(0), PERSON, PERSON), replaying=True))
    desk.press("end")
    assert desk.state.overlay is None
    assert "over here" in desk.press("enter").said
    assert desk.game.replaying
    assert not desk.of_kind(Count)


def test_the_computer_plays_both_sides_with_a_pause() -> None:
    desk = watching()
    assert desk.jobs[-1].session.position.turn is Colour.BLACK
    desk.answer()
    assert desk.state.thinking is None
    desk.wait(SPEEDS[2] / 2)
    assert len(desk.jobs) == 1
    desk.wait(SPEEDS[2])
    assert len(desk.jobs) == 2
    assert not desk.of_kind(Save)


def test_pause_step_and_go_on() -> None:
    desk = watching().press(" ")
    assert desk.of_kind(StopThinking)
    desk.wait(60)
    assert len(desk.jobs) == 1
    assert "paused" in desk.text
    desk.press("right")
    assert len(desk.jobs) == 2
    desk.answer().wait(60)
    assert plies(desk) == 1
    assert len(desk.jobs) == 2
    desk.press("p")
    assert len(desk.jobs) == 3


def test_speed_keys() -> None:
    desk = watching().press("+")
    assert desk.said == "0.5 seconds between two moves"
    desk.press("-", "-")
    assert desk.said == "2 seconds between two moves"
    desk.press(*"-" * 9)
    assert desk.said == "4 seconds between two moves"
    desk.press(*"=" * 9)
    assert desk.said == "0 seconds between two moves"
    desk.answer().wait(0.1)
    assert len(desk.jobs) == 2


def test_undo_pauses_a_watched_game_one_ply_back() -> None:
    desk = watching().press("+", "+", "+").answer().wait(0.1).answer()
    assert plies(desk) == 2
    desk.press("u")
    assert plies(desk) == 1
    assert desk.game.watch is not None
    assert desk.game.watch.paused
    desk.wait(60)
    assert plies(desk) == 1


def test_forfeited_turns_pass_by_themselves_and_the_end_is_shown() -> None:
    desk = watching("mini", "B:W10,18:B16")
    assert plies(desk) == 1
    desk = watching("mini", "B:W8:B5").answer("5x12")
    assert isinstance(desk.state.overlay, Dialog)
    assert "Black wins" in desk.text
    assert not desk.of_kind(Count)
    desk.press("enter")
    assert plies(desk) == 0
    assert desk.state.thinking is not None


def test_clicks_do_not_move_the_computers_pieces() -> None:
    desk = watching()
    before = desk.game
    assert desk.click(6).game == before


def test_a_watched_game_is_left_and_continued_from_the_menu() -> None:
    desk = watching().answer().press("m")
    assert desk.state.at_menu
    desk.wait(60)
    assert len(desk.jobs) == 1
    desk.press("enter")
    assert not desk.state.at_menu
    desk.wait(60)
    assert len(desk.jobs) == 2
