"""Playing the games of a match, one after the other or in several processes at once."""

import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import wait
from typing import Any

from .match import Fixture, Match, Played, play_game


class WorkerError(Exception):
    """A process that played a game has ended by itself; the text is a sentence for the user."""


def play_all(match: Match, jobs: int) -> Generator[Played, None, None]:
    """Play the games in so many processes and yield each as it ends, in whatever order.

    Closing the iterator, or any exception out of it, ends the processes.
    """
    if jobs == 1:
        yield from map(play_game, match.fixtures())
    else:
        yield from _play_in_processes(match.fixtures(), min(jobs, match.games))


def _play_in_processes(waiting: Iterator[Fixture], jobs: int) -> Generator[Played, None, None]:
    workers = []
    playing: dict[Any, Fixture] = {}  # by the connection to the process that plays it
    # A spawned process shares nothing with this one, whatever the platform and its threads.
    context = get_context("spawn")
    try:
        with _interrupts_ignored():
            for _ in range(jobs):
                ours, theirs = context.Pipe()
                worker = context.Process(target=_work, args=(theirs,), daemon=True)
                worker.start()
                workers.append(worker)
                # Only the worker may hold its end, or its death would not be seen.
                theirs.close()
                _send_next(waiting, ours, playing)
        while playing:
            connection: Any
            for connection in wait(list(playing)):
                fixture = playing.pop(connection)
                try:
                    played: Played = connection.recv()
                    _send_next(waiting, connection, playing)
                except (EOFError, OSError):
                    raise WorkerError(
                        f"the process that played game {fixture.number} has died"
                    ) from None
                yield played
    finally:
        for worker in workers:
            worker.terminate()
        for worker in workers:
            worker.join()


def _send_next(waiting: Iterator[Fixture], connection: Any, playing: dict[Any, Fixture]) -> None:
    fixture = next(waiting, None)
    if fixture is not None:
        playing[connection] = fixture
        connection.send(fixture)


def _work(connection: Any) -> None:
    """What a worker process does: play the games it is sent until it is ended."""
    # Ctrl-C reaches every process of the terminal, but the first one alone decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            fixture = connection.recv()
        except EOFError:  # nobody is left to play for
            return
        connection.send(play_game(fixture))


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Start processes in here: they ignore Ctrl-C from the first moment on."""
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
