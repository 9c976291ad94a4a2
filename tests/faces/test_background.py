"""Work in the background: one job at a time, its answers in the loop, never in the way of keys."""

import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

import pytest

from minicheckers.activities import background
from minicheckers.activities.background import Background, UiPriority, World
from minicheckers.coach.requests import Analyse, FindPuzzle, PuzzleOrder
from minicheckers.engine.decision import Decision
from minicheckers.engine.quiescence import NODES_BETWEEN_POLLS
from minicheckers.engine.solver.proof import NODES_BETWEEN_POLLS as NODES_BETWEEN_POLLS_OF_MINI
from minicheckers.game.player import PERSON, Limits, Player
from minicheckers.game.request import Looks
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.opponents.registry import UnconfirmedError
from minicheckers.opponents.strategy import Strategy
from minicheckers.rules.position import Position
from minicheckers.rules.variant import get_variant
from minicheckers.storage.store import Preferences, Stats
from minicheckers.tui.app import App
from minicheckers.tui.frame import Frame, changed_cells
from minicheckers.tui.input_decoder import Event, Key
from testing.board_player import Player as AtBoard
from testing.fake_screen import FakeScreen
from testing.game_player import two_people
from testing.memory_store import MemoryStore

PATIENCE = 60.0
#: Long enough for a thread to get through if nothing holds it up.
MOMENT = 0.1
ENGLISH = Analyse(Timeline.begin(Position.start("english")))
BOARD = Analyse(Timeline.begin(Position.start("mini")))


class Loop(World):
    """A loop that runs what is posted, until something has been heard."""

    def __init__(self, yield_to_ui: Callable[[], None] = lambda: None) -> None:
        self.heard: list[tuple[Any, bool]] = []
        self.failed: list[str] = []
        self.store: Any = MemoryStore(Stats(), Preferences())
        self.agrees = False
        self.employ(lambda post: Background(post, yield_to_ui))

    def say(self, words: str, tone: str = "strong") -> None:
        self.failed.append(words)

    def may_run(self, level: str, stopped: Callable[[], bool]) -> bool:
        return self.agrees

    def asks(self, request: Any) -> "Loop":
        self.consult(request, self._hear, self.failed.append)
        return self

    def thinks(self, session: Session, seconds: float | None = None) -> "Loop":
        self.think(session, seconds, self._hear, self.failed.append)
        return self

    def _hear(self, answer: Any, final: bool) -> None:
        self.heard.append((answer, final))

    def until(self, done: Callable[[], object]) -> None:
        while not done():
            self.posted.get(timeout=PATIENCE)()

    @property
    def answer(self) -> Any:
        self.until(lambda: self.failed or any(final for _, final in self.heard))
        assert not self.failed
        return self.heard[-1][0]


def against(strategy: Strategy, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A game against a strategy whose turn it is."""
    monkeypatch.setattr("minicheckers.opponents.registry.strategy_of", lambda *_, **more: strategy)
    line = Timeline.begin(Position.start("mini"))
    return Session.against(line, Player("somebody"), person_first=False)


# The coach


def test_opinions_come_depth_after_depth_and_a_new_question_ends_them() -> None:
    loop = Loop().asks(ENGLISH)
    loop.until(lambda: len(loop.heard) == 3)
    assert [found.depth for found, _ in loop.heard] == [1, 2, 3]
    loop.heard.clear()
    loop.asks(BOARD)
    assert loop.answer.exact
    assert {found.exact for found, _ in loop.heard} == {True}
    assert set(loop.answer.moves) == set(Position.start("mini").legal_moves())


def test_what_cannot_be_answered_is_said() -> None:
    loop = Loop().asks(FindPuzzle(PuzzleOrder(get_variant("pikachu")), 0))
    loop.until(lambda: loop.failed)
    assert "no puzzles for pikachu" in loop.failed[0]
    assert not loop.busy


# Opponents


class Waiting(Strategy):
    """A strategy that answers when it is told to, or asked to stop."""

    def __init__(self, *, stops: bool = True) -> None:
        self.stops, self.may_answer = stops, threading.Event()
        self.asked = 0

    def choose(self, position: Position, context: Any = None) -> Decision:
        self.asked += 1
        while not self.may_answer.wait(0.01):
            if self.stops and context.stopped():
                break
        return Decision(position.legal_moves()[0])


def test_a_hurried_opponent_answers_and_a_dropped_one_is_not_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = against(Waiting(), monkeypatch)
    loop = Loop().thinks(session)
    loop.hurry()
    assert loop.answer.move == session.position.legal_moves()[0]
    loop.heard.clear()
    loop.thinks(session)
    loop.drop_work()
    assert not loop.busy
    loop.posted.get(timeout=PATIENCE)()
    assert loop.heard == []


def test_one_that_does_not_stop_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "PATIENCE", 0.05)
    stubborn = Waiting(stops=False)
    session = against(stubborn, monkeypatch)
    loop = Loop().thinks(session).thinks(session)
    loop.until(lambda: loop.failed)
    assert "does not stop" in loop.failed[0]
    stubborn.may_answer.set()


def test_an_opponent_remembers_until_the_next_game(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Waiting] = []

    def make(*_: Any, **more: Any) -> Strategy:
        made.append(Waiting())
        made[-1].may_answer.set()
        return made[-1]

    session, loop = against(Waiting(), monkeypatch), Loop()
    monkeypatch.setattr("minicheckers.opponents.registry.strategy_of", make)
    for _ in range(2):
        assert loop.thinks(session).answer.move
        loop.heard.clear()
    assert [one.asked for one in made] == [2]
    loop.new_opponents()
    assert loop.thinks(session).answer.move
    assert [one.asked for one in made] == [2, 1]


@pytest.mark.parametrize("agreed", [True, False])
def test_a_program_of_somebody_elses_runs_only_on_a_yes(
    agreed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    strategy, confirmed = Waiting(), list[str]()
    strategy.may_answer.set()
    session = against(strategy, monkeypatch)

    def make(*_: object, **more: object) -> Strategy:
        if not confirmed:
            raise UnconfirmedError("evil.py")
        return strategy

    monkeypatch.setattr("minicheckers.opponents.registry.strategy_of", make)
    monkeypatch.setattr("minicheckers.opponents.registry.confirm", confirmed.append)
    loop = Loop()
    loop.agrees = agreed
    loop.thinks(session).until(lambda: loop.failed or loop.heard)
    assert bool(loop.heard) == agreed == bool(confirmed)


def test_after_an_upgrade_the_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "is_upgraded", lambda: True)
    loop = Loop().asks(FindPuzzle(PuzzleOrder(get_variant("pikachu")), 0))
    loop.until(lambda: loop.failed)
    assert "upgraded" in loop.failed[0]


# Keys come first


def passes(yield_to_ui: Callable[[], None]) -> bool:
    """Whether a worker that yields to the UI gets through in a moment."""
    begun = threading.Event()

    def walk() -> None:
        begun.set()
        yield_to_ui()

    walker = threading.Thread(target=walk, daemon=True)
    walker.start()
    begun.wait()
    walker.join(MOMENT)
    return not walker.is_alive()


def test_nobody_stands_aside_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LONGEST_REST", 0.01)
    way = UiPriority()
    with way.lent():
        pass
    way.yield_to_ui()
    monkeypatch.setattr(background, "LONGEST_REST", PATIENCE)
    assert passes(way.yield_to_ui)  # the loop has lost the way until it lends it again
    with way.lent():
        pass
    assert not passes(way.yield_to_ui)


class WatchfulScreen(FakeScreen):
    """A screen that notes when background work may run."""

    yield_to_ui: Callable[[], None] = staticmethod(lambda: None)

    def __init__(self) -> None:
        super().__init__()
        self.free: dict[str, bool] = {}

    def wait(self, seconds: float) -> None:
        super().wait(seconds)
        self.free["wait"] = passes(self.yield_to_ui)

    def read(self) -> list[Event]:
        self.free["read"] = passes(self.yield_to_ui)
        return [*super().read()]

    def show(self, frame: Frame, theme: Any) -> None:
        super().show(frame, theme)
        self.free["show"] = passes(self.yield_to_ui)


def test_the_loop_lends_the_way_only_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LONGEST_REST", PATIENCE)
    given: list[Callable[[], None]] = []

    def work(post: Any, yield_to_ui: Callable[[], None]) -> Background:
        given.append(yield_to_ui)
        return Background(post, yield_to_ui)

    screen, store = WatchfulScreen(), MemoryStore(Stats(), Preferences("mini"))
    app = App(store, screen, Looks(), [*AtBoard().app.screens], work=work)
    app.turn()
    screen.yield_to_ui = given[0]
    for name in ("down", "up"):
        screen.waiting.append(Key(name))
        app.turn()
    assert given[0] == given[1]
    assert screen.free == {"wait": True, "read": False, "show": False}


class Counted:
    """Counts how often a worker yields to the UI."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> None:
        self.times += 1


def test_a_search_stands_aside_every_few_nodes() -> None:
    counted = Counted()
    line = Timeline.begin(Position.start("english"))
    player = Player("timed", Limits(depth=5))
    found = Loop(counted).thinks(Session(line, player, player, 1)).answer
    assert found.nodes > 4 * NODES_BETWEEN_POLLS
    assert counted.times >= found.nodes // NODES_BETWEEN_POLLS


@pytest.mark.parametrize(
    ("position", "between"),
    [
        (Position.start("english"), NODES_BETWEEN_POLLS),
        (Position.from_fen("B:W11,14,16,18:B1,3,5,6", "mini"), NODES_BETWEEN_POLLS_OF_MINI),
    ],
)
def test_the_coach_stands_aside_every_few_nodes(position: Position, between: int) -> None:
    counted = Counted()
    loop = Loop(counted).asks(Analyse(Timeline.begin(position)))
    loop.until(lambda: loop.heard and (loop.heard[-1][1] or loop.heard[-1][0].nodes > 4 * between))
    loop.drop_work()
    assert counted.times >= loop.heard[-1][0].nodes // between > 1


def test_while_a_key_is_dealt_with_the_coach_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LONGEST_REST", PATIENCE)
    way, looks = UiPriority(), SimpleQueue[None]()

    def yield_to_ui() -> None:
        way.yield_to_ui()
        looks.put(None)

    loop = Loop(yield_to_ui).asks(ENGLISH)
    loop.until(lambda: loop.heard)
    with way.lent():
        pass
    before = looks.qsize()
    time.sleep(0.1)
    assert looks.qsize() <= before + 1, "it was just looking"
    with way.lent():
        for _ in range(before + 2):
            looks.get(timeout=PATIENCE)
    loop.drop_work()


def test_a_key_on_the_largest_board_draws_little_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    from minicheckers.activities.game import CoachedGame

    session = Session(Timeline.begin(Position.start("pikachu", size=16)), PERSON, PERSON)
    player = two_people()
    player.app.size = (120, 40)
    player.open(CoachedGame(session)).press("down")
    before = player.frame
    written: list[int] = []
    put = Frame.put

    def counting_put(
        frame: Frame, column: int, row: int, text: str, ink: str = "text", paper: str | None = None
    ) -> None:
        written.append(len(text))
        put(frame, column, row, text, ink, paper)

    monkeypatch.setattr(Frame, "put", counting_put)
    after = player.press("up").frame
    assert before.cursor != after.cursor
    assert len(written) < 150, "a square that has not changed is copied, not drawn"
    cells = [changed_cells(before, after, row) for row in range(after.height)]
    assert 0 < sum(end - start for start, end in cells) < 300
