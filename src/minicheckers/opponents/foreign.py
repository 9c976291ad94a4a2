"""Strategies of other people's code, packages and files, as `child` runs them in their process.

We send pickles; what comes back is JSON, because it comes from code that may do anything.
"""

import json
import os
import pickle
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from ..engine.decision import Context, Decision, Progress
from ..engine.score import Score, Unit
from ..rules.position import Position
from ..support.text import printable, quoted
from .guard import (
    LARGEST_NUMBER,
    LONGEST_PV,
    IllegalMoveError,
    StrategyError,
    is_sound,
    legal_line,
)
from .process import GRACE, Process, prepared
from .strategy import Options

_LONGEST_SENTENCE = 500
_CHILD = "import sys; sys.path.extend({paths!r}); from {package}.child import main; main{place!r}"

T = TypeVar("T", Decision, Progress)


@dataclass(frozen=True)
class ForeignCode:
    """Where a strategy's factory is: ``kind`` is ``file`` or the group of an entry point.

    ``trouble`` is how a sentence begins that says why it cannot be used.
    """

    name: str
    trouble: str
    kind: str
    place: str

    def start(self) -> "_PythonProcess":
        return _PythonProcess(self)

    def summary(self) -> str:
        """The line about it; ValueError with a sentence if it cannot be loaded."""
        with prepared(self.start, self.trouble) as process:
            summary = str(process.done("load"))
        process.end()
        return summary


class _PythonProcess(Process):
    """A process for one strategy after the other, all of the same code."""

    def __init__(self, code: ForeignCode) -> None:
        self._name = code.name
        self._numbers = count(1)
        # -P: the current directory is not searched for modules. What else this process can import
        # is added at the end, for programs that were not installed.
        here = {""}
        with suppress(FileNotFoundError):  # it was removed
            here.add(os.getcwd())
        paths = [path for path in sys.path if path not in here]
        paths.append(str(Path(__file__).resolve().parents[2]))
        place = (code.name, code.kind, code.place)
        child = _CHILD.format(paths=paths, package=__package__, place=place)
        super().__init__([sys.executable, "-P", "-c", child])

    def make(self, options: Options) -> None:
        self.done("make", options)

    def choose(self, position: Position, context: Context) -> Decision:
        task = ("choose", position, context.history)
        for said in self._said(task, context.stopped):
            if "done" in said:
                break
            with suppress(ValueError):  # not from our end of the pipe
                context.report(from_data(Progress, said.get("progress"), position))
        try:
            return from_data(Decision, said["done"], position)
        except ValueError:
            raise StrategyError(
                f"the strategy {quoted(self._name)} failed: its process answered with nonsense"
            ) from None

    def done(self, *task: object) -> Any:
        """What it has done; StrategyError if it could not."""
        return next(said["done"] for said in self._said(task) if "done" in said)

    def _said(
        self, task: tuple[object, ...], stopped: Callable[[], bool] | None = None
    ) -> Iterator[dict[str, Any]]:
        """What it says about a task; StrategyError if that is that it could not do it."""
        number = next(self._numbers)
        message, stop = pickle.dumps((number, *task)), pickle.dumps((number, "stop"))
        for line in self.ask(message, stop, stopped, GRACE):
            try:
                said = json.loads(line)
            except (ValueError, RecursionError):  # not from our end of the pipe
                continue
            if not isinstance(said, dict) or said.get("number") != number:
                continue
            if "failed" in said:
                told = printable(str(said["failed"])[:_LONGEST_SENTENCE])
                kind = IllegalMoveError if said.get("illegal") is True else StrategyError
                raise kind(f"{told}{self.last_words()}")
            yield said


def to_data(sound: Decision | Progress) -> dict[str, Any]:
    """A sound decision or report as plain data."""
    data = vars(sound) | {"pv": [str(move) for move in sound.pv[:LONGEST_PV]]}
    if sound.score is not None:
        data["score"] = [int(sound.score), sound.score.unit.name]
    return data | ({"move": str(sound.move)} if isinstance(sound, Decision) else {})


def from_data(kind: type[T], data: Any, position: Position) -> T:
    """A decision or a report from untrusted data; ValueError if they cannot be one."""
    fields: dict[str, Any] = {}
    try:
        for name, value in dict(data).items():
            if name == "move":
                fields[name] = position.find(str(value))
            elif name == "pv":
                fields[name] = legal_line(position, map(str, value), Position.find)
            elif name == "score" and value is None and kind is Decision:
                fields[name] = None
            elif name == "score" and is_sound(value[0], 1 - LARGEST_NUMBER):
                fields[name] = Score(value[0], Unit[value[1]])
            elif name == "seconds" and 0 <= value < LARGEST_NUMBER:
                fields[name] = float(value)
            elif is_sound(value):
                fields[name] = value
            else:
                raise ValueError(name)
        return kind(**fields)
    except (TypeError, LookupError, ValueError, OverflowError, RecursionError) as error:
        raise ValueError("not the data of an answer") from error
