"""Games from outside: a named file, the person's folder, a package; stored with a game."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from minicheckers.game.player import PERSON, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, Goal, get_variant
from minicheckers.storage.games import columns_of, session_of
from minicheckers.storage.variants import add_own_variants, find_variant, variants_directory

RULES = 'name = "backyard"\nbase = "english"\ncapture_forced = false\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The person's folder of house rules; what joins the games leaves them again."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path))
    found = variants_directory()
    assert found is not None
    found.mkdir(parents=True)
    before = dict(VARIANTS)
    yield found
    VARIANTS.clear()
    VARIANTS.update(before)


def test_a_file_that_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(RULES)
    game = find_variant(str(file), goal=Goal.LOSING)
    assert (game.name, game.capture_forced, game.goal) == ("backyard-losing", False, Goal.LOSING)
    assert get_variant("backyard-losing") == game


def test_a_file_in_the_folder_goes_by_its_name(folder: Path) -> None:
    (folder / "backyard.toml").write_text(RULES)
    assert not find_variant("backyard").capture_forced
    assert find_variant("backyard-losing").goal is Goal.LOSING
    assert find_variant("international", 8).size == 8
    with pytest.raises(ValueError, match="there is no variant 'frontyard'"):
        find_variant("frontyard")


def test_what_is_wrong_is_told_and_the_others_join(folder: Path) -> None:
    (folder / "backyard.toml").write_text(RULES)
    (folder / "wrong.toml").write_text('name = "wrong"\nbase = "chess"\n')
    (folder / "binary.toml").write_bytes(b"\xff\xfe")
    (folder / "deep.toml").write_text("a = " + "[" * 5000)
    (folder / "directory.toml").mkdir()
    problems = add_own_variants()
    assert "backyard" in VARIANTS
    assert len(problems) == 4
    assert all(problem.isprintable() and "the house rules in" in problem for problem in problems)


def test_a_package_brings_a_game_and_nothing_of_it_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "bringing_games"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('this must not run')")
    (package / "backyard.toml").write_text(RULES)
    monkeypatch.syspath_prepend(str(tmp_path))
    named = [
        EntryPoint("backyard", "bringing_games:backyard.toml", "minicheckers.variants"),
        EntryPoint("gone", "not_installed:gone.toml", "minicheckers.variants"),
        EntryPoint("sly", "bringing_games:../../secret.toml", "minicheckers.variants"),
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: named)
    assert find_variant("backyard").base == "english"


def test_a_kept_game_carries_its_rules(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(RULES)
    start = Position.start(find_variant(str(file)))
    session = Session(Timeline.begin(start).play("9-13"), PERSON, Player("easy"))
    columns = columns_of(session)
    del VARIANTS["backyard"]
    assert session_of(columns) == session
    usual = Session(Timeline.begin(Position.start("russian")), PERSON, Player("easy"))
    assert columns_of(usual)["rules"] is None
