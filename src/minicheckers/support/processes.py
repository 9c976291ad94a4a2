"""Work of ours in several processes: here, where none outlives this one, or on a cluster."""

import logging
import os
import re
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from itertools import islice
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from .text import printable, quoted

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")
R = TypeVar("R")

#: Does a task; calls what it is given each time that a part of the task is done.
Work = Callable[[T, Callable[[], None]], R]

#: How far a process may be ahead of the result that is waited for, in tasks.
_AHEAD = 8
#: How long a worker may take to leave when there is nothing left to do, in seconds.
_LEAVING_SECONDS = 5.0
#: How far all workers of an executor together may be ahead: nobody knows how many there are.
_EXECUTOR_AHEAD = 1_000
#: How long a cluster may take to answer, in seconds.
_CLUSTER_PATIENCE = 10
#: How often a cluster is looked at while a result is waited for, in seconds.
_CLUSTER_CHECK_SECONDS = 1.0


class WorkerDiedError(Exception):
    """A process cannot be started or has ended by itself; the text is a sentence for the user."""


def work_off(
    work: Work[T, R],
    tasks: Iterable[T],
    jobs: int | Executor,
    report: Callable[[], None] = lambda: None,
) -> Generator[R, None, None]:
    """The results of all tasks in their order, worked out in that many processes or by an executor.

    `work` goes to every process, so it must be a function of a module or a value with all it
    needs. Closing the iterator, or any exception out of it, ends the processes; an executor
    forgets what it has not begun. `report` hears of parts only from this machine.
    """
    if not isinstance(jobs, int):
        return _work_off_on(jobs, work, tasks)
    if jobs == 1:
        return (work(task, report) for task in tasks)
    return _work_off_in_processes(work, tasks, jobs, report)


def _work_off_on(
    executor: Executor, work: Work[T, R], tasks: Iterable[T]
) -> Generator[R, None, None]:
    left = iter(tasks)
    futures: deque[Future[R]] = deque()
    try:
        while True:
            more = islice(left, _EXECUTOR_AHEAD - len(futures))
            futures.extend(executor.submit(_do, work, task) for task in more)
            if not futures:
                return
            future = futures.popleft()
            if isinstance(executor, ClusterExecutor):
                executor.wait_for(future)
            yield future.result()
    except WorkerDiedError:
        raise
    except Exception as error:  # other machines, other errors
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise WorkerDiedError(f"a worker failed: {quoted(reason, 200)}") from error
    finally:
        for future in futures:
            future.cancel()


def _do(work: Work[T, R], task: T) -> R:
    return work(task, lambda: None)


class ClusterExecutor(Executor):
    """The workers of a Dask cluster, and whether it is still there.

    Dask's own executor never ends a future whose result is lost on the way, and takes a result for
    an error if its worker leaves just then. What is submitted is forgotten when the client closes.
    """

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address

    def submit(self, work: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        task = self._client.submit(work, *args, pure=False, **kwargs)
        future: Future[R] = Future()
        future.set_running_or_notify_cancel()

        async def pass_on() -> None:
            try:
                future.set_result(await task)
            except Exception as error:  # noqa: BLE001 - raised by whoever asks for the result
                future.set_exception(error)

        self._client.loop.add_callback(pass_on)
        return future

    def wait_for(self, future: Future[R]) -> None:
        """Wait until it is done; WorkerDiedError if the scheduler is gone."""
        from distributed.comm import CommClosedError

        running = True
        while running and not wait([future], _CLUSTER_CHECK_SECONDS).done:
            running = self._client.status == "running"
        if not running or isinstance(future.exception(), CancelledError | CommClosedError):
            raise WorkerDiedError(f"lost the connection to the cluster at {quoted(self._address)}")


@contextmanager
def cluster(address: str, modules: Iterable[str] = ()) -> Iterator[Executor]:
    """The workers of the Dask cluster whose scheduler is at an address, as an executor.

    They have this version of the package and are sent the files of the `modules`. A task whose
    worker is lost is done by another one. ValueError with a sentence if there is no such cluster.
    """
    if re.fullmatch(r"(tcp://)?[^/\s]+:[0-9]{1,5}", address) is None:
        raise ValueError(f"{quoted(address)} is not an address such as tcp://HOST:8786")
    try:
        from distributed import Client
    except ImportError:
        raise ValueError(
            "a cluster needs the package distributed; install it with: pip install distributed"
        ) from None
    # What matters is raised; Dask, its event loop and its futures log tracebacks besides.
    logging.disable()
    print(f"Connecting to the cluster at {printable(address)}.", file=sys.stderr, flush=True)
    try:
        client = Client(address, timeout=_CLUSTER_PATIENCE, set_as_default=False)
    except OSError:
        raise ValueError(f"no Dask scheduler answers at {quoted(address)}") from None
    try:
        for module in modules:
            client.upload_file(module)
        yield ClusterExecutor(client, address)
    finally:
        # A client that has lost its scheduler may fail while it closes; that has been told then.
        with suppress(*[] if client.status == "running" else [RuntimeError, OSError]):
            client.close(timeout=_CLUSTER_PATIENCE)


@contextmanager
def workers(jobs: int, address: str | None) -> Iterator[int | Executor]:
    """The workers: that many processes here, or the cluster at an address if there is one."""
    if address is None:
        yield jobs
    else:
        with cluster(address) as executor:
            yield executor


def _work_off_in_processes(
    work: Work[T, R], tasks: Iterable[T], jobs: int, report: Callable[[], None]
) -> Generator[R, None, None]:
    from multiprocessing.connection import wait  # takes a while to load

    with _workers(jobs) as connections:
        try:
            for connection in connections:
                connection.send(work)
            del work  # it may be large
            numbered = enumerate(tasks)
            waiting = next(numbered, None)
            wanted = 0
            idle = list(connections)
            busy: dict[Any, int] = {}
            done: dict[int, R] = {}
            while busy or waiting is not None:
                while idle and waiting is not None and waiting[0] < wanted + _AHEAD * jobs:
                    connection = idle.pop()
                    busy[connection] = waiting[0]
                    connection.send(waiting[1])
                    waiting = next(numbered, None)
                heard: list[Any] = wait(list(busy))
                for connection in heard:
                    is_result, result = connection.recv()
                    if is_result:
                        done[busy.pop(connection)] = result
                        idle.append(connection)
                    else:
                        report()
                while wanted in done:
                    yield done.pop(wanted)
                    wanted += 1
        except (EOFError, OSError):
            raise WorkerDiedError("a worker process died") from None


@contextmanager
def _workers(jobs: int) -> Iterator[list[Any]]:
    """Connections to that many processes, of which none is left in the end."""
    from multiprocessing import get_context  # takes a while to load

    # A spawned process shares nothing with this one, whatever the platform and its threads.
    context = get_context("spawn")
    workers, connections = [], []
    try:
        try:
            with _starting_safely():
                for _ in range(jobs):
                    ours, theirs = context.Pipe()
                    worker = context.Process(target=_serve, args=(theirs,), daemon=True)
                    worker.start()
                    workers.append(worker)
                    # Only the worker may hold its end, or its death would not be seen.
                    theirs.close()
                    connections.append(ours)
        except OSError as error:
            raise WorkerDiedError(f"cannot start a process: {error.strerror}") from None
        yield connections
        # All is done, but a worker may still be ending what it has started.
        for connection in connections:
            connection.close()
        for worker in workers:
            worker.join(_LEAVING_SECONDS)
    finally:
        for worker in workers:
            worker.kill()
        for worker in workers:
            worker.join()


def _serve(connection: "Connection[Any, Any]") -> None:
    """What a process does: the tasks that it is sent, until it is ended."""
    # Ctrl-C reaches every process of the terminal, but the first one alone decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _unblock_ctrl_c()
    try:
        threading.Thread(target=_leave_with_the_first, daemon=True).start()
    except RuntimeError:  # the system has no more threads
        os._exit(1)

    def tell(is_result: bool, result: object = None) -> None:
        try:
            connection.send((is_result, result))
        except OSError:  # nobody is left to work for
            os._exit(1)

    with suppress(EOFError):
        work = connection.recv()
        while True:
            task = connection.recv()
            tell(True, work(task, lambda: tell(False)))


def _leave_with_the_first() -> None:
    from multiprocessing import connection, parent_process  # takes a while to load

    if (first := parent_process()) is not None:
        connection.wait([first.sentinel])
        os._exit(1)


@contextmanager
def _starting_safely() -> Iterator[None]:
    """Start processes in here.

    They hear no Ctrl-C from the first moment on, import nothing from the current directory, and do
    not run the script that is the main program once more.
    """
    main, name = sys.modules["__main__"], "PYTHONSAFEPATH"
    before = os.environ.get(name)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    os.environ[name] = "1"
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before
        _unblock_ctrl_c()


def _unblock_ctrl_c() -> None:
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
