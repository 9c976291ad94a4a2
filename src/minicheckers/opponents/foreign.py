"""Strategies of other people's code, packages and files, as `child` runs them in their process.

We send pickles; what comes back is JSON, because it comes from code that may do anything.
"""

import json
import os
import pickle
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from ..engine.decision import Context, Decision, Progress
from ..engine.score import Score, Unit
from ..rules.notation import Move
from ..rules.position import Position
from ..support.text import printable, quoted
from .guard import LONGEST_PV, IllegalMoveError, StrategyError
from .sandbox import GRACE, OutsideStrategy, Process, settled
from .strategy import Options

_LONGEST_SENTENCE = 500
_CHILD = "import sys; sys.path.extend({paths!r}); from {package}.child import main; main()"
_numbers = count(1)

T = TypeVar("T", Decision, Progress)


@dataclass(frozen=True)
class ForeignCode:
    """Where a strategy's factory is: ``kind`` is ``file`` or the group of an entry point.

    ``described`` is how a sentence about it begins.
    """

    name: str
    described: str
    kind: str
    place: str

    def load(self) -> tuple[Process, str]:
        """A new process in which the code is loaded, and the line about it; ValueError."""
        trouble = f"{self.described} cannot be used"
        try:
            process = Process(_child_command())
        except OSError as error:
            raise ValueError(
                f"{trouble}: no process can be started ({error.strerror or error})"
            ) from None
        return process, str(_do(process, trouble, "load", self.name, self.kind, self.place))

    def make(self, options: Options) -> "ForeignStrategy":
        """Make the strategy; ValueError with a sentence if it cannot be made."""
        return ForeignStrategy(self, options)


class ForeignStrategy(OutsideStrategy):
    """A strategy of Python code in a process of its own."""

    def __init__(self, code: ForeignCode, options: Options) -> None:
        """Load and make it; ValueError with a sentence if that fails."""
        self._code = code
        super().__init__(code.name, code, options)

    def _load(self) -> Process:
        return self._code.load()[0]

    def _make(self, process: Process) -> None:
        trouble = f"the strategy {quoted(self._code.name)} cannot be made"
        _do(process, trouble, "make", self._options)

    def _ask(self, process: Process, position: Position, context: Context) -> Decision:
        def report(data: Any) -> None:
            with suppress(ValueError):  # not from our end of the pipe
                context.report(from_data(Progress, data, position))

        number = next(_numbers)
        reply = process.ask(
            _message(number, "choose", position, context.history),
            _reply_to(number, report),
            context.stopped,
            grace=GRACE,
            stop=_message(number, "stop"),
        )
        if "done" not in reply:
            kind = IllegalMoveError if reply.get("illegal") is True else StrategyError
            raise kind(_told(reply) + process.last_words())
        try:
            return from_data(Decision, reply["done"], position)
        except ValueError:
            raise StrategyError(
                f"the strategy {quoted(self._name)} failed: its process answered with nonsense"
            ) from None


def _child_command() -> list[str]:
    # -P: the current directory is not searched for modules. What else this process can import is
    # added at the end, for programs that were not installed.
    here = {""}
    with suppress(FileNotFoundError):  # it was removed
        here.add(os.getcwd())
    paths = [path for path in sys.path if path not in here]
    paths.append(str(Path(__file__).resolve().parents[2]))
    return [sys.executable, "-P", "-c", _CHILD.format(paths=paths, package=__package__)]


def _do(process: Process, trouble: str, task: str, *details: object) -> Any:
    """What a process has done; ValueError with a sentence, the process ended, if it has not."""
    number = next(_numbers)
    reply = settled(process, trouble, _message(number, task, *details), _reply_to(number))
    if "done" in reply:
        return reply["done"]
    process.end()
    raise ValueError(f"{trouble}: {_told(reply)}{process.last_words()}")


def _message(*parts: object) -> bytes:
    return pickle.dumps(parts, pickle.HIGHEST_PROTOCOL)


def _reply_to(
    number: int, report: Callable[[Any], None] = lambda data: None
) -> Callable[[bytes], dict[str, Any] | None]:
    """Hears the reply to the message of that number, and the reports on the way to it."""

    def hear(line: bytes) -> dict[str, Any] | None:
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            return None  # not from our end of the pipe
        if not isinstance(said, dict) or said.get("number") != number:
            return None
        if "progress" not in said:
            return said
        report(said["progress"])
        return None

    return hear


def _told(reply: dict[str, Any]) -> str:
    """What a process says went wrong, safe to show."""
    return printable(str(reply.get("failed"))[:_LONGEST_SENTENCE])


def to_data(sound: Decision | Progress) -> dict[str, Any]:
    """A sound decision or report as plain data."""
    data = vars(sound) | {"pv": [str(move) for move in sound.pv[:LONGEST_PV]]}
    if sound.score is not None:
        data["score"] = [int(sound.score), sound.score.unit.name]
    return data | ({"move": str(sound.move)} if isinstance(sound, Decision) else {})


def from_data(kind: type[T], data: Any, position: Position) -> T:
    """A decision or a report from untrusted data, with numbers still to be checked.

    ValueError if the data are of another shape, or a move is not legal.
    """
    try:
        fields = dict(data)
        if fields["score"] is not None:
            number, unit = fields["score"]
            fields["score"] = Score(int(number), Unit[unit])
        if "move" in fields:
            fields["move"] = position.find(str(fields["move"]))
        pv: list[Move] = []
        for text in fields["pv"][:LONGEST_PV]:
            pv.append(position.find(str(text)))
            position = position.play(pv[-1])
        return kind(**fields | {"pv": tuple(pv)})
    except (TypeError, KeyError, ValueError, OverflowError) as error:
        raise ValueError("not the data of an answer") from error
