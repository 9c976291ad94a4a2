"""The processes that a program has started, as the system sees them."""

import os
import subprocess
import time
from pathlib import Path

import pytest

PATIENCE = 60.0

needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


def workers(pid: int) -> list[int]:
    """The processes at work for a process, which Python gives a helper of its own as well."""
    words = ["ps", "-o", "pid=,args=", "--ppid", str(pid)]
    lines = subprocess.run(words, capture_output=True, text=True).stdout.splitlines()
    return [int(line.split()[0]) for line in lines if "multiprocessing.spawn" in line]


def wait_for_workers(pid: int, count: int) -> list[int]:
    """The processes at work for a process, once there are so many."""
    deadline = time.monotonic() + PATIENCE
    while len(found := workers(pid)) < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found


def wait_for_end(processes: list[int]) -> None:
    """Wait until none of the processes is left."""
    deadline = time.monotonic() + PATIENCE
    while any(map(is_running, processes)):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def wait_until_busy(pid: int, seconds: float = 0.5) -> None:
    """Wait until a process has computed for longer than its start takes, on whatever machine."""
    deadline = time.monotonic() + PATIENCE
    while seconds_used(pid) < seconds:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def seconds_used(pid: int) -> float:
    """The processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
