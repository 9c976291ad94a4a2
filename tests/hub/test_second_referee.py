"""pydraughts as a second referee: moves, results, draws and PDN of random games."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from minicheckers import Game, Move, Position
from minicheckers.game.pdn import square_names
from testing.outside_client import BLACK, GAMES, PDN, WHITE, draughts

#: The draws that only we know, or that we see earlier: what is said about them. In turkish and
#: frisian it counts no plies without progress, in frisian no repetitions. Of russian and brazilian
#: the FMJD's rules name a lone king against one king too, and all endings of four to seven pieces.
ONLY_OURS = {
    "turkish": r"80 moves without",
    "frisian": r"80 moves without|come up",
    "russian": r"lone king|(60|120) moves without",
    "brazilian": r"lone king|(60|120) moves without",
}
#: Where it may call a draw first. In italian a position may come up three times; in russian and
#: brazilian it counts a lone king's moves from the last capture, also before the king was alone or
#: held the long diagonal.
ONLY_THEIRS = ("italian", "russian", "brazilian")
#: In turkish its kings step over pieces. In frisian it does not see some captures of six, and a
#: king may go on for ever.
OTHER_MOVES = ("turkish", "frisian")


def play_together(game: str, seed: int, most_plies: int = 400) -> tuple[Game, Any]:
    """A random game on both boards, compared at every ply until one of them calls it over."""
    random = Random(seed)
    ours, theirs = Game(game), draughts.Board(variant=GAMES[game])
    while ours.outcome is None and not theirs.is_over() and ours.ply < most_plies:
        legal = {in_their_numbers(ours, move): move for move in ours.position.legal_moves()}
        their_moves = {move.hub_move: move for move in theirs.legal_moves()}
        both = sorted(legal.keys() & their_moves.keys())
        assert both == sorted(legal) or game == "frisian", (seed, ours.position.fen())
        assert both == sorted(their_moves) or game in OTHER_MOVES, (seed, ours.position.fen())
        assert position(theirs.fen, game) == Position(ours.variant, ours.position.state)
        text = random.choice(both)
        ours.play(legal[text])
        theirs.push(their_moves[text])
    return ours, theirs


def in_their_numbers(game: Game, move: Move) -> str:
    """A move by its ends and what it captures. In games with letters they begin to count at a1."""
    names = square_names(game.variant, "N0" if game.variant.notation.letters else None)
    start, end, *captured = (int(names[n - 1]) for n in (move.start, move.end, *move.captured))
    return ("x" if captured else "-").join(map(str, (start, end, *sorted(captured))))


def position(fen: str, game: str) -> Position:
    return Position.from_fen(fen, game)


def check_game(game: str, seed: int) -> str:
    ours, theirs = play_together(game, seed)
    outcome, winner = ours.outcome, theirs.winner()
    if outcome is None:
        assert (winner is None) or (winner == 0 and game in ONLY_THEIRS)
    elif outcome.winner is None:
        assert winner == 0 or (
            winner is None and re.search(ONLY_OURS.get(game, "never"), outcome.reason)
        ), (seed, outcome)
    else:
        assert winner == {"black": BLACK, "white": WHITE}[outcome.winner]
    # Our PDN, read by them: the same moves lead to the same end. They do not know the colon that
    # captures are written with in russian.
    read = PDN.PDNReader(pdn_text=ours.pdn()).games[0]
    assert read.variant == GAMES[game]
    board = draughts.Board(variant=GAMES[game])
    for text in read.moves:
        board.push(draughts.Move(board, pdn_move=text.replace(":", "x")))
    assert position(board.fen, game) == Position(ours.variant, ours.position.state)
    return "unfinished" if outcome is None else str(outcome.winner)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_random_game_is_the_same_to_both(game: str) -> None:
    check_game(game, 0)


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(GAMES))
def test_two_hundred_random_games_are_the_same_to_both(game: str) -> None:
    results = [check_game(game, seed) for seed in range(100, 300)]
    assert {"black", "white"} <= set(results)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_their_pdn_is_read_by_us(game: str, tmp_path: Path) -> None:
    _, theirs = play_together(game, 7)
    file = tmp_path / "game.pdn"
    PDN.PDNWriter(str(file), board=theirs)
    read = Game.from_pdn(file.read_text())
    assert read.position.state == position(theirs.fen, game).state
