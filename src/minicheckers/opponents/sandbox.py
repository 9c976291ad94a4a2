"""Other people's programs: each in its own process, sent bytes and read line by line.

Nothing that such a program does is more than one sentence here. Lines are bounded and read no
faster than a person could be shown them, what it prints on the side goes nowhere but into that
sentence, and it is killed with all that it has started (on Windows alone). It ends with us whatever
happens to us: where the system can (Linux) a pipe that only we hold open sends its whole group of
processes SIGKILL when it closes; elsewhere it should end when its input does.
"""

import atexit
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import replace
from queue import SimpleQueue
from typing import IO, TypeVar

from ..engine.decision import Context, Decision
from ..rules.position import Position
from ..support.text import quoted
from .guard import StrategyError, Throttled, checked
from .strategy import Options

#: How long loading code and making a strategy may take, in seconds: some load large libraries.
LOADING_SECONDS = 30.0
#: How long a strategy that was given no time of its own may think, in seconds.
PATIENCE = 60.0
#: How long after it was asked to stop a strategy is given up, in seconds.
GRACE = 2.0
#: How often a request to stop is looked at while somebody works, in seconds.
_POLLING = 0.02
#: How long what a process said last is waited for when it has died, in seconds.
_LAST_WORDS_SECONDS = 0.5
#: No line is longer, and no more of what is printed is kept.
_LONGEST_LINE = 65_536
_LONGEST_QUOTE = 100
#: Lines that nobody has read yet; the oldest are dropped.
_MOST_LINES = 2_000
#: Reading slows down for a program that floods us.
_BYTES_A_SECOND = 500_000
_SHORTEST_PAUSE = 0.001
_CHUNK = 16_384
#: How many idle processes to keep for the same work.
_MOST_IDLE = 2

#: Whether the end of a pipe can send a signal to a group of processes.
_HAS_LIFELINE = sys.platform == "linux"
#: Has the system kill this group of processes when the other end of a pipe is closed, and then
#: becomes the program: all of that outlasts the exec.
_TIE_AND_BECOME = """\
import os, sys
from fcntl import F_SETFL, F_SETOWN, F_SETSIG, fcntl
pipe = int(sys.argv[1])
fcntl(pipe, F_SETSIG, 9)
fcntl(pipe, F_SETOWN, -os.getpgrp())
fcntl(pipe, F_SETFL, os.O_ASYNC)
os.execv(sys.argv[2], sys.argv[2:])
"""
_NEW_GROUP = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # what Windows has for a session

T = TypeVar("T")


class DiedError(Exception):
    """A process has ended by itself; the text says how."""


class EndlessError(Exception):
    """A process did not stop when it was asked to."""


class Process:
    """A program of somebody else, asked one thing at a time.

    It has a session of its own: no terminal, and Ctrl-C is for us alone to decide on.
    """

    def __init__(self, command: Sequence[str], directory: str | None = None) -> None:
        """Start the program, given by its full path; OSError if that cannot be done."""
        self._changed = threading.Condition()
        self._lines: deque[bytes] = deque(maxlen=_MOST_LINES)
        self._silent = False
        self._printed = b""
        self._messages: SimpleQueue[bytes | None] = SimpleQueue()
        self._lifeline: int | None = None
        self._process = self._started(command, directory)
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

    def _started(self, command: Sequence[str], directory: str | None) -> "subprocess.Popen[bytes]":
        inherited = []
        if _HAS_LIFELINE:
            theirs, self._lifeline = os.pipe()
            inherited.append(theirs)
            command = [sys.executable, "-IS", "-c", _TIE_AND_BECOME, str(theirs), *command]
        try:
            return subprocess.Popen(
                command,
                cwd=directory,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=inherited,
                start_new_session=True,
                creationflags=_NEW_GROUP,
            )
        except OSError:
            if self._lifeline is not None:
                os.close(self._lifeline)
            raise
        finally:
            for pipe in inherited:
                os.close(pipe)

    @property
    def alive(self) -> bool:
        """Whether it can be asked something."""
        return not self._silent and not self._has_ended()

    def _has_ended(self) -> bool:
        """Whether it has ended; as long as it is not waited for, its group cannot be another's."""
        known = self._process.returncode is not None
        if known or sys.platform == "win32" or not hasattr(os, "waitid"):
            return self._process.poll() is not None
        seen = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, seen) is not None

    def ask(
        self,
        message: bytes,
        hear: Callable[[bytes], T | None],
        stopped: Callable[[], bool],
        *,
        grace: float = 0.0,
        stop: bytes = b"",
    ) -> T:
        """Send a message, and listen until `hear` makes something of a line.

        When `stopped` says True it is sent `stop`; EndlessError if it goes on for `grace` seconds
        after that, DiedError if it ends. It is of no more use after either.
        """
        self._printed = b""
        self._lines.clear()  # what nobody has asked for
        self._messages.put(message)
        latest: float | None = None
        while True:
            if (line := self._next_line()) is not None:
                if (heard := hear(line)) is not None:
                    return heard
            elif not self.alive:
                return self._last_heard(hear)
            if latest is None and stopped():
                latest = time.monotonic() + grace
                self._messages.put(stop)
            if latest is not None and time.monotonic() >= latest:
                raise EndlessError

    def _next_line(self) -> bytes | None:
        """The next line, None if there is none soon."""
        with self._changed:
            if not self._lines and not self._silent:
                self._changed.wait(_POLLING)
            return self._lines.popleft() if self._lines else None

    def _last_heard(self, hear: Callable[[bytes], T | None]) -> T:
        """What `hear` makes of its last lines; DiedError if nothing."""
        how = self._how_it_ended()
        for listener in self._listeners[:2]:
            listener.join(_LAST_WORDS_SECONDS)
        while (line := self._next_line()) is not None:
            if (heard := hear(line)) is not None:
                return heard
        raise DiedError(how)

    def _how_it_ended(self) -> str:
        """Wait for its end, and end all that it has started."""
        by_itself = self._ends_within(_LAST_WORDS_SECONDS)
        self._kill()
        code = self._process.wait()
        if not by_itself:
            return "its process closed the connection"
        if code >= 0:
            return f"its process has ended with exit code {code}"
        try:
            return f"its process was ended by {signal.Signals(-code).name}"
        except ValueError:
            return f"its process was ended by signal {-code}"

    def _ends_within(self, seconds: float) -> bool:
        latest = time.monotonic() + seconds
        while not (ended := self._has_ended()) and time.monotonic() < latest:
            time.sleep(_POLLING)
        return ended

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
        self._messages.put(None)

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

    def _write(self, pipe: IO[bytes]) -> None:
        """Write messages: a process that does not read must not block anybody else."""
        with suppress(OSError), pipe:
            for message in iter(self._messages.get, None):
                rest = memoryview(message)
                while rest:
                    rest = rest[pipe.write(rest) :]

    def _listen(self, pipe: IO[bytes]) -> None:
        with pipe:
            rest = b""
            while len(rest) <= _LONGEST_LINE and (chunk := pipe.read(_CHUNK)):
                *lines, rest = (rest + chunk).split(b"\n")
                with self._changed:
                    self._lines.extend(lines)
                    self._changed.notify()
                time.sleep(max(_SHORTEST_PAUSE, len(chunk) / _BYTES_A_SECOND))
        with self._changed:
            self._silent = True
            self._changed.notify()

    def _keep_printed(self, pipe: IO[bytes]) -> None:
        with pipe:
            while chunk := pipe.read(_CHUNK):
                self._printed = (self._printed + chunk)[-_LONGEST_LINE:]
                time.sleep(max(_SHORTEST_PAUSE, len(chunk) / _BYTES_A_SECOND))


def settled(
    process: Process,
    trouble: str,
    message: bytes,
    hear: Callable[[bytes], T | None],
    *,
    stop: bytes = b"",
    stop_after: float = 0.0,
) -> T:
    """What comes of a message that prepares a process; if nothing does in time, it is ended.

    It is sent `stop` after that many seconds. ValueError with a sentence beginning with `trouble`.
    """
    begun = time.monotonic()
    try:
        return process.ask(
            message,
            hear,
            lambda: time.monotonic() >= begun + stop_after,
            grace=LOADING_SECONDS,
            stop=stop,
        )
    except EndlessError:
        what = f"it was not done after {LOADING_SECONDS:g} seconds"
    except DiedError as died:
        what = str(died)
    except BaseException:
        process.end()
        raise
    process.end()
    raise ValueError(f"{trouble}: {what}{process.last_words()}")


#: Processes that wait for more work, by what they can do.
_idle: dict[Hashable, list[Process]] = {}


def _leave(work: Hashable, held: list[Process]) -> None:
    """A strategy is no longer needed: its process may serve another one."""
    waiting = _idle.setdefault(work, [])
    for process in held:
        if process.alive and len(waiting) < _MOST_IDLE:
            waiting.append(process)
        else:
            process.end()


class OutsideStrategy(ABC):
    """A strategy in a process of its own, which is replaced when it hangs or has died.

    It is asked to stop after ``options.time`` seconds, so that a strategy which only looks at
    requests to stop keeps its time limit all the same.
    """

    def __init__(self, name: str, work: Hashable, options: Options) -> None:
        """`work` says what a process can be used for again; ValueError if none can be made."""
        self._name = name
        self._work = work
        self._options = options
        self._asking = threading.Lock()
        self._held: list[Process] = []
        weakref.finalize(self, _leave, work, self._held)
        self._ready_process()

    @abstractmethod
    def _load(self) -> Process:
        """Start a process that can do the work; ValueError with a sentence."""

    @abstractmethod
    def _make(self, process: Process) -> None:
        """Make this strategy in it; ValueError with a sentence, the process ended."""

    @abstractmethod
    def _ask(self, process: Process, position: Position, context: Context) -> Decision:
        """Its decision, still to be checked; StrategyError, and whatever `Process.ask` raises."""

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a legal move; StrategyError with a sentence if the strategy fails."""
        if not position.legal_moves():
            raise ValueError("the game is over")
        with self._asking:
            try:
                process = self._ready_process()
            except ValueError as error:
                raise StrategyError(str(error)) from None
            context = context.within(self._options.time or PATIENCE)
            report = Throttled(position, context.report)

            def stopped() -> bool:
                report.flush()
                return context.stopped()

            try:
                asked = replace(context, stopped=stopped, report=report)
                return checked(self._ask(process, position, asked), self._name, position)
            except StrategyError:
                raise
            except EndlessError:
                what = f"did not answer within {GRACE:g} seconds of being asked to stop"
            except DiedError as died:
                what = f"failed: {died}"
            except BaseException:  # an interrupt: its work is of no use any more
                self._give_up()
                raise
            self._give_up()
            raise StrategyError(f"the strategy {quoted(self._name)} {what}{process.last_words()}")

    def _ready_process(self) -> Process:
        if self._held and self._held[0].alive:
            return self._held[0]
        self._give_up()
        waiting = _idle.get(self._work, [])
        process = None
        while waiting and process is None:
            process = waiting.pop()
            if not process.alive:
                process.end()
                process = None
        process = process or self._load()
        self._make(process)
        self._held.append(process)
        return process

    def _give_up(self) -> None:
        while self._held:
            self._held.pop().end()
