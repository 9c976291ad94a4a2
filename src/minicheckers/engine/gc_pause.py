"""Searching without long pauses of the interpreter's own making.

Python's cyclic collector now and then walks through everything there is, the whole table of the
search or the graph of a proof included: up to 0.13 s in which nobody looks at the clock or at a
stop request. The few cycles that a search makes last as long as itself, so a walk in the middle of
it could find nothing of the search's own.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_NEVER = 1_000_000_000
_lock = Lock()
_running = 0
_usual = gc.get_threshold()


@contextmanager
def no_full_collection() -> Iterator[None]:
    """Let the collector look at young objects only, until the last search at work has ended."""
    global _running, _usual
    with _lock:
        if not _running:
            _usual = gc.get_threshold()
            gc.set_threshold(*_usual[:2], _NEVER)
        _running += 1
    try:
        yield
    finally:
        with _lock:
            _running -= 1
            if not _running:
                gc.set_threshold(*_usual)
