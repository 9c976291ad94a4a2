"""doctor: finds what is wrong, changes nothing unless it is told to, and says what to do."""

import json
import os
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from minicheckers import cli
from minicheckers.game.player import Player
from minicheckers.game.session import Session
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, Colour, get_variant
from minicheckers.storage.database import NAME, Database
from minicheckers.storage.games import columns_of
from minicheckers.storage.store import Preferences, Store
from minicheckers.storage.tables import Tables
from minicheckers.tui import capability
from minicheckers.tui.capability import Abilities
from minicheckers.tui.theme import THEMES
from testing.running import homes, set_all, settings_in, state_in
from testing.tiny_disk import fill, tiny_disk

Findings = dict[str, dict[str, Any]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    set_all(monkeypatch, homes(tmp_path))
    return tmp_path


@pytest.fixture
def kept(home: Path) -> Path:
    """The directory of someone who has played, with a backup."""
    directory = home / "state" / "minicheckers"
    with Store(directory) as store:
        session = Session.against(Position.start(), Player("easy"), person_first=True)
        store.save(session.play("6-9"))
        store.finish(session.play("6-9").resign(Colour.BLACK))
        store.maintain()
    return directory


class Doctor:
    """The command, and what it said last."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.code = 0

    def __call__(self, *flags: str) -> Findings:
        self.code = cli.main(["doctor", "--json", *flags])
        lines = self._capsys.readouterr().out.splitlines()
        found = [json.loads(line) for line in lines]
        assert all(list(record) == ["check", "ok", "sentence"] for record in found)
        assert self.code == int(not all(record["ok"] for record in found))
        return {record["check"]: record for record in found}


@pytest.fixture
def doctor(capsys: pytest.CaptureFixture[str]) -> Doctor:
    return Doctor(capsys)


def wrong(findings: Findings) -> dict[str, str]:
    return {name: found["sentence"] for name, found in findings.items() if not found["ok"]}


def add_row(directory: Path, **columns: object) -> None:
    """Keep a game that this program would not have kept."""
    database = Database(directory, print)
    game = columns_of(Session.against(Position.start(), Player("easy"), person_first=True))

    def job(tables: Tables) -> None:
        tables.add_game(game | columns, "2026-01-01", "2026-01-01")

    database.run(job, write=True)
    database.close()


def damage(path: Path) -> bytes:
    """Break a database so that only reading its rows reveals it."""
    data = path.read_bytes()
    path.write_bytes(data.replace(b"6-9", b"6-8"))
    assert path.read_bytes() != data
    return path.read_bytes()


def test_nothing_is_kept_yet_and_nothing_is_made(doctor: Doctor, home: Path) -> None:
    assert wrong(doctor()) == wrong(doctor("--repair")) == {}
    assert not (home / "state").exists()


def test_all_is_well(doctor: Doctor, kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = doctor()
    assert wrong(found) == {}
    assert {"directory", "database", "games", "preferences", "backups", "terminal"} <= set(found)
    assert {"plug-ins", "engines", "themes", "variants", "keys"} <= set(found)
    assert "1 game checked" in found["games"]["sentence"]
    assert cli.main(["doctor"]) == 0
    assert "ok     games" in capsys.readouterr().out


def test_a_damaged_database(doctor: Doctor, kept: Path) -> None:
    before = damage(kept / NAME)
    found = wrong(doctor())
    assert "--repair" in found["database"]
    assert (kept / NAME).read_bytes() == before, "looking changes nothing"
    repaired = doctor("--repair")
    assert wrong(repaired) == {}
    assert "takes its place" in repaired["repair"]["sentence"]
    assert (kept / f"{NAME}.broken-1").read_bytes() == before
    assert "1 game checked" in doctor()["games"]["sentence"]


def test_a_database_that_has_gone(doctor: Doctor, kept: Path) -> None:
    (kept / NAME).unlink()
    assert "--repair" in wrong(doctor())["database"]
    assert not (kept / NAME).exists()
    assert wrong(doctor("--repair")) == {}
    assert "1 game checked" in doctor()["games"]["sentence"]


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ({"moves": "6-9 1-18", "ply": 2}, "1-18"),
        ({"start": "B:W99:B1"}, "99"),
        ({"result": "1-0"}, "does not match its moves"),
        ({"variant": "nosuchgame"}, "nosuchgame"),
    ],
)
def test_a_game_that_cannot_be_played_again(
    doctor: Doctor, kept: Path, columns: dict[str, object], words: str
) -> None:
    add_row(kept, **columns)
    found = wrong(doctor())
    assert list(found) == ["games"]
    assert "Game 2" in found["games"]
    assert words in found["games"]
    assert "games" in wrong(doctor("--repair")), "nobody can know what was played"


def test_many_faulty_games_are_counted(doctor: Doctor, kept: Path) -> None:
    for _ in range(5):
        add_row(kept, result="1-0")
    assert "There are 2 more" in wrong(doctor())["games"]


def test_preferences_that_cannot_be_used(doctor: Doctor, kept: Path) -> None:
    database = Database(kept, print)

    def spoil(tables: Tables) -> None:
        for name, value in (("first", "nobody"), ("clock", "x")):
            tables.add("preferences", {"name": name, "value": value})

    database.run(spoil, write=True)
    database.close()
    assert "first and clock" in wrong(doctor())["preferences"]
    assert wrong(doctor("--repair")) == {}


def test_the_last_game_may_be_one_of_a_file(
    doctor: Doctor, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rules need not be there any more, and are the last choice again when they are."""
    chosen = Preferences("backyard", 8, "hard")
    with Store(kept) as store:
        store.set_preferences(chosen)
    assert wrong(doctor("--repair")) == {}
    with Store(kept) as store:
        assert store.preferences() == Preferences(level="hard")
        assert store.take_notices() == []
        towers = get_variant("towers")
        monkeypatch.setitem(VARIANTS, "backyard", replace(towers, name="backyard"))
        assert store.preferences() == chosen


def test_a_full_disk_is_what_is_wrong_and_the_games_are_read(
    doctor: Doctor, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with tiny_disk(home) as disk:
        monkeypatch.setenv("XDG_STATE_HOME", str(disk))
        session = Session.against(Position.start(), Player("easy"), person_first=True)
        with Store.default() as store:
            store.save(session.play("6-9"))
        fill(disk)
        assert "full" in wrong(doctor())["directory"]
        assert doctor()["games"]["sentence"].startswith("1 game")


def test_a_damaged_backup(doctor: Doctor, kept: Path) -> None:
    (backup,) = kept.glob(f"{NAME}.backup-*")
    damage(backup)
    assert backup.name in wrong(doctor())["backups"]
    assert wrong(doctor("--repair")) == {}
    assert b"6-9" in backup.read_bytes(), "another one is made"


@pytest.mark.skipif(sys.platform == "win32", reason="needs the modes of POSIX files")
def test_a_directory_that_others_can_look_into(doctor: Doctor, kept: Path) -> None:
    kept.chmod(0o755)
    assert "--repair" in wrong(doctor())["directory"]
    assert kept.stat().st_mode & 0o077 == 0o055
    assert wrong(doctor("--repair")) == {}
    assert kept.stat().st_mode & 0o077 == 0


def test_a_database_of_a_newer_version_is_left_alone(doctor: Doctor, kept: Path) -> None:
    with sqlite3.connect(kept / NAME) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = (kept / NAME).read_bytes()
    for flags in ((), ("--repair",)):
        assert "newer" in wrong(doctor(*flags))["database"]
        assert (kept / NAME).read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes with names")
def test_something_else_in_its_place(doctor: Doctor, kept: Path) -> None:
    (kept / NAME).unlink()
    os.mkfifo(kept / NAME)
    assert "not a file" in wrong(doctor())["database"]
    assert wrong(doctor("--repair"))
    kept.rename(kept.with_name("aside"))
    kept.write_text("")
    assert "not a directory" in wrong(doctor())["directory"]
    kept.unlink()
    kept.symlink_to("nowhere")
    assert "not a directory" in wrong(doctor())["directory"]


@pytest.mark.parametrize("below", ["file", "file/a/b"])
def test_where_no_directory_can_be_made(
    doctor: Doctor, home: Path, monkeypatch: pytest.MonkeyPatch, below: str
) -> None:
    """It is said once, and nothing is promised."""
    (home / "file").write_text("")
    set_all(monkeypatch, state_in(home / below) | settings_in(home / below))
    for flags in ((), ("--repair",)):
        found = wrong(doctor(*flags))
        assert list(found) == ["directory"]
        assert "No game is saved" in found["directory"]
        assert "file' is not a directory. Set " in found["directory"]


@pytest.fixture
def nothing_added() -> Iterator[None]:
    """The themes and games that come with the program; others are gone afterwards."""
    themes, games = dict(THEMES), dict(VARIANTS)
    yield
    THEMES.clear()
    THEMES.update(themes)
    VARIANTS.clear()
    VARIANTS.update(games)


@pytest.mark.usefixtures("nothing_added")
def test_what_was_added_to_the_program(doctor: Doctor, home: Path) -> None:
    ours = home / "config" / "minicheckers"
    for folder in ("themes", "variants"):
        (ours / folder).mkdir(parents=True)
    (ours / "themes" / "bad.toml").write_text("nonsense")
    (ours / "variants" / "mine.toml").write_text("name = 7")
    (ours / "engines.toml").write_text('[engines.gone]\ncommand = "nosuchprogram\x1b hub"\n')
    (ours / "config.toml").write_text('[keys]\nnosuchdeed = "N"\nundo = "r"\n')
    found = wrong(doctor())
    assert set(found) == {"themes", "variants", "engines", "keys"}
    assert "nosuchdeed" in found["keys"]
    assert "undo" in found["keys"], "r does something else there"
    assert "bad" in found["themes"]
    assert "mine" in found["variants"]
    (ours / "themes" / "bad.toml").unlink()
    (ours / "themes" / "good.toml").write_text('base = "classic"\n')
    (ours / "engines.toml").write_text('[engines.gone]\ncommand = "nosuchprogram hub"\n')
    (ours / "config.toml").write_text('[keys]\nundo = "z"\n')
    findings = doctor()
    assert "undo" in findings["keys"]["sentence"]
    assert findings["keys"]["ok"]
    assert "there is no program 'nosuchprogram'" in findings["engines"]["sentence"]
    assert "good" in findings["themes"]["sentence"]
    assert findings["themes"]["ok"], findings["themes"]


@pytest.mark.parametrize(
    ("abilities", "unicode", "missing"),
    [
        (Abilities((120, 40), 256, True), True, set()),
        (Abilities((0, 0), 8, True), True, set()),
        (Abilities((79, 24), 256, True), True, {"size"}),
        (Abilities((80, 24), 0, False), False, {"colours", "mouse", "unicode"}),
    ],
)
def test_what_the_terminal_lacks(
    doctor: Doctor,
    monkeypatch: pytest.MonkeyPatch,
    abilities: Abilities,
    unicode: bool,
    missing: set[str],
) -> None:
    monkeypatch.setattr(capability, "why_no_terminal", lambda: None)
    monkeypatch.setattr(capability, "abilities", lambda: abilities)
    monkeypatch.setattr(capability, "speaks_unicode", lambda: unicode)
    assert set(wrong(doctor())) == missing
