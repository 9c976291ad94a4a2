"""Searching without the interpreter's cyclic collector.

It now and then walks through everything there is, the whole table of the search or the graph of a
proof included: up to 0.13 s in which nobody looks at the clock or at a stop request. And it walks
through all that is new every few hundred objects, which takes a fourteenth of a search's time. The
few cycles that a search makes last as long as itself, so there is nothing for it to find.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_lock = Lock()
_running = 0
_was_enabled = True


@contextmanager
def no_collection() -> Iterator[None]:
    """Let the collector rest until the last search at work has ended.

    What is new by then counts as old at once, so that no walk through all of it follows.
    """
    global _running, _was_enabled
    with _lock:
        if not _running:
            _was_enabled = gc.isenabled()
            gc.disable()
        _running += 1
    try:
        yield
    finally:
        with _lock:
            _running -= 1
            if not _running and _was_enabled:
                # Out of the young generation and back among the old, which takes no time.
                gc.freeze()
                gc.unfreeze()
                gc.enable()
