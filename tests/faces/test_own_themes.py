"""A person's own themes: read from small files, with a message for anything wrong with one."""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from minicheckers.cli import GAME, main, make_parser
from minicheckers.tui.theme import (
    LARGEST_THEME,
    THEMES,
    add_own_themes,
    find_theme,
    read_theme,
    role_names,
    themes_directory,
)
from testing.board_player import Player
from testing.running import set_all, settings_in

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(autouse=True)
def built_in_themes() -> Iterator[None]:
    before = dict(THEMES)
    yield
    THEMES.clear()
    THEMES.update(before)


@pytest.fixture
def example(tmp_path: Path) -> Path:
    """The example from the documentation, as a file."""
    text = (DOCS / "themes.md").read_text(encoding="utf-8")
    found = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert found
    path = tmp_path / "moss.toml"
    path.write_text(found[1], encoding="utf-8")
    return path


def test_the_example_of_the_documents_is_a_theme(example: Path) -> None:
    theme = read_theme(example)
    assert (theme.name, theme.summary) == ("moss", "moss and stone")
    assert theme.look("text", "dark", 256)[1] == 65
    assert theme.look("text", "light", 256)[1] == 252
    assert theme.look("number", "ground", 8)[0] == 0
    green = THEMES["green"]
    assert theme.look("must", "picked", 256) == green.look("must", "picked", 256)


def test_the_documents_name_every_role_and_theme() -> None:
    text = (DOCS / "themes.md").read_text(encoding="utf-8")
    for name in {*THEMES, *role_names()} - {"ground"}:
        assert f"`{name}`" in text, name


def test_own_themes_are_offered_with_the_others(example: Path) -> None:
    assert add_own_themes(example.parent) == []
    assert list(THEMES)[-1] == "moss"
    player = Player()
    while player.app.looks.theme != "moss":
        player.press("t")
    assert "moss and stone" in player.text
    assert find_theme("moss", example.parent) == "moss"


def test_where_there_are_none_nothing_happens(tmp_path: Path) -> None:
    before = dict(THEMES)
    assert add_own_themes(tmp_path / "nowhere") == []
    assert add_own_themes(None) == []
    assert before == THEMES


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("dark =", "is not TOML"),
        ("\udcff", "is not a text file in UTF-8"),
        ("colour = 1", "has an unknown key 'colour'; choose from base, summary"),
        ('base = "rainbow"', "has an unknown base; choose from classic"),
        ("base = 3", "has an unknown base"),
        ('base = "mono"', "cannot be based on mono"),
        ("summary = 3", "needs a summary"),
        ('summary = "a\\nb"', "needs a summary"),
        ("roles = 3", "needs a table [roles]"),
        ("[roles]\ndrak = 3", "has an unknown role 'drak'; choose from light"),
        ("[roles]\nground = 3", "has an unknown role 'ground'"),
        ("[roles]\nnumber = 256", "has a bad colour of number: '256'"),
        ("[roles]\nnumber = true", "has a bad colour of number"),
        ('[roles]\nnumber = "#12345"', "has a bad colour of number: '#12345'"),
        ('[roles]\nnumber = "pink"', "is neither a number from 0 to 255"),
        ('[roles]\ndark = ["#123456", 9]', "not one of the first 8"),
        ("[roles]\ndark = [1, 2, 3]", "has a bad colour"),
        ("a." * 30_000 + "a = 1", "line 1 is longer than 1000 characters"),
        ("#" * LARGEST_THEME + "\n", f"is longer than {LARGEST_THEME} bytes"),
    ],
)
def test_a_sentence_for_whatever_is_wrong(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    (problem,) = add_own_themes(tmp_path)
    assert problem.startswith("the theme 'wrong.toml' ")
    assert sentence in problem
    assert "\n" not in problem
    assert "wrong" not in THEMES


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes with names")
def test_names_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "classic.toml").write_text("", encoding="utf-8")
    (tmp_path / "My Theme.toml").write_text("", encoding="utf-8")
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    problems = "\n".join(add_own_themes(tmp_path))
    assert "'classic.toml' has the name of a built-in one" in problems
    assert "'My Theme.toml' needs a name of small letters" in problems
    assert "folder.toml': it is a directory, not a file" in problems
    assert "pipe.toml': it is a pipe, not a file" in problems
    for name in ("../classic", "nothing", "", "a/b"):
        with pytest.raises(ValueError, match="there is no theme"):
            find_theme(name, tmp_path)


def test_the_command_line_takes_them(
    example: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = example.parent / "config"
    directory = home / "minicheckers" / "themes"
    directory.mkdir(parents=True)
    example.rename(directory / "moss.toml")
    (directory / "bad.toml").write_text("dark =", encoding="utf-8")
    set_all(monkeypatch, settings_in(home))
    assert themes_directory() == directory
    assert make_parser(GAME).parse_args(["--theme", "moss"]).theme == "moss"
    for name, words in (("bad", "is not TOML"), ("none", "there is no theme 'none'")):
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main(["--theme", name])
        assert left.value.code == 2
        assert words in capsys.readouterr().err
