"""A list of tasks, worked off one after the other or in several processes at once."""

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

#: Does a task; calls what it is given each time that a part of the task is done.
Work = Callable[[T, Callable[[], None]], R]


class ProcessDiedError(Exception):
    """A process has ended by itself; the text is a sentence for the user."""


def work_off(
    tasks: Iterable[T], work: Work[T, R], jobs: int, report: Callable[[], None]
) -> Generator[R, None, None]:
    """Do all tasks in so many processes and yield each result when it is there, in any order.

    `work` goes to every process, so it must be a function of a module or a value with all it
    needs. Closing the iterator, or any exception out of it, ends the processes.
    """
    if jobs == 1:
        return (work(task, report) for task in tasks)
    return _work_off_in_processes(list(tasks), work, jobs, report)


def _work_off_in_processes(
    tasks: list[T], work: Work[T, R], jobs: int, report: Callable[[], None]
) -> Generator[R, None, None]:
    # A spawned process shares nothing with this one, whatever the platform and its threads.
    context = get_context("spawn")
    workers = []
    busy: list[Any] = []
    tasks.reverse()
    try:
        with _starting_safely():
            for _ in range(min(jobs, len(tasks))):
                ours, theirs = context.Pipe()
                worker = context.Process(target=_serve, args=(theirs,), daemon=True)
                worker.start()
                workers.append(worker)
                # Only the worker may hold its end, or its death would not be seen.
                theirs.close()
                busy.append(ours)
        try:
            for started in busy:
                started.send(work)
                started.send(tasks.pop())
            del work  # it may be large
            while busy:
                connection: Any
                for connection in wait(busy):
                    done, result = connection.recv()
                    if not done:
                        report()
                        continue
                    if tasks:
                        connection.send(tasks.pop())
                    else:
                        busy.remove(connection)
                    yield result
        except (EOFError, OSError):
            raise ProcessDiedError("one of the processes at work has died") from None
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


def _serve(connection: "Connection[Any, Any]") -> None:
    """What a process does: the tasks that it is sent, until it is ended."""
    # Ctrl-C reaches every process of the terminal, but the first one alone decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work = connection.recv()
    while True:
        try:
            task = connection.recv()
        except EOFError:  # nobody is left to work for
            return
        connection.send((True, work(task, lambda: connection.send((False, None)))))


@contextmanager
def _starting_safely() -> Iterator[None]:
    """Start processes in here.

    They ignore Ctrl-C from the first moment on, and import nothing from the current directory.
    """
    interrupts = signal.signal(signal.SIGINT, signal.SIG_IGN)
    name = "PYTHONSAFEPATH"
    before = os.environ.get(name)
    os.environ[name] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
        signal.signal(signal.SIGINT, interrupts)
