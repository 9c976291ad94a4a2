"""Strategies of other people's code: loaded, made and asked in a process of their own.

Whatever happens there is one sentence here. A process that hangs or has died is replaced when the
strategy is asked again; one whose strategy is no longer needed serves the next of the same code.
"""

import threading
import time
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..engine.decision import Context, Decision
from ..messages import printable, quoted
from ..rules.position import Position
from . import wire
from .guard import (
    DEFAULT_GRACE,
    DEFAULT_PATIENCE,
    IllegalMoveError,
    StillThinkingError,
    StrategyError,
    Throttled,
    answer,
)
from .registration import LOADING_SECONDS, one_line
from .sandbox import DiedError, EndlessError
from .strategy import Options

if TYPE_CHECKING:
    from .child_process import ChildProcess

#: How many processes of the same code wait for work.
_MOST_IDLE = 2
_LONGEST_SENTENCE = 500


@dataclass(frozen=True)
class ForeignCode:
    """Where a strategy's factory is: ``kind`` is ``file`` or the group of an entry point.

    ``described`` is how a sentence about it begins.
    """

    name: str
    described: str
    kind: str
    place: str

    def summary(self) -> str:
        """A line about it for people, after loading it; ValueError with a sentence."""
        process, summary = _loaded(self)
        process.end()
        return summary

    def make(self, options: Options) -> "ForeignStrategy":
        """Make the strategy; ValueError with a sentence if it cannot be made."""
        return ForeignStrategy(self, options)


@dataclass
class _Workplace:
    """The process that a strategy lives in at the moment."""

    process: "ChildProcess | None" = None


class ForeignStrategy:
    """A strategy in a process of its own.

    It is asked to stop after ``options.time`` seconds, so that a strategy which only looks at
    requests to stop keeps its time limit all the same.
    """

    def __init__(self, code: ForeignCode, options: Options) -> None:
        """Load and make it; ValueError with a sentence if that fails."""
        self._code = code
        self._options = options
        self._asking = threading.Lock()
        self._workplace = _Workplace(_made(code, options))
        weakref.finalize(self, _leave, code, self._workplace)

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a legal move; StrategyError with a sentence if the strategy fails."""
        if not position.legal_moves():
            raise ValueError("the game is over")
        with self._asking:
            try:
                process = self._ready_process()
            except ValueError as error:
                raise StrategyError(str(error)) from None
            return self._decision(self._reply(process, position, context), process, position)

    def _reply(
        self, process: "ChildProcess", position: Position, context: Context
    ) -> dict[str, Any]:
        """What its process replies to the question; it is ended if that is nothing."""
        patience = DEFAULT_PATIENCE if self._options.time is None else self._options.time
        latest = time.monotonic() + patience
        report = Throttled(position, context.report)

        def hear(data: Any) -> None:
            try:
                report(wire.progress_of(data))
            except ValueError:
                return  # not from our end of the pipe

        def stopped() -> bool:
            report.flush()
            return time.monotonic() >= latest or context.stopped()

        try:
            return process.ask(
                "choose",
                *(position, context.history),
                stopped=stopped,
                grace=DEFAULT_GRACE,
                on_progress=hear,
            )
        except EndlessError:
            raise StillThinkingError(
                f"the strategy {quoted(self._code.name)} did not answer within "
                f"{DEFAULT_GRACE:g} seconds of being asked to stop{self._given_up()}"
            ) from None
        except DiedError as died:
            raise StrategyError(
                f"the strategy {quoted(self._code.name)} failed: {died}{self._given_up()}"
            ) from None
        except BaseException:  # an interrupt: what is under way there is of no use any more
            self._given_up()
            raise

    def _ready_process(self) -> "ChildProcess":
        process = self._workplace.process
        if process is None or not process.alive:
            self._given_up()
            process = self._workplace.process = _made(self._code, self._options)
        return process

    def _given_up(self) -> str:
        """End the process; what it printed last, as the end of a sentence."""
        process, self._workplace.process = self._workplace.process, None
        if process is None:
            return ""
        process.end()
        return process.last_words()

    def _decision(self, reply: dict[str, Any], process: "ChildProcess", at: Position) -> Decision:
        if "done" not in reply:
            kind = IllegalMoveError if reply.get("illegal") is True else StrategyError
            raise kind(_told(reply) + process.last_words())
        try:
            decision = wire.decision_of(reply["done"])
        except ValueError:
            raise StrategyError(
                f"the strategy {quoted(self._code.name)} failed: its process answered with nonsense"
            ) from None
        return answer(_Fixed(decision), self._code.name, at)


@dataclass(frozen=True)
class _Fixed:
    """A strategy with its answer in hand, for it to be checked as every other."""

    decision: Decision

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """The answer."""
        return self.decision


#: Processes that have loaded some code and wait for work.
_idle: "dict[ForeignCode, list[ChildProcess]]" = {}


def _leave(code: ForeignCode, workplace: _Workplace) -> None:
    """A strategy is no longer needed: its process may serve another one."""
    process = workplace.process
    if process is None:
        return
    waiting = _idle.setdefault(code, [])
    if process.alive and len(waiting) < _MOST_IDLE:
        waiting.append(process)
    else:
        process.end()


def _made(code: ForeignCode, options: Options) -> "ChildProcess":
    """A process in which the strategy is made; ValueError with a sentence."""
    waiting = _idle.get(code, [])
    while waiting:
        process = waiting.pop()
        if process.alive:
            break
        process.end()
    else:
        process, _ = _loaded(code)
    _do(process, f"the strategy {quoted(code.name)} cannot be made", "make", options)
    return process


def _loaded(code: ForeignCode) -> "tuple[ChildProcess, str]":
    """A new process in which the code is loaded, and the line about it; ValueError."""
    from .child_process import ChildProcess  # what it takes is not needed in most games

    trouble = f"{code.described} cannot be used"
    try:
        process = ChildProcess()
    except OSError as error:
        raise ValueError(
            f"{trouble}: no process can be started ({error.strerror or error})"
        ) from None
    summary = _do(process, trouble, "load", code.name, code.kind, code.place)
    return process, one_line(summary)


def _do(process: "ChildProcess", trouble: str, task: str, *details: object) -> Any:
    """What a process has done; ValueError with a sentence, the process ended, if it has not."""
    latest = time.monotonic() + LOADING_SECONDS
    try:
        reply = process.ask(task, *details, stopped=lambda: time.monotonic() >= latest, grace=0.0)
    except EndlessError:
        what = f"it was not done after {LOADING_SECONDS:g} seconds"
    except DiedError as died:
        what = str(died)
    except BaseException:
        process.end()
        raise
    else:
        if "done" in reply:
            return reply["done"]
        what = _told(reply)
    process.end()
    raise ValueError(f"{trouble}: {what}{process.last_words()}")


def _told(reply: dict[str, Any]) -> str:
    """What a process says went wrong, safe to show."""
    return printable(str(reply.get("failed"))[:_LONGEST_SENTENCE])
