"""The database file: one transaction a job, a daily backup, and a damaged file replaced.

Every job opens the file, does its work in one transaction and closes it: nothing is held that could
go stale, so a file that was deleted, replaced or brought up to date meanwhile needs no care. The
journal is a rollback journal, which needs no memory that programs share and so works on a network
home, too. (TRUNCATE syncs the cut that commits; DELETE syncs no directory after it, and a power cut
could undo a move that was shown.)

One lock guards it all: many read, or one writes, replaces the file or copies it.
"""

import os
import shutil
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TypeVar

from . import disk, tables
from .disk import ByteLocks, StoreError, shown
from .tables import DamagedError, Tables

T = TypeVar("T")

NAME = "minicheckers.db"
#: What SQLite keeps beside a database: it belongs to that file and fits no other.
_COMPANIONS = ("-wal", "-shm", "-journal")
BACKUPS_KEPT = 3
#: How long a job waits for other programs, each of which needs some milliseconds.
BUSY_SECONDS = 5.0
#: Nothing we store is longer; reading more would only be a way to fill the memory.
LONGEST_VALUE = 4 * 1024 * 1024
#: The bytes of the lock file: the database, and then who plays the game of a number.
_FILE, _GAMES = 0, 16
#: Locks belong to the process, so its threads have to take turns.
_one_at_a_time = threading.RLock()

_REASONS = {
    sqlite3.SQLITE_FULL: "No space left on the disk",
    sqlite3.SQLITE_BUSY: "another program is using it",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
}


class OlderError(StoreError):
    """The file was written by an earlier version, and may be brought up to date."""


#: What shows that the file is missing, older, damaged or none of ours.
_FAULTS = (
    DamagedError,
    OlderError,
    sqlite3.DatabaseError,
    FileNotFoundError,
    ValueError,
    TypeError,
    LookupError,
)


def reason(error: Exception, directory: Path) -> str:
    """Why the database in a directory could not be used, in a few words."""
    if _code(error) == sqlite3.SQLITE_IOERR and disk.is_full(directory):
        return _REASONS[sqlite3.SQLITE_FULL]
    return getattr(error, "strerror", None) or _REASONS.get(_code(error), str(error))


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _remove(path: Path) -> None:
    """Remove a database, if there is one, and what SQLite keeps beside it."""
    for ending in ("", *_COMPANIONS):
        Path(f"{path}{ending}").unlink(missing_ok=True)


class Database:
    """One file, several programs. `tell` takes sentences for the person.

    Whatever fails raises StoreError, DamagedError, sqlite3.Error or OSError.
    """

    def __init__(self, directory: Path, tell: Callable[[str], None]) -> None:
        self.path = directory / NAME
        self._directory = directory
        self._tell = tell
        self._locks = ByteLocks(directory / "minicheckers.lock")

    def run(self, job: Callable[[Tables], T], *, write: bool = False, alone: bool = False) -> T:
        """What a job returns; before that the file is made, brought up to date or replaced.

        No other program writes meanwhile, one of an earlier version only if it is not ``alone``.
        """
        disk.make_private(self._directory)
        try:
            with self._held(shared=not (write or alone)):
                return self._done(self.path, job, write=write)
        except _FAULTS as error:
            if _code(error) in _REASONS:
                raise
        with self._held():
            self._mend()
            return self._done(self.path, job, write=write)

    def look(self, job: Callable[[Tables], T]) -> T:
        """What a job reads in the file as it is; nothing is made or replaced."""
        with self._held(shared=True):
            return self._done(self.path, job)

    def maintain(self, day: str) -> None:
        """Check the file, which replaces a damaged one, and back it up unless that day has one."""
        self.run(Tables.check, write=False)
        backup = self._directory / f"{NAME}.backup-{day}"
        with self._held():
            if not backup.exists():
                with self._fresh() as fresh:
                    with self._connected(self.path) as file:
                        file.execute("VACUUM INTO ?", (os.fspath(fresh),))
                    self._rename(fresh, backup)
            for old in self.backups()[BACKUPS_KEPT:]:
                old.unlink()

    def close(self) -> None:
        """Release all games."""
        with _one_at_a_time:
            self._locks.close()

    def backups(self) -> list[Path]:
        """The backups, the latest first; the day is the end of the name."""
        return sorted(self._directory.glob(f"{NAME}.backup-????-??-??"), reverse=True)

    def problem(self, path: Path) -> str | None:
        """What is wrong with a database or a backup, None if nothing is."""
        try:
            self._done(path, Tables.check)
        except OlderError:
            return None
        except (StoreError, *_FAULTS) as error:
            untouchable = isinstance(error, StoreError) or _code(error) in _REASONS
            if untouchable and path == self.path:
                raise
            return str(error)
        return None

    def remove_bad_backups(self) -> list[str]:
        """Remove the backups that are of no use; their names."""
        with self._held():
            bad = [path for path in self.backups() if self.problem(path) is not None]
            for path in bad:
                path.unlink()
        return [path.name for path in bad]

    # Games that are open

    def claim(self, game: int) -> bool:
        """Hold a game until it is released or the process ends; False if another process has it."""
        return self._locks.take(_GAMES + game, patience=0.02)

    def release(self, game: int) -> None:
        self._locks.free(_GAMES + game)

    def is_open_elsewhere(self, game: int) -> bool:
        """Whether another living process has a game that this one does not have."""
        is_free = self._locks.take(_GAMES + game, shared=True)
        if is_free:
            self._locks.free(_GAMES + game)
        return not is_free

    # The file

    @contextmanager
    def _held(self, *, shared: bool = False) -> Iterator[None]:
        with _one_at_a_time, self._locks.held(_FILE, shared=shared, patience=BUSY_SECONDS):
            yield

    def _done(self, path: Path, job: Callable[[Tables], T], *, write: bool = False) -> T:
        """What a job returns that is one transaction of a file; OlderError for an older file.

        Where nothing can be written, not even what SQLite keeps beside a file while it reads, the
        file is read as it is.
        """
        self._check_place(path)
        try:
            return self._transacted(path, "mode=rw", job, write)
        except sqlite3.OperationalError as error:
            if write or _code(error) not in _REASONS or _code(error) == sqlite3.SQLITE_BUSY:
                raise
            return self._transacted(path, "immutable=1", job, write)

    def _transacted(self, path: Path, option: str, job: Callable[[Tables], T], write: bool) -> T:
        with self._connected(path, option) as connection:
            # Not while an older program has it open with a write-ahead log.
            with suppress(sqlite3.OperationalError):
                if write:
                    connection.execute("PRAGMA journal_mode = TRUNCATE")
            with _transaction(connection, write=write):
                if self._version(connection) < tables.VERSION:
                    raise OlderError("The database is brought up to date when you next play.")
                return job(Tables(connection))

    def _check_place(self, path: Path) -> None:
        """StoreError for anything but a file of this user; others may not read it."""
        if not stat.S_ISREG(os.lstat(path).st_mode):
            raise StoreError(f"{shown(path)} is not a file. It was left unchanged.")
        if disk.is_foreign(path):
            raise StoreError(f"{shown(path)} belongs to another user.")
        if disk.is_open(path):
            path.chmod(0o600)

    @contextmanager
    def _connected(self, path: Path, option: str = "mode=rw") -> Iterator[sqlite3.Connection]:
        """A connection to a file, which is not made."""
        uri = f"{path.absolute().as_uri()}?{option}{'' if self._locks.work else '&nolock=1'}"
        with closing(
            sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
        ) as connection:
            connection.row_factory = sqlite3.Row
            connection.text_factory = lambda text: text.decode(errors="replace")
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA trusted_schema = OFF")
            yield connection

    def _version(self, connection: sqlite3.Connection) -> int:
        """The version of the schema.

        DamagedError for a file that is not ours, StoreError for one of a newer program.
        """
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        if connection.execute("PRAGMA application_id").fetchone()[0] != tables.APPLICATION_ID:
            raise DamagedError("it is not a database of minicheckers")
        if version > tables.VERSION:
            raise StoreError(
                f"{shown(self.path)} was written by a newer minicheckers (version {version} of the "
                f"format; this program knows {tables.VERSION}). It was left unchanged."
            )
        return version

    # Making, migrating, replacing: in the hands of one program

    def _mend(self) -> None:
        """Make the file if there is none, and replace it if it is damaged.

        The new one is made beside it and takes its name when it is whole: a program that is killed
        on the way leaves nothing half-done.
        """
        is_there = os.path.lexists(self.path)
        problem = self.problem(self.path) if is_there else "it has disappeared"
        if problem is None:
            self._migrate(self.path)
            return
        backup = next((path for path in self.backups() if not self.problem(path)), None)
        with self._fresh() as fresh:
            if backup is None:
                with self._connected(fresh) as connection, _transaction(connection, write=True):
                    Tables(connection).create()
            else:
                shutil.copyfile(backup, fresh)
                self._migrate(fresh)
            try:
                aside = self._replace(fresh)
            except PermissionError as error:
                # Windows moves no file that anybody has open.
                name = shown(self.path)
                raise StoreError(
                    f"{name} is damaged ({problem}), but cannot be replaced: another program has "
                    "it open. Close that program."
                ) from error
        if is_there or backup is not None:
            kept = f" and is kept as {shown(aside)}" if is_there else ""
            instead = "A new one" if backup is None else f"The backup of {backup.name[-10:]}"
            self._tell(f"The database is damaged ({problem}){kept}. {instead} takes its place.")

    def _migrate(self, path: Path) -> None:
        with self._connected(path) as connection, _transaction(connection, write=True):
            for older in range(self._version(connection), tables.VERSION):
                for statement in tables.MIGRATIONS[older]:
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {tables.VERSION}")

    def _replace(self, fresh: Path) -> Path:
        """Put a new file in the place of the damaged one; the name that this one has then.

        All of it or nothing: what belongs to the damaged file moves with it, and back again.
        """
        names = (self._directory / f"{NAME}.broken-{number}" for number in count(1))
        aside = next(name for name in names if not os.path.lexists(name))
        moved = []
        try:
            for ending in (*_COMPANIONS, ""):
                if os.path.lexists(f"{self.path}{ending}"):
                    os.replace(f"{self.path}{ending}", f"{aside}{ending}")
                    moved.append(ending)
            self._rename(fresh, self.path)
        except OSError:
            for ending in reversed(moved):
                os.replace(f"{aside}{ending}", f"{self.path}{ending}")
            raise
        return aside

    @contextmanager
    def _fresh(self) -> Iterator[Path]:
        """An empty file to be filled and renamed when it is whole; if it is not, it goes again."""
        fresh = self._directory / f"{NAME}.new"
        _remove(fresh)
        try:
            fresh.touch(0o600, exist_ok=False)
            yield fresh
        finally:
            _remove(fresh)

    def _rename(self, fresh: Path, path: Path) -> None:
        disk.sync(fresh)
        os.replace(fresh, path)
        disk.sync(self._directory)


@contextmanager
def _transaction(connection: sqlite3.Connection, *, write: bool) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE" if write else "BEGIN DEFERRED")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            with suppress(sqlite3.Error):  # report the first error
                connection.execute("ROLLBACK")
