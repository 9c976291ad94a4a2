"""A process for foreign code, seen from ours: asked by pickles, heard as lines of JSON, ended.

What comes from it is never trusted: lines are bounded and read no faster than a person could be
shown, all but the last report is forgotten, and what it prints goes nowhere but into a sentence.
It ends with us whatever happens to us: where the system can (Linux) a pipe that only we hold open
sends its whole group of processes SIGKILL when it closes; everywhere it ends when its input does.
"""

import atexit
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any

from ..messages import quoted
from .python_process import start_python
from .sandbox import DiedError, EndlessError

#: How often a request to stop is looked at while somebody works, in seconds.
_POLLING = 0.02
#: How long what a process said last is waited for when it has died, in seconds.
_LAST_WORDS_SECONDS = 0.5
#: No line of an answer is longer, and no more of what is printed is kept.
_LONGEST_LINE = 65_536
_LONGEST_QUOTE = 100
#: Reading slows down who floods us: so many bytes and chunks a second, and lines of a chunk.
_BYTES_A_SECOND = 2_000_000
_SHORTEST_PAUSE = 0.001
_LINES_A_CHUNK = 20
_CHUNK = 16_384

#: Whether the end of a pipe can send a signal to a group of processes.
_HAS_LIFELINE = sys.platform == "linux"


class ChildProcess:
    """A process that runs foreign code, one question at a time."""

    def __init__(self) -> None:
        """Start it; OSError if that cannot be done."""
        self._changed = threading.Condition()
        self._number = 0
        self._reply: dict[str, Any] | None = None
        self._progress: Any = None
        self._silent = False
        self._printed = b""
        self._requests: SimpleQueue[bytes | None] = SimpleQueue()
        self._lifeline: int | None = None
        self._process = self._started()
        self._listeners = [
            threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._keep_printed, args=(self._process.stderr,), daemon=True),
            threading.Thread(target=self._write, args=(self._process.stdin,), daemon=True),
        ]
        atexit.register(self.end)
        try:
            for listener in self._listeners:
                listener.start()
        except RuntimeError as error:  # the system has no more threads
            self.end()
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                if pipe is not None:
                    pipe.close()
            raise OSError(str(error)) from None

    def _started(self) -> "subprocess.Popen[bytes]":
        module = f"{__package__}.child"
        if not _HAS_LIFELINE:
            return start_python(module, "-", stderr=subprocess.PIPE, bufsize=0)
        theirs, self._lifeline = os.pipe()
        try:
            return start_python(
                module, str(theirs), stderr=subprocess.PIPE, bufsize=0, inherited=[theirs]
            )
        except OSError:
            os.close(self._lifeline)
            raise
        finally:
            os.close(theirs)

    @property
    def alive(self) -> bool:
        """Whether it can be asked something."""
        return not self._silent and self._process.poll() is None

    def ask(
        self,
        task: str,
        *details: object,
        stopped: Callable[[], bool],
        grace: float,
        on_progress: Callable[[Any], None] = lambda progress: None,
    ) -> dict[str, Any]:
        """What it replies to a task, as it came from outside: a dictionary of anything.

        It is told when `stopped` says True. EndlessError if it goes on for `grace` seconds after
        that; DiedError if it ends. It is of no more use after either.
        """
        self._printed = b""
        with self._changed:
            self._number += 1
            self._reply = self._progress = None
        self._send(self._number, task, *details)
        latest: float | None = None
        while True:
            with self._changed:
                if self._reply is None and not self._silent:
                    self._changed.wait(_POLLING)
                reply, progress, self._progress = self._reply, self._progress, None
            if reply is not None:
                return reply
            if not self.alive:
                return self._reply_of_the_dead()
            if progress is not None:
                on_progress(progress)
            if latest is None and stopped():
                latest = time.monotonic() + grace
                self._send(self._number, "stop")
            if latest is not None and time.monotonic() >= latest:
                raise EndlessError

    def _reply_of_the_dead(self) -> dict[str, Any]:
        """What it still said before it ended; DiedError if that was no reply."""
        how = self._how_it_ended()
        self._kill()
        for listener in self._listeners[:2]:
            listener.join(_LAST_WORDS_SECONDS)
        if self._reply is None:
            raise DiedError(how)
        return self._reply

    def _how_it_ended(self) -> str:
        try:
            code = self._process.wait(_LAST_WORDS_SECONDS)
        except subprocess.TimeoutExpired:
            return "its process has closed the pipe to this one, or broken it"
        if code >= 0:
            return f"its process has ended with exit code {code}"
        try:
            return f"its process was ended by {signal.Signals(-code).name}"
        except ValueError:
            return f"its process was ended by signal {-code}"

    def last_words(self) -> str:
        """What it printed last while it was asked, as the end of a sentence; empty if nothing."""
        lines = self._printed.decode(errors="backslashreplace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; it last printed {quoted(last, _LONGEST_QUOTE)}" if last else ""

    def end(self) -> None:
        """End it and all that it has started, at once."""
        atexit.unregister(self.end)
        self._kill()
        self._process.wait()
        self._requests.put(None)

    def _kill(self) -> None:
        if self._lifeline is not None:
            os.close(self._lifeline)
            self._lifeline = None
        # Those that it has started are in its group. Once it was waited for, the number of the
        # group may be another's.
        if self._process.returncode is None and sys.platform != "win32":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()

    # The three pipes, each in a thread of its own that ends with the process.

    def _send(self, *message: object) -> None:
        self._requests.put(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))

    def _write(self, pipe: IO[bytes]) -> None:
        """Write what is to be sent: a process that does not read keeps nobody else waiting."""
        with suppress(OSError), pipe:
            for message in iter(self._requests.get, None):
                rest = memoryview(message)
                while rest:
                    rest = rest[pipe.write(rest) :]

    def _listen(self, pipe: IO[bytes]) -> None:
        with pipe:
            rest = b""
            while len(rest) <= _LONGEST_LINE and (chunk := pipe.read(_CHUNK)):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines[-_LINES_A_CHUNK:]:
                    self._hear(line)
                time.sleep(max(_SHORTEST_PAUSE, len(chunk) / _BYTES_A_SECOND))
        with self._changed:
            self._silent = True
            self._changed.notify()

    def _hear(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return  # not from our end of the pipe
        if not isinstance(message, dict):
            return
        with self._changed:
            if message.get("number") != self._number:
                return
            if "progress" in message:
                self._progress = message["progress"]
            else:
                self._reply = message
                self._changed.notify()

    def _keep_printed(self, pipe: IO[bytes]) -> None:
        with pipe:
            while chunk := pipe.read(_CHUNK):
                self._printed = (self._printed + chunk)[-_LONGEST_LINE:]
                time.sleep(max(_SHORTEST_PAUSE, len(chunk) / _BYTES_A_SECOND))
