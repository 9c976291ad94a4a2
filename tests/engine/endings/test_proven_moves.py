"""Results proven by search down to a table: checked with a table that knows more."""

from random import Random

import pytest

from minicheckers import Position
from minicheckers.engine.endings.files import shipped_endings
from minicheckers.engine.endings.proof import proven_best, proven_moves
from minicheckers.engine.endings.table import Endings
from minicheckers.rules.variant import ENGLISH, TOWERS, Variant
from testing.ending_positions import random_ending


@pytest.mark.sampled(1)
@pytest.mark.parametrize("count", [200, pytest.param(2000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", [ENGLISH, TOWERS], ids=str)
def test_what_is_proven_down_to_three_pieces_is_what_the_table_of_four_says(
    variant: Variant, count: int
) -> None:
    known = shipped_endings(variant)
    assert known is not None
    fewer = Endings(variant, 3, known.codes)
    proven = answered = 0
    random = Random(1)
    for _ in range(count):
        state = random_ending(variant, random, 4)
        found = proven_moves(fewer, state)
        if found is not None:
            proven += bool(found)
            for child, result in found.items():
                assert result is known.ending_of_move(child).result, state
        best = proven_best(fewer, state)
        assert best is not None or not found, state
        if best is not None:
            child, result = best
            answered += 1
            assert result is known.ending_of_move(child).result, state
            truth = known.probe(state)
            assert truth is not None
            assert result is truth.result, state
    assert answered > proven > count / 40


def test_what_cannot_be_proven_is_left_open() -> None:
    endings = shipped_endings(ENGLISH)
    assert endings is not None
    assert proven_moves(endings, Position.start("english").state) is None
    kings_far_apart = Position.from_fen("B:WK29,K30,K31:BK1,K2,K3", "english")
    assert proven_moves(endings, kings_far_apart.state) is None
