"""Start the program as a copy of a process that has loaded it: most of a start is loading.

What depends on how Python itself is started has to be started anew, and so has everything while
coverage is counted.
"""

import atexit
import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from testing import fork_server

#: What starts the program.
PROGRAM = [sys.executable, "-m", "minicheckers"]
#: What the names of variables begin with that Python reads when it starts.
_READ_BY_PYTHON = ("PYTHON", "LANG", "LC_", "COVERAGE", "LD_", "MALLOC_")
_servers: dict[tuple[tuple[str, str], ...], socket.socket] = {}


def can_fork(command: Sequence[str], environment: dict[str, str]) -> bool:
    """Whether a copy would be what this command is that is started with this environment."""
    unusual = _read_by_python(environment).items() - os.environ.items() - {("LANG", "C.UTF-8")}
    counted = os.environ.keys() & {"COVERAGE_PROCESS_START", "COVERAGE_PROCESS_CONFIG"}
    return (
        sys.platform == "linux"
        and list(command[: len(PROGRAM)]) == PROGRAM
        and not unusual
        and not counted
    )


def _read_by_python(environment: dict[str, str]) -> dict[str, str]:
    return {
        name: environment[name] for name in sorted(environment) if name.startswith(_READ_BY_PYTHON)
    }


def _server(environment: dict[str, str]) -> socket.socket:
    """The server for what Python reads of an environment, started when it is first needed."""
    read = _read_by_python(environment)
    kind = tuple(read.items())
    if kind not in _servers:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, fork_server.LARGEST)
        with theirs:
            process = subprocess.Popen(
                [sys.executable, fork_server.__file__],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                env={"PATH": environment.get("PATH", os.defpath)} | read,
            )
        _servers[kind] = ours
        atexit.register(_end, ours, process)
    return _servers[kind]


def _end(asked: socket.socket, process: "subprocess.Popen[bytes]") -> None:
    asked.close()
    process.wait()


class Forked(subprocess.Popen[bytes]):
    """The program, started as a copy, in a session of its own; used as any `Popen` is."""

    returncode: int | Any

    def __init__(
        self,
        command: Sequence[str],
        *,
        cwd: Path,
        env: dict[str, str],
        terminal: int | None = None,
        stdout: int = subprocess.PIPE,
        stderr: int = subprocess.PIPE,
    ) -> None:
        """Start it with pipes or files, or on a terminal."""
        self.args = [*command]
        self.returncode = None
        self.stdin: IO[bytes] | None = None
        self.stdout: IO[bytes] | None = None
        self.stderr: IO[bytes] | None = None
        ours: list[int] = []
        if terminal is not None:
            files = [terminal] * 3
        else:
            reading, writing = os.pipe()
            self.stdin = os.fdopen(writing, "wb")
            ours = [reading]
            into = stdout
            if stdout == subprocess.PIPE:
                out, into = os.pipe()
                self.stdout = os.fdopen(out, "rb")
                ours.append(into)
            files = [reading, into]
            if stderr == subprocess.PIPE:
                err, into = os.pipe()
                self.stderr = os.fdopen(err, "rb")
                ours.append(into)
            elif stderr == subprocess.DEVNULL:
                into = os.open(os.devnull, os.O_WRONLY)
                ours.append(into)
            elif stderr != subprocess.STDOUT:
                into = stderr
            files.append(into)
        told, telling = os.pipe()
        self._told = os.fdopen(told, "rb", buffering=0)
        message = {
            "words": list(command[len(PROGRAM) :]),
            "directory": str(cwd),
            "environment": dict(env),
            "terminal": terminal is not None,
        }
        server = _server(env)
        socket.send_fds(server, [json.dumps(message).encode()], [*files, telling])
        for file in (*ours, telling):
            os.close(file)
        self.pid = int(self._told.readline())

    def poll(self) -> int | None:
        if self.returncode is None and select.select([self._told], [], [], 0)[0]:
            self._learn()
        return None if self.returncode is None else int(self.returncode)

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            if not select.select([self._told], [], [], timeout)[0]:
                assert timeout is not None
                raise subprocess.TimeoutExpired(self.args, timeout)
            self._learn()
        return int(self.returncode)

    def _learn(self) -> None:
        self.returncode = int(self._told.readline())
        self._told.close()

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, sig)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, input: Any = None, timeout: float | None = None) -> tuple[Any, Any]:
        end = None if timeout is None else time.monotonic() + timeout
        read: dict[str, bytes] = {}

        def read_all(name: str, file: IO[bytes]) -> None:
            read[name] = file.read()

        def write_all(file: IO[bytes]) -> None:
            with contextlib.suppress(BrokenPipeError):
                file.write(input or b"")
            with contextlib.suppress(BrokenPipeError):
                file.close()

        threads = [
            threading.Thread(target=read_all, args=(name, file), daemon=True)
            for name, file in (("stdout", self.stdout), ("stderr", self.stderr))
            if file is not None and not file.closed
        ]
        if self.stdin is not None and not self.stdin.closed:
            threads.append(threading.Thread(target=write_all, args=(self.stdin,), daemon=True))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(None if end is None else max(0.0, end - time.monotonic()))
            if thread.is_alive():
                assert timeout is not None
                raise subprocess.TimeoutExpired(self.args, timeout)
        self.wait(None if end is None else max(0.0, end - time.monotonic()))
        for file in (self.stdout, self.stderr):
            if file is not None:
                file.close()
        return read.get("stdout"), read.get("stderr")

    def __enter__(self) -> "Forked":
        return self

    def __exit__(self, *_: object) -> None:
        for file in (self.stdout, self.stderr, self.stdin):
            if file is not None:
                with contextlib.suppress(BrokenPipeError):
                    file.close()
        self.wait()
