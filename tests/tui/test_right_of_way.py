"""Keys come first: what thinks in the background stands aside, and a key draws little anew."""

import threading
from collections.abc import Callable
from queue import SimpleQueue

import pytest

from minicheckers.engine.quiescence import NODES_BETWEEN_POLLS
from minicheckers.engine.solver.proof import NODES_BETWEEN_POLLS as NODES_BETWEEN_POLLS_OF_MINI
from minicheckers.game.player import PERSON, Limits, Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.players.registry import strategy_of
from minicheckers.rules.position import Position
from minicheckers.tui import right_of_way
from minicheckers.tui.answerers import Post, StandAside
from minicheckers.tui.app import App
from minicheckers.tui.consultant import Consultant
from minicheckers.tui.events import CoachAnswered, Event, GameReady, Key, SearchDone
from minicheckers.tui.frame import Frame, changed_cells
from minicheckers.tui.questions import Analyse
from minicheckers.tui.right_of_way import RightOfWay
from minicheckers.tui.thinker import Opponent, Thinker
from minicheckers.tui.view.theme import Theme
from testing.fake_screen import FakeScreen
from testing.screen_player import MemoryStore, ScreenPlayer, menu_state

PATIENCE = 30.0
#: Long enough for a thread to get through where nothing keeps it.
MOMENT = 0.1


def passes(stand_aside: Callable[[], None]) -> bool:
    """Whether somebody who stands aside is through in a moment."""
    walker = threading.Thread(target=stand_aside, daemon=True)
    walker.start()
    walker.join(MOMENT)
    return not walker.is_alive()


def test_the_way_is_free_while_it_is_lent_and_not_afterwards() -> None:
    way = RightOfWay()
    assert passes(way.stand_aside)
    with way.lent():
        assert passes(way.stand_aside)
    assert not passes(way.stand_aside)


def test_who_stands_aside_goes_on_as_soon_as_the_way_is_lent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(right_of_way, "LONGEST_REST", PATIENCE)
    way = RightOfWay()
    with way.lent():
        pass
    walker = threading.Thread(target=way.stand_aside, daemon=True)
    walker.start()
    walker.join(MOMENT)
    assert walker.is_alive()
    with way.lent():
        walker.join(PATIENCE / 2)
        assert not walker.is_alive()


def test_nobody_stands_aside_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(right_of_way, "LONGEST_REST", 0.01)
    way = RightOfWay()
    with way.lent():
        pass
    way.stand_aside()
    monkeypatch.setattr(right_of_way, "LONGEST_REST", PATIENCE)
    assert passes(way.stand_aside)  # the loop has lost the way until it lends it again
    with way.lent():
        pass
    assert not passes(way.stand_aside)


class WatchfulScreen(FakeScreen):
    """A screen that notes when others may think."""

    def __init__(self) -> None:
        super().__init__()
        self.stand_aside: StandAside = lambda: None
        self.free: dict[str, bool] = {}

    def wait(self, seconds: float) -> None:
        super().wait(seconds)
        self.free["wait"] = passes(self.stand_aside)

    def read(self) -> list[Event]:
        self.free["read"] = passes(self.stand_aside)
        return [*super().read()]

    def show(self, frame: Frame, theme: Theme) -> None:
        super().show(frame, theme)
        self.free["show"] = passes(self.stand_aside)


def test_the_loop_lends_the_way_only_while_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(right_of_way, "LONGEST_REST", PATIENCE)
    screen = WatchfulScreen()
    given: list[StandAside] = []

    def thinker(post: Post, stand_aside: StandAside) -> Thinker:
        given.append(stand_aside)
        return Thinker(post, stand_aside)

    def coach(post: Post, stand_aside: StandAside) -> Consultant:
        given.append(stand_aside)
        return Consultant(post, stand_aside)

    state = menu_state()
    store = MemoryStore(state.record, state.preferences)
    app = App(GameRequest(), store, screen, print, thinker=thinker, consultant=coach)
    assert given[0] == given[1]
    app.turn()
    screen.stand_aside = given[0]
    screen.waiting.append(Key("down"))
    app.turn()
    screen.waiting.append(Key("up"))
    app.turn()
    assert screen.free == {"wait": True, "read": False, "show": False}


class Counted:
    """Counts how often somebody stands aside."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> None:
        self.times += 1


@pytest.mark.parametrize("name", ["english", "towers", "pikachu"])
def test_a_search_stands_aside_every_few_nodes(name: str) -> None:
    counted, events = Counted(), SimpleQueue[Event]()
    line = Timeline.begin(Position.start(name))
    player = Player("timed", Limits(depth=5))
    opponent = Opponent("timed", lambda: strategy_of(player, line.start.variant, 1))
    Thinker(events.put, counted).ask(1, opponent, line)
    while not isinstance(event := events.get(timeout=PATIENCE), SearchDone):
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
    counted, events = Counted(), SimpleQueue[Event]()
    consultant = Consultant(events.put, counted)
    consultant.ask(1, Analyse(Timeline.begin(position)))
    while True:
        event = events.get(timeout=PATIENCE)
        assert isinstance(event, CoachAnswered)
        if event.done or event.answer.nodes > 4 * between:
            break
    consultant.stop()
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
