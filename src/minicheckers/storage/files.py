"""Directories for their owner alone, and files that are written whole or not at all.

Nothing here knows what the files mean. All functions raise OSError as the system gives it.
"""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from ..messages import quoted

#: Far longer than any file that we read.
LARGEST_FILE = 4 * 1024 * 1024


def shown(path: Path) -> str:
    """The path for a message, whole and in quotes."""
    return quoted(str(path), longest=4096)


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


def sync(path: Path) -> None:
    """Make a file, or the names in a directory, durable, on the systems that can be asked to."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
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


#: File systems of disks in this machine: memory can be shared through their files.
_LOCAL = ("bcachefs", "btrfs", "ext2", "ext3", "ext4", "f2fs", "overlay", "tmpfs", "xfs", "zfs")


def is_local(directory: Path, mounts: str = "/proc/self/mountinfo") -> bool:
    """Whether a directory is known to be on a disk of this machine, not on a network."""
    if sys.platform == "win32":
        return True  # that is what %LOCALAPPDATA% means
    found = ("", "")
    with suppress(OSError), open(mounts) as lines:
        for before, _, after in (line.partition(" - ") for line in lines):
            place = before.split()[4]
            if Path(os.path.realpath(directory)).is_relative_to(place):
                found = max(found, (place, after.split()[0]), key=lambda mount: len(mount[0]))
    return found[1] in _LOCAL


def free_name(path: Path) -> Path:
    """The first of name-2, name-3, ... that is not there yet."""
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in names if not os.path.lexists(name))
