"""Long runs in which memory, open files and threads must not grow.

From the folder of the tests:

    python -m testing.soak board 200
    python -m testing.soak match 1000 [--jobs 2]

The first plays that many games on the board in one process, and prints what it used after a tenth
of them and at the end. The second plays a match, and prints what it used in its first half and
overall.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import psutil

from minicheckers.game.player import Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.rules.position import Position
from minicheckers.storage.store import Store
from minicheckers.tui.input_decoder import Event
from testing.fake_screen import opened
from testing.killing import WatchedScreen


@dataclass(frozen=True)
class Used:
    """What a process uses: memory in MB, open files, threads."""

    megabytes: float
    files: int
    threads: int

    @classmethod
    def by(cls, process: int) -> "Used":
        """What a process uses now; nothing if it is gone."""
        try:
            seen = psutil.Process(process)
            return cls(seen.memory_info().rss / 2**20, seen.num_fds(), seen.num_threads())
        except psutil.Error:
            return cls(0.0, 0, 0)

    def __str__(self) -> str:
        return f"{self.megabytes:.1f} MB, {self.files} files, {self.threads} threads"


class SoakingScreen(WatchedScreen):
    """A screen on which a number of games are played before the person quits."""

    def __init__(self, games: int, store: Store) -> None:
        super().__init__(os.open(os.devnull, os.O_WRONLY), 1, store)
        self._games = games
        self.early: Used | None = None

    def read(self) -> Iterable[Event]:
        """Quit when all games are played; measure after the first tenth."""
        if self.early is None and self.teller.game >= self._games // 10:
            self.early = Used.by(os.getpid())
        if self.teller.game >= self._games:
            self.app.running = False
            return []
        return super().read()


def soak_board(games: int) -> tuple[Used, Used]:
    """Play games on the board; return what was used after a tenth of them, and at the end."""
    with tempfile.TemporaryDirectory() as directory:
        store = Store(Path(directory) / "minicheckers")
        session = Session.against(Position.start(), Player("random"), person_first=True)
        screen = SoakingScreen(games, store)
        request = GameRequest(session=session, level="random", first="you")
        screen.app = opened(request, store, screen)
        screen.app.run()
        counted = sum(tally.games for _, tally in store.stats().rows())
    assert counted == games, f"{counted} of {games} games counted"
    assert screen.early is not None
    return screen.early, Used.by(os.getpid())


def soak_match(games: int, jobs: int) -> tuple[Used, Used, str]:
    """Play a match: the most that all its processes used in its first half, and overall."""
    words = ["match", "easy", "easy", "--games", str(games), "--jobs", str(jobs), "--seed", "1"]
    samples: list[tuple[float, Used]] = []
    process = subprocess.Popen(
        [sys.executable, "-m", "minicheckers", *words, "--json"], stdout=subprocess.PIPE, text=True
    )
    done = threading.Event()

    def watch() -> None:
        began = time.monotonic()
        while not done.wait(0.2):
            try:
                family = [process.pid, *(one.pid for one in psutil.Process(process.pid).children())]
            except psutil.NoSuchProcess:
                continue
            each = [Used.by(one) for one in family]
            total = Used(
                sum(one.megabytes for one in each),
                sum(one.files for one in each),
                sum(one.threads for one in each),
            )
            samples.append((time.monotonic() - began, total))

    watcher = threading.Thread(target=watch)
    watcher.start()
    result = process.communicate()[0]
    done.set()
    watcher.join()
    assert process.returncode == 0
    end = samples[-1][0]
    early = [used for at, used in samples if at <= end / 2]
    return _most(early), _most([used for _, used in samples]), result


def _most(samples: list[Used]) -> Used:
    return Used(
        max(one.megabytes for one in samples),
        max(one.files for one in samples),
        max(one.threads for one in samples),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("board", "match"))
    parser.add_argument("games", type=int)
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.what == "board":
        early, late = soak_board(arguments.games)
    else:
        early, late, result = soak_match(arguments.games, arguments.jobs)
        print(result.strip())
    print(f"{arguments.games} games; early: {early}; at the end: {late}")


if __name__ == "__main__":
    main()
