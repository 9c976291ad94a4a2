"""The pages about boards, thinking and teaching: commands make every figure and drawing on them."""

import re
import runpy
import shlex
from pathlib import Path
from typing import Any

import pytest

from minicheckers.rules.variant import VARIANTS
from minicheckers.treeview.seeds import ORIGINALS
from testing.running import ProgramInside

ROOT = Path(__file__).parent.parent
TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "console_blocks.py"))
PAGES: tuple[str, ...] = TOOL["PAGES"]
THINKS = (ROOT / "docs" / "how-it-thinks.md").read_text(encoding="utf-8")
TEACHING = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8")


def timeless(text: str) -> str:
    """The text without the seconds that something took."""
    return re.sub(r"\b\d+\.\d{3}\b(?! a move)", "#.###", text)


@pytest.mark.parametrize("name", PAGES)
def test_every_block_shows_what_its_command_prints(
    name: str, program_inside: ProgramInside, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(command: str, home: Path) -> str:
        """What a command prints, if it is ours without a process of its own."""
        if not command.startswith("minicheckers") or "|" in command:
            printed: str = TOOL["run_in_shell"](command, home)
            return printed
        monkeypatch.chdir(home)
        done = program_inside.run(*shlex.split(command)[1:])
        monkeypatch.chdir(program_inside.directory)
        assert done.returncode in (0, 2)  # what is wrong is on the page too
        return done.stdout + done.stderr

    page = (ROOT / name).read_text(encoding="utf-8")
    assert page.count("```console") > 4
    text, drawings = TOOL["filled"](page, run)
    assert timeless(text) == timeless(page), "run python tools/console_blocks.py"
    for path, drawing in drawings.items():
        assert Path(path).name in page
        assert (ROOT / path).read_text(encoding="utf-8") == drawing, (
            "run python tools/console_blocks.py"
        )


def test_every_drawing_of_a_tree_is_made_by_a_command() -> None:
    shown = set(re.findall(r"pictures/(think-\w+\.svg)", THINKS + TEACHING))
    made = {f"think-{name}" for name in re.findall(r"--svg (\w+\.svg)", THINKS + TEACHING)}
    assert shown == made
    assert {path.name for path in (ROOT / "docs" / "pictures").glob("think-*.svg")} == shown


def test_the_text_says_what_the_trees_show() -> None:
    minimax, alphabeta = re.findall(r"original-000: 7-10, \+33 \((\d+) nodes", THINKS)[1:3]
    assert (minimax, alphabeta) == ("14", "9")
    assert "Nine nodes instead of fourteen" in THINKS
    assert "White's very first reply, 8-6, brings it down to +13" in THINKS


def test_every_original_player_is_in_the_table_with_its_game() -> None:
    rows = dict(re.findall(r"^\| `(original-[\w-]+)` \| (\w+) \|", THINKS, re.MULTILINE))
    assert rows == {name: one.game for name, one in ORIGINALS.items()}
    assert set(rows.values()) <= set(VARIANTS)


LADDER = re.findall(r"^\| `([\w-]+)` \| (\d+) \| (\d+) \|$", TEACHING, re.MULTILINE)


@pytest.mark.parametrize(
    ("level", "away", "changed"),
    [pytest.param(*row, marks=() if row[0] == "easy" else pytest.mark.slow) for row in LADDER],
)
def test_the_ladder_is_true(
    program_inside: ProgramInside, level: str, away: str, changed: str
) -> None:
    shown = program_inside.run("regret", level).stdout
    assert shown.startswith(f"{level} lost {away} pieces in 200 positions")
    assert f"It changed the result in {changed} of 73 critical positions" in shown


def test_the_ladder_goes_down() -> None:
    given_away = [int(away) for _, away, _ in LADDER]
    assert len(given_away) == 7
    assert given_away == sorted(given_away, reverse=True)
