"""The wire: carries out what a host or a guest asks for, over real connections."""

from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import Any

from .handshake import Dial, HangUp, SendTo
from .sockets import Network, NetworkEvent


class Wire:
    """The network of one program, and the address of its host if it is a guest.

    Others may put what they have to say into the ``inbox``, too, for somebody who waits for both.
    """

    def __init__(self) -> None:
        self.inbox: SimpleQueue[Any] = SimpleQueue()
        self._network = Network(self.inbox)
        self._host: tuple[str, int] | None = None

    def listen(self, host: str, port: int) -> tuple[str, int]:
        """Wait for guests at an address, and return it; OSError with a sentence if that fails."""
        return self._network.listen(host, port)

    def call(self, host: str, port: int) -> None:
        """Connect to a host, now and whenever that is asked for."""
        self._host = (host, port)
        self._network.dial(host, port)

    def perform(self, effect: SendTo | HangUp | Dial) -> None:
        """Do what a step asks for; what comes of it is in the inbox."""
        match effect:
            case SendTo(connection, message, pause):
                self._network.send(connection, message, pause)
            case HangUp(connection):
                self._network.hang_up(connection)
            case Dial():
                assert self._host is not None
                self._network.dial(*self._host)

    def events(self) -> Iterator[NetworkEvent]:
        """What has happened since it was last asked."""
        while True:
            try:
                yield self.inbox.get_nowait()
            except Empty:
                return

    def stop(self) -> None:
        """Send what is left, and close everything."""
        self._network.stop()
