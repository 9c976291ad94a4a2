"""The generator against the naive referee, and against itself on the rotated board."""

import pytest

from minicheckers import Colour, Position, Variant
from testing.positions import GAMES, game_id, sample
from testing.referee import Table, moves_of, start_table

every_game = pytest.mark.parametrize("variant", GAMES, ids=game_id)
few_by_default = pytest.mark.parametrize("count", [24, pytest.param(3000, marks=pytest.mark.slow)])


@every_game
def test_start_is_the_referees(variant: Variant) -> None:
    assert Position.start(variant).fen() == start_table(variant).fen()


@few_by_default
@every_game
def test_moves_results_and_ends_are_the_referees(variant: Variant, count: int) -> None:
    ends = captures = 0
    for position in sample(variant, count):
        table = Table.of(position)
        assert table.fen() == position.fen()
        moves = moves_of(position)
        assert moves == table.transitions(), position.fen()
        outcome = position.outcome
        assert (outcome is None) == bool(moves), position.fen()
        if outcome is not None:
            assert outcome.winner == table.winner(), position.fen()
        ends += not moves
        captures += any(move.captured for move in position.legal_moves())
    assert ends > 0
    assert captures > 0


@few_by_default
@every_game
def test_a_turned_board_plays_the_same(variant: Variant, count: int) -> None:
    last = variant.geometry.count + 1
    for position in sample(variant, count)[::5]:
        turned = position.seen_from_other_side()
        assert turned.seen_from_other_side() == position
        assert turned.turn is position.turn.other
        for colour in Colour:
            assert turned.count(colour) == position.count(colour.other)
        expected = {
            tuple(last - square for square in move.path): after.seen_from_other_side().fen()
            for move, after in position.transitions().items()
        }
        found = {move.path: after.fen() for move, after in turned.transitions().items()}
        if variant.unique_captures:  # of several routes the turned board may name another
            assert sorted(found.values()) == sorted(expected.values()), position.fen()
        else:
            assert found == expected, position.fen()
