"""Connections over TCP: bytes from outside become messages in an inbox, or the line is closed.

One thread looks after all of them with a selector, so that nobody can make another wait. Whoever
sends what is no message, does not read, or is gone without a word loses the connection; nothing
that is kept for a connection grows without bounds. Nothing listens before `Network.listen`.
"""

import errno
import ipaddress
import re
import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any

from ..messages import quoted
from .handshake import Dial, HangUp, SendTo
from .messages import DEFAULT_PORT, Message, decode, encode, split

LOOPBACK = "127.0.0.1"
_BLOCK = 4096
_NO_TIME = float("inf")


@dataclass(frozen=True)
class Opened:
    """There is a new connection."""

    connection: int


@dataclass(frozen=True)
class Received:
    """A message has come."""

    connection: int
    message: Message


@dataclass(frozen=True)
class Closed:
    """A connection is gone, or could not be made; a sentence says why."""

    connection: int
    sentence: str


NetworkEvent = Opened | Received | Closed


@dataclass(frozen=True)
class Patience:
    """The limits: connections, events, bytes to send, and seconds."""

    connections: int = 64
    waiting_events: int = 256
    unsent: int = 65_536
    stalled: float = 30.0
    dialling: float = 15.0
    leaving: float = 5.0
    lingering: float = 2.0


def parse_address(text: str, port: int = DEFAULT_PORT) -> tuple[str, int]:
    """The host and the port of HOST, HOST:PORT or [IPv6]:PORT; ValueError with a sentence."""
    found = re.fullmatch(
        r"(?:\[(?P<six>[^\[\]]*)\]|(?P<host>[^:\[\]\s]+)|(?P<bare>[^\[\]\s]*:[^\[\]\s]*:[^\[\]\s]*))"
        r"(?::(?P<port>[0-9]{1,5}))?",
        text.strip(),
        re.ASCII,
    )
    if found is None or (found["port"] is not None and int(found["port"]) > 65_535):
        raise ValueError(
            f"{quoted(text)} is not an address; write HOST or HOST:PORT, with a port up to 65535"
        )
    host = found["six"] or found["host"] or found["bare"]
    return host, port if found["port"] is None else int(found["port"])


def shown_address(host: str, port: int) -> str:
    """An address as `parse_address` reads it."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine alone."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


@dataclass(eq=False)
class _Line:
    """A connection: what has come in of a message, what is to be sent, and since when it waits."""

    number: int
    socket: socket.socket
    held: bytes = b""
    #: Bytes to send, and how many seconds after the ones before them.
    outbox: deque[tuple[bytes, float]] = field(default_factory=deque)
    unsent: int = 0
    sent_at: float = 0.0
    stalled_since: float | None = None
    leaving: bool = False
    all_sent: bool = False
    closes_at: float = _NO_TIME

    def due(self) -> float:
        """When there is something to send."""
        return self.sent_at + self.outbox[0][1] if self.outbox else _NO_TIME


class Network:
    """All connections of a program, and the address of its host if it is a guest.

    Its events go to the ``inbox``, from a thread of its own. Others may put what they have to say
    there, too, for somebody who waits for both.
    """

    def __init__(self, patience: Patience = Patience()) -> None:
        self.inbox: SimpleQueue[Any] = SimpleQueue()
        self._host: tuple[str, int] | None = None
        self._patience = patience
        self._selector = selectors.DefaultSelector()
        self._lines: dict[int, _Line] = {}
        self._numbers = count(1)
        self._listener: socket.socket | None = None
        self._listens_at = _NO_TIME
        self._deeds: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._woken, self._waker = socket.socketpair()
        for end in (self._woken, self._waker):
            end.setblocking(False)
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="network", daemon=True)
        self._thread.start()

    # For everybody

    def listen(self, host: str = LOOPBACK, port: int = DEFAULT_PORT) -> tuple[str, int]:
        """Take connections at an address, and return it; OSError with a sentence if that fails."""
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            listener = socket.create_server((host, port), family=family, backlog=128)
        except OSError as error:
            reasons = {
                errno.EADDRINUSE: "another program is listening there; choose another port",
                errno.EADDRNOTAVAIL: "this machine does not have that address",
                socket.EAI_NONAME: "there is no such address",
                errno.EACCES: "ports below 1024 need special permission",
            }
            why = reasons.get(error.errno or 0, error.strerror or str(error))
            raise OSError(
                error.errno, f"cannot listen at {shown_address(host, port)}: {why}"
            ) from None
        listener.setblocking(False)
        address = listener.getsockname()
        self._do(lambda: self._start_listening(listener))
        return str(address[0]), int(address[1])

    def call(self, host: str, port: int) -> None:
        """Connect to a host, now and whenever a step asks for it."""
        self._host = (host, port)
        self.dial(host, port)

    def perform(self, effect: SendTo | HangUp | Dial) -> None:
        """Do what a step of a host or a guest asks for; what comes of it is in the inbox."""
        match effect:
            case SendTo(connection, message, pause):
                self.send(connection, message, pause)
            case HangUp(connection):
                self.hang_up(connection)
            case Dial():
                assert self._host is not None
                self.dial(*self._host)

    def events(self) -> Iterator[NetworkEvent]:
        """What has happened since it was last asked."""
        while True:
            try:
                yield self.inbox.get_nowait()
            except Empty:
                return

    def dial(self, host: str, port: int) -> int:
        """Connect to a host; whether it worked is told as an event."""
        number = next(self._numbers)

        def connect() -> None:
            try:
                made = socket.create_connection((host, port), self._patience.dialling)
            except OSError as error:
                told = Closed(number, _why_no_line(host, port, error))
                self._do(lambda: self.inbox.put(told))
            else:
                self._do(lambda: self._add(number, made))

        threading.Thread(target=connect, name="dialling", daemon=True).start()
        return number

    def send(self, connection: int, message: Message, pause: float = 0.0) -> None:
        """Send a message, not before that many seconds after the last one."""
        data = encode(message)
        self._do(lambda: self._post(connection, data, pause))

    def hang_up(self, connection: int) -> None:
        """Close a connection when everything is sent."""
        self._do(lambda: self._leave(connection))

    def stop(self) -> None:
        """Send what is left and close everything; nothing is left open afterwards."""

        def end() -> None:
            self._stopping = True
            self._stop_listening()
            for number in list(self._lines):
                self._leave(number)

        self._do(end)
        self._thread.join()

    # Inside the thread

    def _do(self, deed: Callable[[], None]) -> None:
        self._deeds.put(deed)
        with suppress(OSError):  # full: the thread is awake; closed: it has ended
            self._waker.send(b"\0")

    def _run(self) -> None:
        while not (self._stopping and not self._lines):
            now = time.monotonic()
            for key, events in self._selector.select(self._wait(now)):
                if key.fileobj is self._woken:
                    self._woken.recv(_BLOCK)
                elif key.fileobj is self._listener:
                    self._accept()
                else:
                    self._serve(key.data, events)
            while not self._deeds.empty():
                self._deeds.get()()
            self._look_after(time.monotonic())
        self._selector.close()
        self._woken.close()
        self._waker.close()

    def _wait(self, now: float) -> float | None:
        """How long to sleep unless something happens."""
        moments = [self._listens_at]
        for line in self._lines.values():
            moments += (line.due() if line.stalled_since is None else _NO_TIME, line.closes_at)
            if line.stalled_since is not None:
                moments.append(line.stalled_since + self._patience.stalled)
        if self.inbox.qsize() >= self._patience.waiting_events:
            moments.append(now + 0.02)
        soonest = min(moments)
        return None if soonest == _NO_TIME else max(0.0, soonest - now)

    def _look_after(self, now: float) -> None:
        """Send what is due, close what has waited too long, and say what to wait for."""
        if now >= self._listens_at and self._listener is not None:
            self._listens_at = _NO_TIME
            self._selector.register(self._listener, selectors.EVENT_READ)
        # Stop reading while nobody takes the events, so that the other end has to wait.
        reading = self.inbox.qsize() < self._patience.waiting_events
        for line in list(self._lines.values()):
            if now >= line.closes_at:
                self._close(line, "the connection was closed")
            elif (
                line.stalled_since is not None
                and now >= line.stalled_since + self._patience.stalled
            ):
                self._close(line, "the other side has stopped reading")
            elif self._flush(line, now):
                wanted = selectors.EVENT_READ if reading or line.leaving else 0
                if line.stalled_since is not None:
                    wanted |= selectors.EVENT_WRITE
                self._want(line, wanted)

    def _want(self, line: _Line, events: int) -> None:
        known = self._selector.get_map().get(line.socket)
        if known is None:
            if events:
                self._selector.register(line.socket, events, line)
        elif not events:
            self._selector.unregister(line.socket)
        elif known.events != events:
            self._selector.modify(line.socket, events, line)

    def _start_listening(self, listener: socket.socket) -> None:
        self._listener = listener
        self._selector.register(listener, selectors.EVENT_READ)

    def _stop_listening(self) -> None:
        if self._listener is not None:
            if self._listener in self._selector.get_map():
                self._selector.unregister(self._listener)
            self._listener.close()
            self._listener = None

    def _accept(self) -> None:
        """Accept waiting connections, a limited number at a time."""
        assert self._listener is not None
        for _ in range(self._patience.connections):
            try:
                made, _ = self._listener.accept()
            except (BlockingIOError, ConnectionError):
                return
            except OSError:  # no more files: wait a moment
                self._selector.unregister(self._listener)
                self._listens_at = time.monotonic() + 1.0
                return
            if self._has_room():
                self._add(next(self._numbers), made)
            else:
                made.close()

    def _has_room(self) -> bool:
        """Whether there is room for one more connection; closed ones are removed first."""
        if len(self._lines) >= self._patience.connections:
            leaving = (line for line in self._lines.values() if line.leaving)
            first = min(leaving, key=lambda line: line.closes_at, default=None)
            if first is not None:
                self._close(first, "the connection was closed")
        return len(self._lines) < self._patience.connections

    def _add(self, number: int, made: socket.socket) -> None:
        if self._stopping:
            made.close()
            return
        made.setblocking(False)
        _notice_a_dead_line(made)
        line = _Line(number, made, sent_at=time.monotonic())
        self._lines[number] = line
        self.inbox.put(Opened(number))

    def _serve(self, line: _Line, events: int) -> None:
        if events & selectors.EVENT_WRITE:
            line.stalled_since = None
        if not events & selectors.EVENT_READ or self._lines.get(line.number) is not line:
            return
        try:
            data = line.socket.recv(_BLOCK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError as error:
            self._close(line, error.strerror or "the connection is broken")
            return
        if not data:
            self._close(line, "the connection was closed")
        elif not line.leaving:
            self._take(line, data)

    def _take(self, line: _Line, data: bytes) -> None:
        try:
            whole, line.held = split(line.held + data)
            for raw in whole:
                self.inbox.put(Received(line.number, decode(raw)))
        except ValueError as error:
            self._close(line, str(error))

    def _post(self, connection: int, data: bytes, pause: float) -> None:
        line = self._lines.get(connection)
        if line is None or line.leaving:
            return
        line.outbox.append((data, pause))
        line.unsent += len(data)
        if self._flush(line, time.monotonic()) and line.unsent > self._patience.unsent:
            self._close(line, "the other side has stopped reading")

    def _flush(self, line: _Line, now: float) -> bool:
        """Send what is due; whether the connection is still there."""
        while line.stalled_since is None and now >= line.due():
            data, pause = line.outbox.popleft()
            try:
                sent = line.socket.send(data)
            except (BlockingIOError, InterruptedError):
                sent = 0
            except OSError as error:
                self._close(line, error.strerror or "the connection is broken")
                return False
            line.unsent -= sent
            if sent < len(data):
                line.outbox.appendleft((data[sent:], pause))
                line.stalled_since = now
            else:
                line.sent_at = now
        if line.leaving and not line.outbox and not line.all_sent:
            # What was sent last is lost if the connection is closed before the other side has read
            # it. It is told that nothing more comes, and gets a moment.
            line.all_sent = True
            with suppress(OSError):
                line.socket.shutdown(socket.SHUT_WR)
            line.closes_at = min(line.closes_at, now + self._patience.lingering)
        return True

    def _leave(self, connection: int) -> None:
        line = self._lines.get(connection)
        if line is not None and not line.leaving:
            line.leaving = True
            line.held = b""
            line.closes_at = time.monotonic() + self._patience.leaving

    def _close(self, line: _Line, sentence: str) -> None:
        self._want(line, 0)
        line.socket.close()
        del self._lines[line.number]
        self.inbox.put(Closed(line.number, sentence))


def _notice_a_dead_line(made: socket.socket) -> None:
    """Make the system notice when the other end disappears silently, and send without delay."""
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _BLOCK)  # a few messages are plenty
    made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (
        ("TCP_KEEPIDLE", 30),
        ("TCP_KEEPALIVE", 30),  # the same on a Mac
        ("TCP_KEEPINTVL", 10),
        ("TCP_KEEPCNT", 3),
        ("TCP_USER_TIMEOUT", 60_000),
    ):
        if hasattr(socket, name):
            with suppress(OSError):
                made.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


def _why_no_line(host: str, port: int, error: OSError) -> str:
    where = shown_address(host, port)
    if isinstance(error, socket.gaierror):
        return f"there is no host {quoted(host)}"
    if isinstance(error, ConnectionRefusedError):
        return f"nobody is listening at {where}"
    if isinstance(error, TimeoutError):
        return f"{where} does not answer"
    return f"{where} cannot be reached: {error.strerror or error}"
