"""A fresh build matches the shipped table, and what is known about it from elsewhere."""

from dataclasses import replace
from importlib import resources

import pytest

from endings import file_of
from minicheckers import Variant
from minicheckers.engine.endings.files import read_endings, shipped_endings
from minicheckers.engine.endings.placements import materials
from minicheckers.engine.endings.table import Endings
from minicheckers.rules.variant import (
    BRAZILIAN,
    ENGLISH,
    FRISIAN,
    MINI,
    RUSSIAN,
    TOWERS,
    Goal,
    Stuck,
)
from retrograde import EndingCounts, build, count_endings, swapped


def ignore(done: int, total: int) -> None:
    pass


def built_like_shipped(endings: Endings) -> bool:
    """Whether the shipped endings agree, as far as these go."""
    shipped = shipped_endings(endings.variant)
    assert shipped is not None
    stored = read_endings(file_of(endings))
    return all(stored.codes[each] == shipped.codes[each] for each in materials(endings.pieces))


@pytest.mark.slow
def test_three_pieces_are_built_as_shipped() -> None:
    endings = build(TOWERS, 3, ignore)
    assert built_like_shipped(endings)
    assert count_endings(endings) == EndingCounts(won=100311, drawn=10962, lost=88247, longest=52)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "counts"),
    [
        (ENGLISH, EndingCounts(won=2_675_270, drawn=1_728_769, lost=2_004_797, longest=109)),
        (TOWERS, EndingCounts(won=2_590_480, drawn=1_828_577, lost=1_989_779, longest=64)),
        (RUSSIAN, EndingCounts(won=2_478_159, drawn=2_640_665, lost=1_290_012, longest=86)),
        (BRAZILIAN, EndingCounts(won=2_476_818, drawn=2_641_399, lost=1_290_619, longest=86)),
    ],
    ids=str,
)
def test_four_pieces_are_built_as_shipped(variant: Variant, counts: EndingCounts) -> None:
    endings = build(variant, 4, ignore)
    assert count_endings(endings) == counts
    assert counts.positions == 6_408_836
    folder = resources.files("minicheckers.engine.endings")
    assert file_of(endings) == folder.joinpath(f"{variant}.endings").read_bytes()


def test_captures_and_crownings_lead_to_materials_solved_before() -> None:
    order = materials(4)
    assert len(order) == len(set(order))
    for place, (men, kings, foe_men, foe_kings) in enumerate(order):
        before = set(order[:place])
        assert swapped(order[place]) in (order[place - 1], order[place], *order[place + 1 :][:1])
        if men:
            assert (foe_men, foe_kings, men - 1, kings + 1) in before
        if foe_men and foe_men + foe_kings > 1:
            assert (foe_men - 1, foe_kings, men, kings) in before


def test_progress_goes_from_nothing_to_all_and_never_back() -> None:
    heard: list[tuple[int, int]] = []
    build(ENGLISH, 2, lambda done, total: heard.append((done, total)))
    steps = [done for done, _ in heard]
    assert steps == sorted(steps)
    assert heard[0][0] == 0
    assert heard[-1][0] == heard[-1][1]
    assert len({total for _, total in heard}) == 1


@pytest.mark.parametrize(
    "variant",
    [
        MINI,
        FRISIAN,
        ENGLISH.with_goal(Goal.LOSING),
        replace(ENGLISH, stuck=Stuck.PASSES),
        replace(ENGLISH, crowns=False),
    ],
    ids=["mini", "a king may not go on", "losing", "passing", "no kings"],
)
def test_rules_that_the_building_does_not_know_are_refused(variant: Variant) -> None:
    with pytest.raises(ValueError, match="cannot be built"):
        build(variant, 2, ignore)
