"""Whole games of English checkers through pydraughts' HubEngine, and nothing left afterwards."""

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minicheckers import Position, strategy
from minicheckers.hub.notation import write_move
from minicheckers.rules.variant import BUILT_IN
from testing.outside_client import BLACK, WHITE, draughts, engine

#: The client resolves links, so the Python of a virtual environment would lose its packages.
PROGRAM = shutil.which("minicheckers", path=Path(sys.executable).parent) or ""
#: How far over its time a move may be before it counts as late, on a busy machine.
LATE = 20.0


def assert_none_is_left(group: int) -> None:
    """Nobody is in the group of a process any more; Windows has no groups to ask."""
    if sys.platform != "win32":
        with pytest.raises(ProcessLookupError):
            os.killpg(group, 0)


@contextmanager
def hub_engine(**settings: str) -> Iterator[Any]:
    """Our program behind the outside client; it must have exited at the end."""
    running = engine.HubEngine([PROGRAM, "hub", "--seed", "1"])
    try:
        running.configure(settings)
        running.init()
        yield running
        running.quit()
        assert running.p.wait(timeout=60) == 0
    finally:
        if running.p.poll() is None:
            running.kill_process()
        running.p.stdin.close()
        running.p.stdout.close()
    assert_none_is_left(running.p.pid)


def random_mover(seed: int) -> Any:
    random = Random(seed)
    return lambda board: random.choice(board.legal_moves())


def level_mover(level: str, seed: int) -> Any:
    player = strategy(level, "english", seed=seed)

    def choose(board: Any) -> Any:
        move = player.choose(Position.from_fen(board.fen, "english")).move
        return draughts.Move(board, hub_move=write_move(move))

    return choose


def play(running: Any, colour: int, opponent: Any, limit: Any, most_plies: int = 300) -> Any:
    """A whole game; every move of ours is checked by the other side's own rules."""
    board = draughts.Board(variant="english")
    allowed = (limit.movetime or 0) + LATE
    while not board.is_over() and len(board.move_stack) < most_plies:
        if board.turn == colour:
            started = time.monotonic()
            move = running.play(board, limit, ponder=False).move
            if limit.movetime:
                assert time.monotonic() - started < allowed
        else:
            move = opponent(board)
        assert move.hub_move in {legal.hub_move for legal in board.legal_moves()}
        board.push(move)
    return board


def test_what_the_client_learns_of_us() -> None:
    with hub_engine() as running:
        assert running.id["name"] == "minicheckers"
        # Ours, and the names that the protocol has for international draughts and its two goals.
        assert running.variants == BUILT_IN | {"normal", "losing", "bt"}
        assert running.options == {"variant", "level", "orientation", "tt-size"}
        running.ping()


def test_the_client_sees_scores_pv_and_wins() -> None:
    with hub_engine() as running:
        board = draughts.Board(variant="english", fen="B:W18:BK9,K10")
        result = running.play(board, engine.Limit(depth=9), ponder=False)
        assert result.info["score"] == {"win": 2}
        assert result.info["depth"] >= 1
        board = draughts.Board(variant="english")
        result = running.play(board, engine.Limit(nodes=2000), ponder=False)
        assert abs(result.info["score"]["cp"]) < 100
        assert result.ponder is not None


@pytest.mark.parametrize("colour", [WHITE, pytest.param(BLACK, marks=pytest.mark.slow)])
def test_whole_games_against_random_with_either_colour(colour: int) -> None:
    with hub_engine(variant="english", level="timed") as running:
        board = play(running, colour, random_mover(colour), engine.Limit(nodes=300))
        assert board.winner() == colour


def test_a_strategy_of_ours_can_be_chosen() -> None:
    with hub_engine(level="easy") as running:
        board = draughts.Board(variant="english")
        assert running.play(board, engine.Limit(movetime=1), ponder=False).move


@pytest.mark.slow
@pytest.mark.parametrize("opponent", ["random", "hard"])
def test_ten_whole_games_with_a_clock(opponent: str) -> None:
    limit = engine.Limit(movetime=0.2)
    with hub_engine(variant="english") as running:
        for number in range(10):
            mover = random_mover(number) if opponent == "random" else level_mover("hard", number)
            board = play(running, (BLACK, WHITE)[number % 2], mover, limit)
            assert board.is_over() or len(board.move_stack) == 300
            print(opponent, number, board.winner(), len(board.move_stack))


@pytest.mark.slow
def test_a_game_with_a_real_clock_and_increment() -> None:
    with hub_engine() as running:
        board = draughts.Board(variant="english")
        clock, random = 10.0, Random(5)
        while not board.is_over() and len(board.move_stack) < 200:
            if board.turn == BLACK:
                started = time.monotonic()
                limit = engine.Limit(time=clock, inc=0.05)
                board.push(running.play(board, limit, ponder=False).move)
                clock += 0.05 - (time.monotonic() - started)
                assert clock > 0
            else:
                board.push(random.choice(board.legal_moves()))
        assert board.winner() == BLACK


def test_no_process_is_left_when_the_client_is_gone(tmp_path: Path) -> None:
    running = engine.HubEngine([PROGRAM, "hub"], cwd=str(tmp_path))
    running.init()
    running.send("pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww")
    running.send("level infinite")
    running.send("go think")
    running.p.stdin.close()
    running.p.stdout.close()
    running.p.wait(timeout=60)
    assert_none_is_left(running.p.pid)
