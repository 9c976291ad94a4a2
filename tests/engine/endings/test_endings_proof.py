"""The endings: their file, and that they prove themselves and are what a slow solver says."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from endings import digest, file_of
from minicheckers import Position, Variant
from minicheckers.engine.endings.files import read_endings, shipped_endings
from minicheckers.engine.endings.placements import Material, materials
from minicheckers.engine.endings.table import WON, Ending, Endings, Result, code_before
from minicheckers.rules.movegen import State, generator
from minicheckers.rules.variant import (
    ALL_DIAGONALS,
    BRAZILIAN,
    CZECH,
    ENGLISH,
    MINI,
    PIKACHU,
    RUSSIAN,
    THAI,
    TOWERS,
    Removal,
)
from retrograde import build, is_won, placements
from testing.ending_positions import random_ending
from testing.naive_endings import Distances, naive_endings, tables
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


# The endings against a slow and obviously correct solver.

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

SMALL_GAMES = pytest.mark.parametrize("variant", [RUSSIAN, ENGLISH, TOWERS, BRAZILIAN], ids=str)


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
@SMALL_GAMES
def test_every_position_of_two_pieces(variant: Variant) -> None:
    assert differences(shipped(variant), 2) == []


@pytest.mark.slow
@SMALL_GAMES
def test_every_position_of_three_pieces(variant: Variant) -> None:
    assert differences(shipped(variant), 3) == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("pieces", [2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", [HOUSE_RULES, *FAR_KINGS], ids=str)
def test_every_position_of_a_house_rule(variant: Variant, pieces: int) -> None:
    assert differences(build(variant, pieces, lambda done, total: None), pieces) == []


# The file of endings.


@pytest.fixture(scope="module")
def content() -> bytes:
    return file_of(build(TOWERS, 2, lambda done, total: None))


def test_a_file_gives_back_what_was_written(content: bytes) -> None:
    endings = read_endings(content)
    assert endings.variant == TOWERS
    assert endings.pieces == 2
    assert file_of(endings) == content
    assert f'"sha256": "{digest(endings)}"'.encode() in content


@pytest.mark.parametrize("other", [b"", b"\n", b"{}\n", b"[1]\n", b"\xff\n", b"null\n"])
def test_what_is_no_such_file_is_refused(other: bytes) -> None:
    with pytest.raises(ValueError, match="not a file of minicheckers endings"):
        read_endings(other)


def test_another_version_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match="not a file of minicheckers endings"):
        read_endings(content.replace(b'"version": 1', b'"version": 2'))


def test_a_file_of_the_wrong_length_is_refused(content: bytes) -> None:
    for wrong in (content[:-1], content + b"x", content.split(b"\n")[0] + b"\n"):
        with pytest.raises(ValueError, match="cut off or damaged"):
            read_endings(wrong)


def test_only_two_games_come_with_endings() -> None:
    assert shipped_endings(MINI) is None
    assert shipped_endings(PIKACHU.of_size(8)) is None
    for variant in (ENGLISH, TOWERS):
        endings = shipped_endings(variant)
        assert endings is not None
        assert endings.variant == variant
        assert endings.pieces == 4
        assert shipped_endings(variant) is endings


def test_the_shipped_files_are_small(content: bytes) -> None:
    from importlib import resources

    folder = resources.files("minicheckers.engine.endings")
    sizes = [len(folder.joinpath(f"{name}.endings").read_bytes()) for name in ("english", "towers")]
    assert sum(sizes) < 1_200_000
    assert re.match(rb'{"format": "minicheckers endings"', content)
