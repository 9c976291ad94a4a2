"""Locks that die with their program: one byte of a file each, held by the system.

A byte that a process has locked is free again however the process ends, kill -9 and a power cut
included, and no other process can be mistaken for it, as it can by its number. Children do not
inherit the lock, and network file systems know it.
"""

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":  # pragma: no cover - the other branch is the one under test
    import msvcrt

    def _lock(file: int, byte: int, shared: bool) -> None:
        os.lseek(file, byte, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

    def _unlock(file: int, byte: int) -> None:
        os.lseek(file, byte, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _lock(file: int, byte: int, shared: bool) -> None:
        fcntl.lockf(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB, 1, byte)

    def _unlock(file: int, byte: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_UN, 1, byte)


#: What a byte that another program holds looks like, on POSIX and on Windows.
_CONTENTION = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


class ByteLocks:
    """The locks of one file, which is made when it is first needed.

    Where there can be none there is no protection and no obstacle: everything is free.
    ``work``: the file system knows locks.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None
        self.work = True

    def close(self) -> None:
        """Let go of all bytes."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def take(self, byte: int, *, shared: bool = False, patience: float = 0.0) -> bool:
        """Hold a byte until it is freed or the process ends; False if another process has it."""
        deadline = time.monotonic() + patience
        if self._file is None:
            flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
            try:
                self._file = os.open(self._path, flags | getattr(os, "O_NONBLOCK", 0), 0o600)
            except OSError:  # the directory cannot be written, or a link lies there
                return True
        while True:
            try:
                _lock(self._file, byte, shared)
            except OSError as error:
                self.work = error.errno in _CONTENTION
                if self.work and time.monotonic() < deadline:
                    time.sleep(0.002)
                    continue
                return not self.work
            return True

    def free(self, byte: int) -> None:
        """Let go of a byte."""
        if self._file is not None:
            with suppress(OSError):
                _unlock(self._file, byte)

    @contextmanager
    def held(self, byte: int, *, shared: bool = False, patience: float = 0.0) -> Iterator[None]:
        """Hold a byte during the block; TimeoutError if another process does not release it."""
        if not self.take(byte, shared=shared, patience=patience):
            raise TimeoutError(errno.ETIMEDOUT, "another program is using it")
        try:
            yield
        finally:
            self.free(byte)
