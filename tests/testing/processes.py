"""The processes that a program has started, as the system sees them."""

import time
from collections.abc import Callable

import psutil

PATIENCE = 60.0


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def wait_for_workers(pid: int, count: int) -> list[psutil.Process]:
    """The worker processes of a process, once there are this many.

    Python gives it a helper of its own as well, which does not count.
    """
    found: list[psutil.Process] = []

    def are_there() -> bool:
        children = psutil.Process(pid).children()
        found[:] = [one for one in children if "multiprocessing.spawn" in " ".join(one.cmdline())]
        return len(found) >= count

    wait_until(are_there)
    return found


def wait_for_end(processes: list[psutil.Process]) -> None:
    """Wait until none of the processes is left."""
    wait_until(lambda: not any(map(is_alive, processes)))


def is_alive(process: psutil.Process) -> bool:
    """Whether it is running; a zombie is not."""
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_until_busy(pid: int, seconds: float = 0.5) -> None:
    """Wait until a process has used more processor time than starting up takes on any machine.

    A copy of the loaded program (testing/forked.py) needs a fiftieth of a second for that.
    """
    wait_until(lambda: sum(psutil.Process(pid).cpu_times()[:2]) >= seconds)
