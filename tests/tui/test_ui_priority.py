"""Keys come first: background thinking yields to them, and a key redraws little."""

import threading
from collections.abc import Callable
from queue import SimpleQueue

import pytest

from minicheckers.coach.requests import Analyse
from minicheckers.engine.quiescence import NODES_BETWEEN_POLLS
from minicheckers.engine.solver.proof import NODES_BETWEEN_POLLS as NODES_BETWEEN_POLLS_OF_MINI
from minicheckers.game.player import PERSON, Limits, Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.play import workers
from minicheckers.play.effects import CoachAnswered, SearchDone
from minicheckers.play.workers import (
    Answer,
    CoachWorker,
    Opponent,
    SearchWorker,
    UiPriority,
    YieldToUi,
)
from minicheckers.players.registry import strategy_of
from minicheckers.rules.position import Position
from minicheckers.tui.app import App, PostAnswer
from minicheckers.tui.events import Event, GameReady, Key
from minicheckers.tui.frame import Frame, changed_cells
from minicheckers.tui.theme import Theme
from testing.fake_screen import FakeScreen
from testing.screen_player import MemoryStore, ScreenPlayer, menu_state

PATIENCE = 60.0
#: Long enough for a thread to get through if nothing holds it up.
MOMENT = 0.1


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


def test_the_way_is_free_while_it_is_lent_and_not_afterwards() -> None:
    way = UiPriority()
    assert passes(way.yield_to_ui)
    with way.lent():
        assert passes(way.yield_to_ui)
    assert not passes(way.yield_to_ui)


def test_who_stands_aside_goes_on_as_soon_as_the_way_is_lent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "LONGEST_REST", PATIENCE)
    way = UiPriority()
    with way.lent():
        pass
    walker = threading.Thread(target=way.yield_to_ui, daemon=True)
    walker.start()
    walker.join(MOMENT)
    assert walker.is_alive()
    with way.lent():
        walker.join(PATIENCE / 2)
        assert not walker.is_alive()


def test_nobody_stands_aside_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LONGEST_REST", 0.01)
    way = UiPriority()
    with way.lent():
        pass
    way.yield_to_ui()
    monkeypatch.setattr(workers, "LONGEST_REST", PATIENCE)
    assert passes(way.yield_to_ui)  # the loop has lost the way until it lends it again
    with way.lent():
        pass
    assert not passes(way.yield_to_ui)


class WatchfulScreen(FakeScreen):
    """A screen that notes when background work may run."""

    def __init__(self) -> None:
        super().__init__()
        self.yield_to_ui: YieldToUi = lambda: None
        self.free: dict[str, bool] = {}

    def wait(self, seconds: float) -> None:
        super().wait(seconds)
        self.free["wait"] = passes(self.yield_to_ui)

    def read(self) -> list[Event]:
        self.free["read"] = passes(self.yield_to_ui)
        return [*super().read()]

    def show(self, frame: Frame, theme: Theme) -> None:
        super().show(frame, theme)
        self.free["show"] = passes(self.yield_to_ui)


def test_the_loop_lends_the_way_only_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LONGEST_REST", PATIENCE)
    screen = WatchfulScreen()
    given: list[YieldToUi] = []

    def search(post: PostAnswer, yield_to_ui: YieldToUi) -> SearchWorker:
        given.append(yield_to_ui)
        return SearchWorker(post, yield_to_ui)

    def coach(post: PostAnswer, yield_to_ui: YieldToUi) -> CoachWorker:
        given.append(yield_to_ui)
        return CoachWorker(post, yield_to_ui)

    state = menu_state()
    store = MemoryStore(state.record, state.preferences)
    app = App(GameRequest(), store, screen, print, search=search, coach=coach)
    assert given[0] == given[1]
    app.turn()
    screen.yield_to_ui = given[0]
    screen.waiting.append(Key("down"))
    app.turn()
    screen.waiting.append(Key("up"))
    app.turn()
    assert screen.free == {"wait": True, "read": False, "show": False}


class Counted:
    """Counts how often a worker yields to the UI."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> None:
        self.times += 1


@pytest.mark.parametrize("name", ["english", "towers", "pikachu"])
def test_a_search_stands_aside_every_few_nodes(name: str) -> None:
    counted, events = Counted(), SimpleQueue[Answer]()
    line = Timeline.begin(Position.start(name))
    player = Player("timed", Limits(depth=5))
    opponent = Opponent("timed", lambda: strategy_of(player, line.start.variant, 1))
    SearchWorker(events.put, counted).ask(opponent, line)
    while not isinstance(event := events.get(timeout=PATIENCE).event, SearchDone):
        pass
    assert event.decision.nodes > 4 * NODES_BETWEEN_POLLS
    assert counted.times >= event.decision.nodes // NODES_BETWEEN_POLLS


LATER = "B:W11,14,16,18:B1,3,5,6"


@pytest.mark.parametrize(
    ("position", "between"),
    [
        (Position.start("english"), NODES_BETWEEN_POLLS),
        (Position.start("pikachu", size=16), NODES_BETWEEN_POLLS),
        (Position.from_fen(LATER, variant="mini"), NODES_BETWEEN_POLLS_OF_MINI),
    ],
)
def test_the_coach_stands_aside_every_few_nodes(position: Position, between: int) -> None:
    counted, events = Counted(), SimpleQueue[Answer]()
    coach = CoachWorker(events.put, counted)
    coach.ask(Analyse(Timeline.begin(position)))
    while True:
        event = events.get(timeout=PATIENCE).event
        assert isinstance(event, CoachAnswered)
        if event.done or event.answer.nodes > 4 * between:
            break
    coach.stop()
    assert counted.times >= event.answer.nodes // between > 1


def test_a_key_on_the_largest_board_draws_little_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session(Timeline.begin(Position.start("pikachu", size=16)), PERSON, PERSON)
    player = ScreenPlayer(menu_state(size=(120, 40))).send(GameReady(session))
    player.press("down")
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
