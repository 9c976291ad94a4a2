"""The clock: written and read, running down, and what it does to a game."""

import pytest

from minicheckers.game.clock import Clock, TimeControl
from minicheckers.game.pdn import read_games
from minicheckers.game.player import PERSON, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour
from minicheckers.storage.games import columns_of, session_of

FIVE = TimeControl(300, 3)


def game(control: TimeControl | None = FIVE) -> Session:
    line = Timeline.begin(Position.start("mini"))
    return Session(line, PERSON, Player("easy"), seed=1).with_clock(control)


@pytest.mark.parametrize(
    ("text", "seconds", "increment", "written"),
    [
        ("5+3", 300, 3, "5+3"),
        ("10", 600, 0, "10+0"),
        ("0.5+0.25", 30, 0.25, "0.5+0.25"),
        (" 1+0 ", 60, 0, "1+0"),
    ],
)
def test_a_control_is_read_and_written(
    text: str, seconds: float, increment: float, written: str
) -> None:
    control = TimeControl.parse(text)
    assert control == TimeControl(seconds, increment)
    assert str(control) == written
    assert TimeControl.parse(str(control)) == control


@pytest.mark.parametrize(
    "text", ["", "5+", "+3", "5+3+1", "-1+3", "0+3", "nan", "1e9", "5 3", "٣+١"]
)
def test_what_is_no_clock_is_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"clock|seconds"):
        TimeControl.parse(text)


def test_a_move_takes_time_and_brings_some() -> None:
    session = game().play("6-9", 10)
    assert session.clock == Clock(FIVE, (293, 300))
    session = session.play("14-11", 1)
    assert session.clock == Clock(FIVE, (293, 302))
    assert session.elapsed == (10, 1)


def test_a_move_that_comes_too_late_is_not_played() -> None:
    session = game().play("6-9", 300)
    assert session.timeline.ply == 0
    assert session.out_of_time is Colour.BLACK
    outcome = session.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Colour.WHITE, "Black's time is up")
    with pytest.raises(ValueError, match="the game is over"):
        session.play("6-9")
    with pytest.raises(ValueError, match="cannot undo"):
        session.undo_turn()


def test_waiting_and_taking_back_give_no_time_back() -> None:
    session = game().play("6-9", 10).play("14-11", 5).after_waiting(20)
    back = session.undo_turn()
    assert back.timeline.ply == 0
    assert back.clock == Clock(FIVE, (273, 298))
    assert session.after_waiting(272.5).outcome is None
    assert session.after_waiting(273).out_of_time is Colour.BLACK


def test_a_new_game_has_a_new_clock() -> None:
    assert game().play("6-9", 10).restarted().clock == Clock.begin(FIVE)
    assert game(None).play("6-9", 10_000).restarted().clock is None


def test_the_clock_is_kept_with_the_game() -> None:
    for session in (game().play("6-9", 10), game().play("6-9", 1).play("14-11", 400), game(None)):
        assert session_of(columns_of(session)) == session


def test_a_recorded_game_tells_of_its_clock() -> None:
    text = game().play("6-9", 1).play("14-11", 400).pdn("2024.01.02")
    (record,) = read_games(text)
    assert record.tags["TimeControl"] == "300+3"
    assert record.result == "0-1"
    assert "TimeControl" not in game(None).pdn("2024.01.02")


def test_a_budget_never_uses_the_clock_up() -> None:
    for control in (TimeControl(60), TimeControl(300, 3), TimeControl(1, 1), TimeControl(0.1)):
        clock = Clock.begin(control)
        for _ in range(500):
            budget = clock.budget(Colour.BLACK)
            assert budget < max(clock.of(Colour.BLACK), 0.02)
            if clock.of(Colour.BLACK) < 0.1:
                break
            clock = clock.after(Colour.BLACK, budget, moved=True)
