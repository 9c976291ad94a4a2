"""The state directory: for its owner alone, whatever is in it; and files that a person names."""

import os
import stat
import sys
import tempfile
import time
from pathlib import Path

import pytest

from minicheckers.storage.game_files import NameTakenError, write_pdn
from minicheckers.storage.store import LateError, Preferences, Store, StoreError
from testing.store_games import begun, check_nothing_is_saved, played

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a POSIX file system")
needs_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be somebody else"
)
NOBODY = 65534


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "a" / "b" / "minicheckers"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def save(directory: Path) -> None:
    with Store(directory) as store:
        store.save(played(begun(), 1))


def test_files_and_directories_are_for_their_owner_only_whatever_the_umask(directory: Path) -> None:
    old = os.umask(0)
    try:
        store = Store(directory)
        store.save(played(begun(), 1))
        store.maintain()
        store.puzzles()  # after the backup
    finally:
        os.umask(old)
    paths = list(directory.iterdir())
    assert {path.name.partition("backup")[0] for path in paths} >= {
        "minicheckers.db",
        "minicheckers.db.",
        "minicheckers.lock",
    }
    assert {mode(path) for path in paths} == {0o600}
    assert {mode(path) for path in (directory, *list(directory.parents)[:2])} == {0o700}
    store.close()
    directory.chmod(0o777)
    (directory / "minicheckers.db").chmod(0o666)
    save(directory)
    assert (mode(directory), mode(directory / "minicheckers.db")) == (0o700, 0o600)


@needs_root
def test_a_directory_or_a_file_of_somebody_else_is_refused(directory: Path) -> None:
    save(directory)
    os.chown(directory / "minicheckers.db", NOBODY, -1)
    with pytest.raises(StoreError, match="belongs to another user"):
        save(directory)
    os.chown(directory, NOBODY, -1)
    with pytest.raises(StoreError, match="belongs to another user"):
        save(directory)


@needs_root
def test_what_may_not_be_read_or_written_is_a_sentence() -> None:
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        directory = Path(name) / "minicheckers"
        save(directory)
        theirs = (directory / "minicheckers.db").read_bytes()
        os.seteuid(NOBODY)
        try:
            store = Store(directory)
            assert (store.resume(), store.preferences()) == (None, Preferences())
            check_nothing_is_saved(store, r"Permission denied|another user")
        finally:
            os.seteuid(0)
        assert (directory / "minicheckers.db").read_bytes() == theirs


@needs_root
@pytest.mark.parametrize("killed", [False, True])
def test_a_disk_that_can_only_be_read_is_read(killed: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        directory = Path(name) / "minicheckers"
        store = Store(directory)
        store.save(played(begun(), 3))
        if not killed:
            store.close()
        for path in (directory, *directory.iterdir()):
            os.chown(path, NOBODY, NOBODY)
            path.chmod(0o500 if path == directory else 0o400)
        os.seteuid(NOBODY)
        try:
            reader = Store(directory)
            session = reader.resume()
            assert session == played(begun(), 3) or killed
            check_nothing_is_saved(reader, "could not be saved")
        finally:
            os.seteuid(0)
            store.close()


def make_instead(made: str, path: Path, victim: Path) -> None:
    """Put something else where a file of ours would be."""
    path.parent.mkdir(parents=True, mode=0o700)
    if made == "link":
        path.symlink_to(victim)
    elif made == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()


@pytest.mark.parametrize("made", ["link", "directory", "pipe"])
def test_something_else_in_place_of_the_database_is_left_alone(
    directory: Path, tmp_path: Path, made: str
) -> None:
    path = directory / "minicheckers.db"
    make_instead(made, path, tmp_path / "victim")
    store = Store(directory)
    assert store.resume() is None
    check_nothing_is_saved(store, "not a file")
    assert len(store.take_notices()) == 1
    assert not (tmp_path / "victim").exists()
    assert os.path.lexists(path)


@pytest.mark.parametrize("made", ["link", "directory", "pipe"])
def test_something_else_in_place_of_the_locks_is_no_obstacle(
    directory: Path, tmp_path: Path, made: str
) -> None:
    make_instead(made, directory / "minicheckers.lock", tmp_path / "victim")
    save(directory)
    with Store(directory) as store:
        assert len(store.unfinished()) == 1
    assert not (tmp_path / "victim").exists()


def test_without_locks_everything_else_holds(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import errno
    import fcntl

    def none(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "lockf", none)
    with Store(directory) as store:
        store.save(played(begun(), 1))
        store.maintain()
    with Store(directory) as later:
        assert later.resume() == played(begun(), 1)
    assert later.take_notices() == []


def test_a_file_where_the_directory_should_be_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "minicheckers").write_text("not a directory")
    store = Store(tmp_path / "minicheckers")
    assert (store.resume(), store.preferences()) == (None, Preferences())
    store.set_preferences(Preferences("towers"))
    check_nothing_is_saved(store, "could not be saved")
    assert len(store.take_notices()) == 1


@pytest.mark.parametrize("name", ["has space", "percent%20", "what?mode=memory", "hash#", "\udcff"])
def test_any_name_of_a_directory_will_do(tmp_path: Path, name: str) -> None:
    save(tmp_path / name)
    assert (tmp_path / name / "minicheckers.db").exists()
    with Store(tmp_path / name) as store:
        assert len(store.unfinished()) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="the XDG rules")
@pytest.mark.parametrize(
    ("state_home", "expected"),
    [
        ("/somewhere/state", "/somewhere/state/minicheckers"),
        ("", "/users/me/.local/state/minicheckers"),
        ("relative/path", "/users/me/.local/state/minicheckers"),
    ],
)
def test_the_default_place_follows_the_xdg_rules(
    monkeypatch: pytest.MonkeyPatch, state_home: str, expected: str
) -> None:
    monkeypatch.setenv("HOME", "/users/me")
    monkeypatch.setenv("XDG_STATE_HOME", state_home)
    assert Store.default().directory == Path(expected)


def test_without_a_home_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(StoreError, match="no home directory"):
        Store.default()


def test_a_store_that_others_hold_does_not_delay_the_start(directory: Path) -> None:
    """Replacing the database takes an exclusive lock, and nobody waits for it."""
    from minicheckers.storage import locks

    save(directory)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        locks.ByteLocks(directory / "minicheckers.lock").take(0)
        os.write(writing, b".")
        time.sleep(60)
        os._exit(0)
    try:
        os.read(reading, 1)
        store = Store(directory)
        store.patience = 0.05
        began = time.monotonic()
        for ask in (store.preferences, store.unfinished):
            with pytest.raises(LateError):
                ask()
        assert time.monotonic() - began < 30
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
        os.close(reading)
        os.close(writing)
    store.close()


# Files that a person names


def test_a_pdn_goes_where_the_name_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert write_pdn("mine", "text") == tmp_path / "mine.pdn"
    assert write_pdn(" other.txt ", "text") == tmp_path / "other.txt"
    assert write_pdn("~/home.pdn", "text") == tmp_path / "home.pdn"
    assert write_pdn(str(tmp_path / "x.y.pdn"), "text").read_text() == "text"


@pytest.mark.parametrize(
    "name", ["", "  ", "nowhere/at/all.pdn", "nul\0", "x" * 5000, ".", "/", "sub"]
)
def test_a_pdn_that_cannot_be_written_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub.pdn").mkdir()
    with pytest.raises(StoreError) as caught:
        write_pdn(name, "text")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_a_pdn_never_replaces_a_file(tmp_path: Path) -> None:
    path = tmp_path / "precious.pdn"
    path.write_text("mine")
    with pytest.raises(NameTakenError, match="already exists") as caught:
        write_pdn(str(path), "text")
    assert path.read_text() == "mine"
    assert Path(caught.value.suggestion).name == "precious-2.pdn"


def test_a_pdn_that_is_not_finished_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    target = tmp_path / "game.pdn"
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            write_pdn(str(target), "text")
    assert not target.exists()
    assert write_pdn(str(target), "text") == target
