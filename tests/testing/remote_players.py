"""Programs that play each other over the loopback, and a wire between them that can be cut."""

import re
import select
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress

from testing.running import Program, text_of

#: Longer than anything takes on a busy machine, in seconds.
PATIENCE = 60.0


@contextmanager
def port_without_listener() -> Iterator[int]:
    """A port of the loopback that refuses connections for as long as this lasts.

    It is bound, so that no other program can begin to listen there meanwhile.
    """
    with closing(socket.socket()) as bound:
        bound.bind(("127.0.0.1", 0))
        yield bound.getsockname()[1]


class Player:
    """A program in plain mode whose lines are read as they arrive."""

    def __init__(self, program: Program, *words: str) -> None:
        self.process = program.start(*words, stderr=subprocess.STDOUT)
        self.said = ""
        self._seen = 0
        self._changed = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._changed:
                self.said += text_of(line)
                self._changed.notify_all()
        with self._changed:
            self.said += "(end of output)\n"
            self._changed.notify_all()

    def write(self, *lines: str) -> "Player":
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()
        return self

    def wait_for(self, pattern: str) -> re.Match[str]:
        """The next place where it says so, after the last one."""
        deadline = time.monotonic() + PATIENCE
        with self._changed:
            while True:
                found = re.compile(pattern).search(self.said, self._seen)
                if found is not None:
                    self._seen = found.end()
                    return found
                left = deadline - time.monotonic()
                assert left > 0, f"{pattern!r} is not in {self.said[self._seen :]!r}"
                assert "(end of output)" not in self.said[self._seen :], self.said
                self._changed.wait(left)

    def ends(self) -> int:
        """The exit code, once it has ended and all that it said is there."""
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert not self._reader.is_alive(), "somebody else still holds its output"
        return code

    def close(self) -> None:
        """End it in any case, and release everything."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


@contextmanager
def players() -> Iterator[list[Player]]:
    """A list for players, all of whom are ended afterwards."""
    started: list[Player] = []
    try:
        yield started
    finally:
        for player in started:
            player.close()


def port_of(host: Player) -> int:
    """The address where a host waits."""
    return int(host.wait_for(r"Waiting for an opponent at \S+ port (\d+)")[1])


class Proxy:
    """A wire to a loopback port that can be cut and repaired."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._lines: list[socket.socket] = []
        self._lock = threading.Lock()
        self._mended = True
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                with self._lock:
                    if not self._mended:
                        near.close()
                        continue
                    far = socket.create_connection(("127.0.0.1", self._target))
                    self._lines += [near, far]
                threading.Thread(target=self._carry, args=(near, far), daemon=True).start()

    def _carry(self, near: socket.socket, far: socket.socket) -> None:
        other = {near: far, far: near}
        with suppress(OSError, ValueError):
            while True:
                ready, _, _ = select.select([near, far], [], [], 1.0)
                for end in ready:
                    data = end.recv(4096)
                    if not data:
                        return
                    other[end].sendall(data)
        for end in (near, far):
            end.close()

    def cut(self) -> None:
        """Cut every connection; nobody gets through until the wire is repaired."""
        with self._lock:
            self._mended = False
            for end in self._lines:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self._lines.clear()

    def mend(self) -> None:
        with self._lock:
            self._mended = True

    def close(self) -> None:
        self.cut()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
