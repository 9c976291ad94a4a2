"""The disk full, the program killed, two programs at once: nothing that was saved is lost."""

import errno
import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from minicheckers.storage import files as store_files
from minicheckers.storage.store import Preferences, Store, StoreError, Tally
from testing.store_games import begun, played, won_by

#: Where programs that import `testing` are started.
TESTS = Path(__file__).parents[1]
posix_only = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs POSIX processes")

BEFORE, AFTER = played(begun(), 4), played(begun(), 5)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "minicheckers"


def full_after(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let only so many more bytes fit on the disk."""
    really_write = os.write

    def write(descriptor: int, data: bytes) -> int:
        nonlocal room
        if not room:
            raise OSError(errno.ENOSPC, "No space left on device")
        written = really_write(descriptor, data[:room])
        room -= written
        return written

    monkeypatch.setattr(os, "write", write)


@pytest.mark.parametrize("room", [0, 1, 100])
def test_a_full_disk_is_a_sentence_and_the_old_save_stays(
    directory: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    store = Store(directory)
    store.save(BEFORE)
    store.set_preferences(Preferences("english"))
    store.add_result(won_by(colour_is_person=True))
    with monkeypatch.context() as patched:
        full_after(room, patched)
        with pytest.raises(StoreError, match=r"the game could not be saved.*No space left"):
            store.save(AFTER)
        with pytest.raises(StoreError, match=r"the preferences file could not be saved.*No space"):
            store.set_preferences(Preferences())
        with pytest.raises(StoreError, match=r"the record could not be saved.*No space left"):
            store.add_result(won_by(colour_is_person=True))
    assert not list(directory.glob("*.new"))
    reader = Store(directory)
    assert reader.load() == BEFORE
    assert reader.preferences() == Preferences("english")
    assert reader.record().score("mini", "easy") == Tally(wins=1)
    store.save(AFTER)
    assert Store(directory).load() == AFTER


def test_a_pdn_that_is_not_finished_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "game.pdn"
    store = Store(tmp_path / "minicheckers")
    with monkeypatch.context() as patched:
        full_after(10, patched)
        with pytest.raises(StoreError, match="No space left"):
            store.write_pdn(str(target), "more than ten bytes")
    assert not target.exists()
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            store.write_pdn(str(target), "more than ten bytes")
    assert not target.exists()
    assert store.write_pdn(str(target), "more than ten bytes") == target


def interrupted(_: int) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("call", ["open", "write", "fsync", "replace", "close"])
def test_whatever_call_fails_the_save_is_the_old_or_the_new_one(
    directory: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    store = Store(directory)
    store.save(BEFORE)
    really = getattr(os, call)
    for failing in range(1, 6):
        calls = 0

        def fail(*arguments: object, count: int = failing) -> object:
            nonlocal calls
            calls += 1
            if calls == count:
                raise OSError(errno.EIO, "Input/output error")
            return really(*arguments)

        with monkeypatch.context() as patched:
            patched.setattr(os, call, fail)
            try:
                store.save(AFTER)
                saved = True
            except StoreError:
                saved = False
        reader = Store(directory)
        assert reader.load() in ((AFTER,) if saved else (BEFORE, AFTER))
        assert reader.take_notices() == []
        store.save(BEFORE)


def test_a_file_system_without_links_has_backups_too(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    store = Store(directory)
    store.save(BEFORE)
    store.save(AFTER)
    assert Store(directory).load() == AFTER
    (directory / "game-1.json").write_text("{")
    assert Store(directory).load() == BEFORE


def test_between_any_two_steps_of_a_save_a_crash_loses_nothing(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stop before each call in turn, as a power cut would, and look at what is on the disk."""

    class PowerCutError(BaseException):
        pass

    steps = 0
    for stop in range(1, 40):
        shutil.rmtree(directory, ignore_errors=True)
        store = Store(directory)
        store.save(played(begun(), 3))
        store.save(BEFORE)
        calls = 0

        def step(call: str, count: int = stop) -> object:
            really = getattr(os, call)

            def counted(*arguments: object) -> object:
                nonlocal calls
                calls += 1
                if calls == count:
                    raise PowerCutError
                return really(*arguments)

            return counted

        with monkeypatch.context() as patched:
            for call in ("open", "write", "fsync", "link", "replace", "unlink", "close"):
                patched.setattr(os, call, step(call))
            try:
                store.save(AFTER)
                done = True
            except PowerCutError:
                done = False
        assert Store(directory).load() in ((AFTER,) if done else (BEFORE, AFTER))
        store.save(AFTER)
        assert Store(directory).load() == AFTER
        if done:
            break
        steps += 1
    assert 8 < steps < 39


def test_between_any_two_steps_of_counting_a_crash_counts_once(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The result is in the record once and the game is gone, wherever the power is cut."""

    class PowerCutError(BaseException):
        pass

    over = won_by(colour_is_person=True)
    steps = 0
    for stop in range(1, 80):
        shutil.rmtree(directory, ignore_errors=True)
        store = Store(directory)
        store.save(over.undo_turn())
        calls = 0

        def step(call: str, count: int = stop) -> object:
            really = getattr(os, call)

            def counted(*arguments: object) -> object:
                nonlocal calls
                calls += 1
                if calls == count:
                    raise PowerCutError
                return really(*arguments)

            return counted

        with monkeypatch.context() as patched:
            for call in ("open", "write", "fsync", "link", "replace", "unlink"):
                patched.setattr(os, call, step(call))
            try:
                store.count(over)
                done = True
            except PowerCutError:
                done = False
        store_files.release(directory / "game-1.lock")
        reader = Store(directory)
        left = reader.load()
        wins = reader.record().score("mini", "easy").wins
        assert (left is None, wins) in (((True, 1),) if done else ((False, 0), (True, 1)))
        assert reader.take_notices() == []
        if left is not None:
            reader.count(over)
        assert reader.load() is None
        assert Store(directory).record().score("mini", "easy") == Tally(wins=1)
        store_files.release(directory / "game-1.lock")
        if done:
            break
        steps += 1
    assert 15 < steps < 79


WRITER = """
import sys
from contextlib import suppress
from pathlib import Path
from testing.store_games import begun, played
from minicheckers.storage.store import Store
directory, variant, plies = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
store = Store(directory)
older = store.load()
print("none" if older is None else older.variant, flush=True)
for ply in range(1, plies + 1):
    store.save(played(begun(variant), ply))
print("ready", flush=True)
sys.stdin.read()
"""


def start_writer(directory: Path, variant: str, plies: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, directory, variant, str(plies)],
        cwd=TESTS,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def line_from(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_two_programs_at_once_keep_a_game_each(directory: Path) -> None:
    with start_writer(directory, "mini", 30) as one, start_writer(directory, "english", 30) as two:
        assert {line_from(one), line_from(two)} <= {"none", "mini", "english"}
        assert [line_from(one), line_from(two)] == ["ready", "ready"]
        third = Store(directory)
        assert third.load() is None, "both games belong to programs that still run"
        one.communicate("")
        assert third.load() == played(begun("mini"), 30)
        two.communicate("")
    store_files.release(directory / "game-1.lock")
    store_files.release(directory / "game-2.lock")
    newest = Store(directory)
    both = []
    while (game := newest.load()) is not None:
        both.append(game)
        newest.forget()
        newest = Store(directory)
    assert len(both) == 2
    assert {game.variant.name for game in both} == {"mini", "english"}
    assert {game.timeline.ply for game in both} <= {30}


def test_a_killed_program_lets_go_of_its_game(directory: Path) -> None:
    with start_writer(directory, "english", 5) as process:
        assert [line_from(process), line_from(process)] == ["none", "ready"]
        assert Store(directory).load() is None
        process.kill()
        process.communicate()
    with start_writer(directory, "mini", 0) as process:
        assert line_from(process) == "english"
        process.communicate("")


COUNTER = """
import sys
from contextlib import suppress
from pathlib import Path
from testing.store_games import won_by
from minicheckers.storage.store import Store
store = Store(Path(sys.argv[1]))
sys.stdin.readline()
for _ in range(int(sys.argv[2])):
    store.add_result(won_by(colour_is_person=True))
"""


def test_results_that_two_programs_add_at_once_are_all_counted(directory: Path) -> None:
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", COUNTER, directory, "40"],
            cwd=TESTS,
            stdin=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for program in programs:  # all at once
        assert program.stdin is not None
        program.stdin.write("go\n")
        program.stdin.flush()
    for program in programs:
        program.communicate()
        assert program.returncode == 0
    assert Store(directory).record().score("mini", "easy") == Tally(wins=120)


def test_a_lock_that_is_never_let_go_is_a_sentence(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_files, "LOCK_PATIENCE", 0.05)
    store = Store(directory)
    with (
        store_files.locked(directory / "store.lock"),
        pytest.raises(StoreError, match="does not let go"),
    ):
        store.set_preferences(Preferences())


@pytest.mark.slow
@posix_only
def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("only root can mount a tiny disk")
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=32k", "tmpfs", disk], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip("mounting is not permitted here")
    try:
        store = Store(disk / "minicheckers")
        store.save(BEFORE)
        with suppress(OSError), (disk / "filler").open("wb", buffering=0) as filler:
            while filler.write(b"x" * 4096):
                pass
        with pytest.raises(StoreError, match="No space left"):
            store.save(AFTER)
        assert Store(store.directory).load() == BEFORE
        (disk / "filler").unlink()
        store.save(AFTER)
        assert Store(store.directory).load() == AFTER
    finally:
        store_files.release(disk / "minicheckers" / "game-1.lock")
        subprocess.run(["umount", "-l", disk], check=True)


@pytest.mark.no_cover
# The signal may also hit a callback of the collector, where an exception is only reported.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_signals_do_not_tear_a_save(directory: Path) -> None:
    """An exception out of a handler in the middle of saving leaves a whole file behind."""
    if not hasattr(signal, "setitimer"):
        pytest.skip("needs interval timers")

    class InterruptionError(Exception):
        pass

    def interrupt(*_: object) -> None:
        raise InterruptionError

    store = Store(directory)
    store.save(BEFORE)
    previous = signal.signal(signal.SIGALRM, interrupt)
    try:
        for microseconds in range(20, 2000, 40):
            try:
                signal.setitimer(signal.ITIMER_REAL, microseconds / 1e6)
                store.save(AFTER)
                signal.setitimer(signal.ITIMER_REAL, 0)
            except InterruptionError:
                pass
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            reader = Store(directory)
            assert reader.load() in (BEFORE, AFTER)
            assert reader.take_notices() == []
    finally:
        signal.signal(signal.SIGALRM, previous)
