"""Thinking in the background: a thread a question, a flag to stop it, answers as events."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from ..engine.decision import Context, Progress
from ..game.timeline import Timeline
from ..messages import quoted
from ..players.guard import StrategyError, answer, reason
from ..players.strategy import Strategy
from .events import Event, Notice, SearchDone, SearchFailed, SearchProgress

#: How long a new question waits for the one before to stop, in seconds.
PATIENCE = 8.0
#: So long a hurried search may still take for its first depth, in seconds.
HURRY_SECONDS = 0.3


@dataclass
class Opponent:
    """Somebody who can be asked: a name, and how to make the strategy when it is needed."""

    name: str
    make: Callable[[], Strategy]
    strategy: Strategy | None = None


@dataclass
class _Question:
    """A thread that thinks, for whom, and the flags that stop it.

    A hurried search still completes its first depth: its answer will be played.
    """

    opponent: Opponent
    thread: threading.Thread | None = None
    stopped: threading.Event = field(default_factory=threading.Event)
    hurried: threading.Event = field(default_factory=threading.Event)
    reported: threading.Event = field(default_factory=threading.Event)


class Thinker:
    """Asks one question at a time and posts what comes of it."""

    def __init__(
        self, post: Callable[[Event], None], stand_aside: Callable[[], None] = lambda: None
    ) -> None:
        """`stand_aside` is called whenever a search asks whether to stop; it may take its time."""
        self._post = post
        self._stand_aside = stand_aside
        self._current: _Question | None = None

    def ask(
        self, job: int, opponent: Opponent, line: Timeline, seconds: float | None = None
    ) -> None:
        """Begin to think about the last position of a line; an earlier question is dropped.

        After so many seconds the answer is wanted, as good as it is by then.
        """
        self.stop()
        before = self._current
        question = _Question(opponent)
        latest = None if seconds is None else time.monotonic() + seconds

        def think() -> None:
            try:
                self._wait_for(before, opponent)
                if opponent.strategy is None:
                    opponent.strategy = opponent.make()
                decision = answer(
                    opponent.strategy,
                    opponent.name,
                    line.position,
                    self._context(job, line, question, latest),
                )
            except (StrategyError, ValueError) as error:
                self._post(SearchFailed(job, str(error)))
            except Exception as error:  # noqa: BLE001  told to the person: a thread has no caller
                self._post(
                    SearchFailed(job, f"{quoted(opponent.name)} cannot play: {reason(error)}")
                )
            else:
                self._post(SearchDone(job, decision))

        # A daemon: one that does not stop must not keep the program from ending.
        question.thread = threading.Thread(target=think, name=f"thinking {job}", daemon=True)
        try:
            question.thread.start()
        except RuntimeError as error:  # the system has no more of them
            self._post(SearchFailed(job, f"{quoted(opponent.name)} cannot play: {error}"))
        else:
            self._current = question

    def hurry(self) -> None:
        """Ask for the answer now: the best move so far."""
        if self._current is not None:
            self._current.hurried.set()

    def stop(self) -> None:
        """Ask the search under way to stop; whatever it still says, nobody listens."""
        if self._current is not None:
            self._current.stopped.set()

    def _wait_for(self, before: _Question | None, opponent: Opponent) -> None:
        """A strategy thinks about one thing at a time; one that does not stop is replaced."""
        if before is None or before.thread is None or before.opponent is not opponent:
            return
        before.thread.join(PATIENCE)
        if before.thread.is_alive():
            opponent.strategy = None
            self._post(
                Notice(f"{quoted(opponent.name)} does not stop and is left behind", bad=True)
            )

    def _context(
        self, job: int, line: Timeline, question: _Question, latest: float | None
    ) -> Context:
        begun = time.monotonic()

        def report(progress: Progress) -> None:
            question.reported.set()
            self._post(SearchProgress(job, progress))

        def stopped() -> bool:
            self._stand_aside()
            if question.stopped.is_set():
                return True
            now = time.monotonic()
            if latest is not None and now >= latest:
                return True
            # Some strategies never report; they are not waited for.
            begun_well = question.reported.is_set() or now - begun >= HURRY_SECONDS
            return question.hurried.is_set() and begun_well

        return Context(history=line.history, stopped=stopped, report=report)
