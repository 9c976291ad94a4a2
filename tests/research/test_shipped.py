"""The page about research: a command for each shipped file; what they make is what is shipped."""

import re
import runpy
import sys
from importlib import resources
from pathlib import Path

import pytest

import minicheckers
from mini_files import build_opening, opening_file
from minicheckers.engine.solver.opening import FILE

RESEARCH = Path(__file__).parents[2] / "research"
PAGE = (RESEARCH / "README.md").read_text(encoding="utf-8")
PACKAGE = Path(minicheckers.__file__).parent
#: A row of the page: a file of the package and the command that makes it.
MAKERS = dict(re.findall(r"^\| `(\w+/[\w/]+(?:/\*)?\.\w+)` \| (.*?) \|", PAGE, re.MULTILINE))


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
