"""pydraughts as a second referee of English checkers: moves, results and PDN of random games."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from minicheckers import Game, Position
from minicheckers.hub.notation import read_move, write_move
from testing.outside_client import BLACK, PDN, WHITE, draughts


def play_together(seed: int, most_plies: int = 400) -> tuple[Game, Any]:
    """A random game on both boards, compared at every ply until one of them calls it over."""
    random = Random(seed)
    ours, theirs = Game("english"), draughts.Board(variant="english")
    while ours.outcome is None and not theirs.is_over() and ours.ply < most_plies:
        legal = {write_move(move) for move in ours.position.legal_moves()}
        their_moves = {move.hub_move: move for move in theirs.legal_moves()}
        assert legal == set(their_moves), (seed, ours.position.fen())
        assert position(theirs.fen) == ours.position
        text = random.choice(sorted(legal))
        ours.play(read_move(ours.position, text))
        theirs.push(their_moves[text])
    return ours, theirs


def position(fen: str) -> Position:
    return Position.from_fen(fen, "english")


def check_game(seed: int) -> str:
    ours, theirs = play_together(seed)
    board_result = ours.position.outcome
    if board_result is not None:
        assert theirs.winner() == {"black": BLACK, "white": WHITE}[str(board_result.winner)]
    else:
        # The draw rules differ between federations; nobody has won.
        assert theirs.winner() in (0, None)
    # Our PDN, read by them: the same moves lead to the same end.
    read = PDN.PDNReader(pdn_text=ours.pdn()).games[0]
    assert read.variant == "english"
    board = draughts.Board(variant="english")
    for text in read.moves:
        board.push(draughts.Move(board, pdn_move=text))
    assert position(board.fen) == ours.position
    return "draw" if board_result is None else str(board_result.winner)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))]
)
def test_a_random_game_is_the_same_to_both(seed: int) -> None:
    check_game(seed)


@pytest.mark.slow
def test_two_hundred_random_games_are_the_same_to_both() -> None:
    results = [check_game(seed) for seed in range(100, 300)]
    assert {"black", "white"} <= set(results)


def test_their_pdn_is_read_by_us(tmp_path: Path) -> None:
    _, theirs = play_together(7)
    file = tmp_path / "game.pdn"
    PDN.PDNWriter(str(file), board=theirs)
    game = Game.from_pdn(file.read_text())
    assert game.position == position(theirs.fen)
