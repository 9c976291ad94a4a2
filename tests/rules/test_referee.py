"""The generator against the naive referee, and against itself on the board turned around."""

from functools import cache

import pytest

from minicheckers import Colour, Position, Variant
from testing.positions import GAMES, game_id, sample
from testing.referee import Table, start_table

#: Fewer positions on the larger boards, where the referee is slow.
COUNTS = {6: 3000, 7: 1200, 8: 1800, 10: 600, 16: 150}

every_game = pytest.mark.parametrize("variant", GAMES, ids=game_id)
one_in_three_by_default = pytest.mark.parametrize(
    "share", [3, pytest.param(1, marks=pytest.mark.slow)], ids=["third", "all"]
)


@cache
def positions_of(variant: Variant, share: int) -> list[Position]:
    count = COUNTS[variant.size] // share
    return sample(variant, count if variant.diagonal else count // 3)


def moves_of(position: Position) -> dict[tuple[tuple[int, ...], tuple[int, ...]], str]:
    return {
        (move.path, move.captured): after.fen() for move, after in position.transitions().items()
    }


@every_game
def test_start_is_the_referees(variant: Variant) -> None:
    assert Position.start(variant).fen() == start_table(variant).fen()


@one_in_three_by_default
@every_game
def test_moves_results_and_ends_are_the_referees(variant: Variant, share: int) -> None:
    ends = captures = 0
    for position in positions_of(variant, share):
        table = Table.of(position)
        assert table.fen() == position.fen()
        moves = moves_of(position)
        assert moves == table.transitions(), position.fen()
        outcome = position.outcome
        assert (outcome is None) == bool(moves), position.fen()
        if outcome is not None:
            assert outcome.winner == table.winner(), position.fen()
        ends += not moves
        captures += any(captured for _, captured in moves)
    assert ends > 0
    assert captures > 0


@one_in_three_by_default
@every_game
def test_a_turned_board_plays_the_same(variant: Variant, share: int) -> None:
    last = variant.geometry.count + 1
    for position in positions_of(variant, share)[::5]:
        turned = position.seen_from_other_side()
        assert turned.seen_from_other_side() == position
        assert turned.turn is position.turn.other
        for colour in Colour:
            assert turned.count(colour) == position.count(colour.other)
        expected = {
            (
                tuple(last - square for square in move.path),
                tuple(last - square for square in move.captured),
            ): after.seen_from_other_side().fen()
            for move, after in position.transitions().items()
        }
        assert moves_of(turned) == expected, position.fen()
