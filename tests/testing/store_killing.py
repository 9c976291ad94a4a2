"""Run by test_store_crash: kill a program that saves move after move, again and again.

    python -m testing.store_killing DIRECTORY TIMES

Prints how often it killed and how many moves had been completed by then. Exits with an assertion
if a completed move is not there afterwards, or if anything is found broken.
"""

import os
import select
import signal
import sys
import time
from pathlib import Path
from random import Random

from minicheckers.game.session import Session
from minicheckers.storage import files as store_files
from minicheckers.storage.store import Store
from testing.store_games import begun


def save_for_ever(store: Store, session: Session, told: int, seed: int) -> None:
    """Play on and tell of every move once it has been saved."""
    random = Random(seed)
    while True:
        if session.outcome is not None:
            session = begun("mini")
        session = session.play(random.choice(session.position.legal_moves()), 1.0)
        store.save(session)
        os.write(told, f"{described(session)}\n".encode())


def described(session: Session | None) -> str:
    return "none" if session is None else " ".join(map(str, session.timeline.moves))


def main(directory: Path, times: int) -> None:
    random = Random(2024)
    completed = 0
    for kill in range(times):
        store = Store(directory)
        loaded = store.load()
        # The child takes the lock itself, so that dying with it in hand is part of the trial.
        store_files.release(directory / "game-1.lock")
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            save_for_ever(Store(directory), loaded or begun("mini"), writing, kill)
        os.close(writing)
        select.select([reading], [], [], 30)
        time.sleep(random.uniform(0, 0.02))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with open(reading) as told:
            lines = told.read().splitlines()
        completed += len(lines)
        after = Store(directory)
        found = described(after.load())
        assert after.take_notices() == [], after.take_notices()
        # Either the last move that was told, or the one after it, saved but not yet told.
        assert found == lines[-1] or found.rpartition(" ")[0] in (lines[-1], ""), (found, lines[-1])
        store_files.release(directory / "game-1.lock")
    print(times, completed)


main(Path(sys.argv[1]), int(sys.argv[2]))
