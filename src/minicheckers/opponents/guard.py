"""Checking what a strategy answers: whatever is wrong with it becomes one sentence.

Strategies may be anybody's. One that raises, answers with something that is not a legal move or
reports nonsense must not take the game down. Answers are checked once, where they come in: those
of code in this process by `CheckedStrategy`, those of other processes by `sandbox`. A person's game
asks our own through `answer`, too, because it has to go on whatever fails.
"""

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..engine.decision import Context, Decision, Progress
from ..engine.score import Score
from ..rules.notation import Move
from ..rules.position import Position
from ..support.text import quoted
from ..support.upgrades import UPGRADED, is_upgraded
from .strategy import Factory, Options, Strategy

#: Scores and counts of nodes are smaller than this, either way.
_LARGEST_NUMBER = 10**15
_LONGEST_REASON = 200
#: A line of moves is cut there.
LONGEST_PV = 64
#: Reports that come sooner after one another wait, and only the last of them is passed on.
SECONDS_BETWEEN_REPORTS = 0.05


class StrategyError(Exception):
    """A strategy failed to choose a move; the text is a sentence for the user."""


class IllegalMoveError(StrategyError):
    """A strategy chose a move that is not legal."""


def answer(
    strategy: Strategy, name: str, position: Position, context: Context | None = None
) -> Decision:
    """The strategy's decision, checked to be legal; StrategyError with a sentence if it fails."""
    try:
        return checked(strategy.choose(position, context or Context()), name, position)
    except StrategyError:
        raise
    except Exception as error:
        if "failed to map segment" in reason(error):  # a module had no memory to be loaded into
            raise MemoryError from error
        raise failure(name, error) from error


def failure(name: str, error: BaseException) -> StrategyError:
    """The sentence about an exception that came out of a strategy."""
    return StrategyError(f"the strategy {quoted(name)} failed: {reason(error)}")


def reason(error: BaseException) -> str:
    """What an exception says, safe to show, whatever its own text does."""
    if is_upgraded():
        return UPGRADED
    import traceback  # only needed when something has gone wrong

    return quoted("".join(traceback.format_exception_only(error)).strip(), _LONGEST_REASON)


def checked(decision: Any, name: str, position: Position) -> Decision:
    """The decision if all of it can be relied on; StrategyError with a sentence if not.

    A legal move alone, or its text, is a decision too.
    """
    kind = quoted(type(decision).__name__)
    trouble = f"the strategy {quoted(name)} answered with {kind}, not with a Decision"
    if isinstance(decision, Move | str):
        try:
            return Decision(_playable(decision, position))
        except ValueError as error:
            raise IllegalMoveError(f"{trouble} or a legal move: {error}") from None
    if not isinstance(decision, Decision):
        raise StrategyError(f"{trouble} or a move")
    move: object = decision.move
    shown = str(move) if isinstance(move, Move | str) else type(move).__name__
    trouble = f"the strategy {quoted(name)} chose {quoted(shown)}, not a legal move"
    if not isinstance(move, Move) or move not in position.transitions():
        raise IllegalMoveError(trouble)
    try:
        _playable(move, position)
    except ValueError as error:
        raise IllegalMoveError(f"{trouble}: {error}") from None
    score = None if decision.score is None else _sound_score(decision.score)
    sound = decision.score is None or score is not None
    if not (sound and _are_sound((decision.depth, decision.nodes), decision.pv)):
        raise StrategyError(
            f"the strategy {quoted(name)} answered with a Decision whose score, depth or nodes "
            "are not whole numbers of sensible size, or whose pv is not a tuple of moves"
        )
    return replace(decision, score=score, pv=_legal_part(decision.pv, position))


def _playable(move: Move | str, position: Position) -> Move:
    """The move that can be played which is meant; ValueError with a sentence if there is none."""
    found = position.find(move)
    position.play(found)
    return found


class CheckedStrategy:
    """A strategy of other code in this process: its answers are checked, its time kept."""

    def __init__(self, name: str, factory: Factory, options: Options) -> None:
        """Make it; ValueError with a sentence if that fails."""
        try:
            self._made = factory(options)
            if not callable(getattr(self._made, "choose", None)):
                raise TypeError("it has no method 'choose'")
        except Exception as error:
            raise ValueError(
                f"the strategy {quoted(name)} cannot be made: {reason(error)}"
            ) from error
        self._name = name
        self._time = options.time

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a legal move; StrategyError with a sentence if the strategy fails."""
        if not position.legal_moves():
            raise ValueError("the game is over")
        return answer(self._made, self._name, position, context.within(self._time))


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


def _sound_progress(progress: Any, position: Position) -> Progress | None:
    """The report, of plain values and legal moves alone; None if that cannot be."""
    if not isinstance(progress, Progress):
        return None
    counts = (progress.depth, progress.nodes, progress.max_cutoffs, progress.min_cutoffs)
    score = _sound_score(progress.score)
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


def _sound_score(score: Any) -> Score | None:
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
