"""Asking a strategy without trusting it: what goes wrong becomes one sentence.

Strategies may come from other packages. One that raises, answers with something that is not a
legal move or does not come back must not take the game down.
"""

import threading
import time
from dataclasses import dataclass, replace
from typing import Any

from ..engine.decision import Context, Decision, Progress
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
        raise _failure(name, error) from error


def _failure(name: str, error: BaseException) -> StrategyError:
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

    def stopped() -> bool:
        return given_up.is_set() or time.monotonic() >= latest or asked.stopped()

    def report(progress: Progress) -> None:
        if not given_up.is_set() and _is_sound_progress(progress):
            asked.report(progress)

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
        raise _failure(name, failed.error) from failed.error


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
    numbers: tuple[object, ...] = (decision.depth, decision.nodes)
    if decision.score is not None:
        numbers += (decision.score,)
    if not _are_sound(numbers, decision.pv):
        raise StrategyError(
            f"the strategy {quoted(name)} answered with a Decision whose score, depth or nodes "
            "are not whole numbers of sensible size, or whose pv is not a tuple of moves"
        )
    return decision


def _is_sound_progress(progress: Any) -> bool:
    return (
        isinstance(progress, Progress)
        and isinstance(progress.seconds, int | float)
        and _are_sound(
            (
                progress.depth,
                progress.score,
                progress.nodes,
                progress.max_cutoffs,
                progress.min_cutoffs,
            ),
            progress.pv,
        )
    )


def _are_sound(numbers: tuple[object, ...], pv: object) -> bool:
    return (
        all(isinstance(number, int) and abs(number) < _LARGEST_NUMBER for number in numbers)
        and isinstance(pv, tuple)
        and all(isinstance(move, Move) for move in pv)
    )
