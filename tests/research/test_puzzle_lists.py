"""The shipped puzzle lists are what the tool makes."""

import runpy
import sys
from pathlib import Path

import pytest

from minicheckers.coach.puzzle_source import listed_names
from minicheckers.rules.variant import ENGLISH, MINI

TOOL = Path(__file__).resolve().parents[2] / "research" / "puzzle_lists.py"


@pytest.mark.slow
def test_what_the_tool_finds_in_some_games_is_in_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "english.puzzles"
    monkeypatch.setattr(sys, "argv", ["puzzle_lists.py", "english", str(out), "--games", "1500"])
    runpy.run_path(str(TOOL))["main"]()
    names = out.read_text(encoding="ascii").split()
    assert len(names) > 3
    assert set(names) <= set(listed_names(ENGLISH))


def test_where_every_value_is_exact_no_list_is_needed() -> None:
    assert listed_names(MINI) == ()
