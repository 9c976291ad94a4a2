"""The program killed, the disk full, signals: confirmed saves are kept, results count once."""

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from minicheckers.game.session import Session
from minicheckers.storage.store import Store, StoreError, Tally
from testing.store_games import begun, played, won_by
from testing.tiny_disk import fill, tiny_disk

#: Where programs that import `testing` are started.
TESTS = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs POSIX processes")

BEFORE, AFTER = played(begun(), 4), played(begun(), 5)


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "minicheckers"


@contextmanager
def one_copy_each(saved: Path, directory: Path) -> Iterator[None]:
    shutil.rmtree(directory, ignore_errors=True)
    if saved.exists():
        shutil.copytree(saved, directory)
    yield


def killed_before_statement(number: int, directory: Path, work: Callable[[Store], None]) -> bool:
    """Run code in a child that dies before its n-th statement; whether it finished before that."""
    child = os.fork()
    if child == 0:
        statements = 0
        connect: Any = sqlite3.connect

        def count(_: str) -> None:
            nonlocal statements
            statements += 1
            if statements == number:
                os.kill(os.getpid(), signal.SIGKILL)

        def watched(*arguments: Any, **options: Any) -> sqlite3.Connection:
            connection: sqlite3.Connection = connect(*arguments, **options)
            connection.set_trace_callback(count)
            return connection

        sqlite3.connect = watched  # type: ignore[assignment]
        store = Store(directory)
        work(store)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def save_after(store: Store) -> None:
    store.resume()
    store.save(AFTER)


def test_killed_between_any_two_statements_of_a_save(tmp_path: Path) -> None:
    saved, directory = tmp_path / "saved", tmp_path / "minicheckers"
    with Store(saved) as store:
        store.save(BEFORE)
    for number in range(1, 1000):
        with one_copy_each(saved, directory):
            done = killed_before_statement(number, directory, save_after)
            with Store(directory) as store:
                assert store.resume() in ((AFTER,) if done else (BEFORE, AFTER))
                store.maintain()
            assert store.take_notices() == []
        if done:
            break
    assert 10 < number < 100


def finish_it(store: Store) -> None:
    store.resume()
    store.finish(won_by(colour_is_person=True))


def test_killed_between_any_two_statements_of_counting(tmp_path: Path) -> None:
    saved, directory = tmp_path / "saved", tmp_path / "minicheckers"
    over = won_by(colour_is_person=True)
    with Store(saved) as store:
        store.save(over.undo_turn())
    for number in range(1, 1000):
        with one_copy_each(saved, directory):
            done = killed_before_statement(number, directory, finish_it)
            with Store(directory) as store:
                left = store.resume()
                if left is not None:
                    assert not done
                    store.finish(over)
                assert store.stats().score("mini", "easy") == Tally(wins=1)
                assert (len(store.finished()), store.unfinished()) == (1, ())
            assert store.take_notices() == []
        if done:
            break
    assert 10 < number < 100


@pytest.mark.parametrize("step", [25, pytest.param(1, marks=pytest.mark.slow)])
def test_killed_between_any_two_statements_of_making_and_backing_up(
    tmp_path: Path, step: int
) -> None:
    def work(store: Store) -> None:
        store.save(BEFORE)
        store.maintain()
        store.close()

    directory = tmp_path / "minicheckers"
    for number in range(1, 1000, step):
        done = killed_before_statement(number, directory, work)
        with Store(directory) as store:
            assert store.resume() in ((BEFORE,) if done else (None, BEFORE))
            store.maintain()
        assert store.take_notices() == []
        shutil.rmtree(directory)
        if done:
            break
    assert 10 < number < 900


@pytest.mark.parametrize("step", [25, pytest.param(1, marks=pytest.mark.slow)])
def test_killed_between_any_two_statements_of_replacing_a_damaged_file(
    tmp_path: Path, step: int
) -> None:
    saved, directory = tmp_path / "saved", tmp_path / "minicheckers"
    with Store(saved) as store:
        store.finish(won_by(colour_is_person=True))
        store.begin()
        store.save(BEFORE)
        store.maintain()
    (saved / "minicheckers.db").write_bytes(b"junk")
    (saved / "minicheckers.lock").unlink()

    def work(store: Store) -> None:
        store.unfinished()

    for number in range(1, 1000, step):
        with one_copy_each(saved, directory):
            done = killed_before_statement(number, directory, work)
            with Store(directory) as store:
                assert store.resume() == BEFORE
                assert store.stats().score("mini", "easy") == Tally(wins=1)
            assert len(store.take_notices()) <= 1  # of the damaged file
        if done:
            break
    assert 10 < number < 900


# Disks that are full


def fails_and_recovers(store: Store, make_room: Callable[[], object]) -> None:
    """A message, the old game stays; and once there is room again the next save works."""

    def save_many() -> None:  # the file that is there may have room for some moves
        for _ in range(2000):
            store.begin()
            store.save(AFTER)

    with pytest.raises(StoreError) as caught:
        save_many()
    assert str(caught.value).isprintable()
    assert [game.session() for game in store.unfinished()][-1] == BEFORE
    make_room()
    store.save(AFTER)
    with Store(store.directory) as reader:
        assert reader.unfinished()[0].session() == AFTER
        reader.maintain()
    assert reader.take_notices() == []


def test_a_file_that_may_not_grow_is_a_sentence(directory: Path) -> None:
    import resource

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    store = Store(directory)
    store.save(BEFORE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, limits[1]))
    try:
        fails_and_recovers(store, lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limits))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        store.close()


@pytest.mark.slow
def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    with tiny_disk(tmp_path) as disk, Store(disk / "minicheckers") as store:
        store.save(BEFORE)
        fails_and_recovers(store, fill(disk).unlink)


def test_a_full_disk_before_there_is_a_database_is_a_sentence(directory: Path) -> None:
    import resource

    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Store(directory) as store:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, limits[1]))
        try:
            with pytest.raises(StoreError, match="could not be saved"):
                store.save(BEFORE)
            assert {path.name for path in directory.iterdir()} <= {"minicheckers.lock"}
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        store.save(BEFORE)
        assert len(store.unfinished()) == 1
    assert store.take_notices() == []


# Signals


# The signal may also hit a callback of the collector, where an exception is only reported; or the
# counting of coverage while that holds its lock, for ever.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.no_cover
def test_signals_do_not_tear_a_save(directory: Path) -> None:
    """A handler raises an exception during the wait for a save, at any moment."""

    class Interruption(BaseException):
        pass

    def interrupt(*_: object) -> None:
        raise Interruption

    def other(session: Session | None) -> Session:
        return BEFORE if session == AFTER else AFTER

    with Store(directory) as store:
        store.save(BEFORE)
        previous = signal.signal(signal.SIGALRM, interrupt)
        try:
            for microseconds in range(20, 4000, 40):
                with suppress(Interruption):
                    signal.setitimer(signal.ITIMER_REAL, microseconds / 1e6)
                    store.save(other(store.unfinished()[0].session()))
                    signal.setitimer(signal.ITIMER_REAL, 0)  # here, as it may still come now
        finally:
            signal.signal(signal.SIGALRM, previous)
        store.save(AFTER)
        (game,) = store.unfinished()
        assert game.session() == AFTER
        store.maintain()
    assert store.take_notices() == []
