"""An outside program as guest: pydraughts asks our host for games of international draughts."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import psutil
import pytest

from testing.outside_client import BLACK, WHITE, draughts, dxp_classes, engine
from testing.remote_players import PATIENCE, Player, players, port_of
from testing.running import Program

#: Few pieces, so that a whole game takes only a few moves: messages need pauses between them.
SHORT = "W:W32,33:B22,23,24"
Choose = Callable[[Any], Any]


class Outside(engine.DXPEngine):  # type: ignore[misc]
    """The program unchanged, except that it sleeps while it waits and notices the end of a game.

    It also knows our colour: left alone it takes us for whoever moves first, and after a request to
    take back moves waits for us when it is to move itself.
    """

    def _start(self, board: Any, game_time: int) -> None:
        super()._start(board, game_time)
        ours = dxp_classes.DXP_WHITE if board.turn == WHITE else dxp_classes.DXP_BLACK
        self.sender.current.engine_color = ours

    def _recv_move(self) -> Any:
        receiver, deadline = self.receiver, time.monotonic() + PATIENCE
        while not receiver.last_move_changed:
            if not (receiver.listening and self.sender.current.started):
                return None
            assert time.monotonic() < deadline
            time.sleep(0.002)
        return receiver.last_move

    @property
    def was_accepted(self) -> bool:
        """Whether the host wanted to play."""
        return bool(self.receiver.accepted)


@pytest.fixture(autouse=True)
def _hanging_up_takes_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits seven seconds before closing a connection that is already shut down."""
    monkeypatch.setattr(dxp_classes, "time", SimpleNamespace(sleep=lambda seconds: None))


@contextmanager
def host(directory: Path, *words: str) -> Iterator[tuple[Player, int]]:
    """A computer that waits for guests, and its port; nothing is left running afterwards."""
    with players() as started:
        level = ("--level", "easy", "--seed", "1")
        player = Player(Program(directory), "host", "--listen", "127.0.0.1:0", *level, *words)
        started.append(player)
        process = psutil.Process(player.process.pid)
        yield player, port_of(player)
        if process.is_running() and player.process.poll() is None:
            wait_until(lambda: len(process.net_connections()) <= 1)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@contextmanager
def guest(port: int) -> Iterator[Outside]:
    made = Outside(options={"engine-opened": True, "port": port})
    try:
        yield made
    finally:
        made.quit()
    assert not made.receiver.receive_thread.is_alive()


def at_random(seed: int) -> Choose:
    random = Random(seed)
    return lambda board: random.choice(board.legal_moves())


def whole_game(port: int, colour: int, choose: Choose, fen: str = "startpos") -> Any:
    """A game of the outside program with a colour; its own rules check every move of ours.

    Its last answer is taken back once, and another move is made in its place.
    """
    board = draughts.Board(variant="standard", fen=fen)
    undone = False
    with guest(port) as other:
        while board.legal_moves():  # our host decides which draws there are
            if board.turn == colour:
                board.push(choose(board))
                continue
            move = other.play(board).move
            if move is None:  # our host has ended the game
                break
            assert move.hub_move in {legal.hub_move for legal in board.legal_moves()}
            board.push(move)
            if not undone and len(board.move_stack) >= 2 and board.legal_moves():
                undone = True
                number = (len(board.move_stack) - 2) // 2 + 1
                yes, board, _ = other.takeback(number, colour)
                assert yes
                assert board.turn == colour
        if board.turn != colour and not board.legal_moves():
            assert other.play(board).move is None  # we report that we have lost
        assert other.was_accepted
    return board


def test_whole_games_with_either_colour(tmp_path: Path) -> None:
    with host(tmp_path, "--variant", "international", "--games", "2") as (ours, port):
        for number, colour in enumerate((WHITE, BLACK)):
            whole_game(port, colour, at_random(number), SHORT)
            ours.wait_for("The game is over: (White|Black|[Dd]raw)")
        assert ours.ends() == 0
    assert "illegal" not in ours.said
    assert "undone" in ours.said


def test_another_game_is_refused_politely(tmp_path: Path) -> None:
    with host(tmp_path, "--variant", "english") as (ours, port):
        with guest(port) as other:
            other._start(draughts.Board(variant="standard"), 0)
            assert not other.was_accepted
        ours.wait_for("A visitor was turned away: This host wants another game: english")


@pytest.mark.slow
def test_twenty_whole_games(tmp_path: Path) -> None:
    with host(tmp_path, "--variant", "international", "--games", "20") as (ours, port):
        for number in range(20):
            board = whole_game(port, (WHITE, BLACK)[number % 2], at_random(number))
            ended = ours.wait_for("The game is over: (.*)")[1]
            print(number, len(board.move_stack), ended)
            assert ended.startswith(("White wins", "Black wins", "draw"))
        assert ours.ends() == 0
    assert "illegal" not in ours.said
    assert ours.said.count("undone") == 20
