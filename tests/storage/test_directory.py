"""The state directory: for its owner alone, whatever lies in it."""

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from minicheckers.storage import files
from minicheckers.storage.store import Preferences, Store, StoreError
from testing.store_games import begun, played

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a POSIX file system")
TESTS = Path(__file__).parents[1]


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_an_open_directory_is_closed_to_others(tmp_path: Path) -> None:
    directory = tmp_path / "minicheckers"
    directory.mkdir()
    directory.chmod(0o777)
    Store(directory).save(played(begun(), 1))
    assert mode(directory) == 0o700


def test_what_leads_to_the_directory_is_made_private_whatever_the_umask(tmp_path: Path) -> None:
    directory = tmp_path / "a" / "b" / "minicheckers"
    before = os.umask(0)
    try:
        Store(directory).save(played(begun(), 1))
    finally:
        os.umask(before)
    assert [mode(path) for path in (directory, directory.parent, tmp_path / "a")] == [0o700] * 3


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can chown")
def test_a_directory_of_somebody_else_is_refused(tmp_path: Path) -> None:
    directory = tmp_path / "minicheckers"
    directory.mkdir()
    os.chown(directory, 12345, -1)
    with pytest.raises(StoreError, match="belongs to another user"):
        Store(directory).save(played(begun(), 1))


def test_a_link_in_place_of_a_lock_is_not_followed(tmp_path: Path) -> None:
    directory = tmp_path / "minicheckers"
    directory.mkdir(mode=0o700)
    for name in ("game-1.lock", "store.lock"):
        (directory / name).symlink_to(tmp_path / "victim")
    store = Store(directory)
    store.save(played(begun(), 1))
    assert (directory / "game-2.json").exists()
    with pytest.raises(StoreError, match="the preferences file could not be saved"):
        store.set_preferences(Preferences())
    assert not (tmp_path / "victim").exists()


@pytest.mark.parametrize("name", ["game-1.json", "record.json", "preferences.json", "game-1.lock"])
def test_a_pipe_among_the_files_keeps_nobody_waiting(tmp_path: Path, name: str) -> None:
    directory = tmp_path / "minicheckers"
    directory.mkdir(mode=0o700)
    os.mkfifo(directory / name)
    store = Store(directory)
    assert store.load() is None
    store.preferences()
    store.record()
    store.save(played(begun(), 1))
    store_again = Store(directory)
    assert store_again.load() is None or store_again.load() == played(begun(), 1)


def test_a_clock_that_went_backwards_does_not_change_which_game_is_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = tmp_path / "minicheckers"
    Store(directory).save(played(begun("english"), 3))
    script = (
        "import sys, time; from pathlib import Path; from minicheckers.storage.store import Store;"
        "from testing.store_games import begun, played; time.time_ns = lambda: 10**18;"
        "Store(Path(sys.argv[1])).save(played(begun(), 2))"
    )
    # Another program, while this one holds the first slot; its clock is years behind.
    subprocess.run([sys.executable, "-c", script, directory], cwd=TESTS, check=True, timeout=60)
    files.release(directory / "game-1.lock")
    assert Store(directory).load() == played(begun(), 2)


def test_a_deleted_lock_does_not_let_two_programs_write_one_game(tmp_path: Path) -> None:
    directory = tmp_path / "minicheckers"
    ours = Store(directory)
    ours.save(played(begun("english"), 3))
    (directory / "game-1.lock").unlink()
    script = (
        "import sys; from pathlib import Path; from minicheckers.storage.store import Store;"
        "from testing.store_games import begun, played;"
        "store = Store(Path(sys.argv[1])); store.load(); store.save(played(begun(), 2));"
        "print(flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script, directory],
        cwd=TESTS,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        ours.save(played(begun("english"), 4))
        other.communicate(b"")
    saved = {path.name for path in directory.glob("game-?.json")}
    assert saved == {"game-1.json", "game-2.json"}


def test_a_lock_held_by_another_does_not_delay_the_start(tmp_path: Path) -> None:
    directory = tmp_path / "minicheckers"
    store = Store(directory)
    store.set_preferences(Preferences())
    (directory / "preferences.json").write_text("{")
    began = time.monotonic()
    with files.locked(directory / "store.lock"):
        store.preferences()
        with pytest.raises(StoreError, match="does not let go"):
            store.set_preferences(Preferences())
    assert time.monotonic() - began < 4
