"""Somebody at the other end of a wire: on the board, in plain mode, and with anything at all."""

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minicheckers.activities.remote import Remote
from minicheckers.game.player import Limits
from minicheckers.game.player import Player as GamePlayer
from minicheckers.game.request import GameRequest
from minicheckers.plain.desk import Desk
from minicheckers.plain.start import Console
from minicheckers.rules.outcome import Outcome, Reason
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour, get_variant
from minicheckers.storage.store import Store
from minicheckers.tui.boxes import Box
from minicheckers.tui.input_decoder import Key
from minicheckers.wire.handshake import Guest, Host, Terms
from minicheckers.wire.link import Link
from minicheckers.wire.messages import (
    BackReq,
    Chat,
    DrawOffer,
    EndClaim,
    GameEnd,
    Message,
    NotedMove,
)
from minicheckers.wire.sockets import Received
from testing.board_player import Player
from testing.laws import state_of
from testing.wires import FakeWire

BLACK, WHITE = Colour.BLACK, Colour.WHITE
DATE = "2025.11.17"


def make_host(**more: Any) -> Host:
    return Host(name="Hilda", terms=more.pop("terms", Terms()), secret=b"s", date=DATE, **more)


def make_guest(**more: Any) -> Guest:
    return Guest(name="Gus", terms=more.pop("terms", Terms()), date=DATE, **more)


class AtBoard(Player):
    """A host at the board, and a guest whom the test plays: the guest is Black and moves first."""

    def __init__(self, party: Host | Guest | None = None, other: Host | Guest | None = None):
        super().__init__()
        self.wire = FakeWire(other or make_guest())
        self.remote = Remote(party or make_host(), self.wire, ("Come to localhost.",))
        self.open(self.remote)

    def joined(self) -> "AtBoard":
        self.wire.connect()
        return self.settle()

    def settle(self) -> "AtBoard":
        for _ in range(8):
            self.screen.now += 1.0
            self.app.hear_answers()
            self.app.screen.tick()
        return self

    def there(self, move: str) -> "AtBoard":
        self.wire.plays(move)
        return self.settle()

    @property
    def both_know_the_same(self) -> bool:
        link = self.remote.link
        return link is not None and link.pdn() == self.wire.link.pdn()


def test_waiting_joining_and_moving() -> None:
    player = AtBoard()
    assert "Come to localhost" in player.text
    assert "Waiting for an opponent" in player.text
    player.joined()
    assert "You play mini against Gus" in player.said
    assert "Gus's turn (black)" in player.text
    player.there("6-9")
    assert "Your turn" in player.text
    assert not player.on.flipped
    player.play("13-10")
    assert player.wire.link.timeline.ply == 2
    assert player.both_know_the_same
    assert [game.timeline.ply for game in player.store.games_saved] == [1, 2]
    assert player.store.games_saved[-1].black == GamePlayer(person="Gus")


def test_what_the_other_side_sees_is_on_disk_before() -> None:
    player = AtBoard().joined()
    seen: list[tuple[int, int]] = []

    def look(message: object) -> None:
        if isinstance(message, NotedMove):
            seen.append((message.ply, player.store.games_saved[-1].timeline.ply))

    player.wire.on_send = look
    player.there("6-9").play("13-10")
    assert seen == [(1, 2)]


def test_a_request_to_undo_is_asked_about_and_enter_says_no() -> None:
    player = AtBoard().joined().there("6-9").play("13-10")
    player.wire.does(Link.ask_back)
    player.send()
    assert "Gus asks to undo 2 moves" in player.text
    player.press("y")  # meant for something else
    assert isinstance(player.app.overlay, Box)
    player.settle().press("enter")
    assert player.app.overlay is None
    assert player.wire.link.timeline.ply == 2
    player.wire.does(Link.ask_back)
    player.settle().press("y").settle()
    assert player.moves == []
    assert player.both_know_the_same


def test_closing_the_question_declines() -> None:
    player = AtBoard().joined().there("6-9")
    player.wire.does(Link.offer_draw)
    player.settle().press("escape")
    assert not player.remote.game.draw_wanted
    assert not player.wire.link.draw_offered


def test_our_own_request() -> None:
    player = AtBoard().joined().there("6-9").play("13-10").press("u")
    assert "Gus has not answered" in player.panel
    player.wire.does(lambda link: link.answer_back(0.0, yes=False))
    player.settle()
    assert "Gus declines to undo" in player.text
    player.press("u")
    player.wire.does(lambda link: link.answer_back(0.0, yes=True))
    player.settle()
    assert player.moves == ["6-9"]
    assert player.on.takes_moves


def test_a_draw_and_the_same_record_at_both_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    player = AtBoard().joined().there("6-9").press("=")
    player.wire.does(Link.offer_draw)
    player.settle()
    assert player.remote.session.outcome == Outcome(None, Reason.AGREED)
    assert "Draw" in player.text
    assert player.both_know_the_same
    assert player.store.games_saved[-1].outcome is not None
    assert player.store.stats().rows() == []
    player.press("w").press("s", "enter").settle()
    assert (tmp_path / "mini.pdn").read_text() == player.wire.link.pdn()


@pytest.mark.parametrize("wait", [AtBoard.settle, lambda player: player.on.farewell()])
def test_a_result_is_kept_when_nothing_can_change_it_any_more(wait: Callable[..., Any]) -> None:
    player = AtBoard().joined().there("6-9")
    player.wire.is_open = False  # nothing gets through, and nobody notices
    player.press("x", "y")
    assert player.store.games_saved[-1].outcome is None
    wait(player)
    assert player.store.games_saved[-1].outcome == Outcome(BLACK, Reason.RESIGNED, WHITE)


def test_talk() -> None:
    player = AtBoard().joined().press("/").write("hello").press("enter")
    assert Chat("hello") in player.wire.sent
    assert "You say: hello" in player.text
    player.wire.does(lambda link: link.say("good luck"))
    player.settle()
    assert "Gus says: good luck" in player.text


def test_a_cut_line_stops_everything_and_the_game_goes_on() -> None:
    player = AtBoard().joined().there("6-9")
    player.wire.cut()
    player.settle()
    assert "The connection to Gus was lost" in player.said
    for key in ("u", "=", "x", "/"):
        player.press(key)
        while player.app.overlay is not None:
            player.press("escape")
    player.press(":")
    assert "wait until it is back" in player.said
    assert player.remote.timeline.ply == 1
    player.wire.tick(30)
    player.settle()
    assert "Gus is back" in player.text
    player.play("13-10")
    assert player.both_know_the_same


def test_a_host_can_stop_waiting_and_the_next_guest_gets_another_game() -> None:
    player = AtBoard().joined().there("6-9")
    player.wire.cut()
    player.settle().press("n").settle()
    assert "without a result" in player.remote.story()[0][0]
    assert player.store.unfinished()
    player.press("w")
    player.wire.other = make_guest(code="x")
    player.joined()
    assert player.remote.timeline.ply == 0
    assert player.on.flipped  # colours have changed
    assert player.remote.session.here is BLACK


def test_two_games_with_the_same_ballot_are_two_games() -> None:
    english = get_variant("english")
    host = make_host(terms=Terms(english, Position.start(english), WHITE), ballot="46")
    player = AtBoard(host).joined()
    assert "Double Cross" in player.text
    assert not player.store.unfinished()
    player.play("27x18")
    assert [game.plies for game in player.store.unfinished()] == [4]
    player.wire.cut()
    player.settle().press("n").settle().press("w")
    player.wire.other = make_guest(code="x")
    player.joined()
    assert player.remote.timeline.ply == 3
    player.play("26x19")
    games = [game.session().timeline.last_move for game in player.store.unfinished()]
    assert sorted(map(str, games)) == ["26x19", "27x18"]


def test_resigning_and_another_game_for_a_guest() -> None:
    player = AtBoard(make_guest(), make_host()).joined()
    assert player.on.flipped
    player.play("6-9").press("x")
    assert "Hilda will win" in player.text
    player.press("y").settle()
    assert "You lose" in player.text
    assert player.wire.link.outcome == Outcome(WHITE, Reason.RESIGNED, BLACK)
    player.press("a").settle()
    assert player.remote.session.outcome is None
    assert player.remote.session.here is WHITE
    assert not player.on.flipped


def test_leaving_is_asked_about_and_said() -> None:
    player = AtBoard().joined().there("6-9").press("q")
    assert "The game ends without a result" in player.text
    player.press("n")
    assert player.app.running
    player.press("q", "y")
    assert not player.app.running
    player.on.farewell()
    assert GameEnd(EndClaim.NONE, leaving=True) in player.wire.sent
    assert player.wire.link.outcome == Outcome(None, Reason.SAYS_OVER, WHITE)
    assert len(player.store.unfinished()) == 1


def test_a_move_that_is_none_ends_the_game() -> None:
    player = AtBoard().joined()
    player.wire.happens(Received(player.wire.line, NotedMove(0, "1-18")))
    player.settle()
    outcome = player.remote.session.outcome
    assert outcome is not None
    assert outcome.reason is Reason.BROKE_RULES
    assert "illegal move" in player.remote.said[-1]


def test_keys_and_wire_events_come_through_one_queue_in_their_order() -> None:
    player = AtBoard().joined().there("6-9")
    order: list[str] = []
    player.app.post(lambda: order.append("key"))
    player.wire.does(lambda link: link.say("hm"))
    player.app.post(lambda: order.append(player.remote.said[-1]))
    player.app.hear_answers()
    assert order == ["key", "Gus says: hm"]


# Plain mode


class Script(BytesIO):
    """What a person types, and in between what the other side does, once a line is wanted."""

    def __init__(self, wire: FakeWire, *items: str | Callable[[], None]) -> None:
        super().__init__()
        self.wire, self.items = wire, list(items)

    def readline(self, _size: int | None = -1, /) -> bytes:
        self.wire.wait_until_quiet()
        while self.items:
            item = self.items.pop(0)
            if isinstance(item, str):
                return f"{item}\n".encode()
            item()
            self.wire.wait_until_quiet()
        return b""


def at_desk(
    store: Store,
    wire: FakeWire,
    *items: str | Callable[[], None],
    party: Host | Guest | None = None,
    most_games: int | None = None,
) -> tuple[int, str, Desk]:
    said = StringIO()
    console = Console(Script(wire, *items), said)
    remote = Remote(party or make_host(), wire, most_games=most_games)
    reads = remote.person_plays
    desk = Desk(store, console, GameRequest(), reads=reads)
    if not reads:
        desk.post(wire.connect)
    code = desk.run(remote)
    return code, " ".join(said.getvalue().split()), desk


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as made:
        yield made


def test_a_game_in_words(store: Store) -> None:
    wire = FakeWire(make_guest())
    code, said, _ = at_desk(
        store,
        wire,
        "board",
        wire.connect,
        partial(wire.plays, "6-9"),
        "13-10",
        "undo",
        lambda: wire.does(lambda link: link.answer_back(0.0, yes=True)),
        "1",
        lambda: wire.does(Link.offer_draw),
        "say what?",
        "no",
        "clock",
        "pdn",
        "line",
        "draw",
        lambda: wire.does(Link.offer_draw),
        "help",
        "new",
        "quit",
    )
    assert code == 0
    for expected in (
        "Nobody has joined yet",
        "You play mini against Gus. You have white, Gus has black.",
        "Gus plays 6-9",
        "Your turn (white)",
        "You play 13-10",
        "You ask Gus to let you undo your last move",
        "Undone: 13-10",
        "Gus offers a draw",
        "You say: what?",
        "This game has no clock",
        '[White "Hilda"]',
        "minicheckers game mini 6-9",
        "You offer Gus a draw",
        "The game is over: draw: both sides agreed",
        "accept your opponent's request",
        "Your guest has to ask for another game",
    ):
        assert expected in said, expected
        said = said[said.index(expected) :]
    assert not store.unfinished()


def test_a_guest_who_gets_no_game_is_told_why(store: Store) -> None:
    wire = FakeWire(make_host(code="swordfish"))
    code, said, desk = at_desk(store, wire, wire.connect, "quit", party=make_guest())
    assert code == 1
    assert "asks for a code" in desk.trouble
    assert said == ""


def test_a_computer_in_the_persons_place_plays_and_answers(store: Store) -> None:
    random = Random(1)
    wire = FakeWire(make_guest(terms=Terms(get_variant("mini"))))
    asked: list[bool] = []

    def react(_: object) -> None:
        wire_thread.append(threading.current_thread().name)

    def reply() -> None:
        link = wire.link
        if link.outcome is not None:
            return
        if not asked and link.timeline.ply == 2:
            asked.append(True)
            wire.does(Link.ask_back)
        elif link.my_turn and link.back_asked is None:
            wire.plays(str(random.choice(link.session.position.legal_moves())))

    wire_thread: list[str] = []
    wire.on_send = react
    deliver = wire._deliver

    def deliver_and_reply() -> None:
        deliver()
        if wire.other.link is not None:
            wire._post(reply)

    wire._deliver = deliver_and_reply  # type: ignore[method-assign]
    party = make_host(player=GamePlayer("easy"), seed=1)
    code, said, _ = at_desk(store, wire, party=party, most_games=1)
    assert code == 0
    assert asked
    assert "Undone: " in said
    assert "The game is over: " in said
    assert set(wire_thread) == {"MainThread"}
    assert store.unfinished() == ()
    assert store.finished() == ()


def test_the_other_side_is_heard_while_the_computer_thinks(store: Store) -> None:
    english = get_variant("english")
    wire = FakeWire(make_guest(terms=Terms(english)))
    expert = GamePlayer("expert", Limits(time=60))
    deliver = wire._deliver

    def deliver_and_resign() -> None:
        deliver()
        link = wire.other.link
        if link is not None and link.my_turn:
            wire._post(partial(wire.plays, "11-15"))
            wire._post(partial(wire.does, Link.resign))

    wire._deliver = deliver_and_resign  # type: ignore[method-assign]
    began = time.monotonic()
    code, said, _ = at_desk(store, wire, party=make_host(player=expert), most_games=1)
    assert code == 0
    assert "Black has resigned" in said
    assert time.monotonic() - began < 30


# Anything at all


def junk(player: AtBoard, random: Random) -> Message:
    remote = player.remote
    moves = remote.position.legal_moves()
    move = str(random.choice(moves)) if moves else "1-2"
    found: list[Message] = [
        NotedMove(remote.timeline.ply, move),
        NotedMove(remote.timeline.ply, move),
        BackReq(random.randrange(3), random.choice((BLACK, WHITE))),
        DrawOffer(),
        DrawOffer(refused=1),
        Chat("hm"),
        GameEnd(random.choice(list(EndClaim))),
    ]
    return random.choice(found)


KEYS = (
    "u",
    "=",
    "x",
    "y",
    "n",
    "enter",
    "escape",
    "/",
    "h",
    "i",
    "tab",
    "n",
    " ",
    "b",
    "q",
    "f",
    "?",
)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_pressed_and_whatever_comes(seed: int) -> None:
    random = Random(seed)
    player = AtBoard().joined()
    for _ in range(150):
        chance = random.random()
        if chance < 0.45:
            before = state_of(player.remote)
            player.app.handle(Key(random.choice(KEYS)))
            message = player.app.message
            if message is not None and message.ink == "warning":  # it was refused
                assert state_of(player.remote) == before
            player.send()
        elif chance < 0.7:
            player.wire.happens(Received(player.wire.line, junk(player, random)))
        elif chance < 0.75:
            player.wire.cut()
            player.wire.tick(30)
        elif player.at_menu or not player.app.running:
            break
        elif player.on.takes_moves:
            player.send()
            if player.on.takes_moves:
                player.on.play(random.choice(player.on.legal))
        if random.random() < 0.3:
            player.wait(random.random())
            assert player.text
    if player.app.running and not player.at_menu:
        player.settle()
    link = player.remote.link
    assert link is not None
    assert player.remote.session is link.session
