"""A disk that is soon full."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


@contextmanager
def tiny_disk(directory: Path) -> Iterator[Path]:
    """A disk of one megabyte, mounted in a directory; the test is skipped where that cannot be."""
    mount = shutil.which("mount")
    if mount is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can mount a tiny disk")
    disk = directory / "disk"
    disk.mkdir()
    command = [mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("mounting is not permitted here")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", disk], check=True)


def fill(disk: Path) -> Path:
    """Fill the disk to its end; the file that does it."""
    path = disk / "filler"
    with suppress(OSError), path.open("wb", buffering=0) as filler:
        while filler.write(b"x" * 4096):
            pass
    return path
