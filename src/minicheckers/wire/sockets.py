"""Connections over TCP: bytes from outside become messages in an inbox, or the line is closed.

One thread looks after all of them, so that nobody can make another wait. Whoever
sends what is no message, does not read, or is gone without a word loses the connection; nothing
that is kept for a connection grows without bounds. Nothing listens before `Connections.listen`.
"""

import asyncio
import errno
import ipaddress
import re
import socket
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from queue import Empty, SimpleQueue
from typing import Any

from ..support.text import quoted
from .handshake import Command, Dial, HangUp, SendTo
from .messages import DEFAULT_PORT, LONGEST, Message, decode, encode, split

LOOPBACK = "127.0.0.1"
_BLOCK = 4096
_STOPPED_READING = "the other side has stopped reading"


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
Post = Callable[[Callable[[], None]], None]


@dataclass(frozen=True)
class Patience:
    """The limits: connections, events, bytes to send, and seconds."""

    connections: int = 64
    waiting_events: int = 256
    unsent: int = 2 * LONGEST
    stalled: float = 30.0
    dialling: float = 15.0
    leaving: float = 5.0
    lingering: float = 2.0


def parse_address(text: str, port: int = DEFAULT_PORT) -> tuple[str, int]:
    """The host and the port of HOST, HOST:PORT or [IPv6]:PORT; ValueError with a sentence."""
    found = re.fullmatch(
        r"(?:\[(?P<six>[^\[\]\s]+)\]|(?P<host>[^:\[\]\s]+)|(?P<bare>[^\[\]\s]*:[^\[\]\s]*:[^\[\]\s]*))"
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
    """A connection: what is to be sent, None being the end of it, and how many bytes that is."""

    number: int
    socket: socket.socket
    #: Bytes to send, and how many seconds after the ones before them.
    outbox: asyncio.Queue[tuple[bytes, float] | None] = field(default_factory=asyncio.Queue)
    unsent: int = 0
    leaving: bool = False
    closes: asyncio.TimerHandle | None = None
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    ending: asyncio.Task[None] | None = None


class Connections:
    """All connections of a program, and the address of its host if it is a guest.

    Its events go to the ``inbox``, from a thread of its own. Once it is attached to a loop, every
    event is also posted there, and taken out of the inbox when its turn comes.
    """

    def __init__(self, patience: Patience = Patience()) -> None:
        self.inbox: SimpleQueue[NetworkEvent] = SimpleQueue()
        self._post_in_loop: Post = lambda do: None
        self._heard: Callable[[NetworkEvent], None] = lambda event: None
        self._host: tuple[str, int] | None = None
        self._patience = patience
        self._lines: dict[int, _Line] = {}
        self._numbers = count(1)
        self._listening: asyncio.Task[None] | None = None
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
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
        self._do(self._start_listening, listener)
        return str(address[0]), int(address[1])

    def call(self, host: str, port: int) -> None:
        """Connect to a host, now and whenever a step asks for it."""
        self._host = (host, port)
        self.dial(host, port)

    def perform(self, effect: Command) -> None:
        """Do what a step of a host or a guest asks for; what comes of it is in the inbox."""
        match effect:
            case SendTo(connection, message, pause):
                self.send(connection, message, pause)
            case HangUp(connection):
                self.hang_up(connection)
            case Dial():
                assert self._host is not None
                self.dial(*self._host)

    def attach(self, post: Post, heard: Callable[[NetworkEvent], None]) -> None:
        """Let every event be heard in a loop, in its turn, also those that have come already."""
        self._post_in_loop, self._heard = post, heard
        for _ in range(self.inbox.qsize()):
            post(self._hand_over)

    def _tell(self, event: NetworkEvent) -> None:
        self.inbox.put(event)
        self._post_in_loop(self._hand_over)

    def _hand_over(self) -> None:
        with suppress(Empty):  # one that came while the network was attached was posted twice
            self._heard(self.inbox.get_nowait())

    def dial(self, host: str, port: int) -> int:
        """Connect to a host; whether it worked is told as an event."""
        number = next(self._numbers)

        def connect() -> None:
            try:
                made = socket.create_connection((host, port), self._patience.dialling)
            except OSError as error:
                self._tell(Closed(number, _why_no_line(host, port, error)))
            else:
                self._do(self._add, number, made)

        # A daemon of its own: the program may end before anybody answers.
        threading.Thread(target=connect, name="dialling", daemon=True).start()
        return number

    def send(self, connection: int, message: Message, pause: float = 0.0) -> None:
        """Send a message, not before that many seconds after the last one."""
        try:
            data = encode(message)
        except ValueError as error:  # ends this connection, not the program
            self._do(self._give_up, connection, str(error))
        else:
            self._do(self._post, connection, data, pause)

    def hang_up(self, connection: int) -> None:
        """Close a connection when everything is sent."""
        self._do(self._leave, connection)

    def stop(self) -> None:
        """Send what is left and close everything; nothing is left open afterwards."""
        self._do(self._stopping.set)
        self._thread.join()

    def _do(self, deed: Callable[..., None], *arguments: Any) -> None:
        with suppress(RuntimeError):  # it has ended
            self._loop.call_soon_threadsafe(deed, *arguments)

    # Inside the thread

    def _run(self) -> None:
        self._loop.run_until_complete(self._live())
        self._loop.close()

    async def _live(self) -> None:
        await self._stopping.wait()
        if self._listening is not None:
            self._listening.cancel()
        for number in list(self._lines):
            self._leave(number)
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)

    def _start_listening(self, listener: socket.socket) -> None:
        self._listening = self._loop.create_task(self._accept(listener))

    async def _accept(self, listener: socket.socket) -> None:
        with listener:
            while True:
                try:
                    made, _ = await self._loop.sock_accept(listener)
                except ConnectionError:
                    continue
                except OSError:  # no more files: wait a moment
                    await asyncio.sleep(1.0)
                    continue
                if self._has_room():
                    self._add(next(self._numbers), made)
                else:
                    made.close()
                await asyncio.sleep(0)  # a flood must not keep the others waiting

    def _has_room(self) -> bool:
        """Whether there is room for one more connection; one that is being left makes room."""
        if len(self._lines) < self._patience.connections:
            return True
        leaving = next((line for line in self._lines.values() if line.leaving), None)
        if leaving is not None:
            self._close(leaving, "the connection was closed")
        return leaving is not None

    def _add(self, number: int, made: socket.socket) -> None:
        if self._stopping.is_set():
            made.close()
            return
        made.setblocking(False)
        _notice_a_dead_line(made)
        self._lines[number] = line = _Line(number, made)
        self._tell(Opened(number))
        line.tasks = [
            self._loop.create_task(self._kept_open(line, work))
            for work in (self._receive, self._send)
        ]

    async def _kept_open(
        self, line: _Line, work: Callable[[_Line], Coroutine[Any, Any, None]]
    ) -> None:
        """Do something with a connection, which is closed if that fails."""
        try:
            await work(line)
        except ValueError as error:  # what was received is no message
            self._close(line, str(error))
        except OSError as error:
            self._close(line, error.strerror or "the connection is broken")

    async def _receive(self, line: _Line) -> None:
        held = bytearray()
        while data := await self._loop.sock_recv(line.socket, _BLOCK):
            if not line.leaving:
                held += data
            # Looked at only where a message ends: a long one may come in many small pieces.
            if b"\0" in data or len(held) > LONGEST:
                whole, rest = split(bytes(held))
                held = bytearray(rest)
                for raw in whole:
                    self._tell(Received(line.number, decode(raw)))
            await asyncio.sleep(0)  # a flood must not keep the others waiting
            # Nothing is read while nobody takes the events, so that the other end has to wait.
            while self.inbox.qsize() >= self._patience.waiting_events and not line.leaving:
                await asyncio.sleep(0.02)
        self._close(line, "the connection was closed")

    async def _send(self, line: _Line) -> None:
        sent_at = self._loop.time()
        while (due := await line.outbox.get()) is not None:
            data, pause = due
            await asyncio.sleep(sent_at + pause - self._loop.time())
            try:
                async with asyncio.timeout(self._patience.stalled):
                    await self._loop.sock_sendall(line.socket, data)
            except TimeoutError as error:
                raise TimeoutError(errno.ETIMEDOUT, _STOPPED_READING) from error
            line.unsent -= len(data)
            sent_at = self._loop.time()
        # What was sent last is lost if the connection is closed before the other side has read it.
        # It is told that nothing more comes, and gets a moment.
        with suppress(OSError):
            line.socket.shutdown(socket.SHUT_WR)
        self._close_within(line, self._patience.lingering)

    def _post(self, connection: int, data: bytes, pause: float) -> None:
        line = self._lines.get(connection)
        if line is None or line.leaving:
            return
        line.unsent += len(data)
        line.outbox.put_nowait((data, pause))
        if line.unsent > self._patience.unsent:
            self._close(line, _STOPPED_READING)

    def _give_up(self, connection: int, sentence: str) -> None:
        if (line := self._lines.get(connection)) is not None:
            self._close(line, sentence)

    def _leave(self, connection: int) -> None:
        line = self._lines.get(connection)
        if line is not None and not line.leaving:
            line.leaving = True
            line.outbox.put_nowait(None)
            self._close_within(line, self._patience.leaving)

    def _close_within(self, line: _Line, seconds: float) -> None:
        if line.closes is not None:
            seconds = min(seconds, line.closes.when() - self._loop.time())
            line.closes.cancel()
        line.closes = self._loop.call_later(seconds, self._close, line, "the connection was closed")

    def _close(self, line: _Line, sentence: str) -> None:
        if self._lines.pop(line.number, None) is not None:
            self._tell(Closed(line.number, sentence))
            line.ending = self._loop.create_task(self._end(line))

    async def _end(self, line: _Line) -> None:
        if line.closes is not None:
            line.closes.cancel()
        for task in line.tasks:
            task.cancel()
        await asyncio.wait(line.tasks)
        line.socket.close()


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
