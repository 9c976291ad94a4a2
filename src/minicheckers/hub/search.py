"""A search in the background: started, stopped, and its clock started late when it ponders."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from ..engine.decision import Context, Decision, Progress
from ..players.guard import StrategyError, answer, reason
from ..players.strategy import Strategy
from ..rules.position import Position


@dataclass(frozen=True)
class SearchRequest:
    """What to think about: a position, those before it, and for how long (None: until stopped)."""

    position: Position
    history: tuple[Position, ...] = ()
    seconds: float | None = None


@dataclass(frozen=True)
class Reached:
    """A search has completed a depth."""

    progress: Progress


@dataclass(frozen=True)
class Found:
    """A search has ended with a decision."""

    decision: Decision


@dataclass(frozen=True)
class Failed:
    """A search has ended without a decision; the text is a sentence."""

    sentence: str


Report = Reached | Found | Failed


class Search:
    """One search in a thread of its own, which posts what it finds and last of all how it ended."""

    def __init__(
        self,
        request: SearchRequest,
        name: str,
        make: Callable[[], Strategy],
        post: Callable[[Report], None],
        *,
        ponder: bool,
    ) -> None:
        self.request = request
        self._name = name
        self._make = make
        self._post = post
        self._stop = threading.Event()
        self._deadline: float | None = None
        if not ponder:
            self.start_clock()
        # A daemon, so that a search that does not stop cannot keep the program from ending.
        threading.Thread(target=self._run, name="thinking", daemon=True).start()

    @property
    def stopping(self) -> bool:
        """Whether it has been asked to stop."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Ask it to stop; it still posts what it has found."""
        self._stop.set()

    def start_clock(self) -> None:
        """Let the time of the request run from now on."""
        if self.request.seconds is not None:
            self._deadline = time.monotonic() + self.request.seconds

    def _stopped(self) -> bool:
        deadline = self._deadline
        return self._stop.is_set() or (deadline is not None and time.monotonic() >= deadline)

    def _report(self, progress: Progress) -> None:
        if not self._stop.is_set():
            self._post(Reached(progress))

    def _run(self) -> None:
        context = Context(self.request.history, self._stopped, self._report)
        try:
            decision = answer(self._make(), self._name, self.request.position, context)
        except (StrategyError, ValueError) as error:
            self._post(Failed(str(error)))
        except Exception as error:  # noqa: BLE001  a thread has no caller to tell it to
            self._post(Failed(reason(error)))
        else:
            self._post(Found(decision))
