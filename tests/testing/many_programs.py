"""Kill programs that save move after move, again and again. From the folder of the tests:

    python -m testing.many_programs DIRECTORY TIMES [PROGRAMS]

Several programs (one by default) play at once on one directory, each its own game or one left by a
killed program. Prints how often one was killed, how many moves and results they had reported by
then, and how many results count. Fails with an assertion if a reported move or result is missing
afterwards, if a result counts twice, or if anything else is wrong.
"""

import os
import select
import signal
import sys
import time
from pathlib import Path
from random import Random
from typing import BinaryIO

from minicheckers.storage.store import Store
from testing.store_games import begun


def play_for_ever(directory: Path, told: int, seed: int) -> None:
    """Keep playing, and report every move once it is saved: the game, its plies, its result."""
    random, store = Random(seed), Store(directory)
    while True:
        session = store.resume()
        if session is None:
            store.begin()
            session = begun("mini")
        while session.outcome is None:
            session = session.play(random.choice(session.position.legal_moves()), 1.0)
            if session.outcome is None:
                store.save(session)
            else:
                store.finish(session)
            notices = store.take_notices()
            line = f"{store.open_game} {session.timeline.ply} {int(session.outcome is not None)}\n"
            os.write(told, f"complaint {notices}\n".encode() if notices else line.encode())


class Program:
    """A program that plays, and what it has reported."""

    def __init__(self, directory: Path, seed: int) -> None:
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(reading)
            try:
                play_for_ever(directory, writing, seed)
            except Exception as error:  # noqa: BLE001  told by the parent
                os.write(writing, f"complaint {error!r}\n".encode())
            os._exit(1)
        os.close(writing)
        self.told: BinaryIO = os.fdopen(reading, "rb")

    def kill(self) -> list[bytes]:
        """Kill it after its first line; return everything it reported."""
        select.select([self.told], [], [], 60)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        with self.told:
            return self.told.read().splitlines()


def main(directory: Path, times: int, programs: int = 1) -> None:
    random = Random(2024)
    playing = [Program(directory, -number) for number in range(1, programs + 1)]
    plies: dict[int, int] = {}
    over: set[int] = set()
    moves = 0
    try:
        for kill in range(times):
            victim = playing.pop(random.randrange(len(playing)))
            time.sleep(random.uniform(0, 0.05))
            moves += check(directory, victim.kill(), plies, over)
            playing.append(Program(directory, kill))
    finally:
        last = [program.kill() for program in playing]
    for told in last:
        moves += check(directory, told, plies, over)
    with Store(directory) as store:
        finished = {game.id for game in store.finished()}
        assert over <= finished
        assert len(finished - over) <= times + programs
        assert len(store.results()) == len(finished), "a result counts twice or not at all"
        for game in (*store.finished(), *store.unfinished()):
            assert game.session().timeline.ply == game.plies >= plies.get(game.id, 0), game.id
        store.maintain()
    assert store.take_notices() == []
    print(times, moves, len(over), len(finished))


def check(directory: Path, told: list[bytes], plies: dict[int, int], over: set[int]) -> int:
    """Check that the last report is there; return how many moves that was."""
    for line in told:
        assert not line.startswith(b"complaint"), line
        game, ply, ended = map(int, line.split())
        assert ply > plies.get(game, 0), "a move that was told has been played again"
        plies[game] = ply
        over |= {game} if ended else set()
    with Store(directory) as store:
        kept = store.game(game)
        assert (notices := store.take_notices()) == [], notices
    assert kept is not None
    assert kept.plies >= ply, (kept.plies, ply)
    return len(told)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
