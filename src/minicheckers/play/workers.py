"""Opponents, and who thinks in the background, each in a thread: their search and the coach.

The interpreter runs one thread at a time. A search that went on while the loop deals with a key
would take the lock each time that the loop reads or writes. So the loop has priority, and lends it
only while it waits: a search that looks whether to stop looks for that as well.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ..activities.background import LONGEST_REST, Opponent, Opponents, UiPriority
from ..coach.requests import Coach, CoachRequest
from ..engine.decision import Context, Progress
from ..game.timeline import Timeline
from ..messages import quoted
from ..players.guard import StrategyError, reason
from .effects import (
    CoachAnswered,
    CoachFailed,
    Notice,
    PlayEvent,
    SearchDone,
    SearchFailed,
    SearchProgress,
)

__all__ = ["LONGEST_REST", "Opponent", "Opponents", "UiPriority"]

Post = Callable[[PlayEvent], None]
#: What is called now and then on the way to an answer, to let others pass; it may take its time.
YieldToUi = Callable[[], None]

#: How long a new search waits for the one before to stop, in seconds.
PATIENCE = 8.0
#: So long a hurried search may still take for its first depth, in seconds.
HURRY_SECONDS = 0.3


class Answer(NamedTuple):
    """An answer, and the flag that is set once nobody waits for it any more."""

    event: PlayEvent
    dropped: threading.Event

    @property
    def counts(self) -> bool:
        return not self.dropped.is_set()


class _Worker:
    """Does one job at a time and posts what comes of it; a new job drops the one before.

    Jobs are begun and dropped, and their answers taken, by the loop alone.
    """

    def __init__(
        self, post: Callable[[Answer], None], yield_to_ui: YieldToUi = lambda: None
    ) -> None:
        self._put = post
        self._yield_to_ui = yield_to_ui
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Drop the job: its answer will be ignored."""
        self._stopped.set()

    def _begin(self) -> tuple[threading.Event, Post]:
        """The flag that stops a new job, and how it posts."""
        self.stop()
        stopped = self._stopped = threading.Event()
        return stopped, lambda event: self._put(Answer(event, stopped))

    def _start(self, work: Callable[[], None], name: str) -> threading.Thread:
        """A thread at work; RuntimeError if the system has no more of them."""
        # A daemon, so that work that does not stop cannot keep the program from ending.
        thread = threading.Thread(target=work, name=name, daemon=True)
        thread.start()
        return thread


@dataclass
class _Search:
    """Who thinks, the flags of the search, and its thread once that runs.

    A hurried search still completes its first depth: its answer will be played.
    """

    opponent: Opponent
    stopped: threading.Event
    hurried: threading.Event = field(default_factory=threading.Event)
    reported: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None


class SearchWorker(_Worker):
    """Finds the moves of opponents."""

    _current: _Search | None = None

    def ask(self, opponent: Opponent, line: Timeline, seconds: float | None = None) -> None:
        """Begin to think about the last position of a line; an earlier search is dropped.

        After that many seconds the answer is wanted, as good as it is by then.
        """
        stopped, post = self._begin()
        before, search = self._current, _Search(opponent, stopped)
        asked = Context(line.history).within(seconds)  # the time counts from now

        def think() -> None:
            try:
                self._wait_for(before, opponent, post)
                decision = opponent.choose(line, self._context(asked, search, post))
            except (StrategyError, ValueError) as error:
                from ..players.registry import UnconfirmedError  # takes a while to load

                unconfirmed = error.level if isinstance(error, UnconfirmedError) else None
                post(SearchFailed(str(error), unconfirmed))
            except Exception as error:  # noqa: BLE001  told to the person: a thread has no caller
                post(SearchFailed(f"{quoted(opponent.name)} cannot play: {reason(error)}"))
            else:
                post(SearchDone(decision))

        try:
            search.thread = self._start(think, "search")
        except RuntimeError as error:
            post(SearchFailed(f"{quoted(opponent.name)} cannot play: {error}"))
        else:
            self._current = search

    def hurry(self) -> None:
        """Ask for the answer now: the best move so far."""
        if self._current is not None:
            self._current.hurried.set()

    def _wait_for(self, before: _Search | None, opponent: Opponent, post: Post) -> None:
        """A strategy thinks about one thing at a time; one that does not stop is replaced."""
        if before is None or before.thread is None or before.opponent is not opponent:
            return
        before.thread.join(PATIENCE)
        if before.thread.is_alive():
            opponent.strategy = None
            post(Notice(f"{quoted(opponent.name)} does not stop and was abandoned", bad=True))

    def _context(self, asked: Context, search: _Search, post: Post) -> Context:
        begun = asked.clock()

        def report(progress: Progress) -> None:
            search.reported.set()
            post(SearchProgress(progress))

        def stopped() -> bool:
            self._yield_to_ui()
            if search.stopped.is_set() or asked.stopped():
                return True
            # Do not wait for strategies that never report.
            begun_well = search.reported.is_set() or asked.clock() - begun >= HURRY_SECONDS
            return search.hurried.is_set() and begun_well

        return replace(asked, stopped=stopped, report=report)


class CoachWorker(_Worker):
    """Asks the coach; of several answers to a request the last is marked as such."""

    def __init__(
        self, post: Callable[[Answer], None], yield_to_ui: YieldToUi = lambda: None
    ) -> None:
        super().__init__(post, yield_to_ui)
        self._coach = Coach()
        self._thread: threading.Thread | None = None

    def ask(self, request: CoachRequest) -> None:
        """Begin to answer a request; an earlier one is given up."""
        stopped, post = self._begin()
        before = self._thread

        def is_stopped() -> bool:
            self._yield_to_ui()
            return stopped.is_set()

        def work() -> None:
            # The coach thinks of one thing at a time; it stops soon after it was asked to.
            if before is not None:
                before.join()
            if not stopped.is_set():
                self._answer(request, post, is_stopped)

        try:
            self._thread = self._start(work, "coach")
        except RuntimeError as error:
            post(CoachFailed(f"the coach cannot be asked: {error}"))

    def _answer(self, request: CoachRequest, post: Post, stopped: Callable[[], bool]) -> None:
        try:
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
