"""Jobs that threads do in order, so that nobody waits for a disk longer than they want to.

Queues and a lock that are made in C: an exception out of a signal handler finds none of them
half-changed.
"""

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any


class Job:
    """Something to do, and what came of it."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._done: SimpleQueue[tuple[Any, Exception | None]] = SimpleQueue()
        self._when_late: Callable[[Exception | None], None] | None = None
        self.result: Any = None
        self.error: Exception | None = None

    def do(self) -> None:
        """Do it; an error is kept for whoever waits."""
        result, error = None, None
        try:
            result = self._work()
        except Exception as raised:  # noqa: BLE001  raised again where it was asked for
            error = raised
        self._done.put((result, error))
        if self._when_late is not None:
            self._when_late(error)

    def wait(self, seconds: float, when_late: Callable[[Exception | None], None]) -> bool:
        """Whether it is done within that time; if not, `when_late` is called when it is."""
        for patience in (seconds, 0.0):
            try:
                self.result, self.error = self._done.get(timeout=patience)
            except Empty:
                self._when_late = when_late  # it may have ended just now
            else:
                return True
        return False


class Jobs:
    """The jobs; there is a thread only as long as there are any."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[Job] = SimpleQueue()
        self._turn = threading.Lock()

    def add(self, job: Job) -> None:
        """Do a job after those before it."""
        self._queue.put(job)
        try:
            # A disk that never answers must not keep the program from ending.
            threading.Thread(target=self._work, name="store", daemon=True).start()
        except RuntimeError:  # the system has no thread left
            self._work()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being done or waits to be done."""
        return self._queue.empty() and not self._turn.locked()

    def wait(self, seconds: float) -> bool:
        """Whether everything is done within that time."""
        last = Job(lambda: None)
        self.add(last)
        return last.wait(seconds, lambda error: None)

    def _work(self) -> None:
        with self._turn:
            while True:
                try:
                    job = self._queue.get_nowait()
                except Empty:
                    return
                job.do()
