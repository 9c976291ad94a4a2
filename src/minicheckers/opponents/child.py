"""What a process for foreign code does: load a strategy, make it, and let it choose, as it is told.

Tasks come as pickles from the process that started this one; replies go back as lines of JSON.
The foreign code runs in the main thread, as it would expect. Another thread reads: it hears a
request to stop in the middle of a task, and ends everything when nobody is left to work for.
"""

import importlib.metadata
import json
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from importlib.util import module_from_spec, spec_from_file_location
from queue import SimpleQueue
from typing import Any, BinaryIO, NoReturn

from ..engine.decision import Context, Progress
from ..rules.position import Position
from .foreign import to_data
from .guard import IllegalMoveError, StrategyError, answer, failure, make, reason
from .registry import file_and_name, one_line, registered
from .strategy import Factory, Options

#: How much memory foreign code may take where the system can bound it, in MiB; the variable of the
#: environment says otherwise, 0 being no bound.
MEMORY = 2048
MEMORY_VARIABLE = "MINICHECKERS_PLUGIN_MEMORY"


def main(name: str, kind: str, place: str) -> None:
    """Do what standard input says with the code of that place, until it ends."""
    _limit_memory()
    tasks, replies = os.fdopen(os.dup(0), "rb"), os.dup(1)
    # What foreign code prints goes to another pipe, and there is nothing for it to read.
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]
    _Child(name, kind, place, tasks, replies).serve()


def _limit_memory() -> None:
    if sys.platform != "win32":
        import resource

        most = int(os.environ.get(MEMORY_VARIABLE) or MEMORY) * 2**20
        # A system that cannot (macOS) does without.
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if most:
                resource.setrlimit(resource.RLIMIT_AS, (most, most))


class _Child:
    """The two threads, and what they know: the strategy, and which task is to be stopped."""

    def __init__(self, name: str, kind: str, place: str, tasks: BinaryIO, replies: int) -> None:
        self._name, self._kind, self._place = name, kind, place
        self._sent = tasks
        self._replies = replies
        self._tasks: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
        self._stopped = -1

    def serve(self) -> NoReturn:
        threading.Thread(target=self._read, daemon=True).start()
        process = os.getpid()
        work: dict[str, Callable[..., Any]] = {
            "load": self._load,
            "make": self._make,
            "choose": self._choose,
        }
        while True:
            number, task, *details = self._tasks.get()
            try:
                reply = {"done": work[task](number, *details)}
            except StrategyError as error:
                reply = {"failed": str(error), "illegal": isinstance(error, IllegalMoveError)}
            except BaseException as error:  # noqa: BLE001  foreign code may raise anything
                reply = {"failed": reason(error)}
            if os.getpid() != process:
                os._exit(0)  # a copy, made when the foreign code forked
            self._say(number, reply)

    def _read(self) -> None:
        try:
            while True:
                message = pickle.load(self._sent)
                if message[1] == "stop":
                    self._stopped = message[0]
                else:
                    self._tasks.put(message)
        finally:  # the end of input, or no way to go on: end everything, without ceremony
            if sys.platform != "win32" and os.getpgrp() == os.getpid():
                os.killpg(0, signal.SIGKILL)
            os._exit(0)

    def _say(self, number: int, message: dict[str, Any]) -> None:
        rest = json.dumps({"number": number} | message).encode() + b"\n"
        while rest:
            rest = rest[os.write(self._replies, rest) :]

    @cached_property
    def _factory(self) -> Factory:
        """What makes the strategy, from an entry point or a file; whatever its code raises."""
        if self._kind == "file":
            factory = _factory_of_file(self._place)
        else:
            factory = importlib.metadata.EntryPoint(self._name, self._place, self._kind).load()
        if not callable(factory):
            raise TypeError(f"{self._place.rpartition(':')[2]} is neither a class nor a function")
        return factory  # type: ignore[no-any-return]

    def _load(self, _number: int) -> str:
        """The line for people about it."""
        about = one_line(self._factory.__doc__)
        return registered(self._name) or about  # it may register itself, with a line of its own

    def _make(self, _number: int, options: Options) -> None:
        self._strategy = make(self._factory, options)

    def _choose(
        self, number: int, position: Position, history: tuple[Position, ...]
    ) -> dict[str, Any]:
        def report(progress: Progress) -> None:
            with suppress(Exception):  # the other end checks the data
                self._say(number, {"progress": to_data(progress)})

        context = Context(history, lambda: self._stopped == number, report)
        try:
            return to_data(answer(self._strategy, self._name, position, context))
        except StrategyError:
            raise
        except BaseException as error:  # what leaves the program, in ours
            raise failure(self._name, error) from error


def _factory_of_file(place: str) -> Any:
    """What a file has of the name, whatever that is. Whatever the file raises goes through."""
    path, name = file_and_name(place)
    # Not put among the modules that can be imported: two files may have the same name.
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None  # noqa: PT018  its name ends in .py
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)
