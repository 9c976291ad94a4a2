"""Games on the new board."""

import pytest

from minicheckers.engine.decision import Progress
from minicheckers.engine.score import Score
from minicheckers.rules.outcome import Reason
from minicheckers.rules.variant import Colour
from minicheckers.tui2.boxes import Box
from testing.game_player import against, two_people


def test_the_computer_answers_and_the_game_is_saved_after_every_move() -> None:
    player = against()
    assert "Your turn" in player.text
    player.play("6-9")
    assert player.game.thinking
    assert "is thinking" in player.text
    player.answer("14-11")
    assert player.moves == ["6-9", "14-11"]
    assert len(player.store.games_saved) == 2
    assert player.on.takes_moves


def test_the_computer_begins() -> None:
    player = against(first=False)
    assert player.game.thinking
    player.answer()
    assert player.on.takes_moves
    assert not player.on.flipped


def test_undo_takes_back_a_turn_also_while_the_computer_thinks() -> None:
    player = against().play("6-9").answer("14-11")
    player.play("9-12")
    player.press("u")
    assert not player.game.thinking
    assert player.moves == ["6-9", "14-11"]
    player.press("u")
    assert player.moves == []
    player.press("r").settled()
    assert player.moves == ["6-9", "14-11"]


def test_progress_is_shown_and_a_move_can_be_hurried() -> None:
    player = against().play("6-9")
    player.search.heard(Progress(depth=7, score=Score(0), pv=(), nodes=1, seconds=0.1), False)
    assert "depth            7" in player.press("d").text
    player.press("escape", "g")
    assert player.search.hurried


def test_a_failure_is_told_and_the_computer_asked_again() -> None:
    player = against().play("6-9")
    player.search.failed("the engine is gone")
    player.send()
    assert "engine is gone" in player.text
    assert not player.game.thinking
    player.press("enter")
    assert player.game.thinking


def test_resigning_is_asked_about_and_counts() -> None:
    player = against().play("6-9").answer("14-11").press("x")
    assert "This counts as a loss" in player.text
    player.press("n")
    assert player.session.outcome is None
    player.press("x", "y").look()
    assert player.outcome.winner is Colour.WHITE
    assert "You lose" in player.text
    assert player.store.stats().score("mini", "hard").losses == 1


def test_a_result_box_ignores_the_keys_that_were_meant_for_the_board() -> None:
    player = against(fen="B:W8:B5").play("5x12")
    assert player.session.outcome is not None
    assert isinstance(player.app.overlay, Box)
    player.press("a")
    assert isinstance(player.app.overlay, Box)
    player.look().press("a")
    assert player.session.outcome is None  # again


def test_undo_after_the_end() -> None:
    player = against(fen="B:W8:B5").play("5x12").look().press("escape").press("u")
    assert player.session.outcome is None


def test_two_people_agree_on_a_draw() -> None:
    player = two_people().play("6-9").play("14-11")
    player.press("=", "y").look()
    assert "do you accept" in player.text
    player.press("y").look()
    assert "Draw" in player.text
    assert player.outcome.reason is Reason.AGREED


def test_the_computer_declines_a_draw_and_may_not_be_asked_at_once() -> None:
    player = against().play("6-9").answer("14-11").press("=", "y")
    assert "declines" in player.said
    assert "offer it again" in player.press("=").said


def test_time_runs_out() -> None:
    player = against(clock="1+0").play("6-9").answer("14-11")
    assert "1:00" in player.text
    player.screen.now += 30
    assert "0:30" in player.text or "0:1" in player.text
    player.wait(61).look()
    assert player.outcome.side is Colour.BLACK
    assert "time is up" in player.text


def test_a_blunder_is_warned_about_and_can_be_taken_back_or_played() -> None:
    player = against(warns=True).play("6-9")
    assert "Are you sure?" in player.text
    player.look().press("n")
    assert player.game.pending is None
    assert player.moves == []
    player.play("6-9")
    assert player.moves == ["6-9"]
    assert player.session.helped


def test_a_good_move_gets_no_warning() -> None:
    player = against(warns=True).play("4-7")
    assert player.moves == ["4-7"]
    assert not player.session.helped


def test_hints_come_a_step_at_a_time() -> None:
    player = against().press("c")
    assert player.said
    assert len(player.on.shown_hint()) == 1
    player.press("c")
    assert len(player.on.shown_hint()) == 2
    assert player.session.helped


def test_values_are_shown_beside_the_moves() -> None:
    player = against().press("i")
    assert "values" in player.text
    assert player.on.shown_analysis() is not None
    player.play("4-7").answer()
    assert player.on.shown_analysis() is not None
    player.press("i")
    assert player.on.shown_analysis() is None


@pytest.mark.parametrize("size", [(120, 40), (100, 30), (80, 24), (60, 20), (40, 15), (24, 9)])
def test_games_are_drawn_at_every_size(size: tuple[int, int]) -> None:
    player = against(size=size).play("6-9").answer("14-11")
    assert player.text.strip()
    player.press("i")
    assert player.text.strip()
    player.press("x")
    assert player.text.strip()


def test_putting_a_game_aside_stops_everything() -> None:
    player = against().play("6-9")
    player.press("b")
    assert player.at_menu
    assert not player.search.busy
    assert player.store.unfinished()
