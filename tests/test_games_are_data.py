"""A game is data: a new row is known to every screen and command, and no other file names one."""

import ast
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import minicheckers
from minicheckers.cli import main
from minicheckers.rules.variant import BUILT_IN, ENGLISH, VARIANTS, Notation, Variant
from testing.board_player import Player
from testing.game_player import against

PACKAGE = Path(minicheckers.__file__).parent
#: Where a game may be named: its rules, how it is shown, its evaluation, endings, solution and
#: lessons, strengths and openings; and the programs first described, each for a game of its own.
MAY_NAME = (
    *("rules/", "game/presentation.py", "coach/lessons.py", "treeview/seeds.py"),
    "game/openings.py",
    "opponents/levels.py",
    *("engine/evaluate/", "engine/endings/", "engine/solver/"),
)


def names_of_games(source: str) -> Iterator[str]:
    """Constants and variables that stand for one particular game."""
    if not any(name in source.lower() for name in BUILT_IN):  # parsing takes long
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and node.value in BUILT_IN:
            yield f"{node.lineno}: {node.value!r}"
        elif isinstance(node, ast.Name) and node.id.lower() in BUILT_IN:
            yield f"{node.lineno}: {node.id}"


def test_no_other_file_names_a_game() -> None:
    found = {
        str(file.relative_to(PACKAGE)): list(names_of_games(file.read_text(encoding="utf-8")))
        for file in PACKAGE.rglob("*.py")
    }
    allowed = {name: names for name, names in found.items() if name.startswith(MAY_NAME)}
    assert {name: names for name, names in found.items() if names and name not in allowed} == {}
    assert any(allowed.values())


@pytest.fixture
def row(monkeypatch: pytest.MonkeyPatch) -> Variant:
    """A game of which nothing is known but its rules."""
    game = replace(ENGLISH, name="unheard", size=10, king_name="abbot", notation=Notation())
    monkeypatch.setitem(VARIANTS, game.name, game)
    return game


@pytest.mark.parametrize(
    "words",
    [
        "perft 3 --json",
        "best --level medium --depth 3 --json",
        "best --level novice --seed 1 --json",
        "analyse --time 0.05 --json",
        "match medium easy --games 2 --seed 1 --json",
        "think --depth 2 --json",
    ],
)
def test_every_command_knows_a_new_row(
    row: Variant, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words.split(), "--variant", row.name]) == 0
    for line in capsys.readouterr().out.splitlines():
        assert json.loads(line)["variant"] == row.name


def test_it_is_listed_converted_reviewed_and_filmed(
    row: Variant, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["variants"]) == 0
    assert row.name in capsys.readouterr().out
    assert main(["convert", "B:W41:BK10", "--to", "diagram", "--variant", row.name]) == 0
    assert "B" in capsys.readouterr().out
    game = minicheckers.Game(row)
    for _ in range(4):
        game.play(game.position.legal_moves()[0])
    file = tmp_path / "game.pdn"
    file.write_text(game.pdn(), encoding="utf-8")
    assert main(["review", str(file), "--time", "0.2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["variant"] == row.name
    assert main(["replay", str(file), "--svg", str(tmp_path / "film.svg")]) == 0


def test_what_it_does_not_have_is_told_in_a_sentence(
    row: Variant, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzle", "--json", "--variant", row.name]) == 2
    assert row.name in capsys.readouterr().err


def test_every_screen_shows_a_new_row(row: Variant) -> None:
    player = against(row.name, size=(100, 30))

    def look(*expected: str) -> None:
        text = player.text
        for words in expected:
            assert words in text

    look(row.name)
    player.press("?")
    for _ in range(8):
        assert player.text  # a page of the help is drawn
        player.press("right")
    player.press("escape", "i")
    look(row.name)
    player.play(str(player.game.position.legal_moves()[0])).answer()
    player.press("a")
    look(row.name)
    player.press("b", "x", "y").settled().press("escape", "v").settled()
    look(row.name)


def test_the_menu_offers_it(row: Variant) -> None:
    player = Player().press("home").press("enter").write("unheard")
    assert row.name in player.text
    player.press("enter")
    assert player.setup.variant == row
