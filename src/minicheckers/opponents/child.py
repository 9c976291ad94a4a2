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
from importlib.util import module_from_spec, spec_from_file_location
from queue import SimpleQueue
from typing import Any, BinaryIO, NoReturn

from ..engine.decision import Context, Progress
from ..rules.position import Position
from .foreign import to_data
from .guard import IllegalMoveError, StrategyError, answer, failure, reason
from .registry import file_and_name, one_line, registered
from .strategy import Factory, Options, Strategy

#: How much memory foreign code may take where the system can bound it, in MiB; the variable of the
#: environment says otherwise, 0 being no bound.
MEMORY = 2048
MEMORY_VARIABLE = "MINICHECKERS_PLUGIN_MEMORY"


def main() -> None:
    """Do what standard input says, until it ends."""
    _limit_memory()
    requests, replies = os.fdopen(os.dup(0), "rb"), os.dup(1)
    # What foreign code prints goes to another pipe, and there is nothing for it to read.
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True, errors="backslashreplace")  # type: ignore[union-attr]
    _Child(requests, replies).serve()


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

    def __init__(self, requests: BinaryIO, replies: int) -> None:
        self._requests = requests
        self._replies = replies
        self._process = os.getpid()
        self._tasks: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
        self._stopped = -1
        self._name = ""
        self._factory: Factory | None = None
        self._strategy: Strategy | None = None

    def serve(self) -> NoReturn:
        threading.Thread(target=self._read, daemon=True).start()
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
            if os.getpid() != self._process:
                os._exit(0)  # a copy, made when the foreign code forked
            self._say(number, reply)

    def _read(self) -> None:
        try:
            while True:
                message = pickle.load(self._requests)
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

    def _load(self, _number: int, name: str, kind: str, place: str) -> str:
        """Take a factory from an entry point or a file; its line for people."""
        self._name = name
        if kind == "file":
            factory = _load_file(place)
        else:
            factory = importlib.metadata.EntryPoint(name, place, kind).load()
        if not callable(factory):
            raise TypeError(f"{place.rpartition(':')[2]} is neither a class nor a function")
        self._factory = factory
        # It may have registered itself, with a line of its own.
        return registered(name) or one_line(factory.__doc__)

    def _make(self, _number: int, options: Options) -> None:
        self._strategy = None
        assert self._factory is not None
        made = self._factory(options)
        if not callable(getattr(made, "choose", None)):
            raise TypeError("it has no method 'choose'")
        self._strategy = made

    def _choose(self, number: int, position: Position, history: tuple[Position, ...]) -> Any:
        def report(progress: Progress) -> None:
            with suppress(Exception):  # the other end checks the data
                self._say(number, {"progress": to_data(progress)})

        context = Context(history, lambda: self._stopped == number, report)
        assert self._strategy is not None
        try:
            decision = answer(self._strategy, self._name, position, context)
        except StrategyError:
            raise
        except BaseException as error:  # what leaves the program, in ours
            raise failure(self._name, error) from error
        return to_data(decision)


def _load_file(place: str) -> Any:
    """Run the file and take what is named out of it, whatever that is.

    Whatever the file raises goes through; AttributeError if it has nothing of that name.
    """
    path, name = file_and_name(place)
    # Not put among the modules that can be imported: two files may have the same name.
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path.name} is not Python")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, name):
        raise AttributeError(f"there is no {name} in {path.name}")
    return getattr(module, name)
