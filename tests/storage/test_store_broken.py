import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minicheckers.storage import files as store_files
from minicheckers.storage.files import LARGEST_FILE
from minicheckers.storage.store import Preferences, Store, StoreError, Tally
from testing.store_games import begun, played, won_by

SESSION = played(begun(), 6)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "minicheckers"


def saved(directory: Path) -> Path:
    """A directory with one save and no backup of it."""
    store = Store(directory)
    store.save(SESSION)
    return directory / "game-1.json"


@pytest.mark.parametrize("step", [7, pytest.param(1, marks=pytest.mark.slow)])
def test_a_save_cut_at_any_byte_is_kept_aside_and_the_one_before_is_used(
    directory: Path, step: int
) -> None:
    path = saved(directory)
    store = Store(directory)
    store.save(SESSION)
    whole = path.read_bytes()
    for length in range(
        0, len(whole) - 1, step
    ):  # without its last byte, a newline, it is still whole
        path.write_bytes(whole[:length])
        reader = Store(directory)
        assert reader.load() == SESSION
        notices = reader.take_notices()
        assert len(notices) == 1
        assert "broken" in notices[0]
        assert notices[0].isprintable()
        kept = directory / "game-1.json.broken-1"
        assert str(kept) in notices[0]
        assert kept.read_bytes() == whole[:length]
        kept.unlink()
    path.write_bytes(whole[:-1])
    assert Store(directory).load() == SESSION


def test_every_broken_file_gets_a_name_of_its_own(directory: Path) -> None:
    path = saved(directory)
    for number in range(1, 5):
        path.write_text(str(number))
        store = Store(directory)
        store.load()
        store.save(SESSION)
        assert len(store.take_notices()) == 1
    texts = [(directory / f"game-1.json.broken-{n}").read_text() for n in range(1, 5)]
    assert texts == ["1", "2", "3", "4"]


def test_a_save_and_its_backup_cut_at_any_byte_are_both_kept_aside(directory: Path) -> None:
    path = saved(directory)
    backup = store_files.backup_of(path)
    whole = path.read_bytes()
    for length in range(0, len(whole) - 1, 7):
        path.write_bytes(whole[:length])
        backup.write_bytes(whole[: length // 2])
        before = set(directory.iterdir())
        reader = Store(directory)
        assert reader.load() is None
        assert len(reader.take_notices()) == 2
        new = set(directory.iterdir()) - before
        assert {file.read_bytes() for file in new} == {whole[:length], whole[: length // 2]}
        assert len(new) == 2


Change = Callable[[dict[str, Any]], object]
WRONG: dict[str, Change] = {
    "an illegal move": lambda d: d["moves"].insert(2, "1-2"),
    "a move of the other side": lambda d: d["moves"].insert(0, "13-10"),
    "a move with escape codes": lambda d: d["moves"].insert(0, "\x1b[2J"),
    "a move that is a number": lambda d: d["moves"].insert(0, 7),
    "moves that are text": lambda d: d.update(moves="4-7"),
    "more plies than moves": lambda d: d.update(ply=99),
    "fewer plies than none": lambda d: d.update(ply=-1),
    "a ply that is true": lambda d: d.update(ply=True),
    "a variant that is none": lambda d: d.update(variant="chess"),
    "a variant that is a list": lambda d: d.update(variant=["mini"]),
    "a size that does not fit": lambda d: d.update(size=8),
    "a start that is no position": lambda d: d.update(start="B:W13"),
    "a player that is a text": lambda d: d.update(black="me"),
    "a player without a level": lambda d: d["white"].pop("level"),
    "a level with escape codes": lambda d: d["white"].update(level="\x1b[31m"),
    "a level of surrogates": lambda d: d["white"].update(level="\ud800"),
    "a level that goes on and on": lambda d: d["white"].update(level="x" * 10_000),
    "a time that is no number": lambda d: d["white"].update(time="1"),
    "a negative time": lambda d: d["white"].update(time=-1),
    "an infinite time": lambda d: d["white"].update(time=float("inf")),
    "a depth of nothing": lambda d: d["white"].update(depth=0),
    "a clock that is not a number": lambda d: d.update(elapsed=[float("nan"), 0]),
    "a clock beyond all numbers": lambda d: d.update(elapsed=[10**400, 0]),
    "a clock with three hands": lambda d: d.update(elapsed=[1, 2, 3]),
    "a seed that is a text": lambda d: d.update(seed="1"),
    "no version": lambda d: d.pop("version"),
    "version 0": lambda d: d.update(version=0),
    "a version that is a text": lambda d: d.update(version="1"),
    "another format": lambda d: d.update(format="minicheckers record"),
    "no moves": lambda d: d.pop("moves"),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG.keys())
def test_a_save_with_something_wrong_is_kept_aside(directory: Path, change: Change) -> None:
    path = saved(directory)
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))
    wrong = path.read_bytes()
    store = Store(directory)
    assert store.load() is None
    (notice,) = store.take_notices()
    assert notice.isprintable()
    assert (directory / "game-1.json.broken-1").read_bytes() == wrong
    assert store.take_notices() == []
    store.save(SESSION)
    assert Store(directory).load() == SESSION


STRANGE = {
    "nothing": b"",
    "null": b"null",
    "deep lists": b"[" * 100_000,
    "deep objects": b'{"format":' * 50_000,
    "a huge number": b"9" * 10_000,
    "no text": b"\xff\xfe\x00",
    "more than we read": b" " * (LARGEST_FILE + 5),
}


@pytest.mark.parametrize("data", STRANGE.values(), ids=STRANGE.keys())
def test_strange_files_are_kept_aside_with_a_sentence(tmp_path: Path, data: bytes) -> None:
    check_kept_aside(tmp_path, data)


@pytest.mark.parametrize("examples", [30, pytest.param(300, marks=pytest.mark.slow)])
def test_any_bytes_are_kept_aside_with_a_sentence(examples: int) -> None:
    settings(max_examples=examples)(given(st.binary(max_size=300))(check_kept_aside_anywhere))()


def check_kept_aside_anywhere(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as name:
        check_kept_aside(Path(name), data)


def check_kept_aside(directory: Path, data: bytes) -> None:
    files = ("game-1.json", "preferences.json", "record.json")
    for file in files:
        (directory / file).write_bytes(data)
    store = Store(directory)
    assert store.load() is None
    assert store.preferences() == Preferences()
    assert store.record().rows() == []
    notices = store.take_notices()
    assert len(notices) == 3
    assert all(notice.isprintable() and len(notice) < 600 for notice in notices)
    for file in files:
        assert (directory / f"{file}.broken-1").read_bytes() == data
        assert not (directory / file).exists()


def test_a_new_game_does_not_overwrite_a_broken_one_that_was_never_looked_at(
    directory: Path,
) -> None:
    saved(directory).write_text("{")
    store = Store(directory)
    store.save(SESSION)
    assert (directory / "game-1.json.broken-1").read_text() == "{"
    assert len(store.take_notices()) == 1


def newer(path: Path) -> bytes:
    document = json.loads(path.read_text()) | {"version": 2, "moves": {"not": "ours"}}
    path.write_text(json.dumps(document))
    return path.read_bytes()


def test_a_game_of_a_newer_program_is_left_alone(directory: Path) -> None:
    path = saved(directory)
    theirs = newer(path)
    store = Store(directory)
    assert store.load() is None
    (notice,) = store.take_notices()
    assert "newer" in notice
    store.save(SESSION)
    assert path.read_bytes() == theirs
    assert (directory / "game-2.json").exists()
    assert Store(directory).load() == SESSION
    store.forget()
    assert path.read_bytes() == theirs


def test_preferences_and_record_of_a_newer_program_are_left_alone(directory: Path) -> None:
    store = Store(directory)
    store.set_preferences(Preferences("english"))
    store.add_result(won_by(colour_is_person=True))
    theirs = [newer(directory / name) for name in ("preferences.json", "record.json")]
    store = Store(directory)
    assert store.preferences() == Preferences()
    assert store.record().rows() == []
    assert len(store.take_notices()) == 2
    with pytest.raises(StoreError, match="newer"):
        store.set_preferences(Preferences())
    with pytest.raises(StoreError, match="newer"):
        store.add_result(won_by(colour_is_person=True))
    kept = [(directory / name).read_bytes() for name in ("preferences.json", "record.json")]
    assert kept == theirs


def test_preferences_with_something_wrong_are_kept_aside(directory: Path) -> None:
    Store(directory).set_preferences(Preferences("english"))
    path = directory / "preferences.json"
    path.write_text(path.read_text().replace('"you"', '"nobody"'))
    store = Store(directory)
    assert store.preferences() == Preferences()
    (notice,) = store.take_notices()
    assert notice.startswith("the preferences file was broken ('nobody' does not say who is first")


def test_a_broken_record_falls_back_to_the_one_before(directory: Path) -> None:
    store = Store(directory)
    for _ in range(3):
        store.add_result(won_by(colour_is_person=True))
    (directory / "record.json").write_text("{}")
    store = Store(directory)
    assert store.record().score("mini", "easy") == Tally(wins=2)
    assert "version before" in store.take_notices()[0]
    store.add_result(won_by(colour_is_person=True))
    assert store.record().score("mini", "easy") == Tally(wins=3)


def test_a_file_that_may_not_be_read_is_left_alone(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(directory)
    theirs = path.read_bytes()
    really_read = store_files.read_bytes

    def refuse(asked: Path) -> bytes:
        if asked == path:
            raise PermissionError(13, "Permission denied", str(asked))
        return really_read(asked)

    monkeypatch.setattr(store_files, "read_bytes", refuse)
    store = Store(directory)
    assert store.load() is None
    (notice,) = store.take_notices()
    assert "Permission denied" in notice
    store.save(SESSION)
    assert path.read_bytes() == theirs
    assert store.load() == SESSION


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_files_of_another_user_are_left_alone() -> None:
    nobody = 65534
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        directory = Path(name) / "minicheckers"
        path = saved(directory)
        store_files.release(directory / "game-1.lock")
        Store(directory).set_preferences(Preferences("english"))
        theirs = path.read_bytes()
        for owner in (nobody, 0):  # their directory with root's files in it; then all of it root's
            os.chown(directory, owner, owner)
            os.chown(directory / "store.lock", owner, owner)
            os.seteuid(nobody)
            try:
                store = Store(directory)
                assert store.load() is None
                assert store.preferences() == Preferences()
                notices = store.take_notices()
                if owner == nobody:
                    store.save(SESSION)
                    assert store.load() == SESSION
                else:
                    with pytest.raises(StoreError, match=r"Permission denied|belongs to another"):
                        store.save(SESSION)
            finally:
                os.seteuid(0)
            assert len(notices) == 2
            assert all("Permission denied" in notice for notice in notices)
            assert path.read_bytes() == theirs


def test_a_file_where_the_directory_should_be_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "minicheckers").write_text("not a directory")
    store = Store(tmp_path / "minicheckers")
    assert store.load() is None
    assert store.preferences() == Preferences()
    assert all("Not a directory" in notice for notice in store.take_notices())
    with pytest.raises(StoreError, match="could not be saved"):
        store.save(SESSION)
    with pytest.raises(StoreError, match="could not be saved"):
        store.set_preferences(Preferences())
    with pytest.raises(StoreError, match="could not be saved"):
        store.add_result(won_by(colour_is_person=True))


def test_a_directory_where_the_save_should_be_is_left_alone(directory: Path) -> None:
    (directory / "game-1.json").mkdir(parents=True)
    store = Store(directory)
    assert store.load() is None
    assert len(store.take_notices()) == 1
    store.save(SESSION)
    assert (directory / "game-1.json").is_dir()
    assert Store(directory).load() == SESSION
