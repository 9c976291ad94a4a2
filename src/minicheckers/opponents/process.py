"""Other people's programs: each in its own process, sent bytes and read line by line.

Nothing that such a program does is more than one sentence here. Lines are bounded and read no
faster than a person could be shown them, what it prints on the side goes nowhere but into that
sentence, and it is killed with all that it has started (on Windows alone). It ends with us whatever
happens to us: where the system can (Linux) a pipe that only we hold open sends its whole group of
processes SIGKILL when it closes; elsewhere it should end when its input does.

What is said to a program, and what its lines mean, is for the two kinds of processes to know: those
of `foreign` and of `hub_engine`.
"""

import atexit
import math
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from queue import SimpleQueue
from typing import IO, Protocol, TypeVar

from ..engine.decision import Context, Decision, Progress
from ..hub.protocol import lines_of
from ..rules.position import Position
from ..rules.variant import Variant
from ..support.text import quoted, why
from .guard import StrategyError, checked
from .strategy import Options, choices

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
#: Reports that come sooner after one another wait, and only the last of them is passed on.
SECONDS_BETWEEN_REPORTS = 0.05
#: Lines that nobody has read yet; the oldest are dropped.
_MOST_LINES = 2_000
#: Reading slows down for a program that floods us.
_BYTES_A_SECOND = 500_000
_LENGTH_OF_NONE = 50
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

P = TypeVar("P", bound="Process")


class BrokenError(StrategyError):
    """A process is of no more use; the text says why."""


class Process(ABC):
    """A program of somebody else, asked one thing at a time.

    It has a session of its own: no terminal, and Ctrl-C is for us alone to decide on.
    """

    def __init__(self, command: Sequence[str], directory: str | None = None) -> None:
        """Start the program, given by its full path; OSError if that cannot be done."""
        self._changed = threading.Condition()
        self._lines: deque[str] = deque(maxlen=_MOST_LINES)
        self._silent = False
        self._printed = b""
        self._messages: SimpleQueue[bytes | None] = SimpleQueue()
        self._lifeline: int | None = None
        self._process = process = self._started(command, directory)
        assert process.stdin and process.stdout and process.stderr  # noqa: PT018
        work = (
            (self._listen, process.stdout),
            (self._keep_printed, process.stderr),
            (self._write, process.stdin),
        )
        self._threads = [
            threading.Thread(target=serve, args=(pipe,), daemon=True) for serve, pipe in work
        ]
        atexit.register(self.end)
        try:
            for thread in self._threads:
                thread.start()
        except RuntimeError as error:  # the system has no more threads
            self.end()
            for _, pipe in work:
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

    @abstractmethod
    def make(self, options: Options) -> None:
        """Make a strategy in it; ValueError or StrategyError says what is wrong."""

    @abstractmethod
    def choose(self, position: Position, context: Context) -> Decision:
        """What that strategy decides, still to be checked; StrategyError if it fails."""

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
        stop: bytes,
        stopped: Callable[[], bool] | None,
        grace: float | None,
    ) -> Iterator[str]:
        """Send a message; the lines that come, for as long as somebody listens.

        When `stopped` says True it is sent `stop`, and may go on for `grace` seconds more. Without
        either it may take as long as loading does. BrokenError if it goes on all the same, or ends.
        """
        patience = LOADING_SECONDS if grace is None or stopped is None else grace
        self._printed = b""
        self._lines.clear()  # what nobody has asked for
        self._messages.put(message)
        latest = math.inf if stopped else time.monotonic() + patience
        while time.monotonic() < latest:
            if (line := self._next_line()) is not None:
                yield line
            elif not self.alive:
                how = self._how_it_ended()
                for listening in self._threads[:2]:
                    listening.join(_LAST_WORDS_SECONDS)
                yield from tuple(self._lines)
                raise BrokenError(f"{how}{self.last_words()}")
            if stopped and latest == math.inf and stopped():
                latest = time.monotonic() + patience
                self._messages.put(stop)
        asked = " of being asked to stop" if stopped else ""
        words = self.last_words()
        raise BrokenError(f"it did not answer within {patience:g} seconds{asked}{words}")

    def _next_line(self) -> str | None:
        """The next line, None if there is none soon."""
        with self._changed:
            if not self._lines and not self._silent:
                self._changed.wait(_POLLING)
            return self._lines.popleft() if self._lines else None

    def _how_it_ended(self) -> str:
        """Wait for its end, and end all that it has started."""
        by_itself = self._ends_within(_LAST_WORDS_SECONDS)
        self._kill()
        code = self._process.wait()
        if not by_itself:
            return "its process closed the connection"
        if code >= 0:
            return f"its process has ended with exit code {code}"
        by = next((one.name for one in signal.Signals if one == -code), f"signal {-code}")
        return f"its process was ended by {by}"

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
            for line in lines_of(pipe, _LONGEST_LINE):
                if line is None:
                    break
                with self._changed:
                    self._lines.append(line)
                    self._changed.notify()
                _pause(len(line))
        with self._changed:
            self._silent = True
            self._changed.notify()

    def _keep_printed(self, pipe: IO[bytes]) -> None:
        with pipe:
            while chunk := pipe.read(_CHUNK):
                self._printed = (self._printed + chunk)[-_LONGEST_LINE:]
                _pause(len(chunk))


def _pause(length: int) -> None:
    """Read no faster than anybody needs what comes, in small pieces or large ones."""
    time.sleep((_LENGTH_OF_NONE + length) / _BYTES_A_SECOND)


class OutsideProgram(Protocol):
    """A program that can be started: a value, so that its processes can be used again.

    ``trouble`` is how a sentence begins that says why it cannot be used.
    """

    @property
    def name(self) -> str: ...

    @property
    def trouble(self) -> str: ...

    def start(self) -> Process:
        """A process of it; ValueError or OSError if it cannot be started."""


@contextmanager
def prepared(start: Callable[[], P], trouble: str) -> Iterator[P]:
    """A process to be made ready in here; it is ended if that fails.

    ValueError with a sentence that begins with `trouble`.
    """
    try:
        process = start()
    except OSError as error:
        raise ValueError(f"{trouble}: no process can be started ({why(error)})") from None
    except ValueError as error:
        raise ValueError(f"{trouble}: {error}") from None
    try:
        yield process
    except (StrategyError, ValueError) as error:
        process.end()
        raise ValueError(f"{trouble}: {error}") from None
    except BaseException:
        process.end()
        raise


#: Processes that wait for more work, by what they can do.
_idle: dict[tuple[OutsideProgram, Variant], list[Process]] = {}


def _leave(waiting: list[Process], held: list[Process]) -> None:
    """A strategy is no longer needed: its process may serve another one."""
    for process in held:
        if process.alive and len(waiting) < _MOST_IDLE:
            waiting.append(process)
        else:
            process.end()


class OutsideStrategy:
    """A strategy in a process of its own, which is replaced when it hangs or has died.

    It is asked to stop after ``options.time`` seconds, so that a strategy which only looks at
    requests to stop keeps its time limit all the same.
    """

    def __init__(self, program: OutsideProgram, options: Options) -> None:
        """Start it; ValueError with a sentence if it cannot be made."""
        self._program = program
        self._options = options
        self._asking = threading.Lock()
        self._held: list[Process] = []
        self._waiting = _idle.setdefault((program, options.variant), [])
        weakref.finalize(self, _leave, self._waiting, self._held)
        self._ready_process()

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a legal move; StrategyError with a sentence if the strategy fails."""
        choices(position)
        name = self._program.name
        with self._asking:
            try:
                process = self._ready_process()
            except ValueError as error:
                raise StrategyError(str(error)) from None
            context = _throttled(context.within(self._options.time or PATIENCE))
            try:
                return checked(process.choose(position, context), name, position)
            except BrokenError as broken:
                self._give_up()
                raise StrategyError(f"the strategy {quoted(name)} failed: {broken}") from None
            except StrategyError:
                raise
            except BaseException:  # an interrupt: its work is of no use any more
                self._give_up()
                raise

    def _ready_process(self) -> Process:
        if not self._held or not self._held[0].alive:
            self._give_up()
            while self._waiting and not self._waiting[-1].alive:
                self._waiting.pop().end()
            start = self._waiting.pop if self._waiting else self._program.start
            with prepared(start, self._program.trouble) as process:
                process.make(self._options)
            self._held.append(process)
        return self._held[0]

    def _give_up(self) -> None:
        while self._held:
            self._held.pop().end()


def _throttled(context: Context) -> Context:
    """The same, but of a flood of reports only the last ones are heard."""
    latest: deque[Progress] = deque(maxlen=1)
    due = 0.0

    def stopped() -> bool:
        nonlocal due
        if latest and (now := time.monotonic()) >= due:
            due = now + SECONDS_BETWEEN_REPORTS
            context.report(latest.pop())
        return context.stopped()

    return replace(context, stopped=stopped, report=latest.append)
