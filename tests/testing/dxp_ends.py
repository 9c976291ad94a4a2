"""A host and a guest joined by a wire that delivers, delays and breaks on command."""

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from minicheckers import Colour, Position
from minicheckers.dxp.handshake import (
    Dial,
    Effects,
    Guest,
    HangUp,
    Host,
    SendTo,
    Terms,
    Visitor,
)
from minicheckers.dxp.link import Link, Step
from minicheckers.dxp.messages import Message, decode, encode
from minicheckers.game.timeline import Timeline

DATE = "2025.11.17"
ANYTHING = Terms()


def make_host(
    terms: Terms = ANYTHING, *, code: str | None = None, patience: float | None = None
) -> Host:
    return Host("Hilda", terms, b"secret", DATE, code, patience)


def make_guest(terms: Terms = ANYTHING, *, code: str | None = None) -> Guest:
    return Guest("Gus", terms, DATE, code)


def plain_host() -> Host:
    """A host in the middle of a game with some other program."""
    line = Timeline.begin(Position.start("english")).play("11-15")
    link = Link(line, Colour.BLACK, ("Hilda", "Other"), DATE, extended=False)
    begun, _ = link.begin(0.0)
    return replace(make_host(), visitors={1: Visitor(0.0)}, connection=1, link=begun, games=1)


class Ends:
    """Both ends, and the bytes in transit between them."""

    def __init__(self, host: Host | None = None, guest: Guest | None = None) -> None:
        self.host = host or make_host()
        self.guest = guest or make_guest()
        self.now = 0.0
        self.line = 0
        self.to_host: deque[bytes] = deque()
        self.to_guest: deque[bytes] = deque()
        self.host_told: list[object] = []
        self.guest_told: list[object] = []
        self.is_open = False
        self.hung_up = False

    def connect(self) -> "Ends":
        """Connect again, whatever happened to the old connection."""
        self.line += 1
        self.is_open = True
        self.host, effects = self.host.opened(self.line, self.now)
        self._at_host(effects)
        self.guest, effects = self.guest.opened(self.line, self.now)
        self._at_guest(effects)
        return self

    def cut(self) -> None:
        """Drop the connection and everything on it."""
        self.to_host.clear()
        self.to_guest.clear()
        self.is_open = False
        self.host, effects = self.host.closed(self.line, "the line is cut", self.now)
        self._at_host(effects)
        self.guest, effects = self.guest.closed(self.line, "the line is cut", self.now)
        self._at_guest(effects)

    def deliver_to_host(self) -> None:
        message = decode(self.to_host.popleft()[:-1])
        self.host, effects = self.host.received(self.line, message, self.now)
        self._at_host(effects)

    def deliver_to_guest(self) -> None:
        message = decode(self.to_guest.popleft()[:-1])
        self.guest, effects = self.guest.received(self.line, message, self.now)
        self._at_guest(effects)

    def settle(self) -> "Ends":
        """Deliver everything, including any replies it causes."""
        while self.to_host or self.to_guest:
            while self.to_host:
                self.deliver_to_host()
            while self.to_guest:
                self.deliver_to_guest()
        if self.hung_up:
            self.hung_up = False
            self.cut()
        return self

    def host_does(self, do: Callable[[Link], Step]) -> None:
        self.host, effects = self.host.act(do)
        self._at_host(effects)

    def guest_does(self, do: Callable[[Link], Step]) -> None:
        self.guest, effects = self.guest.act(do)
        self._at_guest(effects)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.host, effects = self.host.tick(self.now)
        self._at_host(effects)
        self.guest, effects = self.guest.tick(self.now)
        self._at_guest(effects)

    def play(self, *moves: str) -> "Ends":
        """Let both play these moves, whoever's turn it is."""
        for move in moves:
            mine = self.host_link.my_turn
            does = self.host_does if mine else self.guest_does
            does(lambda link, move=move: link.play(move, self.now))  # type: ignore[misc]
            self.settle()
        return self

    @property
    def host_link(self) -> Link:
        assert self.host.link is not None
        return self.host.link

    @property
    def guest_link(self) -> Link:
        assert self.guest.link is not None
        return self.guest.link

    def link_of(self, colour: Colour) -> Link:
        return self.host_link if self.host_link.colour is colour else self.guest_link

    def _at_host(self, effects: Effects) -> None:
        for effect in effects:
            if isinstance(effect, SendTo):
                self._put(self.to_guest, effect.message)
            elif isinstance(effect, HangUp):
                self.hung_up = effect.connection == self.line
            else:
                self.host_told.append(effect)

    def _at_guest(self, effects: Effects) -> None:
        for effect in effects:
            if isinstance(effect, SendTo):
                self._put(self.to_host, effect.message)
            elif isinstance(effect, HangUp):
                self.hung_up = effect.connection == self.line
            elif isinstance(effect, Dial):
                self.connect()
            else:
                self.guest_told.append(effect)

    def _put(self, way: deque[bytes], message: Message) -> None:
        if self.is_open:
            way.append(encode(message))
