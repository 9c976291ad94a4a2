"""A signal at any line of the loop: it ends cleanly, the game is saved, and no lock is held."""

import contextlib
import os
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

import pytest

from minicheckers.activities import background
from minicheckers.activities.game import CoachedGame
from minicheckers.game.request import Looks
from minicheckers.storage.store import Preferences, Stats
from minicheckers.support.signals import ENDING, Signals
from minicheckers.tui import app as loop
from minicheckers.tui.app import App
from minicheckers.tui.input_decoder import Event, Key
from minicheckers.tui.start import save_at_the_end
from testing.board_player import Player, Silent
from testing.fake_screen import FakeScreen
from testing.game_player import against
from testing.memory_store import MemoryStore

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")

#: The loop, and what it waits with.
WATCHED = {loop.__file__, background.__file__, threading.__file__, contextlib.__file__}
PATIENCE = 60.0
#: A line, and how often it had been reached before.
Moment = tuple[str, int, int]


class Script(FakeScreen):
    """Someone who plays one move, then nothing; without a signal the loop ends after a while."""

    def __init__(self) -> None:
        super().__init__((40, 14))
        self.turns: list[list[Event]] = [[Key(key) for key in "6-9"], [Key("enter")], [], []]
        self.app: App

    def read(self) -> Iterable[Event]:
        if self.turns:
            return self.turns.pop(0)
        self.app.running = False
        return []


def played(at_line: Callable[[Moment], None], ended: Callable[[], bool]) -> tuple[App, MemoryStore]:
    """A run of the loop that reports each of its lines."""
    screen, session = Script(), against().game.session
    store = MemoryStore(Stats(), Preferences("mini", None, "medium", "you"))
    app = screen.app = App(
        store,
        screen,
        Looks(animation=False),
        [*Player().app.screens],
        clock=lambda: screen.now,
        work=Silent,
        ended=ended,
    )
    app.open(CoachedGame(session))
    reached: Counter[tuple[str, int]] = Counter()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename not in WATCHED:
            return None
        if event == "line":
            place = (frame.f_code.co_filename, frame.f_lineno)
            reached[place] += 1
            at_line((*place, reached[place]))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        app.run()
    finally:
        sys.settrace(before)
        save_at_the_end(app, [])
    return app, store


def moments() -> list[Moment]:
    """Every line that a run reaches, the first time and the last time."""
    last: dict[tuple[str, int], int] = {}
    played(lambda moment: last.update({moment[:2]: moment[2]}), lambda: False)
    return [(*place, count) for place, times in last.items() for count in {1, times}]


def is_alive(app: App) -> bool:
    """Whether the loop can run once more: it could not if a lock were held."""
    once = threading.Thread(target=app.turn, daemon=True)
    once.start()
    once.join(PATIENCE)
    return not once.is_alive()


@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.slow)])
def test_a_signal_at_every_line_of_the_loop(step: int) -> None:
    moments()  # the first run does more: it looks for plug-ins
    tried = moments()
    assert len(tried) > 150
    tried = tried[::step]
    missed = 0  # how often the loop turns depends on timing, so a late turn may not come again
    for number, moment in enumerate(tried):
        sent = ENDING[number % len(ENDING)]
        with Signals() as signals:

            def send(reached: Moment, moment: Moment = moment, sent: int = sent) -> None:
                if reached == moment:
                    signal.raise_signal(sent)

            app, store = played(send, lambda: signals.ending is not None)
            missed += signals.ending is None
            assert signals.ending in (sent, None), moment
        assert is_alive(app), moment
        activity = app.screen.activity
        if activity is not None and activity.timeline.ply:
            assert [str(move) for move in store.games_saved[-1].timeline.played] == ["6-9"]
    assert missed <= len(tried) / 20


def test_a_signal_sets_a_flag_and_wakes_whoever_waits() -> None:
    reading, writing = os.pipe()
    with Signals() as signals:
        timer = threading.Timer(0.01, os.kill, [os.getpid(), signal.SIGTERM])
        timer.start()
        signals.wait(PATIENCE, readable=reading)
        timer.join()
        assert signals.ending == signal.SIGTERM
        signal.raise_signal(signal.SIGHUP)
        assert signals.ending == signal.SIGTERM, "the first one counts"
    os.close(reading)
    os.close(writing)


def test_what_was_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with Signals() as signals:
            signal.raise_signal(signal.SIGHUP)
            assert signals.ending is None
    finally:
        signal.signal(signal.SIGHUP, before)
