"""Who thinks in the background, and lets the loop go first: the opponent's search and the coach.

The interpreter runs one thread at a time. A search that went on while the loop deals with a key
would take the lock each time that the loop reads or writes. So the loop has priority, and lends it
only while it waits: a search that looks whether to stop looks for that as well.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol

from ..coach.requests import Coach, CoachRequest
from ..game.timeline import Timeline
from ..play.effects import CoachAnswered, CoachFailed, PlayEvent
from ..play.opponents import Opponent
from ..play.search_worker import Answer, Latest, Post, YieldToUi
from ..players.guard import reason

#: Whatever keeps the loop busy, a search goes on after this many seconds.
LONGEST_REST = 0.2


class UiPriority:
    """Whether the loop or whoever thinks goes first. It is lent until the loop first waits."""

    def __init__(self) -> None:
        self._lent = threading.Event()
        self._lent.set()

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Let others think in here; afterwards they wait until the next time."""
        self._lent.set()
        try:
            yield
        finally:
            self._lent.clear()

    def yield_to_ui(self) -> None:
        """Wait while the loop is busy, for LONGEST_REST at most; costs nothing if it is not."""
        if not self._lent.wait(LONGEST_REST):
            self._lent.set()  # the loop is busy with something that takes long anyway


class SearchPort(Protocol):
    """Something that finds moves: a SearchWorker, or a script in a test."""

    def ask(self, opponent: Opponent, line: Timeline, seconds: float | None = None) -> None:
        """Begin to think about the last position of a line; an earlier search is dropped."""

    def hurry(self) -> None:
        """Answer now, as well as possible."""

    def stop(self) -> None:
        """Drop the search: its answer will be ignored."""


class CoachPort(Protocol):
    """Something that answers for the coach: a CoachWorker, or a script in a test."""

    def ask(self, request: CoachRequest) -> None:
        """Begin to answer a request; an earlier one is given up."""

    def stop(self) -> None:
        """Drop the request: its answer will be ignored."""


class CoachWorker:
    """Answers one request at a time and posts what comes of it, the last answer as such."""

    def __init__(
        self, post: Callable[[Answer], None], yield_to_ui: YieldToUi = lambda: None
    ) -> None:
        """`yield_to_ui` is called every few milliseconds at work, and may take its time."""
        self._put = post
        self._yield_to_ui = yield_to_ui
        self._coach = Coach()
        self._latest = Latest()
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()

    def ask(self, request: CoachRequest) -> None:
        """Begin to answer a request; an earlier one is given up."""
        self.stop()
        job, before, stopped = self._latest.begin(), self._thread, threading.Event()

        def post(event: PlayEvent) -> None:
            self._put(Answer(self._latest, job, event))

        def is_stopped() -> bool:
            self._yield_to_ui()
            return stopped.is_set()

        def work() -> None:
            # The coach thinks of one thing at a time; it stops soon after it was asked to.
            if before is not None:
                before.join()
            if not stopped.is_set():
                self._answer(request, post, is_stopped)

        # A daemon, so that its work cannot keep the program from ending.
        thread = threading.Thread(target=work, name="coach", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:  # the system has no more of them
            post(CoachFailed(f"the coach cannot be asked: {error}"))
        else:
            self._thread, self._stopped = thread, stopped

    def stop(self) -> None:
        """Drop the request: its answer will be ignored."""
        self._latest.job = None
        self._stopped.set()

    def _answer(self, request: CoachRequest, post: Post, stopped: Callable[[], bool]) -> None:
        from ..engine.solver.solver import SearchStopped  # takes a while to load

        try:
            last = self._coach.answer(
                request, lambda answer: post(CoachAnswered(answer, False)), stopped
            )
        except SearchStopped:
            return
        except ValueError as error:
            post(CoachFailed(str(error)))
        except Exception as error:  # noqa: BLE001  told to the person: a thread has no caller
            post(CoachFailed(f"the coach cannot answer: {reason(error)}"))
        else:
            if not stopped():
                post(CoachAnswered(last, True))
