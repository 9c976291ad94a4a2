"""A game with somebody elsewhere, line by line, with the other side in the same process."""

import io
from pathlib import Path

import pytest

from minicheckers.dxp.handshake import Dial, Effects, Guest, HangUp, SendTo, Terms
from minicheckers.dxp.sockets import Opened, Received
from minicheckers.dxp.wire import Wire
from minicheckers.game.player import Player
from minicheckers.plain.console import Console
from minicheckers.plain.remote import RemoteConsole
from minicheckers.play.remote import RemoteGame
from minicheckers.players import registry
from minicheckers.players.strategy import Strategy
from minicheckers.rules.variant import Colour, get_variant
from minicheckers.storage.store import Store
from testing.dxp_ends import make_guest, make_host

TERMS = Terms(get_variant("english"), colour=Colour.BLACK)


class Nearby(Wire):
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


def hosted(directory: Path, player: Player, typed: str = "") -> tuple[int, str]:
    """The exit code and the output of a host with the first move, to whom this is typed."""
    said = io.StringIO()
    console = Console(io.BytesIO(typed.encode()), said)
    game = RemoteGame(make_host(TERMS), player=player)
    return RemoteConsole(game, Nearby(), console, Store(directory)).run(), said.getvalue()


def test_a_computer_without_memory_gives_up_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_memory(*_: object, **__: object) -> Strategy:
        raise MemoryError

    monkeypatch.setattr(registry, "strategy_of", no_memory)
    code, said = hosted(tmp_path, Player("easy"))
    assert code == 1
    assert "'easy' cannot play: 'MemoryError'." in said
