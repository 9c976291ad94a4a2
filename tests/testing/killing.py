"""Kill the program at random moments, again and again. From the folder of the tests:

    python -m testing.killing store|plain|board DIRECTORY TIMES [SEED]

A child plays game after game, through the store alone, in plain mode, or on the board (the whole
program except the terminal), and reports everything that a person would have seen. Prints how often
it was killed, how many moves and results it had reported by then, and how many games were recorded.
Fails with an assertion if a reported move is missing afterwards, if a result counts twice or not at
all, or if the next start finds anything wrong.
"""

import multiprocessing
import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterable
from io import RawIOBase
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from minicheckers.activities.game import Game
from minicheckers.game.player import Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.opponents.registry import strategy_of
from minicheckers.plain import start as plain
from minicheckers.plain.start import Console
from minicheckers.rules.position import Position
from minicheckers.rules.variant import get_variant
from minicheckers.storage.store import Store
from minicheckers.tui.app import App
from minicheckers.tui.board import BoardScreen
from minicheckers.tui.boxes import Box
from minicheckers.tui.frame import Frame
from minicheckers.tui.input_decoder import Event, Key
from testing.fake_screen import FakeScreen, opened


class Teller:
    """Tells the parent what can be seen: the game's number, its plies, and whether it is over."""

    def __init__(self, pipe: int, ply: int = 0) -> None:
        self._pipe = pipe
        self.game, self.ply, self.over = 0, ply, False

    def tell(self) -> None:
        os.write(self._pipe, f"{self.game} {self.ply} {int(self.over)}\n".encode())


def begun() -> Session:
    return Session.against(Position.start(), Player("random"), person_first=True)


# The store alone


def save_for_ever(directory: Path, pipe: int, seed: int) -> None:
    """Keep playing, and report every move and result once it has been saved."""
    store, random = Store(directory), Random(seed)
    session = store.resume() or begun()
    teller = Teller(pipe)
    while True:
        session = session.play(random.choice(session.position.legal_moves()), 1.0)
        teller.ply, teller.over = session.timeline.ply, session.outcome is not None
        if teller.over:
            store.finish(session)
        else:
            store.save(session)
        teller.tell()
        if teller.over:
            store.begin()
            session = begun()
            teller.game += 1


# Plain mode

MOVED = re.compile(
    r"^((You|The computer) (plays? \d|captures? )|.* ha(ve|s) no legal move, so)", re.MULTILINE
)

OVER = re.compile(r"^The game is over\b", re.MULTILINE)


class Typist(RawIOBase):
    """Someone who answers the last prompt: with a move, or with a new game."""

    def __init__(self, teller: Teller, seed: int) -> None:
        super().__init__()
        self._teller, self._random = teller, Random(seed)

    def readline(self, size: int | None = -1) -> bytes:
        return b"new\n" if self._teller.over else b"%d\n" % self._random.randrange(1, 4)


class Sink:
    """The output of plain mode."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller

    def write(self, text: str) -> None:
        teller = self._teller
        if "A new game." in text:
            teller.game, teller.ply, teller.over = teller.game + 1, 0, False
        teller.ply += len(MOVED.findall(text))
        teller.over = teller.over or OVER.search(text) is not None
        teller.tell()

    def flush(self) -> None:
        pass


def type_for_ever(directory: Path, pipe: int, seed: int) -> None:
    store = Store(directory)
    loaded = store.resume()
    teller = Teller(pipe, loaded.timeline.ply if loaded else 0)
    source: Any = Typist(teller, seed)
    sink: Any = Sink(teller)
    request = GameRequest(session=loaded or begun(), resumed=loaded is not None)
    plain.run(request, store, Console(source, sink))


# The board


class WatchedScreen(FakeScreen):
    """A screen that reports every frame, with a person in front of it."""

    app: App

    def __init__(self, pipe: int, seed: int, store: Store) -> None:
        super().__init__()
        self._store = store
        self.teller = Teller(pipe)
        self._random = Random(seed)
        self._ended = False

    def show(self, frame: Frame, theme: Any) -> None:
        """Report what can be seen now."""
        super().show(frame, theme)
        game, teller = self.game, self.teller
        if game is not None:
            ended = game.session.outcome is not None
            teller.game += self._ended and not ended
            self._ended = ended
            teller.ply = game.session.timeline.ply
            # The result is shown once the last piece has stopped moving.
            teller.over = ended and isinstance(self.app.overlay, Box)
            if self._store.is_saved:  # else the disk is slow, and the board carries on meanwhile
                teller.tell()

    def wait(self, seconds: float) -> None:
        """Let time pass, and give the computer some of it."""
        self.now += seconds
        if self._is_busy:
            time.sleep(0.0005)

    @property
    def game(self) -> Game | None:
        """The game on the screen, if there is one."""
        screen = self.app.screen
        activity = screen.activity if isinstance(screen, BoardScreen) else None
        return activity if isinstance(activity, Game) else None

    @property
    def _is_busy(self) -> bool:
        return self.game is None or self.game.thinking or self.app.screen.is_moving

    def read(self) -> Iterable[Event]:
        """What the person does: nothing, a move, or a new game after one has ended."""
        game = self.game
        if game is None or self._is_busy:
            return []
        session = game.session
        if isinstance(self.app.overlay, Box):
            self.now += 1.0  # a box that comes up unasked ignores keys at first
            return [Key("a")]
        if session.outcome is not None or not session.to_move.is_person:
            return []
        move = self._random.choice(session.position.legal_moves())
        typed = "" if move.is_pass else str(move)
        return [*map(Key, typed), Key("enter")]


def press_for_ever(directory: Path, pipe: int, seed: int) -> None:
    store = Store(directory)
    screen = WatchedScreen(pipe, seed, store)
    left = store.resume()
    request = GameRequest(
        session=left or begun(), resumed=left is not None, level="random", first="you"
    )
    screen.app = opened(request, store, screen)
    screen.app.run()


# Killing them


class Victim(NamedTuple):
    """Whom to kill, after how long at most, and how many plies may be saved but not reported."""

    play_for_ever: Callable[[Path, int, int], None]
    longest_life: float
    ahead: int


VICTIMS = {
    "store": Victim(save_for_ever, 0.3, 1),
    "plain": Victim(type_for_ever, 0.3, 1),
    # A person's move and the answer may be saved before either is shown.
    "board": Victim(press_for_ever, 0.6, 2),
}


class Kept(NamedTuple):
    """What a new start finds: the unfinished game's moves, finished games, complaints."""

    moves: list[str] | None
    results: int
    notices: list[str]

    @property
    def ply(self) -> int | None:
        return None if self.moves is None else len(self.moves)


def look(directory: Path) -> Kept:
    with Store(directory) as store:
        unfinished, results = store.unfinished(), store.results()
        moves = [str(m) for m in unfinished[0].session().timeline.played] if unfinished else None
        return Kept(moves, len(results), store.take_notices())


def look_apart(directory: Path) -> Kept:
    """The same in its own process, which releases every lock when it ends."""
    with multiprocessing.get_context("fork").Pool(1) as pool:
        return pool.apply(look, (directory,))


def lines_until_killed(victim: Victim, directory: Path, seed: int, life: float) -> list[list[int]]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        victim.play_for_ever(directory, writing, seed)
    os.close(writing)
    said = bytearray()
    end = time.monotonic() + life
    while (left := end - time.monotonic()) > 0:
        if select.select([reading], [], [], left)[0]:
            said += os.read(reading, 65536)
    os.kill(child, signal.SIGKILL)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    with open(reading, "rb") as rest:
        text = (bytes(said) + rest.read()).decode()
    return [[int(word) for word in line.split()] for line in text.splitlines()]


def check(told: list[list[int]], before: Kept, after: Kept, ahead: int) -> None:
    assert not after.notices, after.notices
    untold = after.results - before.results - len({game for game, _, over in told if over})
    assert untold in (0, 1), f"{untold} results more than were told"
    assert not (untold and after.ply), "a game that counts already can be continued"
    if told:
        _, ply, over = told[-1]
        if ply and not over and not untold:
            assert after.moves is not None, "the game is gone"
            untold_moves = after.moves[ply:]
            # After one pass, further passes are automatic until there is a move again.
            own = after.moves[ply + ply % 2 :: 2]
            forced = "pass" in own and all(move == "pass" for move in own[1:])
            assert len(after.moves) >= ply, (after.moves, ply)
            chosen = sum(move != "pass" for move in untold_moves)
            assert chosen <= ahead or forced, (after.moves, ply)


def main(name: str, directory: Path, times: int, seed: int = 1) -> None:
    victim, random = VICTIMS[name], Random(seed)
    moves = results = 0
    # Imported before the children are forked, so that they spend their short lives playing.
    strategy_of(Player("random"), get_variant("mini")).choose(Position.start())
    before = look_apart(directory)
    for _ in range(times):
        life = random.uniform(0.0, victim.longest_life)
        told = lines_until_killed(victim, directory, random.getrandbits(32), life)
        after = look_apart(directory)
        check(told, before, after, victim.ahead)
        most = {game: ply for game, ply, _ in told}  # the last of each game
        moves += sum(most.values()) - (before.ply or 0 if told else 0)
        results += len({game for game, _, over in told if over})
        before = after
    print(times, moves, results, before.results)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *map(int, sys.argv[3:]))
