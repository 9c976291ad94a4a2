"""Kill the board at random moments, again and again. From the folder of the tests:

    python -m testing.board_killing DIRECTORY TIMES

The whole program but the terminal: the loop, the store, the thread that thinks, and a person who
plays whatever is legal. Prints how often it was killed, how many moves and results had been shown
by then, and how many games the record has. Exits with an assertion if a move that was shown is not
there afterwards, if a result counts twice or not at all, or if the next start finds anything to
complain of.
"""

import os
import re
import select
import signal
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from random import Random

from minicheckers.game.player import Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.players.registry import strategy_of
from minicheckers.rules.position import Position
from minicheckers.rules.variant import get_variant
from minicheckers.storage.store import Store
from minicheckers.tui.app import App
from minicheckers.tui.events import Event, Key
from minicheckers.tui.frame import Frame
from minicheckers.tui.state import Dialog
from minicheckers.tui.view.theme import Theme
from testing.fake_screen import FakeScreen
from testing.plain_killing import games, let_go

LONGEST_LIFE = 0.6
#: A frame as it is told: the number of the game, its plies, and whether its result is shown.
FRAME = re.compile(r"^(\d+) (\d+) ([01])$", re.MULTILINE)


class WatchedScreen(FakeScreen):
    """A screen that tells of every frame, with a person in front of it."""

    app: App

    def __init__(self, told: int, seed: int) -> None:
        super().__init__()
        self._told = told
        self._random = Random(seed)
        self._game = 0
        self._over = False

    def show(self, frame: Frame, theme: Theme) -> None:
        """Tell what can be seen now."""
        super().show(frame, theme)
        game = self.app.state.board
        if game is not None:
            ended = game.session.outcome is not None
            self._game += self._over and not ended
            self._over = ended
            # The result is shown when the last piece has come to rest.
            over = ended and isinstance(self.app.state.overlay, Dialog)
            line = f"{self._game} {game.session.timeline.ply} {int(over)}\n"
            os.write(self._told, line.encode())

    def wait(self, seconds: float) -> None:
        """Time goes by; who thinks gets some as well."""
        self.now += seconds
        if self._is_busy:
            time.sleep(0.0005)

    @property
    def _is_busy(self) -> bool:
        state = self.app.state
        game = state.board
        return game is None or state.thinking is not None or game.animation is not None

    def read(self) -> Iterable[Event]:
        """What the person does: nothing, a move, or a new game after the end of one."""
        state = self.app.state
        game = state.board
        if game is None or self._is_busy:
            return []
        if isinstance(state.overlay, Dialog):
            return [Key("n")]
        session = game.session
        if session.outcome is not None or not session.to_move.is_person:
            return []
        move = self._random.choice(session.position.legal_moves())
        typed = "" if move.is_pass else str(move)
        return [*map(Key, typed), Key("enter")]


def play_for_ever(directory: Path, told: int, seed: int) -> None:
    store = Store(directory)
    start = Session.against(Position.start(), Player("random"), person_first=True)
    screen = WatchedScreen(told, seed)
    request = GameRequest(session=store.load() or start, level="random", first="you")
    screen.app = App(request, store, screen, print, clock=lambda: screen.now)
    screen.app.run()


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
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        with open(reading, "rb") as rest:
            text = (bytes(said) + rest.read()).decode()
        shown = [(int(game), int(ply), over == "1") for game, ply, over in FRAME.findall(text)]
        check(directory, shown, before)
        begun = loaded.timeline.ply if loaded is not None else 0
        moves += sum(
            max(ply for g, ply, _ in shown if g == game) for game in {g for g, *_ in shown}
        )
        moves -= begun if shown else 0
        results += len({game for game, _, over in shown if over})
    print(times, moves, results, games(Store(directory)))


def check(directory: Path, shown: list[tuple[int, int, bool]], before: int) -> None:
    after = Store(directory)
    found = after.load()
    assert (notices := after.take_notices()) == [], notices
    ends = len({game for game, _, over in shown if over})
    unseen = games(after) - before - ends
    assert unseen in (0, 1), f"{unseen} results more than were shown"
    assert not (unseen and found), "a game that counts already can be gone on with"
    if shown:
        _, ply, over = shown[-1]
        if ply and not over and not unseen:
            assert found is not None, "the game is gone"
            # Two more: a person's move and the answer may be saved before either is shown.
            assert ply <= found.timeline.ply <= ply + 2, (found.timeline.ply, ply)
    let_go(directory)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
