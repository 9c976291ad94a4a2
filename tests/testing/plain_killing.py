"""Kill plain mode at random moments, again and again. From the folder of the tests:

    python -m testing.plain_killing DIRECTORY TIMES

Prints how often it was killed, how many moves and results had been told by then, and how many games
the record has. Exits with an assertion if a move that was told is not there afterwards, if a result
counts twice or not at all, or if the next start finds anything to complain of.
"""

import os
import re
import select
import signal
import sys
import time
from io import RawIOBase
from pathlib import Path
from random import Random
from typing import Any

from minicheckers.game.player import Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.plain import app
from minicheckers.plain.console import Console
from minicheckers.players.registry import strategy_of
from minicheckers.rules.position import Position
from minicheckers.rules.variant import get_variant
from minicheckers.storage import files
from minicheckers.storage.store import Store

LONGEST_LIFE = 0.3
MOVED = re.compile(
    r"^(You play \d|The computer plays \d|.* so the turn is forfeited)", re.MULTILINE
)


class Person(RawIOBase):
    """Somebody who answers what was said last: a move, or a new game."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.random = Random(seed)
        self.over = False

    def readline(self, size: int | None = -1) -> bytes:
        return b"new\n" if self.over else b"%d\n" % self.random.randrange(1, 4)


class Sink:
    """Where the program speaks to: the pipe that the parent reads."""

    def __init__(self, told: int, person: Person) -> None:
        self._told, self._person = told, person

    def write(self, text: str) -> None:
        if "The game is over" in text or "A new game." in text:
            self._person.over = "The game is over" in text
        os.write(self._told, text.encode())

    def flush(self) -> None:
        pass


def play_for_ever(directory: Path, told: int, seed: int) -> None:
    store, person = Store(directory), Person(seed)
    start = Session.against(Position.start(), Player("random"), person_first=True)
    source: Any = person
    sink: Any = Sink(told, person)
    app.run(GameRequest(session=store.load() or start), store, Console(source, sink))


def main(directory: Path, times: int) -> None:
    random = Random(1)
    moves = results = 0
    # Loaded before the children are made, so that they spend their short lives playing.
    strategy_of(Player("random"), get_variant("mini")).choose(Position.start())
    for kill in range(times):
        before = games(Store(directory))
        loaded = Store(directory).load()
        let_go(directory)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            play_for_ever(directory, writing, kill)
        os.close(writing)
        said = bytearray()
        end = time.monotonic() + random.uniform(0.0, LONGEST_LIFE)
        while (left := end - time.monotonic()) > 0:
            if select.select([reading], [], [], left)[0]:
                said += os.read(reading, 65536)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with open(reading, "rb") as rest:
            text = (bytes(said) + rest.read()).decode()
        check(directory, text, before, loaded)
        moves += len(MOVED.findall(text))
        results += text.count("The game is over: ")
    print(times, moves, results, games(Store(directory)))


def games(store: Store) -> int:
    return sum(tally.games for _, tally in store.record().rows())


def let_go(directory: Path) -> None:
    """Let the child take the locks, so that dying with them in hand is part of the trial."""
    for number in range(1, 4):
        files.release(directory / f"game-{number}.lock")


def check(directory: Path, text: str, before: int, loaded: Session | None) -> None:
    after = Store(directory)
    found = after.load()
    assert (notices := after.take_notices()) == [], notices
    ends = text.count("The game is over: ")
    untold = games(after) - before - ends
    assert untold in (0, 1), f"{untold} results more than were told"
    assert not (untold and found), "a game that counts already can be gone on with"
    last_game = text.rpartition("A new game.")[2]
    told = len(MOVED.findall(last_game))
    if "A new game." not in text and loaded is not None:
        told += loaded.timeline.ply
    if told and "The game is over: " not in last_game and not untold:
        assert found is not None, "the game is gone"
        assert found.timeline.ply in (told, told + 1), (found.timeline.ply, told)
    let_go(directory)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
