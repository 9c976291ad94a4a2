"""What is built anew is what is shipped: the endings, and a command for each file on the page."""

import json
import re
import runpy
import subprocess
import sys
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

import minicheckers
from endings import digest, file_of
from mini_files import build_opening, opening_file
from minicheckers import Variant
from minicheckers.engine.endings.files import read_endings, shipped_endings
from minicheckers.engine.endings.placements import materials
from minicheckers.engine.endings.table import Endings
from minicheckers.engine.solver.opening import FILE
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


# The program that builds the endings.

SCRIPT = Path(__file__).parents[2] / "research" / "endings.py"


def test_the_program_writes_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "towers.endings"
    command = [sys.executable, str(SCRIPT), "towers", "--pieces", "2", "--out", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["sha256"] == digest(read_endings(path.read_bytes()))
    assert not done.stderr


# The page about research: a command for each shipped file; what they make is what is shipped.

RESEARCH = Path(__file__).parents[2] / "research"
PAGE = (RESEARCH / "README.md").read_text(encoding="utf-8")
PACKAGE = Path(minicheckers.__file__).parent
#: A row of the page: a file of the package and the command that makes it.
MAKERS = dict(re.findall(r"^\| `(\w+/[\w/*.]+)` \| (.*?) \|", PAGE, re.MULTILINE))


def test_the_page_says_how_each_shipped_file_is_made() -> None:
    shipped = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc", ".typed", ".so", ".pyd")
    }
    named = {path.relative_to(PACKAGE).as_posix() for file in MAKERS for path in PACKAGE.glob(file)}
    assert named == shipped
    for file, command in MAKERS.items():
        assert "research/" in command or command.startswith(("by hand", "the same")), file


def test_every_program_is_on_the_page() -> None:
    assert {path.name for path in RESEARCH.glob("*.py")} == set(re.findall(r"\w+\.py", PAGE))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["english", "towers"])
def test_puzzle_lists_are_made_to_the_same_bytes(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / f"{game}.puzzles"
    monkeypatch.setattr(sys, "argv", ["puzzle_lists.py", game, str(out)])
    runpy.run_path(str(RESEARCH / "puzzle_lists.py"))["main"]()
    assert out.read_bytes() == (PACKAGE / "coach" / out.name).read_bytes()


@pytest.mark.slow
def test_the_opening_table_is_made_to_the_same_bytes() -> None:
    shipped = resources.files("minicheckers.engine.solver").joinpath(FILE).read_bytes()
    assert opening_file(build_opening()) == shipped
