"""A remote game in plain mode, with the other side in the same process."""

import io
import threading
from pathlib import Path

import pytest

from minicheckers.dxp.handshake import Dial, Effects, Guest, HangUp, SendTo, Terms
from minicheckers.dxp.sockets import Network, Opened, Received
from minicheckers.game.player import PERSON, Player
from minicheckers.messages import sentence
from minicheckers.plain import text
from minicheckers.plain.console import Console
from minicheckers.plain.remote import RemoteConsole
from minicheckers.play.remote import RemoteGame
from minicheckers.players import registry
from minicheckers.players.strategy import Strategy
from minicheckers.rules.variant import Colour, get_variant
from minicheckers.storage.store import Store
from testing.dxp_ends import make_guest, make_host
from testing.lines import spoken

TERMS = Terms(get_variant("english"), colour=Colour.BLACK)


class Nearby(Network):
    """A wire with a guest at its other end who agrees to a game."""

    def __init__(self) -> None:
        super().__init__()
        self._guest = make_guest()
        self.inbox.put(Opened(1))
        self._guest_takes(self._guest.opened(1, 0.0))

    def perform(self, effect: SendTo | HangUp | Dial) -> None:
        if isinstance(effect, SendTo):
            self._guest_takes(self._guest.received(1, effect.message, 0.0))

    def _guest_takes(self, step: tuple[Guest, Effects]) -> None:
        self._guest, effects = step
        for effect in effects:
            if isinstance(effect, SendTo):
                self.inbox.put(Received(1, effect.message))


class Person(io.BytesIO):
    """Types lines once told to."""

    def __init__(self, typed: str) -> None:
        super().__init__(typed.encode())
        self.may_type = threading.Event()

    def readline(self, size: int | None = -1, /) -> bytes:
        self.may_type.wait(60)
        return super().readline(size)


class Screen(io.StringIO):
    """Tells a person when it is their turn."""

    def __init__(self, person: Person) -> None:
        super().__init__()
        self._person = person

    def write(self, words: str, /) -> int:
        if "Your turn" in words:
            self._person.may_type.set()
        return super().write(words)


def hosted(directory: Path, wire: Network, player: Player, *typed: str) -> tuple[int, str]:
    """The exit code and the output of a host with the first move, to whom these lines are typed."""
    person = Person("".join(f"{line}\n" for line in typed))
    if not isinstance(wire, Nearby):  # nobody will come
        person.may_type.set()
    said = Screen(person)
    game = RemoteGame(make_host(TERMS), player=player)
    console = RemoteConsole(game, wire, Console(person, said), Store(directory))
    code = console.run()
    return code, said.getvalue() + console.trouble


def test_a_computer_without_memory_gives_up_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_memory(*_: object, **__: object) -> Strategy:
        raise MemoryError

    monkeypatch.setattr(registry, "strategy_of", no_memory)
    code, said = hosted(tmp_path, Nearby(), Player("easy"))
    assert code == 1
    assert "'easy' cannot play: 'MemoryError'" in said


def test_every_word_has_its_method_and_every_alias_its_word() -> None:
    assert all(hasattr(RemoteConsole, f"_do_{word}") for word in RemoteConsole.words)
    assert set(RemoteConsole.aliases.values()) <= RemoteConsole.words.keys()


def test_before_there_is_a_game_there_is_help(tmp_path: Path) -> None:
    _, said = hosted(tmp_path, Network(), PERSON, "board", "1", "nonsense", "?")
    assert said.startswith(f"{sentence(text.NO_GAME_YET)}\n" * 3 + "Type a move, using square")


def test_lines_are_understood_as_everywhere_in_plain_mode(tmp_path: Path) -> None:
    lines = ("?", "NONSENSE", "resign please", "say", "8", "time", "2", "")
    code, said = hosted(tmp_path, Nearby(), PERSON, *lines)
    assert code == 0
    for expected in (
        "Type a move such as 9-13, using square numbers",
        "'nonsense' is not a command here; type a move such as 9-13,",
        "Resign? You will lose. Write resign yes to resign, or play on.",
        "Write say TEXT to send your opponent a message.",
        "There is no move number '8'; type a number from 1 to 7.",
        "The game has no clock.",
        "You play 9-14",
        "h g f e d c b a",
    ):
        assert expected in said
        said = said[said.index(expected) :]


def test_a_move_out_of_turn_is_not_looked_up_among_the_moves_of_the_opponent(
    tmp_path: Path,
) -> None:
    _, said = hosted(tmp_path, Nearby(), PERSON, "2", "9-13", "nonsense")
    assert said.count("It is Gus's turn") == 1
    assert "'nonsense' is not a command here; it is Gus's turn; type board, moves," in spoken(said)
    assert "not legal" not in said


def test_resigning_and_draws_are_answered_as_in_a_game_at_one_computer(tmp_path: Path) -> None:
    _, said = hosted(tmp_path, Nearby(), PERSON, "draw yes", "draw maybe", "resign", "resign yes")
    for expected in (
        "Gus has not offered a draw.",
        "Type draw to offer a draw, draw yes to accept one, or draw no.",
        "Write resign yes to resign",
        "White wins: Black has resigned.\nYou lost.\n",
    ):
        assert expected in said
        said = said[said.index(expected) :]
