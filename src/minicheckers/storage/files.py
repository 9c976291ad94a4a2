"""Directories: for their owner alone, durable, and on which kind of disk.

All functions raise OSError as the system gives it.
"""

import errno
import os
import shutil
import stat
import sys
from contextlib import suppress
from pathlib import Path

from ..support.text import quoted

#: A log and its index, in bytes.
_LEAST_ROOM = 64 * 1024


class StoreError(OSError):
    """Something could not be kept; the text is a sentence for the user."""


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


def is_full(directory: Path) -> bool:
    """Whether the disk has no room for what a database needs to be read and written."""
    return shutil.disk_usage(directory).free < _LEAST_ROOM
