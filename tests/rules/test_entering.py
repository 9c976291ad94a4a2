"""A move entered square by square: every legal one can be, and no other."""

from random import Random

import pytest

from minicheckers.rules.notation import Move, Piece, Placement
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, Colour, get_variant


def crowded(name: str, random: Random) -> Position:
    """A position with a few kings and many victims."""
    variant = get_variant(name)
    squares = random.sample(range(1, variant.geometry.count + 1), random.randint(5, 12))
    pieces = {
        square: Piece(Colour(("white", "black")[n > 2]), n < 2 and variant.crowns)
        for n, square in enumerate(squares)
    }
    return Position.from_placement(variant, Placement(Colour.WHITE, pieces))


def wander(position: Position, start: int, random: Random) -> Move:
    """Choose one landing after another until the move is complete."""
    path: tuple[int, ...] = (start,)
    while (entered := position.entered(path)).landings:
        path = (*path, random.choice(list(entered.landings)))
    assert entered.move is not None
    assert set(entered.jumped) == set(entered.move.captured)
    assert path[-1] == entered.move.end
    return entered.move


@pytest.mark.parametrize("name", VARIANTS)
def test_landings_lead_to_every_legal_move_and_to_no_other(name: str) -> None:
    random = Random(name)
    for _ in range(12):
        position = crowded(name, random)
        legal = [move for move in position.legal_moves() if not move.is_pass]
        for move in legal:
            for length in range(1, len(move.path)):
                entered = position.entered(move.path[:length])
                assert move in entered.landings[move.path[length]]
            assert position.entered(move.path).move == move
        for start in {move.start for move in legal}:
            assert wander(position, start, random) in legal


def test_a_king_with_very_many_captures_is_entered_soon() -> None:
    """Nine hundred moves of one king; each is asked by which squares it can go."""
    fen = "W:WK10:BK1,5,9,11,K14,18,19,23,24,25,K30,34,35,K37,38,44,K50,56,K63"
    position = Position.from_fen(fen, "turkish")
    entered = position.entered((10,))
    assert len(entered.moves) == len(position.legal_moves())


def test_a_man_that_goes_on_as_a_king_is_one_on_the_way() -> None:
    position = Position.from_fen("W:W12:B8,7,14,21", "russian")
    move = position.legal_moves()[0]
    assert [position.entered(move.path[:n]).king for n in (1, 2)] == [False, True]
