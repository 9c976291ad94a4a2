"""Files that survive: written whole or not at all, locked against other programs, never lost.

Nothing here knows what the files mean. All functions raise OSError as the system gives it.
"""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..messages import quoted

if sys.platform == "win32":  # pragma: no cover - the other branch is the one under test
    import msvcrt

    def _try_lock(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


#: What a lock held by another program looks like, on POSIX and on Windows.
_CONTENTION = (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)

#: How long to wait for another program to finish its few milliseconds of writing.
LOCK_PATIENCE = 5.0

#: Nothing we write comes near this size; reading more would only be a way to fill the memory.
LARGEST_FILE = 4 * 1024 * 1024

#: The locks this process holds for the rest of its life, by the path of their file.
_claims: dict[Path, int] = {}


def shown(path: Path) -> str:
    """The path for a message, whole and in quotes."""
    return quoted(str(path), longest=4096)


def backup_of(path: Path) -> Path:
    """Where the version before the last one is kept."""
    return path.with_name(path.name + ".bak")


def _fresh(path: Path) -> Path:
    return path.with_name(path.name + ".new")


def _second_name(path: Path) -> Path:
    return path.with_name(path.name + ".link")


def make_private(directory: Path) -> None:
    """Make the directory, for its owner only, if it is not there yet."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)


def write_durably(path: Path, text: str) -> None:
    """Replace a file so that a crash at any moment leaves either the old text or the new one.

    When this returns the new text is on the disk, and what was there before is the backup. If it
    raises, the file is as it was. Only one program at a time may write a path; see `claim`.
    """
    make_private(path.parent)
    fresh = _fresh(path)
    # A leftover of a killed program; a new file is made, so nobody's link is written through.
    fresh.unlink(missing_ok=True)
    write_new(fresh, text, mode=0o600)
    with _removed_on_failure(fresh):
        _keep_backup(path)
        os.replace(fresh, path)
    _sync_directory(path.parent)


def write_new(path: Path, text: str, mode: int = 0o666) -> None:
    """Write a file that is not there yet; FileExistsError if it is. Wholly or not at all."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags, mode)
    data = text.encode()
    with _removed_on_failure(path):
        try:
            while data:
                data = data[os.write(descriptor, data) :]
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _removed_on_failure(path: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:  # Ctrl-C as well
        with suppress(OSError):
            path.unlink(missing_ok=True)
        raise


def _keep_backup(path: Path) -> None:
    """Make the current file the backup as well, without a moment in which it has no name."""
    second_name = _second_name(path)
    second_name.unlink(missing_ok=True)
    try:
        os.link(path, second_name)
    except FileNotFoundError:
        return
    except OSError:
        # A file system without links: the file is away for a moment, but its backup is there.
        with suppress(FileNotFoundError):
            os.replace(path, backup_of(path))
        return
    os.replace(second_name, backup_of(path))
    # Renaming one name of a file to another of its names does nothing and leaves both.
    second_name.unlink(missing_ok=True)


def _sync_directory(directory: Path) -> None:
    """Make the names in a directory durable, on the systems that can be asked to."""
    if sys.platform == "win32":
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # "this file system does not do that"
            raise
    finally:
        os.close(descriptor)


def read_bytes(path: Path) -> bytes:
    """The content of a file, at most one byte more than LARGEST_FILE."""
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)


def remove(path: Path) -> None:
    """Remove a file and its backup, the backup first so that it cannot come back alone."""
    for name in (_fresh(path), _second_name(path), backup_of(path), path):
        name.unlink(missing_ok=True)
    if path.parent.is_dir():
        _sync_directory(path.parent)


def move_aside(path: Path) -> Path:
    """Give a broken file another name that was free, and return it; nothing is overwritten."""
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.broken-{number}")
        try:
            os.close(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            number += 1
            continue
        os.replace(path, aside)
        return aside


def claim(lock: Path) -> bool:
    """Hold a lock file until this process ends; False if another process holds it.

    The system lets go of it however the process ends. A directory that cannot be written, or a
    file system without locks, gives no protection and no obstacle: True.
    """
    if lock in _claims:
        return True
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        return True
    try:
        _try_lock(descriptor)
    except OSError as error:
        os.close(descriptor)
        return error.errno not in _CONTENTION
    _claims[lock] = descriptor
    return True


def release(lock: Path) -> None:
    """Let go of a claimed lock."""
    if (descriptor := _claims.pop(lock, None)) is not None:
        os.close(descriptor)


@contextmanager
def locked(lock: Path) -> Iterator[None]:
    """Hold a lock file during the block, after waiting for others; TimeoutError after a while."""
    make_private(lock.parent)
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _wait_for_lock(descriptor)
        yield
    finally:
        os.close(descriptor)


def _wait_for_lock(descriptor: int) -> None:
    deadline = time.monotonic() + LOCK_PATIENCE
    while True:
        try:
            return _try_lock(descriptor)
        except OSError as error:
            if error.errno not in _CONTENTION:
                return None
        if time.monotonic() > deadline:
            raise TimeoutError(errno.ETIMEDOUT, "another program does not let go of it")
        time.sleep(0.005)
