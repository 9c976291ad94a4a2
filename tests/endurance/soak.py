"""Long runs in which memory, open files and threads must not grow.

From the folder of the tests:

    python -m endurance.soak board 200
    python -m endurance.soak match 1000 [--jobs 2]

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
from pathlib import Path
from random import Random

import psutil

from endurance.actor import Person, TellingStore, begun
from minicheckers.game.request import GameRequest, Looks
from minicheckers.tui.input_decoder import Event, Key
from testing.fake_screen import opened

#: Memory in MB, open files, threads.
Used = tuple[float, int, int]


def used_by(*processes: psutil.Process) -> Used:
    """What these use now together; nothing if they are gone."""
    try:
        each = [(p.memory_info().rss / 2**20, p.num_fds(), p.num_threads()) for p in processes]
    except psutil.Error:
        each = []
    megabytes, files, threads = zip((0.0, 0, 0), *each, strict=True)
    return sum(megabytes), sum(files), sum(threads)


class Patient(Person):
    """Someone who plays that many games, and does nothing else."""

    played = 0
    early: Used | None = None

    def read(self) -> Iterable[Event]:
        game = self.game
        if game is None or self.is_waiting:
            return []
        if self.app.overlay is not None:
            self.now += 1.0  # a box that comes up unasked ignores keys at first
            self.played += 1
            if self.played == self.deeds // 10:
                self.early = used_by(psutil.Process())
            self.app.running = self.played < self.deeds
            return [Key("a")]
        if game.session.outcome is not None or not game.session.to_move.is_person:
            return []
        move = self.random.choice(game.session.position.legal_moves())
        return [*map(Key, "" if move.is_pass else str(move)), Key("enter")]


def soak_board(games: int) -> tuple[Used, Used]:
    with tempfile.TemporaryDirectory() as directory:
        store = TellingStore(Path(directory), os.open(os.devnull, os.O_WRONLY))
        person = Patient(Random(1), games, store)
        request = GameRequest(session=begun(), level="random", first="you")
        person.app = opened(request, store, person, Looks(animation=False))
        person.app.run()
        assert len(store.results()) == games, "each is counted once"
        assert person.early is not None
        for thread in threading.enumerate():
            if thread is not threading.current_thread():
                thread.join(10)  # a job that the last game began is no leak if it ends
        return person.early, used_by(psutil.Process())


def soak_match(games: int, jobs: int) -> tuple[Used, Used, str]:
    """Play a match: the most that all its processes used in its first half, and overall."""
    words = ["match", "easy", "easy", "--games", str(games), "--jobs", str(jobs), "--seed", "1"]
    command = [sys.executable, "-m", "minicheckers", *words, "--json"]
    samples: list[Used] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        family = psutil.Process(process.pid)
        while process.poll() is None:
            samples.append(used_by(family, *family.children()))
            time.sleep(0.2)
        assert process.stdout is not None
        result = process.stdout.read()
    assert process.returncode == 0
    return _most(samples[: len(samples) // 2 + 1]), _most(samples), result


def _most(samples: list[Used]) -> Used:
    megabytes, files, threads = zip(*samples, strict=True)
    return max(megabytes), max(files), max(threads)


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
    for when, (megabytes, files, threads) in (("early", early), ("at the end", late)):
        print(f"{when}: {megabytes:.1f} MB, {files} files, {threads} threads")


if __name__ == "__main__":
    main()
