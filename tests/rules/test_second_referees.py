"""Moves and the positions after them, against an independent generator."""

from random import Random

import pytest

from minicheckers.rules.variant import get_variant
from testing.outside_client import our_moves, outside_moves
from testing.positions import positions_with_kings

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
