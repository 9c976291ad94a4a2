"""Playing the games of a match, one after the other or in several processes at once.

A worker is a Python of its own that is told the match and then the numbers of games, a line each,
and answers with the games, a line each. It ends when its input does: whatever way the first process
ends, none stays behind.
"""

import json
import subprocess
import threading
from collections.abc import Generator
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from ..players.python_process import start_python
from .match import Match
from .playing import Played, play_game

#: How far the numbers of games under way may be apart, a worker: what ends early has to wait.
_AHEAD = 8


class WorkerError(Exception):
    """A process that played a game has ended by itself; the text is a sentence for the user."""


def play_all(match: Match, jobs: int, first: int = 1) -> Generator[Played, None, None]:
    """Play the games from a number on in so many processes, and yield them in their order.

    Closing the iterator, or any exception out of it, ends the processes.
    """
    jobs = min(jobs, match.all_games - first + 1)
    if jobs <= 1:
        yield from map(play_game, match.fixtures(first))
    else:
        crew = _Crew(match, jobs)
        try:
            yield from crew.play(first)
        finally:
            crew.end()


class _Crew:
    """Some workers, and a queue of what they say: (worker, line), the line empty at its end."""

    def __init__(self, match: Match, jobs: int) -> None:
        self._match = match
        self._said: SimpleQueue[tuple[int, bytes]] = SimpleQueue()
        self._playing: dict[int, int] = {}
        self._workers: list[subprocess.Popen[bytes]] = []
        try:
            for number in range(jobs):
                self._workers.append(
                    start_python(f"{__package__}.worker", stderr=subprocess.DEVNULL)
                )
                self._send(number, match.to_data())
                threading.Thread(target=self._listen, args=(number,), daemon=True).start()
        except BaseException:
            self.end()
            raise

    def _listen(self, number: int) -> None:
        output = self._workers[number].stdout
        while output is not None and (line := output.readline()):
            self._said.put((number, line))
        self._said.put((number, b""))

    def _send(self, number: int, data: Any) -> None:
        pipe = self._workers[number].stdin
        if pipe is not None:
            with suppress(OSError):  # it is gone; its silence will tell
                pipe.write(json.dumps(data).encode() + b"\n")
                pipe.flush()

    def play(self, first: int) -> Generator[Played, None, None]:
        """Play all games from a number on."""
        last, wanted, sent = self._match.all_games, first, first
        ended: dict[int, Played] = {}
        idle = list(range(len(self._workers)))
        while wanted <= last:
            while idle and sent <= last and sent < wanted + _AHEAD * len(self._workers):
                worker = idle.pop()
                self._playing[worker] = sent
                self._send(worker, sent)
                sent += 1
            worker, line = self._said.get()
            number = self._playing.pop(worker, None)
            if not line.endswith(b"\n"):
                what = "that played a game" if number is None else f"that played game {number}"
                raise WorkerError(f"the process {what} has died")
            idle.append(worker)
            played = Played.from_data(json.loads(line), self._match)
            ended[played.fixture.number] = played
            while wanted in ended:
                yield ended.pop(wanted)
                wanted += 1

    def end(self) -> None:
        """End all workers, at once."""
        for worker in self._workers:
            worker.kill()
        for worker in self._workers:
            worker.wait()
            for pipe in (worker.stdin, worker.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was still to be written has no reader
                        pipe.close()
