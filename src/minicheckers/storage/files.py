"""Files that survive: written whole or not at all, locked against other programs, never lost.

Nothing here knows what the files mean. All functions raise OSError as the system gives it.
"""

import errno
import os
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
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
#: The same where a person waits for the first frame and nothing would be lost.
SHORT_PATIENCE = 0.25

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
    """Make the directory and what leads to it, for its owner only, whatever the umask.

    One that is there already is closed to others; PermissionError if it belongs to somebody else.
    """
    if not directory.is_dir():
        missing = [parent for parent in directory.parents if not parent.exists()]
        for parent in (*reversed(missing), directory):
            with suppress(FileExistsError):
                parent.mkdir(mode=0o700)
    if sys.platform == "win32":
        return
    found = directory.stat()
    if found.st_uid != os.geteuid():
        raise PermissionError(errno.EPERM, "the directory belongs to another user")
    if stat.S_IMODE(found.st_mode) & 0o077:
        directory.chmod(0o700)


def write_durably(path: Path, text: str, stamp: int | None = None) -> None:
    """Replace a file so that a crash at any moment leaves either the old text or the new one.

    When this returns the new text is on the disk, and what was there before is the backup. If it
    raises, the file is as it was. Only one program at a time may write a path; see `claim`. With a
    `stamp` that is its time of change, in nanoseconds.
    """
    make_private(path.parent)
    fresh = _fresh(path)
    # A leftover of a killed program; a new file is made, so nobody's link is written through.
    fresh.unlink(missing_ok=True)
    write_new(fresh, text, mode=0o600)
    with _removed_on_failure(fresh):
        if stamp is not None:
            os.utime(fresh, ns=(stamp, stamp))
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
    """The content of a regular file, at most one byte more than LARGEST_FILE.

    Anything else - a pipe, a device, a directory - is an OSError at once: reading it could wait
    for ever.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
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


def _open_lock(lock: Path) -> int:
    """Open a lock file, made if need be; OSError for a link or anything but a plain file."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(lock, flags, 0o600)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "a lock must be a regular file")
    return descriptor


def _is_in_place(lock: Path, descriptor: int) -> bool:
    """Whether a lock file is still the one that was opened: nobody has deleted it since."""
    try:
        return os.path.samestat(os.stat(lock), os.fstat(descriptor))
    except OSError:
        return False


def claim(lock: Path) -> bool:
    """Hold a lock file until this process ends; False if another process holds it.

    The system lets go of it however the process ends. A directory that cannot be written, or a
    file system without locks, gives no protection and no obstacle: True. A link in place of the
    lock is nobody's to follow: False.
    """
    if lock in _claims:
        if _is_in_place(lock, _claims[lock]):
            return True
        release(lock)  # deleted under us: whoever made it anew may hold it now
    try:
        descriptor = _open_lock(lock)
    except OSError as error:
        return error.errno not in (errno.ELOOP, errno.EINVAL, errno.ENXIO)
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
def locked(lock: Path, patience: float | None = None) -> Iterator[None]:
    """Hold a lock file during the block, after waiting for others; TimeoutError after a while."""
    make_private(lock.parent)
    descriptor = _open_lock(lock)
    try:
        _wait_for_lock(descriptor, LOCK_PATIENCE if patience is None else patience)
        yield
    finally:
        os.close(descriptor)


def _wait_for_lock(descriptor: int, patience: float) -> None:
    deadline = time.monotonic() + patience
    while True:
        try:
            return _try_lock(descriptor)
        except OSError as error:
            if error.errno not in _CONTENTION:
                return None
        if time.monotonic() > deadline:
            raise TimeoutError(errno.ETIMEDOUT, "another program does not let go of it")
        time.sleep(0.005)


def free_name(path: Path) -> Path:
    """The first of name-2, name-3, ... that is not there yet."""
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in names if not os.path.lexists(name))
