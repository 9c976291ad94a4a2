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


def test_a_move_stops_the_clock_and_brings_time() -> None:
    player = timed().wait(10)
    player.play("6-9").wait(4)
    assert "4:53" in player.text
    assert "4:56" in player.text
    assert player.store.games_saved[-1].clock is not None
    assert player.game.as_record().tag("TimeControl") == "300+3"


def test_who_has_no_time_left_loses() -> None:
    player = timed().play("6-9").answer("14-11").wait(304).look()
    assert player.outcome.reason is Reason.OUT_OF_TIME
    assert "You lose" in player.text
    assert "time is up" in player.text
    assert player.store.stats().score("mini", "hard").losses == 1
    assert "cannot undo" in player.press("escape", "u").said
    assert player.press("n").text.count("5:00") == 2
    player = timed().play("6-9").wait(301).look()
    assert "You win" in player.text
    assert not player.game.thinking


def test_a_move_that_comes_too_late_is_not_played() -> None:
    player = timed()
    player.screen.now += 301
    player.on.play(player.game.position.find("6-9"))
    assert player.outcome.reason is Reason.OUT_OF_TIME
    assert player.moves == []
    assert player.store.games_saved == []


def test_the_computer_gets_its_share_of_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float | None] = []
    for player in (timed(), against()):
        monkeypatch.setattr(player.app, "think", lambda _, seconds, *ask: asked.append(seconds))
        player.play("6-9")
    assert asked[0] is not None
    assert 1 < asked[0] < 30
    assert asked[1] is None


def test_the_clock_stands_still_elsewhere_and_is_saved() -> None:
    player = timed().play("6-9").answer("14-11")
    used = player.game.charged.elapsed
    player.wait(60).press("a").wait(1000).press("b").wait(0)
    assert player.session.outcome is None
    assert player.session.elapsed[0] == pytest.approx(used[0] + 60)
    clock = player.store.games_saved[-1].clock
    assert clock is not None
    assert clock.of(Colour.BLACK) < 245
    assert player.press("b").at_menu


def test_a_game_whose_time_is_up_when_it_is_put_aside_is_lost() -> None:
    player = timed().play("6-9").answer("14-11")
    player.screen.now += 400
    player.game.put_aside()
    assert player.outcome.reason is Reason.OUT_OF_TIME
    assert player.store.stats().score("mini", "hard").losses == 1


def test_time_begins_when_a_piece_has_landed() -> None:
    player = timed().wait(5)
    player.game.landed()
    assert player.wait(2).game.running == 2


def test_a_question_goes_when_the_time_is_up() -> None:
    player = timed().play("6-9").answer("14-11").press("x").wait(301).look()
    assert "Resign?" not in player.text
    assert "You lose" in player.text


def test_taking_back_and_resigning_give_no_time_back() -> None:
    for keys in (("u",), ("x", "y")):
        player = timed().play("6-9").answer("14-11").wait(60).press(*keys)
        assert player.session.clock is not None
        assert player.session.clock.of(Colour.BLACK) < 245


def test_time_used_is_counted_for_each_side() -> None:
    player = against().wait(3.0).play("6-9").wait(2.0).answer("14-11")
    assert player.session.elapsed == (3.0, 2.0)
    assert "0:0" in player.text


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
