"""Code that was registered in this process, in a thread of its own, never waited for without end.

Whatever it raises stays there and is told, so that nothing of it - no exception, no exit, no
endless loop - reaches the thread of the game. In return an interrupt or a signal that ends the
program is never taken for something the foreign code did.
"""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from ..messages import quoted

_LONGEST_REASON = 200
#: How often a request to stop is looked at while somebody works, in seconds.
_POLLING = 0.02

T = TypeVar("T")


class FailedError(Exception):
    """Foreign code has raised ``error``; the text says what, safe to show."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(reason(error))
        self.error = error


class EndlessError(Exception):
    """Foreign code did not come back, and was given up."""


class DiedError(Exception):
    """The process of foreign code has ended by itself; the text says how."""


def reason(error: BaseException) -> str:
    """What an exception of foreign code says, safe to show, whatever its own text does."""
    import traceback  # only needed when something has gone wrong

    return quoted("".join(traceback.format_exception_only(error)).strip(), _LONGEST_REASON)


def run_sandboxed(work: Callable[[], T], stopped: Callable[[], bool], grace: float) -> T:
    """The result of `work`; FailedError if it raises anything at all.

    When it goes on for `grace` seconds after `stopped` has said True, it is given up with
    EndlessError.
    """
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # noqa: BLE001  foreign code may raise anything
            errors.append(error)

    thread = threading.Thread(target=run, name="foreign code", daemon=True)
    thread.start()
    stop_seen: float | None = None
    while thread.is_alive():
        thread.join(_POLLING)
        now = time.monotonic()
        if stop_seen is None and stopped():
            stop_seen = now
        if stop_seen is not None and now >= stop_seen + grace and thread.is_alive():
            _interrupt(thread)
            raise EndlessError
    if errors:
        raise FailedError(errors[0])
    return results[0]


def run_within(work: Callable[[], T], seconds: float) -> T:
    """As `run_sandboxed`, with a time instead of a request to stop."""
    latest = time.monotonic() + seconds
    return run_sandboxed(work, lambda: time.monotonic() >= latest, grace=0.0)


def _interrupt(thread: threading.Thread) -> None:
    """End a thread that goes on and on in Python code, so that it does not eat the processor.

    One that hangs outside Python cannot be ended; as a daemon it does not keep the program alive.
    """
    try:
        from ctypes import c_ulong, py_object, pythonapi
    except ImportError:  # a Python without ctypes
        return
    if thread.ident is not None:
        pythonapi.PyThreadState_SetAsyncExc(c_ulong(thread.ident), py_object(SystemExit))
