"""Asking a strategy without trusting it: what goes wrong becomes one sentence.

Strategies may be anybody's. One that raises, answers with something that is not a legal move,
reports nonsense or does not come back must not take the game down.
"""

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ..engine.decision import Context, Decision, Progress
from ..engine.score import Score
from ..messages import quoted
from ..rules.notation import Move
from ..rules.position import Position
from .sandbox import EndlessError, FailedError, reason, run_sandboxed
from .strategy import Strategy

#: How long a strategy that was given no time of its own may think, in seconds.
DEFAULT_PATIENCE = 60.0
#: How long after it was asked to stop a strategy is given up, in seconds.
DEFAULT_GRACE = 2.0
#: Scores and counts of nodes are smaller than this, either way.
_LARGEST_NUMBER = 10**15
#: A line of moves is cut there.
LONGEST_PV = 64
#: Reports that come sooner after one another wait, and only the last of them is told.
SECONDS_BETWEEN_REPORTS = 0.05


class StrategyError(Exception):
    """A strategy failed to choose a move; the text is a sentence for the user."""


class IllegalMoveError(StrategyError):
    """A strategy chose a move that is not legal."""


class StillThinkingError(StrategyError):
    """A strategy did not come back in time."""


def answer(
    strategy: Strategy, name: str, position: Position, context: Context | None = None
) -> Decision:
    """The strategy's decision, checked to be legal; StrategyError with a sentence if it fails."""
    try:
        return _checked(strategy.choose(position, context or Context()), name, position)
    except StrategyError:
        raise
    except Exception as error:
        raise failure(name, error) from error


def failure(name: str, error: BaseException) -> StrategyError:
    """What is told of an exception that came out of a strategy."""
    return StrategyError(f"the strategy {quoted(name)} failed: {reason(error)}")


def consult(
    strategy: Strategy,
    name: str,
    position: Position,
    context: Context | None = None,
    *,
    patience: float,
    grace: float = DEFAULT_GRACE,
) -> Decision:
    """As `answer`, but never waiting for ever.

    The strategy is asked to stop when the context says so, and in any case after `patience`
    seconds; `grace` seconds later it is given up with StillThinkingError.
    """
    asked = context or Context()
    latest = time.monotonic() + patience
    given_up = threading.Event()
    listener = Throttled(position, asked.report)

    def stopped() -> bool:
        if not given_up.is_set():
            listener.flush()
        return given_up.is_set() or time.monotonic() >= latest or asked.stopped()

    def report(progress: Progress) -> None:
        if not given_up.is_set():
            listener(progress)

    def think() -> Decision:
        return answer(strategy, name, position, replace(asked, stopped=stopped, report=report))

    try:
        return run_sandboxed(think, stopped, grace)
    except EndlessError:
        given_up.set()
        raise StillThinkingError(
            f"the strategy {quoted(name)} did not answer within {grace:g} seconds "
            "of being asked to stop"
        ) from None
    except FailedError as failed:
        if isinstance(failed.error, StrategyError):
            raise failed.error from failed.error.__cause__
        raise failure(name, failed.error) from failed.error


class Throttled:
    """Hears the reports of foreign code, and passes on those that are sound, the last of a flood.

    What is kept back goes with the next report, or when it is told to `flush`.
    """

    def __init__(self, position: Position, report: Callable[[Progress], None]) -> None:
        self._position = position
        self._report = report
        self._latest: object = None
        self._next = -math.inf

    def __call__(self, progress: object) -> None:
        """Hear a report."""
        self._latest = progress
        self.flush()

    def flush(self) -> None:
        """Pass on what is kept back, if it is time."""
        now = time.monotonic()
        if self._latest is None or now < self._next:
            return
        latest, self._latest = self._latest, None
        if (sound := _sound_progress(latest, self._position)) is not None:
            self._next = now + SECONDS_BETWEEN_REPORTS
            self._report(sound)


@dataclass(frozen=True)
class Guarded:
    """A strategy of foreign code, asked with `consult` every time.

    It is asked to stop after ``time`` seconds, so that a strategy which only looks at requests to
    stop keeps its time limit all the same.
    """

    strategy: Strategy
    name: str
    time: float | None = None

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a legal move; StrategyError with a sentence if the strategy fails."""
        if not position.legal_moves():
            raise ValueError("the game is over")
        return consult(
            self.strategy,
            self.name,
            position,
            context,
            patience=DEFAULT_PATIENCE if self.time is None else self.time,
        )


def _checked(decision: Any, name: str, position: Position) -> Decision:
    """The decision if all of it can be relied on; foreign code may answer anything."""
    if not isinstance(decision, Decision):
        raise StrategyError(
            f"the strategy {quoted(name)} answered with {quoted(type(decision).__name__)}, "
            "not with a Decision"
        )
    move: object = decision.move
    if not isinstance(move, Move) or move not in position.transitions():
        shown = str(move) if isinstance(move, Move | str) else type(move).__name__
        raise IllegalMoveError(
            f"the strategy {quoted(name)} chose {quoted(shown)}, not a legal move"
        )
    score = None if decision.score is None else _plain_score(decision.score)
    numbers = (decision.depth, decision.nodes)
    sound = decision.score is None or score is not None
    if not (sound and _are_sound(numbers, decision.pv)):
        raise StrategyError(
            f"the strategy {quoted(name)} answered with a Decision whose score, depth or nodes "
            "are not whole numbers of sensible size, or whose pv is not a tuple of moves"
        )
    pv = _legal_part(decision.pv, position)
    return (
        decision
        if pv == decision.pv and score is decision.score
        else replace(decision, score=score, pv=pv)
    )


def _sound_progress(progress: Any, position: Position) -> Progress | None:
    """The report, of plain values and legal moves alone; None if that cannot be."""
    if not isinstance(progress, Progress):
        return None
    counts = (progress.depth, progress.nodes, progress.max_cutoffs, progress.min_cutoffs)
    score = _plain_score(progress.score)
    seconds: object = progress.seconds
    if (
        score is None
        or not _are_sound(counts, progress.pv)
        or not isinstance(seconds, int | float)
        or not 0 <= seconds < _LARGEST_NUMBER
    ):
        return None
    depth, nodes, max_cutoffs, min_cutoffs = map(int, counts)
    pv = _legal_part(progress.pv, position)
    return Progress(depth, score, pv, nodes, float(seconds), max_cutoffs, min_cutoffs)


def _plain_score(score: Any) -> Score | None:
    """The score if it is one; of another kind of whole number its value."""
    if not isinstance(score, int) or abs(score) >= _LARGEST_NUMBER:
        return None
    return score if type(score) is Score else Score(int(score))


def _are_sound(numbers: tuple[object, ...], pv: object) -> bool:
    return (
        all(isinstance(number, int) and 0 <= number < _LARGEST_NUMBER for number in numbers)
        and isinstance(pv, tuple)
        and all(isinstance(move, Move) for move in pv)
    )


def _legal_part(pv: tuple[Move, ...], position: Position) -> tuple[Move, ...]:
    """The beginning of a line of moves, as far as they can be played."""
    for index, move in enumerate(pv[:LONGEST_PV]):
        after = position.transitions().get(move)
        if after is None:
            return pv[:index]
        position = after
    return pv[:LONGEST_PV]
