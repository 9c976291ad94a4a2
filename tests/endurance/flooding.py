"""Malicious strangers at both ends of a wire. From the folder of the tests:

    python -m endurance.flooding --seconds 120 [--seed 1]

A host gets an endless stream of visitors: random bytes, half a message, nothing at all, more than
anyone would read, connections that are reset, and clients that never read. In between, someone who
knows the code must still get a game and answers to moves. At the end no connection may be left, and
memory must be back where it was. Guests then meet hosts that say anything, and must still exit when
told to.
"""

import argparse
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import psutil

from endurance.fuzzing import changed, corpus
from minicheckers.wire.messages import GREETING, encode
from minicheckers.wire.messages import Chat as Say
from testing.remote_players import PATIENCE, Player, players, port_of
from testing.running import Program

CODE = "swordfish"
HELLO = encode(Say(GREETING))
#: How many strangers stay, and how many come before memory is measured.
STAYING, FIRST = 40, 200
#: How much memory may grow, in bytes, regardless of the number of visits.
MOST_GROWTH = 8_000_000


class Report(NamedTuple):
    """The outcome: visits, games in between, and the host's memory before and after."""

    visits: int
    games: int
    before: int
    after: int


Visit = Callable[[socket.socket, Random], bool]


def _junk(line: socket.socket, random: Random) -> bool:
    line.sendall(changed(random, corpus("dxp-host")))
    return False


def _half(line: socket.socket, random: Random) -> bool:
    data = changed(random, corpus("dxp-host"))
    line.sendall(HELLO + data[: random.randrange(len(data) + 1)].replace(b"\0", b"C"))
    return True


def _silence(line: socket.socket, random: Random) -> bool:
    return random.random() < 0.5


def _flood(line: socket.socket, random: Random) -> bool:
    line.sendall(random.choice((b"X", b"Chello\0", b"\0", HELLO)) * 20_000)
    return False


def _reset(line: socket.socket, random: Random) -> bool:
    line.sendall(HELLO)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    return False


def _no_reader(line: socket.socket, random: Random) -> bool:
    line.sendall(HELLO * 25)
    return True


VISITS: tuple[Visit, ...] = (_junk, _junk, _half, _silence, _flood, _reset, _no_reader)


def visit(port: int, random: Random, staying: list[socket.socket]) -> None:
    """A stranger connects, and may stay; the oldest of those staying then leaves."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    line.settimeout(PATIENCE)
    line.connect(("127.0.0.1", port))
    stays = False
    with suppress(ConnectionError):  # the host hung up in the middle of it
        stays = random.choice(VISITS)(line, random)
    if not stays:
        line.close()
        return
    staying.append(line)
    if len(staying) > STAYING:
        staying.pop(0).close()


def _close(lines: list[socket.socket]) -> None:
    for line in lines:
        line.close()


def play_a_game(port: int) -> None:
    """Someone who knows the code gets a game; in a crowd that may take several tries."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return _played(port)
        except ConnectionError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def _played(port: int) -> None:
    """Get a game and an answer to a move, then resign."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)) as line:

        def say(text: str, answer: bytes) -> None:
            line.sendall(text.encode() + b"\0")
            heard = b""
            while answer not in heard:
                data = line.recv(4096)
                if not data:
                    raise ConnectionError(f"{answer!r} did not come, but {heard!r}")
                heard += data

        say(f"C{GREETING}", b"Cminicheckers")
        say(f"Ccode {CODE}\0Xplay?name=Gus&variant=mini&colour=black", b"Xdeal?")
        say("Xmove?ply=0&move=6-9&seconds=0", b"Xmove?")
        say("E11", b"E0")


def flood_host(seconds: float, random: Random, directory: Path) -> Report:
    """Let strangers visit a host for a while; AssertionError if it does not recover."""
    with players() as started, ExitStack() as open_lines:
        words = ("--listen", "127.0.0.1:0", "--code", CODE, "--level", "easy", "--seed", "1")
        host = Player(Program(directory), "host", *words)
        started.append(host)
        port, process = port_of(host), psutil.Process(host.process.pid)
        staying: list[socket.socket] = []
        open_lines.callback(_close, staying)
        for _ in range(FIRST):
            visit(port, random, staying)
        play_a_game(port)
        before, visits, games = process.memory_info().rss, FIRST, 1
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for _ in range(100):
                visit(port, random, staying)
            visits += 100
            play_a_game(port)
            games += 1
        after = process.memory_info().rss
        open_lines.close()
        deadline = time.monotonic() + PATIENCE
        while len(process.net_connections()) > 1:
            assert time.monotonic() < deadline, process.net_connections()
            time.sleep(0.05)
        assert process.num_threads() <= 4
        assert after < before + MOST_GROWTH, (before, after)
        host.process.send_signal(signal.SIGTERM)
        assert host.ends() == 128 + signal.SIGTERM
        assert "Traceback" not in host.said
        assert "\x1b" not in host.said
    return Report(visits, games, before, after)


def fool_guests(number: int, random: Random, directory: Path) -> None:
    """Join hosts that say anything; AssertionError if a guest does not exit cleanly."""
    for _ in range(number):
        with players() as started, closing(socket.create_server(("127.0.0.1", 0))) as host:
            host.settimeout(PATIENCE)
            address = f"localhost:{host.getsockname()[1]}"
            guest = Player(Program(directory), "join", address, "--level", "easy")
            started.append(guest)
            line, _ = host.accept()
            with closing(line), suppress(ConnectionError):
                line.settimeout(PATIENCE)
                if random.random() < 0.7:
                    line.sendall(HELLO)
                    line.recv(4096)
                line.sendall(changed(random, corpus("dxp-guest")))
                if random.random() < 0.5:
                    line.shutdown(socket.SHUT_WR)
                    line.recv(4096)
            with suppress(ProcessLookupError):
                guest.process.send_signal(signal.SIGTERM)
            # A process that is already exiting no longer handles signals.
            code = guest.ends()
            assert code in (0, 1, 128 + signal.SIGTERM, -signal.SIGTERM), (code, guest.said)
            assert "Traceback" not in guest.said, guest.said
            assert "\x1b" not in guest.said, guest.said


def main() -> None:
    """Run the flood from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--guests", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    random = Random(arguments.seed)
    with tempfile.TemporaryDirectory() as name:
        report = flood_host(arguments.seconds, random, Path(name))
        print(
            f"{report.visits} visits, {report.games} games in between, memory of the host "
            f"{report.before / 1e6:.1f} MB before and {report.after / 1e6:.1f} MB after"
        )
        sys.stdout.flush()
        fool_guests(arguments.guests, random, Path(name))
        print(f"{arguments.guests} guests with hosts that say anything: all ended as they should")


if __name__ == "__main__":
    main()
