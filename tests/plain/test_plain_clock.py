"""Plain mode with a clock, and its bell."""

from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path

import pytest

from minicheckers.game.clock import TimeControl
from minicheckers.game.player import Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.plain import app as plain
from minicheckers.plain.console import Console
from minicheckers.rules.position import Position
from minicheckers.storage.store import Store, Tally


class Slow(BytesIO):
    """A person who takes this many seconds for every line."""

    def __init__(self, lines: tuple[str, ...], seconds: float) -> None:
        super().__init__("".join(f"{line}\n" for line in lines).encode())
        self.now, self.seconds = 0.0, seconds

    def readline(self, size: int | None = -1) -> bytes:
        self.now += self.seconds
        return super().readline(size)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "minicheckers")


def play(
    store: Store, *lines: str, seconds: float, control: str | None = "1+0", **changes: object
) -> str:
    start = Session.against(Position.start("mini"), Player("easy"), person_first=True, seed=1)
    session = start.with_clock(TimeControl.parse(control) if control else None)
    source, said = Slow(lines, seconds), StringIO()
    console = Console(source, said, interactive=bool(changes.pop("interactive", False)))
    request = replace(GameRequest(session=session), **changes)  # type: ignore[arg-type]
    assert plain.run(request, store, console, clock=lambda: source.now) == 0
    return said.getvalue()


def test_the_time_left_is_told_every_turn(store: Store) -> None:
    said = play(store, "6-9", "clock", seconds=10)
    assert "Time left: you 1:00, the computer 1:00." in said
    assert "Time left: you 0:50, the computer 1:00." in said
    assert "Time left: you 0:40" in said
    session = store.resume()
    assert session is not None
    assert session.clock is not None
    assert session.clock.left[0] == 30


def test_time_that_is_up_loses(store: Store) -> None:
    said = play(store, "6-9", "1", "undo", "new", seconds=35)
    assert "White wins: Black's time is up." in said
    assert "You lost." in said
    assert "The game is over; type" in said
    assert "cannot undo" in said
    assert said.count("Time left: you 1:00") == 2
    assert store.stats().score("mini", "easy") == Tally(losses=1)


def test_a_clock_is_set_and_taken_off(store: Store) -> None:
    said = play(
        store, "clock", "clock 5+3", "clock off", "clock", "clock x", seconds=1, control=None
    )
    assert "no clock" in said
    assert "Time left: you 5:00, the computer 5:00." in said
    assert "'x' is not a clock" in said


def test_the_bell_rings_only_at_a_terminal_and_if_wanted(store: Store) -> None:
    assert "\a" not in play(store, "6-9", seconds=1, bell=True)
    assert "\a" not in play(store, "6-9", seconds=1, interactive=True)
    assert play(store, "6-9", "quit", seconds=1, interactive=True, bell=True).count("\a") == 1


def test_the_clock_stands_still_during_an_analysis(store: Store) -> None:
    said = play(store, "6-9", "analysis", "1", "1", seconds=20)
    assert "time is up" not in said
    assert "Game saved." in said
    session = store.resume()
    assert session is not None
    assert session.clock is not None
    assert session.clock.left[0] == 20
