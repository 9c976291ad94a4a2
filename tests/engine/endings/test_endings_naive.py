"""The endings against a slow and obviously correct solver."""

from dataclasses import replace

import pytest

from minicheckers import Position, Variant
from minicheckers.engine.endings.files import shipped_endings
from minicheckers.engine.endings.table import Ending, Endings, Result
from minicheckers.rules.variant import (
    ALL_DIAGONALS,
    BRAZILIAN,
    CZECH,
    ENGLISH,
    RUSSIAN,
    THAI,
    TOWERS,
    Removal,
)
from retrograde import build
from testing.naive_endings import Distances, naive_endings, tables

#: A small board, men that also jump backwards, optional captures: no endings are shipped for it.
HOUSE_RULES = replace(
    ENGLISH, name="house", size=6, man_jumps=ALL_DIAGONALS, capture_forced=False, sizes=()
)

#: Flying kings that land anywhere, or directly behind; captures at will, and no chains.
FAR_KINGS = (
    replace(CZECH, name="far", size=6, sizes=(), jumped_leave=Removal.AT_ONCE),
    replace(THAI, name="near", size=6, rows_of_men=1),
    replace(RUSSIAN, name="at will", size=6, rows_of_men=1, capture_forced=False),
)

GAMES = pytest.mark.parametrize("variant", [RUSSIAN, ENGLISH, TOWERS, BRAZILIAN], ids=str)


def shipped(variant: Variant) -> Endings:
    endings = shipped_endings(variant)
    assert endings is not None
    return endings


def expected(fen: str, distances: Distances) -> Ending:
    plies = distances.get(fen)
    if plies is None:
        return Ending(Result.DRAW, None)
    return Ending(Result.WIN if plies % 2 else Result.LOSS, plies)


def differences(endings: Endings, pieces: int) -> list[str]:
    variant = endings.variant
    distances = naive_endings(variant, pieces)
    return [
        fen
        for fen in (table.fen() for table in tables(variant, pieces))
        if endings.probe(Position.from_fen(fen, variant).state) != expected(fen, distances)
    ]


@pytest.mark.sampled(1)
@GAMES
def test_every_position_of_two_pieces(variant: Variant) -> None:
    assert differences(shipped(variant), 2) == []


@pytest.mark.slow
@GAMES
def test_every_position_of_three_pieces(variant: Variant) -> None:
    assert differences(shipped(variant), 3) == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("pieces", [2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", [HOUSE_RULES, *FAR_KINGS], ids=str)
def test_every_position_of_a_house_rule(variant: Variant, pieces: int) -> None:
    assert differences(build(variant, pieces, lambda done, total: None), pieces) == []
