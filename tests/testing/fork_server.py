"""A process that has the whole program loaded, and forks a copy of itself for each start.

Run by `testing.forked`, with a socket as its standard input: every message names the directory,
the environment, the arguments and the terminal of a start, and brings its three files and one
for the answer: the process's number, and its exit status once it has ended.
"""

import atexit
import contextlib
import gc
import importlib
import io
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import sys
import threading
from typing import Any

import minicheckers

if sys.platform != "win32":
    import fcntl
    import termios

#: The longest message, in bytes.
LARGEST = 1 << 20


def load() -> None:
    """Load every module of the program but those that run when they are loaded."""
    for module in pkgutil.walk_packages(minicheckers.__path__, "minicheckers."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def serve() -> dict[str, Any]:
    """Fork for each message; return, in the copy, what it is to run."""
    asked = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    os.set_blocking(woken, False)
    signal.set_wakeup_fd(waking)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    running: dict[int, int] = {}
    while True:
        ready, _, _ = select.select([asked.fileno(), woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            _reap(running)
        if asked.fileno() not in ready:
            continue
        message, files, _, _ = socket.recv_fds(asked, LARGEST, 4)
        if not message:  # whoever asked is gone
            sys.exit()
        told = files.pop()
        child = os.fork()
        if child:
            running[child] = told
            os.write(told, b"%d\n" % child)
            for file in files:
                os.close(file)
            continue
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for number, file in enumerate(files):
            os.dup2(file, number)
        asked.detach()
        os.closerange(3, max((*files, told, waking, *running.values())) + 1)
        start: dict[str, Any] = json.loads(message)
        return start


def _reap(running: dict[int, int]) -> None:
    for child in list(running):
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            told = running.pop(child)
            with contextlib.suppress(BrokenPipeError):  # nobody wants to know
                os.write(told, b"%d\n" % os.waitstatus_to_exitcode(status))
            os.close(told)


def become(start: dict[str, Any]) -> None:
    """Make this process what a newly started Python would be."""
    os.setsid()
    if start["terminal"]:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(start["directory"])
    os.environ.clear()
    os.environ.update(start["environment"])
    sys.argv = ["-m", *start["words"]]
    sys.path[0] = os.getcwd()
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        before = getattr(sys, name)
        file = open(number, "wb" if number else "rb", closefd=False)  # noqa: SIM115
        stream = io.TextIOWrapper(
            file,
            encoding=before.encoding,
            errors=before.errors,
            newline="\n" if number else None,
            line_buffering=number == 2 or file.isatty(),
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def end_at_once(code: int) -> None:
    """End as Python does, but do not take apart, object by object, what was loaded before.

    That would copy all the memory that is shared with the server: four fifths of a short run.
    """
    threading._shutdown()  # type: ignore[attr-defined]  # waits for threads
    atexit._run_exitfuncs()
    try:
        for file in (sys.stdout, sys.stderr):
            file.flush()
    except (OSError, ValueError):  # Python knows what to say and which exit code that is
        return
    os._exit(code & 0xFF)


if __name__ == "__main__":
    load()
    gc.collect()
    gc.freeze()
    become(serve())
    try:
        runpy.run_module("minicheckers", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            end_at_once(end.code or 0)
        raise
