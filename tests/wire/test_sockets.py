"""Real sockets on the loopback: messages get through, and nobody can harm the listener."""

import os
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from threading import Event

import psutil
import pytest

from minicheckers.wire.messages import DEFAULT_PORT, LONGEST, Chat, Message
from minicheckers.wire.sockets import (
    LOOPBACK,
    Closed,
    Connections,
    NetworkEvent,
    Opened,
    Patience,
    Received,
    is_loopback,
    parse_address,
    shown_address,
)
from testing.remote_players import port_without_listener

#: Longer than anything takes on a busy machine, in seconds.
PATIENCE = 60.0


class End:
    """A network with its inbox, and what has come so far."""

    def __init__(self, patience: Patience | None = None) -> None:
        self.network = Connections(patience or Patience())
        self.inbox = self.network.inbox
        self.events: list[NetworkEvent] = []

    def wait_for(self, kind: type[NetworkEvent], connection: int | None = None) -> NetworkEvent:
        """The next event of a kind; earlier ones are kept."""
        deadline = time.monotonic() + PATIENCE
        while True:
            event = self.inbox.get(timeout=max(0.0, deadline - time.monotonic()))
            self.events.append(event)
            if isinstance(event, kind) and connection in (None, event.connection):
                return event

    def drained(self) -> bool:
        """Take everything that has arrived, as a running program does."""
        while not self.inbox.empty():
            self.inbox.get()
        return True

    def message(self, connection: int | None = None) -> Message:
        event = self.wait_for(Received, connection)
        assert isinstance(event, Received)
        return event.message

    def closed(self, connection: int | None = None) -> str:
        event = self.wait_for(Closed, connection)
        assert isinstance(event, Closed)
        return event.sentence


@contextmanager
def ends(*patiences: Patience | None) -> Iterator[list[End]]:
    made = [End(patience) for patience in patiences or (None, None)]
    try:
        yield made
    finally:
        for end in made:
            end.network.stop()


@contextmanager
def listening(patience: Patience | None = None) -> Iterator[tuple[End, tuple[str, int]]]:
    """A network that listens, and its address; afterwards nobody is listening there."""
    with ends(patience) as (end,):
        address = end.network.listen(LOOPBACK, 0)
        yield end, address
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(address, timeout=PATIENCE)


def stranger(address: tuple[str, int]) -> socket.socket:
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.settimeout(PATIENCE)
    made.connect(address)
    return made


def is_hung_up_on(line: socket.socket) -> bool:
    with suppress(ConnectionError):
        while line.recv(4096):
            pass
    return True


@pytest.fixture(autouse=True)
def _nothing_is_left_open() -> Iterator[None]:
    descriptors = Path("/proc/self/fd")
    if sys.platform != "linux":
        yield
        return
    before = {os.readlink(link) for link in descriptors.iterdir() if link.is_symlink()}
    yield
    deadline = time.monotonic() + PATIENCE
    while sockets_beyond(before, descriptors) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not sockets_beyond(before, descriptors)


def sockets_beyond(before: set[str], descriptors: Path) -> set[str]:
    found = set()
    for link in descriptors.iterdir():
        with suppress(OSError):
            found.add(os.readlink(link))
    return {target for target in found - before if target.startswith("socket:")}


def test_what_is_sent_before_stopping_arrives() -> None:
    with ends() as (host, guest):
        address = host.network.listen(LOOPBACK, 0)
        line = guest.network.dial(*address)
        guest.wait_for(Opened)
        for number in range(50):
            guest.network.send(line, Chat(str(number)))
        guest.network.stop()
        for number in range(50):
            assert host.message() == Chat(str(number))
        host.closed()
        guest.network.stop()  # doing it twice does no harm


def test_messages_can_be_kept_apart() -> None:
    with listening() as (end, address), closing(stranger(address)) as line:
        there, began = end.wait_for(Opened).connection, time.monotonic()
        end.network.send(there, Chat("one"))
        end.network.send(there, Chat("two"), 0.2)
        end.network.send(there, Chat("three"), 0.2)
        end.network.hang_up(there)
        said = b""
        while piece := line.recv(100):
            said += piece
        assert said == b"Cone\0Ctwo\0Cthree\0"
        assert time.monotonic() - began >= 0.4


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost", ("localhost", DEFAULT_PORT)),
        ("10.0.0.7:9999", ("10.0.0.7", 9999)),
        ("example.org:0", ("example.org", 0)),
        ("::1", ("::1", DEFAULT_PORT)),
        ("[::1]", ("::1", DEFAULT_PORT)),
        ("[fe80::1]:27532", ("fe80::1", 27532)),
    ],
)
def test_addresses(text: str, address: tuple[str, int]) -> None:
    assert parse_address(text) == address
    assert parse_address(shown_address(*address)) == address


@pytest.mark.parametrize("text", ["", ":", "host:", "host:99999", "host:-1", "a b", "[::1", "h:x"])
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(ValueError, match="is not an address"):
        parse_address(text)


def test_what_only_this_machine_can_reach() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.9.9.9", "::1", "localhost")))
    assert not any(map(is_loopback, ("0.0.0.0", "::", "192.168.1.5", "example.org", "")))


def test_nothing_listens_unless_asked_to() -> None:
    with ends(None) as (end,):
        assert end.network._listening is None
        with port_without_listener() as port:
            assert "nobody is listening" in dialled(end, LOOPBACK, port)


def dialled(end: End, host: str, port: int) -> str:
    """Why a host cannot be reached."""
    return end.closed(end.network.dial(host, port))


def test_a_host_that_there_is_not() -> None:
    with ends(None) as (end,):
        assert "no host" in dialled(end, "no.such.host.invalid", DEFAULT_PORT)


def test_an_address_that_is_taken_or_not_ours() -> None:
    with listening() as (_, (host, port)), ends(None) as (other,):
        with pytest.raises(OSError, match="another program is listening") as error:
            other.network.listen(host, port)
        assert str(port) in str(error.value)
        with pytest.raises(OSError, match="does not have that address"):
            other.network.listen("192.0.2.1", 0)


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n\0",
        b"\0",
        b"\xff\xfe\xfd\0",
        b"M12\0",
        b"X" * (LONGEST + 1),
        b"Xplay?" + b"&" * 5000 + b"\0",
    ],
)
def test_whoever_sends_what_is_no_message_loses_the_connection(data: bytes) -> None:
    with listening() as (end, address), closing(stranger(address)) as good:
        first = end.wait_for(Opened).connection
        with closing(stranger(address)) as bad:
            second = end.wait_for(Opened).connection
            with suppress(ConnectionError):
                bad.sendall(data)
            assert is_hung_up_on(bad)
            sentence = end.closed(second)
            assert sentence.isprintable()
            assert len(sentence) < 300
        good.sendall(b"Chello\0")
        assert end.message(first) == Chat("hello")


def test_half_a_message_harms_nobody() -> None:
    with listening() as (end, address), closing(stranger(address)) as half:
        first = end.wait_for(Opened).connection
        half.sendall(b"Chel")
        with closing(stranger(address)) as whole:
            second = end.wait_for(Opened).connection
            whole.sendall(b"Cfirst\0")
            assert end.message(second) == Chat("first")
        half.sendall(b"lo\0")
        assert end.message(first) == Chat("hello")


def test_a_connection_that_is_reset() -> None:
    with listening() as (end, address):
        line = stranger(address)
        there = end.wait_for(Opened).connection
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        line.close()
        assert end.closed(there)
        end.network.send(there, Chat("too late"))
        end.network.hang_up(there)


def test_the_system_looks_whether_a_silent_line_is_still_there() -> None:
    with listening() as (end, address), closing(stranger(address)):
        there = end.wait_for(Opened).connection
        line = end.network._lines[there].socket
        assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        idle = "TCP_KEEPALIVE" if sys.platform == "darwin" else "TCP_KEEPIDLE"
        assert line.getsockopt(socket.IPPROTO_TCP, getattr(socket, idle)) <= 60
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT) <= 5


# Malicious peers


def test_a_reader_that_does_not_read_is_given_up() -> None:
    with listening() as (end, address), closing(stranger(address)):
        there = end.wait_for(Opened).connection
        deadline = time.monotonic() + PATIENCE
        while end.inbox.empty():
            assert time.monotonic() < deadline
            for _ in range(1000):
                end.network.send(there, Chat("x" * 126))
            time.sleep(0.001)
        assert "stopped reading" in end.closed(there)
        assert not end.network._lines


def test_what_no_message_can_say_ends_its_connection_and_nothing_else() -> None:
    with listening() as (end, address), ends() as (one, other):
        one.network.dial(*address)
        there = end.wait_for(Opened).connection
        other.network.dial(*address)
        elsewhere = end.wait_for(Opened).connection
        end.network.send(there, Chat("x" * 1000))
        assert "at most" in end.closed(there)
        end.network.send(elsewhere, Chat("well"))
        assert other.message() == Chat("well")


def fill(end: End, there: int) -> None:
    """Send as much as a peer that stopped reading can hold and a little more, or until given up."""
    lines = end.network._lines
    while (line := lines.get(there)) is not None and line.unsent < 20_000:
        for _ in range(20):
            end.network.send(there, Chat("x" * 126))
        taken = Event()
        end.network._do(taken.set)
        assert taken.wait(PATIENCE)


def test_a_reader_that_reads_too_slowly_is_given_up_in_time() -> None:
    """The data is small enough, but nobody reads it for too long."""
    with listening(Patience(stalled=0.2)) as (end, address), closing(stranger(address)):
        there = end.wait_for(Opened).connection
        fill(end, there)
        assert "stopped reading" in end.closed(there)


def test_stopping_does_not_wait_for_a_reader_that_does_not_read() -> None:
    with listening(Patience(leaving=0.2)) as (end, address), closing(stranger(address)):
        there = end.wait_for(Opened).connection
        fill(end, there)
        end.network.stop()
        assert not end.network._thread.is_alive()


def test_a_sender_without_end_has_to_wait_until_somebody_listens() -> None:
    """Nobody takes the events: nothing more is read, and memory does not grow."""
    patience = Patience(waiting_events=50)
    with listening(patience) as (end, address), closing(stranger(address)) as line:
        end.wait_for(Opened)
        line.settimeout(0.5)
        sent = 0
        with suppress(TimeoutError):
            while sent < 100_000_000:
                sent += line.send(b"Chello\0" * 1000)
        assert sent < 100_000_000
        assert end.inbox.qsize() < 50 + 4096
        assert end.message() == Chat("hello")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("talk", [b"", b"Cminicheckers 1\0", b"X", b"Xplay?name=a\0", b"E01\0"])
def test_a_flood_of_connections(talk: bytes) -> None:
    patience = Patience(connections=16, lingering=0.1)
    most = patience.connections
    with listening(patience) as (end, address), ExitStack() as lines:
        for _ in range(5 * most):
            line = lines.enter_context(closing(stranger(address)))
            with suppress(ConnectionError):
                line.sendall(talk)
            end.drained()
            assert len(end.network._lines) <= most
        used = psutil.Process().memory_info().rss
        for _ in range(20 * most):
            with closing(stranger(address)) as line, suppress(ConnectionError):
                line.sendall(talk)
            end.drained()
        assert psutil.Process().memory_info().rss < used + 20_000_000
        lines.close()
        wait_until(lambda: end.drained() and not end.network._lines)
        with closing(stranger(address)) as late:  # and it is still listening
            late.sendall(b"Chello\0")
            while end.message() != Chat("hello"):
                pass


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)
