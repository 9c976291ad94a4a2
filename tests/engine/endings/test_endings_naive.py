"""The endings against a solver that is slow and obviously right."""

import pytest

from minicheckers import Position, Variant
from minicheckers.engine.endings.codes import Ending, Result
from minicheckers.engine.endings.files import shipped_endings
from minicheckers.engine.endings.probe import Endings
from minicheckers.rules.variant import ENGLISH, TOWERS
from testing.naive_endings import Distances, naive_endings, tables

GAMES = pytest.mark.parametrize("variant", [ENGLISH, TOWERS], ids=str)


def shipped(variant: Variant) -> Endings:
    endings = shipped_endings(variant)
    assert endings is not None
    return endings


def expected(fen: str, distances: Distances) -> Ending:
    plies = distances.get(fen)
    if plies is None:
        return Ending(Result.DRAW, None)
    return Ending(Result.WIN if plies % 2 else Result.LOSS, plies)


def differences(variant: Variant, pieces: int) -> list[str]:
    endings = shipped(variant)
    distances = naive_endings(variant, pieces)
    return [
        fen
        for fen in (table.fen() for table in tables(variant, pieces))
        if endings.probe(Position.from_fen(fen, variant).state) != expected(fen, distances)
    ]


@GAMES
def test_every_position_of_two_pieces(variant: Variant) -> None:
    assert differences(variant, 2) == []


@pytest.mark.slow
@GAMES
def test_every_position_of_three_pieces(variant: Variant) -> None:
    assert differences(variant, 3) == []
