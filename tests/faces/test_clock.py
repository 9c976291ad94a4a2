"""The clock of a game, and the bell."""

import pytest

from minicheckers.rules.outcome import Reason
from minicheckers.rules.variant import Colour
from testing.game_player import AtGame, against, two_people, watching


def timed(**more: object) -> AtGame:
    return against(clock="5+3", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (50, 18), (40, 15), (24, 9)])
def test_the_time_left_is_shown_at_every_size(size: tuple[int, int]) -> None:
    player = timed(size=size)
    assert player.text.count("5:00") == 2
    player.wait(10)
    assert "4:50" in player.text
    assert "5:00" in player.text


def test_a_question_goes_when_the_time_is_up() -> None:
    player = timed().play("6-9").answer("14-11").press("x").wait(301).look()
    assert "Resign?" not in player.text
    assert "You lose" in player.text


def test_taking_back_and_resigning_give_no_time_back() -> None:
    for keys in (("u",), ("x", "y")):
        player = timed().play("6-9").answer("14-11").wait(60).press(*keys)
        assert player.session.clock is not None
        assert player.session.clock.of(Colour.BLACK) < 245


def test_the_pause_between_watched_moves_is_nobodys_time() -> None:
    player = watching(clock="1+0").wait(5).press("p").wait(100)
    assert player.session.outcome is None
    assert player.session.elapsed == (5.0, 0.0)
    assert player.press("p").wait(61).outcome.reason is Reason.OUT_OF_TIME
    player = watching(clock="5+0").press("p").wait(100).press(".").wait(4)
    assert player.game.running == 4


def test_the_bell_calls_the_person_and_nobody_else() -> None:
    silent, player = against(), against()
    player.app.bell = True
    for at in (silent, player):
        at.play("6-9")
        assert at.screen.rung == 0
        at.answer("14-11").press("u", "r")
    assert (silent.screen.rung, player.screen.rung) == (0, 1)
    friends = two_people()
    friends.app.bell = True
    friends.play("6-9").play("14-11")
    assert friends.screen.rung == 0
