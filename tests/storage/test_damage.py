"""A damaged, foreign, newer or edited database: one message, and whatever was intact is kept."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from minicheckers.storage import tables
from minicheckers.storage.games import columns_of
from minicheckers.storage.store import Preferences, Store, StoreError
from minicheckers.storage.tables import Tables
from testing.store_games import begun, check_nothing_is_saved, clock, finished, played

PAGE = 4096


@pytest.fixture(scope="module")
def some_of_everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a backup, and with enough games to have some pages."""
    directory = tmp_path_factory.mktemp("state") / "minicheckers"
    with Store(directory) as store:
        for seed in range(20):
            store.begin()
            store.finish(finished("english", seed))
        for plies in range(1, 11):
            store.begin()
            store.save(played(begun("english"), 6 * plies))
        store.puzzle_tried("one", 3, clean=True)
        store.fix_mistake("here")
        store.set_preferences(Preferences("towers", level="hard"))
        store.maintain()
    assert store.take_notices() == []
    return directory


@pytest.fixture
def path(some_of_everything: Path, tmp_path: Path) -> Path:
    """Its database, to be damaged."""
    return Path(shutil.copytree(some_of_everything, tmp_path / "minicheckers")) / "minicheckers.db"


def everything(store: Store) -> tuple[object, ...]:
    """All that can be asked for, and what came up until everything was asked and checked."""
    store.maintain()
    games = [(game.id, game.session()) for game in (*store.unfinished(), *store.finished())]
    others = (store.stats(), store.results(), store.puzzles(), store.fixed_mistakes())
    return games, *others, store.preferences()


def edited(path: Path, *statements: str) -> None:
    """An edit made with some other database program."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def fresh(path: Path, content: bytes) -> Store:
    """A store that finds this content; all traces of the test before are gone."""
    for old in path.parent.glob("*"):
        if ".backup-" not in old.name:
            old.unlink()
    path.write_bytes(content)
    return Store(path.parent)


@pytest.mark.parametrize("step", [10 * PAGE, pytest.param(PAGE, marks=pytest.mark.slow)])
def test_cut_at_every_page_nothing_is_lost(path: Path, step: int) -> None:
    whole = path.read_bytes()
    with Store(path.parent) as store:
        expected = everything(store)
    assert len(whole) > 10 * PAGE
    for length in (*range(0, len(whole), step), 1, 100, PAGE + 1, len(whole) - 1):
        with fresh(path, whole[:length]) as store:
            assert everything(store) == expected, length
            (notice,) = store.take_notices()
            assert "damaged" in notice
            assert "backup" in notice
        assert (path.parent / "minicheckers.db.broken-1").read_bytes() == whole[:length]


@pytest.mark.parametrize("step", [19_999, pytest.param(13, marks=pytest.mark.slow)])
def test_with_bytes_flipped_on_every_page_nothing_is_lost_or_believed(
    path: Path, step: int
) -> None:
    """Either it did no harm, or there is a sentence and everything is there all the same."""
    whole = path.read_bytes()
    with Store(path.parent) as store:
        expected = everything(store)
    noticed = 0
    for place in range(0, len(whole), step):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        with fresh(path, bytes(damaged)) as store:
            found = everything(store)
            notices = store.take_notices()
        if any("newer" in notice for notice in notices):  # the number of its version was hit
            assert path.read_bytes() == damaged
            continue
        assert found == expected, place
        assert len(notices) <= 1, notices
        noticed += bool(notices)
    assert noticed > len(whole) // step // 5


def test_the_newest_good_backup_is_used(path: Path) -> None:
    (backup,) = path.parent.glob("*.backup-*")
    with Store(path.parent) as store:
        expected = everything(store)
    for day in ("2999-01-01", "2999-01-02"):
        broken = backup.with_name(f"minicheckers.db.backup-{day}")
        broken.write_bytes(backup.read_bytes()[: 3 * PAGE])
    with fresh(path, b"junk") as store:
        assert everything(store) == expected
        assert backup.name[-10:] in store.take_notices()[0]


def test_a_file_that_has_gone_comes_back(path: Path) -> None:
    with Store(path.parent) as store:
        expected = everything(store)
    path.unlink()
    with Store(path.parent) as store:
        assert everything(store) == expected
        assert "has disappeared" in store.take_notices()[0]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes nothing that is in use")
def test_a_file_that_is_deleted_or_replaced_while_it_is_open_is_noticed(path: Path) -> None:
    store = Store(path.parent)
    assert store.resume() is not None
    path.unlink()
    store.save(played(begun("english"), 61))
    assert "has disappeared" in store.take_notices()[0]
    with fresh(path, b"junk"):
        store.save(played(begun("english"), 62))
        store.close()
    with Store(path.parent) as later:
        assert later.resume() == played(begun("english"), 62)


def test_without_a_backup_a_new_one_takes_its_place(path: Path) -> None:
    for backup in path.parent.glob("*.backup-*"):
        backup.unlink()
    with fresh(path, b"junk") as store:
        assert (store.unfinished(), store.stats().rows()) == ((), [])
        assert "A new one" in store.take_notices()[0]
        store.save(played(begun(), 3))
        assert len(store.unfinished()) == 1


def test_every_damaged_file_gets_a_name_of_its_own(path: Path) -> None:
    for number in range(1, 4):
        path.write_text(str(number))
        with Store(path.parent) as store:
            store.stats()
    kept = [path.with_name(f"minicheckers.db.broken-{n}").read_text() for n in range(1, 4)]
    assert kept == ["1", "2", "3"]


def test_the_database_of_another_program_is_set_aside(path: Path) -> None:
    theirs = path.with_name("theirs")
    edited(theirs, "CREATE TABLE games (id)", "PRAGMA user_version = 1")
    with fresh(path, theirs.read_bytes()) as store:
        assert len(store.unfinished()) == 10
        assert "not a database of minicheckers" in store.take_notices()[0]


EDITS = {
    "a result": "UPDATE games SET black = 'easy' WHERE id = 3",
    "an unfinished game": "UPDATE games SET moves = '1-2', ply = 1 WHERE id = 25",
    "a number beyond all": "UPDATE games SET black_used = 9e999 WHERE id = 25",
    "a type": "UPDATE games SET ply = 'x' WHERE id = 25",
    "a preference": "UPDATE preferences SET value = x'00ff' WHERE name = 'level'",
    "letters that are none": "UPDATE games SET variant = CAST(x'ff' AS TEXT) WHERE id = 25",
    "something very long": "UPDATE games SET seed = printf('%.*c', 5000000, '7') WHERE id = 25",
    "a view": "DROP VIEW results",
    "another view": "CREATE VIEW more AS SELECT * FROM games",
    "a column": "ALTER TABLE puzzle_tries DROP COLUMN tried",
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_what_somebody_else_has_written_is_not_believed(path: Path, edit: str) -> None:
    with Store(path.parent) as store:
        expected = everything(store)
    edited(
        path,
        "PRAGMA ignore_check_constraints = 1",
        "PRAGMA writable_schema = 1",
        "DROP TRIGGER a_finished_game_stays",
        edit,
    )
    with Store(path.parent) as store:
        assert everything(store) == expected
        assert any("damaged" in notice for notice in store.take_notices())


def test_a_game_that_cannot_have_been_played_is_passed_over(path: Path) -> None:
    """Someone took the trouble to write its checksum, too."""
    with closing(sqlite3.connect(path)) as connection:
        tables, session = Tables(connection), played(begun("english"), 5)
        for change in ({"moves": "1-2", "ply": 1}, {"white": "\x1b[31m"}, {"variant": "chess"}):
            tables.add_game(columns_of(session) | change, "2026", "2026")
        connection.commit()
    with Store(path.parent) as store:
        assert store.resume() is not None
        notices = store.take_notices()
        assert len(notices) == 3
        assert all(notice.isprintable() for notice in notices)
        with pytest.raises(StoreError, match="cannot be read"):
            store.resume(store.unfinished()[0].id)


def test_a_database_of_a_newer_program_is_not_touched(path: Path) -> None:
    edited(path, "PRAGMA user_version = 99")
    theirs = path.read_bytes()
    store = Store(path.parent)
    assert (store.resume(), store.unfinished(), store.preferences()) == (None, (), Preferences())
    (notice,) = store.take_notices()
    assert "newer" in notice
    store.maintain()
    check_nothing_is_saved(store, "newer")
    assert path.read_bytes() == theirs
    assert not list(path.parent.glob("*.broken*"))


# Windows: what is open has to stay where it is


def open_files(directory: Path) -> set[str]:
    """The names in a directory that this process has open."""
    found = set()
    for descriptor in os.listdir("/proc/self/fd"):
        with suppress(OSError):  # it was the one of this list
            path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
            if path.parent == directory.resolve():
                found.add(path.name)
    return found


@pytest.fixture
def as_on_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is open can be moved, replaced or removed."""
    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("which files are open is asked of /proc")

    def refusing(act: Callable[..., None]) -> Callable[..., None]:
        def refuse(*paths: Any, **options: Any) -> None:
            for path in map(Path, paths):
                if path.name in open_files(path.parent):
                    raise PermissionError(13, "The process cannot access the file", str(path))
            act(*paths, **options)

        return refuse

    for name in ("replace", "rename", "unlink", "remove"):
        monkeypatch.setattr(os, name, refusing(getattr(os, name)))


def is_swept(directory: Path) -> bool:
    """Whether there is nothing but a database, the locks, backups and what was set aside."""
    kinds = ("minicheckers.db", "minicheckers.db-journal", "minicheckers.lock")
    return all(
        path.name in kinds or ".broken-" in path.name or ".backup-" in path.name
        for path in directory.iterdir()
    )


DAMAGES = {
    "junk": lambda content: b"junk" * 1000,
    "no header": lambda content: bytes(100) + content[100:],
    "cut": lambda content: content[: 3 * PAGE + 7],
    "a page of zeros": lambda content: content[: 2 * PAGE] + bytes(PAGE) + content[3 * PAGE :],
    "a schema of zeros": lambda content: content[:100] + bytes(PAGE - 100) + content[PAGE:],
}


@pytest.mark.usefixtures("as_on_windows")
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_on_windows_a_damaged_file_is_replaced_too(
    path: Path, damage: Callable[[bytes], bytes]
) -> None:
    with Store(path.parent) as store:
        expected = everything(store)
    path.write_bytes(damage(path.read_bytes()))
    with Store(path.parent) as store:
        assert everything(store) == expected
        assert "damaged" in store.take_notices()[0]
    assert open_files(path.parent) == set()
    assert is_swept(path.parent)


@pytest.mark.usefixtures("as_on_windows")
@pytest.mark.sampled(4)
@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_on_windows_a_file_that_turns_out_to_be_damaged_is_replaced_too(
    path: Path, edit: str
) -> None:
    """It is damaged while it is open, and found to be when something is asked of it."""
    with Store(path.parent) as store:
        expected = everything(store)
        edited(
            path,
            "PRAGMA ignore_check_constraints = 1",
            "PRAGMA writable_schema = 1",
            "DROP TRIGGER a_finished_game_stays",
            "REPLACE INTO earlier_puzzles VALUES (1, 1, 1, 1, 1)",
            edit,
        )
        assert everything(store) == expected
        assert any("damaged" in notice for notice in store.take_notices())
    assert open_files(path.parent) == set()
    assert is_swept(path.parent)


@pytest.mark.usefixtures("as_on_windows")
def test_on_windows_a_damaged_file_stays_while_another_program_has_it_open(path: Path) -> None:
    """What is to be saved is saved as soon as that program lets it go."""
    path.write_bytes(b"junk" * 1000)
    journal = path.with_name(f"{path.name}-journal")  # of a transaction that is complete
    journal.write_bytes(bytes(100))
    store = Store(path.parent)
    with path.open("rb"):
        check_nothing_is_saved(store, "another program")
        assert store.take_notices() == []
        assert path.read_bytes() == b"junk" * 1000
        assert journal.read_bytes() == bytes(100)
        assert not list(path.parent.glob("*.broken*"))
        assert not list(path.parent.glob("*.new*"))
    store.close()
    with Store(path.parent) as later:
        assert played(begun(), 2) in [game.session() for game in later.unfinished()]
        assert len(later.unfinished()) == 11
    assert is_swept(path.parent)


# Backups and versions


def days(directory: Path) -> list[str]:
    return sorted(path.name[-10:] for path in directory.glob("*.backup-*"))


def test_one_backup_a_day_and_the_last_three_are_kept(tmp_path: Path) -> None:
    for day in range(1, 6):
        for hour in (1, 2):
            with Store(tmp_path, now=clock(86400 * day + 3600 * hour)) as store:
                store.begin()
                store.save(played(begun(), 2))
                store.maintain()
    assert days(tmp_path) == ["1970-01-04", "1970-01-05", "1970-01-06"]
    backup = tmp_path / "minicheckers.db.backup-1970-01-06"
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (9,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert not list(tmp_path.glob("*.new*"))


def test_a_damaged_database_is_not_backed_up(path: Path) -> None:
    whole = path.read_bytes()
    shutil.copy(path, path.with_name("minicheckers.db.backup-1970-01-01"))
    for backup in path.parent.glob("*.backup-2*"):
        backup.unlink()
    path.write_bytes(whole[: 5 * PAGE])
    with Store(path.parent) as store:
        store.maintain()
    assert len(store.take_notices()) == 1
    for backup in path.parent.glob("*.backup-*"):
        assert backup.stat().st_size == len(whole)


@pytest.fixture
def migration(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program of the next version, in which puzzles have one more column."""
    wide = [text.replace("tried      TEXT", "again INTEGER, tried TEXT") for text in tables.SCHEMA]
    tries = next(text for text in wide if "again INTEGER" in text)
    monkeypatch.setattr(tables, "SCHEMA", tuple(wide))
    monkeypatch.setattr(tables, "VERSION", tables.VERSION + 1)
    statements = ("DROP TABLE puzzle_tries", tries, *(t for t in wide if "solved_once" in t))
    monkeypatch.setattr(tables, "MIGRATIONS", {tables.VERSION - 1: statements})


@pytest.mark.usefixtures("migration")
def test_a_migration_leads_from_a_version_to_the_next_one(path: Path) -> None:
    monkeyed = tables.VERSION
    with Store(path.parent) as store:
        store.maintain()
        assert len(store.unfinished()) == 10
        assert len(store.puzzles().solved) == 0
    assert store.take_notices() == []
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (monkeyed,)


@pytest.mark.usefixtures("migration")
def test_an_older_backup_is_migrated_when_it_is_used(path: Path) -> None:
    with fresh(path, b"junk") as store:
        store.maintain()
        assert len(store.unfinished()) == 10
        assert len(store.take_notices()) == 1


def test_a_migration_that_fails_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path.read_bytes()
    monkeypatch.setattr(tables, "MIGRATIONS", {tables.VERSION: ("DROP VIEW results", "nonsense")})
    monkeypatch.setattr(tables, "VERSION", tables.VERSION + 1)
    with Store(path.parent) as store:
        assert store.unfinished() == ()
        assert len(store.take_notices()) == 1
    assert path.read_bytes() == before
