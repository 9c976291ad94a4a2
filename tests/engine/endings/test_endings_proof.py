"""The endings prove themselves, position by position, and a full-width search agrees.

If every loss is one ply longer than the longest of wins that its moves lead to, every win has a
move to a loss, and every draw has a move to a draw and none to a loss, then all of them are right:
wins and losses by induction over the plies, and draws because either side can stay among them.
"""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from minicheckers import Position, Variant
from minicheckers.engine.endings.files import shipped_endings
from minicheckers.engine.endings.placements import Material, materials
from minicheckers.engine.endings.table import WON, Endings, code_before
from minicheckers.rules.movegen import State, generator
from minicheckers.rules.variant import BRAZILIAN, ENGLISH, RUSSIAN, TOWERS
from retrograde import is_won, placements
from testing.ending_positions import random_ending
from testing.referee import Table

GAMES = pytest.mark.parametrize("variant", [ENGLISH, TOWERS, RUSSIAN, BRAZILIAN], ids=str)


def shipped(variant: Variant) -> Endings:
    endings = shipped_endings(variant)
    assert endings is not None
    return endings


def states(variant: Variant, material: Material) -> Iterator[State]:
    """Every position of a material, Black to move."""
    rotated = variant.geometry.rotated
    foes = [
        (rotated(foe[0]), rotated(foe[1]))
        for foe in placements(variant, *material[2:])
        if foe is not None
    ]
    for own in placements(variant, *material[:2]):
        if own is not None:
            pieces = own[0] | own[1]
            yield from ((*own, *foe, 0) for foe in foes if not pieces & (foe[0] | foe[1]))


def unproven(variant: Variant, material: Material) -> int:
    endings, successors = shipped(variant), generator(variant)
    wrong = 0
    for state in states(variant, material):
        # The other side may be won without a distance, so a loss asks for the full ones.
        code = endings.code(state)
        look = endings.code if code == WON else endings.full_code
        found = code_before([look(child) for child in successors(state)])
        wrong += not is_won(found) if code == WON else found != code
    return wrong


@GAMES
def test_every_position_of_two_pieces_is_proven(variant: Variant) -> None:
    assert [unproven(variant, material) for material in materials(2)] == [0] * 4


@pytest.mark.slow
@GAMES
def test_every_position_is_proven(variant: Variant) -> None:
    assert sum(unproven(variant, material) for material in materials(4)) == 0


# A search that knows nothing of the table


@cache
def decided_within(variant: Variant, state: State, plies: int) -> int | None:
    """The number of plies to a forced end, None if beyond the limit."""
    children = generator(variant)(state)
    if not children:
        return 0
    if plies == 0:
        return None
    after = [decided_within(variant, child, plies - 1) for child in children]
    losses = [found for found in after if found is not None and found % 2 == 0]
    if losses:
        return min(losses) + 1
    wins = [found for found in after if found is not None]
    return max(wins) + 1 if len(wins) == len(after) else None


def search_disagrees(variant: Variant, random: Random) -> str | None:
    state = random_ending(variant, random, 4)
    ending = shipped(variant).probe(state)
    assert ending is not None
    horizon = 4 if variant.king_flies else 6
    known = ending.plies if ending.plies is not None and ending.plies <= horizon else None
    found = decided_within(variant, state, horizon)
    decided_within.cache_clear()
    return None if found == known else Position(variant, state).fen()


@pytest.mark.parametrize("count", [6, pytest.param(15, marks=pytest.mark.slow)])
@GAMES
def test_a_full_width_search_agrees_on_four_pieces(variant: Variant, count: int) -> None:
    random = Random(5)
    assert [fen for _ in range(count) if (fen := search_disagrees(variant, random))] == []


@pytest.mark.slow
@GAMES
def test_a_full_width_search_agrees_on_a_large_sample(variant: Variant) -> None:
    random = Random(6)
    assert [fen for _ in range(2_500) if (fen := search_disagrees(variant, random))] == []


def test_the_referee_moves_to_the_same_endings() -> None:
    """The truth about four pieces follows from the referee's moves as well."""
    random = Random(7)
    for variant in (ENGLISH, TOWERS, RUSSIAN, BRAZILIAN):
        endings = shipped(variant)
        for _ in range(60):
            position = Position(variant, random_ending(variant, random, 4))
            table = Table.of(position)
            after = [table.after(move).fen() for move in table.moves()]
            codes = [endings.full_code(Position.from_fen(fen, variant).state) for fen in after]
            assert endings.full_code(position.state) == code_before(codes)
