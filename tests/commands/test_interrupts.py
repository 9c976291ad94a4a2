"""Ctrl-C at any time and any number of times: never a traceback, and finished work is reported."""

import os
import signal
import subprocess
import sys
import time

import pytest

from testing.running import Program

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")

#: The program as its script starts it, which tells when it has been reached and waits a moment.
STARTING = """
import builtins, sys, time
import minicheckers.__main__ as program
plain_import = builtins.__import__
def slow_import(name, *rest):
    if name == "cli":
        print("loading", flush=True)
        time.sleep(5)
    return plain_import(name, *rest)
builtins.__import__ = slow_import
sys.exit(program.main())
"""


def interrupt(process: "subprocess.Popen[bytes]", times: int = 1) -> None:
    """Press Ctrl-C this many times in a row."""
    for _ in range(times):
        try:
            os.killpg(process.pid, signal.SIGINT)
        except ProcessLookupError:
            return
        time.sleep(0.01)


def test_while_it_is_loading(program: Program) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", STARTING, "levels"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=program.environment,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"loading\n"
    interrupt(process)
    assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == -signal.SIGINT, "which a shell calls 130"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "games", [1, 30, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3, 5, 8, 13, 100, 300))]
)
def test_twenty_times_in_a_match_after_some_games(program: Program, games: int) -> None:
    pdn = program.directory / "games.pdn"
    words = ("match", "easy", "easy", "--games", "90000", "--jobs", "2", "--pdn", str(pdn))
    process = program.start(*words)
    end = time.monotonic() + 60
    while not pdn.exists() or pdn.read_bytes().count(b"[Event ") < games:
        assert time.monotonic() < end
        time.sleep(0.01)
    interrupt(process, 20)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert b"easy against easy" in out, "the result so far"


def test_twenty_times_at_the_prompt_of_plain_mode(program: Program) -> None:
    process = program.start("--plain", "--level", "easy", "--first", "you")
    assert process.stdout is not None
    while not process.stdout.readline().startswith(b"Moves:"):
        pass
    interrupt(process, 20)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")
