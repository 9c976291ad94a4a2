"""A search in the background, in a thread of its own, whose late answers count for nobody."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ..engine.decision import Context, Progress
from ..game.timeline import Timeline
from ..messages import quoted
from ..players.guard import StrategyError, reason
from .effects import Notice, PlayEvent, SearchDone, SearchFailed, SearchProgress
from .opponents import Opponent

#: How answers reach the loop; what is called now and then on the way to one, to let others pass.
Post = Callable[[PlayEvent], None]
YieldToUi = Callable[[], None]

#: How long a new search waits for the one before to stop, in seconds.
PATIENCE = 8.0
#: So long a hurried search may still take for its first depth, in seconds.
HURRY_SECONDS = 0.3


class Latest:
    """Passes on what the latest job says: whatever an earlier one still posts is dropped.

    Jobs are begun and dropped, and their answers taken, by the loop alone.
    """

    def __init__(self) -> None:
        self.job: object | None = None

    def begin(self) -> object:
        """A new job; the one before is dropped."""
        self.job = object()
        return self.job


class Answer:
    """An answer and its job; whoever takes it asks whether somebody still waits for it."""

    def __init__(self, latest: Latest, job: object, event: PlayEvent) -> None:
        self._latest, self._job, self.event = latest, job, event

    @property
    def counts(self) -> bool:
        """Whether somebody still waits for it."""
        return self._latest.job is self._job


@dataclass
class _Search:
    """A thread that thinks, for whom, and the flags that stop it.

    A hurried search still completes its first depth: its answer will be played.
    """

    opponent: Opponent
    thread: threading.Thread | None = None
    stopped: threading.Event = field(default_factory=threading.Event)
    hurried: threading.Event = field(default_factory=threading.Event)
    reported: threading.Event = field(default_factory=threading.Event)


class SearchWorker:
    """Runs one search at a time and posts what comes of it."""

    def __init__(
        self, post: Callable[[Answer], None], yield_to_ui: YieldToUi = lambda: None
    ) -> None:
        """`yield_to_ui` is called whenever a search asks whether to stop; it may take its time."""
        self._put = post
        self._yield_to_ui = yield_to_ui
        self._latest = Latest()
        self._current: _Search | None = None

    def ask(self, opponent: Opponent, line: Timeline, seconds: float | None = None) -> None:
        """Begin to think about the last position of a line; an earlier search is dropped.

        After that many seconds the answer is wanted, as good as it is by then.
        """
        self.stop()
        job, before, search = self._latest.begin(), self._current, _Search(opponent)
        asked = Context(line.history).within(seconds)  # the time counts from now

        def post(event: PlayEvent) -> None:
            self._put(Answer(self._latest, job, event))

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

        # A daemon, so that a search that does not stop cannot keep the program from ending.
        search.thread = threading.Thread(target=think, name="search", daemon=True)
        try:
            search.thread.start()
        except RuntimeError as error:  # the system has no more of them
            post(SearchFailed(f"{quoted(opponent.name)} cannot play: {error}"))
        else:
            self._current = search

    def hurry(self) -> None:
        """Ask for the answer now: the best move so far."""
        if self._current is not None:
            self._current.hurried.set()

    def stop(self) -> None:
        """Drop the search: its answer will be ignored."""
        self._latest.job = None
        if self._current is not None:
            self._current.stopped.set()

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
