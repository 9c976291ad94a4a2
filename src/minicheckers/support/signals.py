"""Signals as flags that wake a loop, and an end that comes even while nothing can be written.

An exception out of a signal handler may come between any two instructions, and so leave a lock
held. On the board, therefore, no handler raises: a signal sets a flag, and the loop looks at it.
"""

import contextlib
import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

if sys.platform != "win32":
    import termios

#: How long each attempt at an orderly end may take, in seconds.
GRACE = 1.0


def numbers(*names: str) -> tuple[int, ...]:
    """The numbers of those signals that this system has."""
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


#: The signals that end a program; Windows has only the first two.
ENDING = numbers("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
#: Those that a program on a terminal has to know of.
_OF_TERMINALS = numbers("SIGTSTP", "SIGCONT", "SIGWINCH")


class Signals:
    """A context in which signals set flags and wake whoever waits; none of them raises.

    A signal that was ignored before (as nohup does) stays ignored.
    """

    def __init__(self) -> None:
        self._caught: set[int] = set()
        self._before: dict[int, Any] = {}
        self._woken: int | None = None
        self._waking: int | None = None
        #: The first signal that asked the program to end.
        self.ending: int | None = None

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            if sys.platform != "win32":  # there only sockets can be waited for
                self._woken, self._waking = os.pipe()
                os.set_blocking(self._woken, False)
                os.set_blocking(self._waking, False)
            for number in (*ENDING, *_OF_TERMINALS):
                if signal.getsignal(number) != signal.SIG_IGN:
                    self._before[number] = signal.signal(number, self._catch)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        for end in (self._woken, self._waking):
            if end is not None:
                os.close(end)
        self._woken = self._waking = None

    def _catch(self, number: int, _frame: FrameType | None) -> None:
        self.note(number)
        if self._waking is not None:
            with contextlib.suppress(OSError):  # it is full: whoever waits is awake already
                os.write(self._waking, b"\0")

    def note(self, number: int) -> None:
        """Set the flag of a signal, as if it had come."""
        self._caught.add(number)
        if number in ENDING and self.ending is None:
            self.ending = number

    def take(self, name: str) -> bool:
        """Whether a signal has come since this was asked last."""
        number = getattr(signal, name, None)
        if number not in self._caught:
            return False
        self._caught.discard(number)
        return True

    def wait(self, seconds: float, *, readable: int, writable: int | None = None) -> None:
        """Wait until a signal comes or one of the files is ready, so long at most."""
        woken = [] if self._woken is None else [self._woken]
        outputs = [] if writable is None else [writable]
        with contextlib.suppress(OSError):  # a file that is gone is found out when it is read
            select.select([readable, *woken], outputs, [], seconds)
        if self._woken is not None:
            with contextlib.suppress(OSError):  # nothing is in it
                os.read(self._woken, 4096)


def takes_output(file: int = 1) -> bool:
    """Whether a little can be written to a file now; not to a terminal stopped by Ctrl-S."""
    if sys.platform == "win32":
        return True
    try:
        return bool(select.select([], [file], [], 0)[1])
    except (OSError, ValueError):  # it is closed: writing fails, but at once
        return True


def start_output(file: int = 1) -> None:
    """Let a terminal that was stopped by Ctrl-S go on."""
    if sys.platform != "win32":
        with contextlib.suppress(termios.error, OSError):
            if os.tcgetpgrp(file) != os.getpgrp():  # it is the shell's now
                return
            # Linux starts for us only what we have stopped. The modes are left alone: as soon as
            # the terminal goes on the program may be at its end, and nobody would put them back.
            termios.tcflow(file, termios.TCOOFF)
            termios.tcflow(file, termios.TCOON)


class LastResort:
    """A context in which a signal that ends the program does so, whatever the main thread is at.

    Handlers run in the main thread. While that writes to a terminal that takes nothing they do not
    run, or cannot end what was begun. So a thread hears of the signal, gives the main thread a
    while, and then does what matters: `save`, `give_back` the terminal, and end.
    """

    def __init__(
        self,
        save: Callable[[], None] = lambda: None,
        give_back: Callable[[], None] = lambda: None,
    ) -> None:
        self._attempts: tuple[Callable[[], None], ...] = (lambda: None, start_output, save)
        self._give_back = give_back
        self._over = threading.Event()
        self._before = -1
        self._waking: int | None = None

    def __enter__(self) -> Self:
        if threading.current_thread() is not threading.main_thread() or sys.platform == "win32":
            return self
        heard, waking = os.pipe()
        os.set_blocking(waking, False)
        listener = threading.Thread(target=self._listen, args=(heard,), name="end", daemon=True)
        try:
            listener.start()
        except RuntimeError:  # the system has no more of them
            os.close(heard)
            os.close(waking)
        else:
            self._waking = waking
            self._before = signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._waking is not None:
            signal.set_wakeup_fd(self._before)
            os.close(self._waking)

    def _listen(self, heard: int) -> None:
        with open(heard, "rb", buffering=0) as pipe:
            while (number := pipe.read(1)) and number[0] not in ENDING:
                pass
            if number:
                self._end(number[0])

    def _end(self, number: int) -> None:
        for attempt in self._attempts:
            with contextlib.suppress(OSError):  # nobody can be told
                attempt()
            if self._over.wait(GRACE):
                return
        self._give_back()
        os._exit(128 + number)
