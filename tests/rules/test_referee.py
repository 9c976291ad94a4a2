"""The generator against the naive referee, against itself on the rotated board, and pydraughts."""

from random import Random

import pytest

from minicheckers import Colour, Position, Variant
from minicheckers.rules.variant import get_variant
from testing.outside_client import our_moves, outside_moves
from testing.positions import GAMES, game_id, positions_with_kings, sample
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


# Moves and the positions after them, against an independent generator.

COUNTS = pytest.mark.parametrize("count", [10, pytest.param(10_000, marks=pytest.mark.slow)])


@COUNTS
def test_pydraughts_captures_the_same_in_turkish_draughts(count: int) -> None:
    captures, refused = 0, 0
    for position in positions_with_kings(get_variant("turkish"), Random(12), count):
        try:
            ours, theirs = our_moves(position), outside_moves(position)
        except ValueError as error:  # a move leads to a board that nobody may set up
            if "too many ways to capture" not in str(error):
                raise
            refused += 1
            continue
        if any(captured for _, captured, _ in ours):
            captures += 1
            assert ours == theirs, position.fen()
        else:
            # Its kings also step over pieces that stand in their way, which none may.
            assert ours <= theirs, position.fen()
    assert captures > count / 10
    assert refused <= count / 1000


@pytest.mark.sampled(1)
@COUNTS
@pytest.mark.parametrize("name", ["international", "russian", "brazilian", "italian", "english"])
def test_pydraughts_has_the_same_moves_and_results(name: str, count: int) -> None:
    longest = 0
    for position in positions_with_kings(get_variant(name), Random(11), count):
        assert our_moves(position) == outside_moves(position), position.fen()
        longest = max([longest, *(len(move.captured) for move in position.legal_moves())])
    assert longest > (3 if count > 1000 else 1)
