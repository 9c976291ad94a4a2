"""The sixty games: the page says what the program printed, and a second program confirms it."""

from pathlib import Path
from random import Random

import pytest

from family import family, page, read, solve
from minicheckers.engine.solver.solver import Solver
from minicheckers.rules.position import Position
from minicheckers.rules.variant import COLOURS, Goal
from testing.plain_family import DARK, PlainGame

ROOT = Path(__file__).parent.parent.parent
RECORDS = read(ROOT / "research" / "family.jsonl")
FAMILY = family()
#: Where a search without any bounds comes to an end in minutes.
PLAIN = [
    name
    for name, game in FAMILY.items()
    if game.goal is Goal.BREAKTHROUGH or (game.goal is Goal.LOSING and game.capture_forced)
]


def test_the_page_has_the_tables_that_the_program_prints() -> None:
    shown = (ROOT / "docs" / "which-rules-decide.md").read_text(encoding="utf-8").splitlines()
    assert all(line in shown for line in page(RECORDS))


def test_a_game_is_solved_again_as_it_was() -> None:
    name = "chains-ahead-passes-losing"
    again = solve(name, FAMILY[name])
    assert {**again, "seconds": 0} == {**RECORDS[name], "seconds": 0}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAIN)
def test_a_program_with_rules_and_search_of_its_own_finds_the_same(name: str) -> None:
    assert PlainGame(name).first_moves() == RECORDS[name]["first_moves"]


def men_of(position: Position) -> tuple[int, int]:
    """The men of Black and of White as that program has them."""
    pieces = position.pieces().items()
    black, white = (
        sum(1 << DARK[square - 1] for square, piece in pieces if piece.colour is colour)
        for colour in COLOURS
    )
    return black, white


def set_up(name: str, random: Random) -> Position:
    """A position that is not over, with no man on the last row where that would end it."""
    variant = FAMILY[name]
    bits = variant.geometry.bits
    while True:
        chosen = random.sample(
            bits[3:-3] if variant.goal is Goal.BREAKTHROUGH else bits, random.randint(2, 7)
        )
        cut = random.randint(1, len(chosen) - 1)
        state = sum(chosen[:cut]), 0, sum(chosen[cut:]), 0, random.randint(0, 1)
        position = Position(variant, state)
        if position.outcome is None:
            return position


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILY)
def test_in_a_thousand_positions_every_move_has_the_same_value(name: str) -> None:
    random, solver, plain = Random(name), Solver(FAMILY[name], opening=False), PlainGame(name)
    for _ in range(1000):
        position = set_up(name, random)
        side, after = position.turn.side, position.transitions()
        found = {men_of(after[move]): value for move, value in solver.move_values(position).items()}
        men = men_of(position)
        moves = plain.moves(men[side], men[1 - side], side)
        boards = {(own, foes) if not side else (foes, own) for own, foes, _ in moves} or {men}
        assert found == {
            board: -plain.value(board[1 - side], board[side], 1 - side) for board in boards
        }, position
