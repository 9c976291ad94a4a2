"""Right of way: what thinks in the background stands aside while the loop deals with a key.

The interpreter runs one thread at a time. A search that went on meanwhile would take the lock each
time that the loop reads or writes, and on a busy machine be put to sleep with it. So the loop lends
the way only while it waits, and a search that looks whether to stop looks for the way as well.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

#: Whatever keeps the loop busy, a search goes on after so many seconds.
LONGEST_REST = 0.2


class RightOfWay:
    """Has the loop got the way, or whoever thinks? It is lent until the loop first waits."""

    def __init__(self) -> None:
        self._lent = threading.Event()
        self._lent.set()

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Let others think in here; afterwards they stand aside until the next time."""
        self._lent.set()
        try:
            yield
        finally:
            self._lent.clear()

    def stand_aside(self) -> None:
        """Wait until the way is lent, for LONGEST_REST at most; costs nothing if it is."""
        if not self._lent.wait(LONGEST_REST):
            self._lent.set()  # the loop is busy with something that takes long anyway
