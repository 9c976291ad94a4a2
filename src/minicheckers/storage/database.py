"""The database file: opened, checked, backed up, and replaced by its backup when it is damaged.

The journal is a write-ahead log, with synchronous=FULL: one sync makes a move durable, where a
rollback journal needs four. It needs memory that all programs share, which two machines with one
network home do not; so wherever the disk is not known to be local, it is a rollback journal. (With
TRUNCATE, which syncs the cut that commits; DELETE syncs no directory after it, and a power cut
could undo a move that was shown.)
"""

import os
import shutil
import sqlite3
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from itertools import count
from pathlib import Path
from typing import TypeVar

from . import files, schema
from .files import shown
from .locks import ByteLocks
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

#: The bytes of the lock file: who uses the database (many, or one who replaces it), who writes (so
#: that all get their turn, which SQLite does not see to), and then who plays the game of a number.
_FILE, _WRITER, _GAMES = 0, 1, 16

#: Locks belong to the process, so its threads have to take turns.
_one_at_a_time = threading.RLock()

_REASONS = {
    sqlite3.SQLITE_FULL: "No space left on the disk",
    sqlite3.SQLITE_BUSY: "another program is using it",
    sqlite3.SQLITE_READONLY: "it is read-only",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
}
#: What a job may raise that finds something in the file which it cannot have written.
_SURPRISES = (ValueError, TypeError, LookupError)
#: A lifetime of games is less. What is larger is only set aside: a copy would fill the disk.
_LARGEST_SALVAGE = 2**30
#: How every database of SQLite begins.
_MAGIC = b"SQLite format 3\0"


class UntouchableError(Exception):
    """The file is not for us to use or to replace; the text is a sentence."""


def reason(error: Exception, directory: Path) -> str:
    """Why the database in a directory could not be used, in a few words."""
    if _code(error) == sqlite3.SQLITE_IOERR and files.is_full(directory):
        return _REASONS[sqlite3.SQLITE_FULL]
    return getattr(error, "strerror", None) or _REASONS.get(_code(error), str(error))


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _remove(path: Path) -> None:
    """Remove a database, if there is one, and what SQLite keeps beside it."""
    for ending in ("", *_COMPANIONS):
        Path(f"{path}{ending}").unlink(missing_ok=True)


class Database:
    """One file, several programs. Every job is one transaction.

    `tell` takes sentences for the person. Whatever fails raises UntouchableError, DamagedError,
    sqlite3.Error or OSError.
    """

    def __init__(self, directory: Path, tell: Callable[[str], None]) -> None:
        self.path = directory / NAME
        self._directory = directory
        self._tell = tell
        self._locks = ByteLocks(directory / "minicheckers.lock")
        #: The open file, and which one it is: somebody may replace it.
        self._connection: sqlite3.Connection | None = None
        self._opened: os.stat_result | None = None
        self._is_immutable = False

    def run(self, job: Callable[[Tables], T], *, write: bool) -> T:
        """What a job returns; a damaged file is replaced first, with a sentence."""
        with _one_at_a_time:
            try:
                return self._attempt(job, write)
            except (DamagedError, sqlite3.DatabaseError, *_SURPRISES) as error:
                failure = error.with_traceback(None)  # its frames would hold the file open
            self._disconnect()
            if _code(failure) in _REASONS or not self._restore():
                raise failure
            return self._attempt(job, write)

    def close(self) -> None:
        """Close the file and release all games; the next job opens it again."""
        with _one_at_a_time:
            self._disconnect()
            self._locks.close()

    def maintain(self, day: str) -> None:
        """Check the file, which replaces a damaged one, and back it up unless that day has one."""
        self.run(Tables.check, write=False)
        backup = self._directory / f"{NAME}.backup-{day}"
        with _one_at_a_time, self._alone():
            if not backup.exists():
                with self._fresh() as target, self._connected(self.path) as source:
                    source.backup(target)
                os.replace(self._fresh_path, backup)
                files.sync(self._directory)
            for old in self.backups()[BACKUPS_KEPT:]:
                old.unlink()

    def look(self, job: Callable[[Tables], T]) -> T:
        """What a job reads in the file as it is; nothing is made, replaced or brought up to date.

        FileNotFoundError if there is no file.
        """
        with _one_at_a_time, self._locks.held(_FILE, shared=True, patience=BUSY_SECONDS):
            if not stat.S_ISREG(os.lstat(self.path).st_mode):
                raise UntouchableError(f"{shown(self.path)} is not a file. Move it away.")
            try:
                return self._looked(job, "mode=ro")
            except sqlite3.OperationalError as error:
                if _code(error) not in _REASONS or _code(error) == sqlite3.SQLITE_BUSY:
                    raise
                return self._looked(job, "immutable=1")  # as `_open` does

    def _looked(self, job: Callable[[Tables], T], option: str) -> T:
        with self._connected(self.path, option) as connection:
            if self._version(connection) < schema.VERSION:
                raise UntouchableError("The database is brought up to date when you next play.")
            with _transaction(connection, "DEFERRED"):
                return job(Tables(connection))

    def backups(self) -> list[Path]:
        """The backups, the latest first."""
        return sorted(self._directory.glob(f"{NAME}.backup-????-??-??"), reverse=True)

    def day_of(self, backup: Path) -> str:
        return backup.name[-10:]

    def problem(self, path: Path) -> str | None:
        """What is wrong with a database or a backup, None if nothing is."""
        try:
            with self._connected(path) as connection:
                if self._version(connection) == schema.VERSION:
                    Tables(connection).check()
        except (DamagedError, UntouchableError, sqlite3.Error, *_SURPRISES) as error:
            untouchable = isinstance(error, UntouchableError) or _code(error) in _REASONS
            if untouchable and path == self.path:
                raise
            return str(error)
        return None

    def remove_bad_backups(self) -> list[str]:
        """Remove the backups that are of no use; their names."""
        with _one_at_a_time, self._alone():
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

    def _attempt(self, job: Callable[[Tables], T], write: bool) -> T:
        while True:
            connection = self._open(write)
            with (
                self._locks.held(_WRITER, patience=BUSY_SECONDS) if write else nullcontext(),
                self._locks.held(_FILE, shared=True, patience=BUSY_SECONDS),
            ):
                if self._is_in_place():
                    with _transaction(connection, "IMMEDIATE" if write else "DEFERRED"):
                        self._version(connection)  # a newer program may have been here
                        return job(Tables(connection))

    @contextmanager
    def _alone(self) -> Iterator[None]:
        # Those who want to write wait before they use the file, so that it is free at times.
        with (
            self._locks.held(_WRITER, patience=BUSY_SECONDS),
            self._locks.held(_FILE, patience=BUSY_SECONDS),
        ):
            try:
                yield
            finally:
                if os.path.lexists(self._fresh_path):  # it has not become anything
                    _remove(self._fresh_path)

    def _is_in_place(self) -> bool:
        """Whether the open file is still the one of that name."""
        try:
            return self._opened is not None and os.path.samestat(
                self._opened, os.stat(self.path, follow_symlinks=False)
            )
        except FileNotFoundError:
            return False

    def _open(self, write: bool) -> sqlite3.Connection:
        """The connection to the file, which is made if there is none.

        Where nothing can be written, not even what SQLite keeps beside the file while it reads,
        the file is read as it is.
        """
        of_use = self._connection is not None and not (write and self._is_immutable)
        if of_use and self._is_in_place():
            assert self._connection is not None
            return self._connection
        self._disconnect()
        files.make_private(self._directory)
        if not os.path.lexists(self.path):
            self._restore()
        self._check_place()
        self._is_immutable = False
        try:
            self._connection = self._upgraded("mode=rw")
        except sqlite3.OperationalError as error:
            if write or _code(error) not in _REASONS:
                raise
            self._connection = self._upgraded("immutable=1")
            self._is_immutable = True
        return self._connection

    def _upgraded(self, option: str) -> sqlite3.Connection:
        connection = self._connect(self.path, option)
        try:
            if self._version(connection) < schema.VERSION:
                self._migrate(connection)
            local = self._locks.work and files.is_local(self._directory)
            with suppress(sqlite3.OperationalError):  # it can only be read, or others are at work
                connection.execute(f"PRAGMA journal_mode = {'WAL' if local else 'TRUNCATE'}")
        except BaseException:
            connection.close()
            raise
        return connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            # The last program to close it writes the log back, which must not go to another file.
            connection, self._connection = self._connection, None
            with (
                closing(connection),
                suppress(TimeoutError),
                self._locks.held(_FILE, shared=True, patience=1.0),
            ):
                connection.close()

    def _check_place(self) -> None:
        """UntouchableError for anything but a file of this user; others may not read it."""
        self._opened = found = os.lstat(self.path)
        if not stat.S_ISREG(found.st_mode):
            raise UntouchableError(f"{shown(self.path)} is not a file. It was left unchanged.")
        if sys.platform != "win32":
            if found.st_uid != os.geteuid():
                raise UntouchableError(f"{shown(self.path)} belongs to another user.")
            if stat.S_IMODE(found.st_mode) & 0o077:
                self.path.chmod(0o600)

    def _connect(self, path: Path, option: str = "mode=rw") -> sqlite3.Connection:
        """A connection that makes no database."""
        options = option if self._locks.work else f"{option}&nolock=1"
        uri = f"{path.absolute().as_uri()}?{options}"
        connection = sqlite3.connect(
            uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            connection.row_factory = sqlite3.Row
            connection.text_factory = lambda text: text.decode(errors="replace")
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA trusted_schema = OFF")
        except BaseException:
            connection.close()
            raise
        return connection

    @contextmanager
    def _connected(self, path: Path, option: str = "mode=rw") -> Iterator[sqlite3.Connection]:
        with closing(self._connect(path, option)) as connection:
            yield connection

    def _version(self, connection: sqlite3.Connection) -> int:
        """The version of the schema.

        DamagedError for a file that is not ours, UntouchableError for one of a newer program.
        """
        version: int = connection.execute("PRAGMA user_version").fetchone()[0]
        if connection.execute("PRAGMA application_id").fetchone()[0] != schema.APPLICATION_ID:
            raise DamagedError("it is not a database of minicheckers")
        if version > schema.VERSION:
            raise UntouchableError(
                f"{shown(self.path)} was written by a newer minicheckers (version {version} of the "
                f"format; this program knows {schema.VERSION}). It was left unchanged."
            )
        return version

    def _migrate(self, connection: sqlite3.Connection) -> None:
        with _transaction(connection, "EXCLUSIVE"):
            # Another program may have done it first.
            for older in range(self._version(connection), schema.VERSION):
                for statement in schema.MIGRATIONS[older]:
                    connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {schema.VERSION}")

    # Damage and backups

    def _restore(self) -> bool:
        """Replace the file if it is damaged, make it if there is none; whether that was done.

        The new one is made beside it and takes its name when it is whole: a program that is killed
        on the way leaves nothing half-done.
        """
        with self._alone():
            is_there = os.path.lexists(self.path)
            problem = self.problem(self.path) if is_there else "it has disappeared"
            if problem is None:
                return False
            backup = next((path for path in self.backups() if not self.problem(path)), None)
            with self._fresh() as connection:
                if backup is not None:
                    with self._connected(backup) as source:
                        source.backup(connection)
                    self._migrate(connection)
                with _transaction(connection, "EXCLUSIVE"):
                    tables = Tables(connection)
                    if backup is None:
                        tables.create()
                    salvaged = self._salvage(tables) if is_there else 0
            try:
                aside = self._replace()
            except PermissionError as error:
                # Windows moves no file that anybody has open.
                name = shown(self.path)
                raise UntouchableError(
                    f"{name} is damaged ({problem}), but cannot be replaced: another program has "
                    "it open. Close that program."
                ) from error
            files.sync(self._directory)
        if is_there or backup is not None:
            kept = f" and is kept as {shown(aside)}" if is_there else ""
            instead = "A new one" if backup is None else f"The backup of {self.day_of(backup)}"
            rest = ", with all that could still be read," if salvaged else ""
            self._tell(
                f"The database is damaged ({problem}){kept}. {instead}{rest} takes its place."
            )
        return True

    def _salvage(self, tables: Tables) -> int:
        """Add what can still be read in the damaged file; how many rows."""
        copy = self._directory / f"{NAME}.salvage"
        try:
            if self.path.stat().st_size > _LARGEST_SALVAGE:
                return 0
            for ending in ("", "-wal"):
                if os.path.exists(f"{self.path}{ending}"):
                    shutil.copyfile(f"{self.path}{ending}", f"{copy}{ending}")
            with copy.open("r+b") as file:  # what was cut off is made zeros
                header = file.read(32)
                if not header.startswith(_MAGIC):
                    return 0
                page = int.from_bytes(header[16:18], "big")
                pages = int.from_bytes(header[28:32], "big")
                file.truncate(max(copy.stat().st_size, min(page * pages, _LARGEST_SALVAGE)))
            with self._connected(copy) as damaged:
                return tables.salvage(damaged)
        except (sqlite3.Error, OSError, *_SURPRISES):
            return 0
        finally:
            _remove(copy)

    def _replace(self) -> Path:
        """Put the new file in the place of the damaged one; the name that this one has then.

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
            os.replace(self._fresh_path, self.path)
        except OSError:
            for ending in reversed(moved):
                os.replace(f"{aside}{ending}", f"{self.path}{ending}")
            raise
        return aside

    @property
    def _fresh_path(self) -> Path:
        return self._directory / f"{NAME}.new"

    @contextmanager
    def _fresh(self) -> Iterator[sqlite3.Connection]:
        """A new file beside the database, in place of what a killed program may have left.

        It is synced once, at the end, when it is whole.
        """
        path = self._fresh_path
        _remove(path)
        path.touch(0o600, exist_ok=False)
        with self._connected(path) as connection:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("PRAGMA journal_mode = MEMORY")
            yield connection
            # A copy of a database with a write-ahead log wants one, too.
            connection.execute("PRAGMA journal_mode = DELETE")
        files.sync(path)


@contextmanager
def _transaction(connection: sqlite3.Connection, kind: str) -> Iterator[None]:
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            with suppress(sqlite3.Error):  # report the first error
                connection.execute("ROLLBACK")
