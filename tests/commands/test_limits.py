"""System limits: a message, and the game continues or ends cleanly."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from minicheckers.storage.store import Store
from testing.hostile import BY_NAME
from testing.store_games import begun, played

resource = pytest.importorskip("resource")


PLAY = ("--plain", "--level", "easy", "--first", "you")
#: The system has no more threads.
NO_THREADS = """
import threading
def start(self): raise RuntimeError("can't start new thread")
threading.Thread.start = start
"""


def run_after(script: str, state: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command, and two moves if it asks for them, in a process that first does something."""
    main = f"import sys; from minicheckers.cli import main; sys.exit(main({list(words or PLAY)}))"
    return subprocess.run(
        [sys.executable, "-c", f"import minicheckers.cli\n{script}\n{main}"],
        input="1\n1\nquit\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={
            "XDG_STATE_HOME": str(state),
            "PATH": "/usr/bin:/bin",
            "PYTHONPATH": ":".join(sys.path),
        },
    )


def run_limited(
    limit: str, value: int, state: Path, *words: str
) -> "subprocess.CompletedProcess[str]":
    """The same under a limit of the system."""
    script = f"import resource; resource.setrlimit(resource.{limit}, ({value}, {value}))"
    return run_after(script, state, *words)


def test_no_file_may_grow(tmp_path: Path) -> None:
    older = played(begun("english"), 4)
    with Store(tmp_path / "minicheckers") as store:
        store.save(older)
    run = run_limited("RLIMIT_FSIZE", 0, tmp_path)
    assert run.returncode == 1, "the game is not saved, and a script should know"
    assert "could not be saved" in run.stdout
    assert run.stdout.count("You play ") >= 1, "the game goes on meanwhile"
    assert run.stderr.count("\n") <= 1
    with Store(tmp_path / "minicheckers") as later:
        assert later.resume() == older


def test_hardly_any_file_may_be_open(tmp_path: Path) -> None:
    run = run_limited("RLIMIT_NOFILE", 3, tmp_path)
    assert run.returncode == 1
    assert "Traceback" not in run.stderr + run.stdout
    assert "Too many open files" in run.stderr + run.stdout


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "words",
    [
        ("best", "--variant", "english", "--level", "expert", "--depth", "30"),
        PLAY,
    ],
    ids=lambda words: words[0],
)
@pytest.mark.parametrize("megabytes", [20, pytest.param(60, marks=pytest.mark.slow)])
def test_hardly_any_memory(tmp_path: Path, words: tuple[str, ...], megabytes: int) -> None:
    run = run_limited("RLIMIT_AS", megabytes * 2**20, tmp_path, *words, *limits_of(words))
    assert run.returncode in (0, 1)
    assert "Traceback" not in run.stderr + run.stdout
    assert run.stderr.count("\n") <= 1
    if run.returncode == 1:
        assert "memory" in (run.stderr + run.stdout).lower()


def limits_of(words: tuple[str, ...]) -> tuple[str, ...]:
    return ("--time", "0.5") if words[0] == "best" else ()


def test_no_thread_can_be_started(tmp_path: Path) -> None:
    run = run_after(NO_THREADS, tmp_path, "hub")
    assert (run.returncode, run.stdout) == (1, "")
    assert "threads" in run.stderr
    assert run.stderr.count("\n") == 1


def test_no_process_can_be_started(tmp_path: Path) -> None:
    words = ("match", "easy", "easy", "--games", "4", "--jobs", "2", "--json")
    run = run_limited("RLIMIT_NOFILE", 8, tmp_path, *words)
    assert run.returncode == 1
    assert json.loads(run.stdout)["games"] == 0
    assert run.stderr.startswith("minicheckers: ")
    assert run.stderr.endswith("process: Too many open files\n")


def test_plain_mode_needs_no_thread(tmp_path: Path) -> None:
    run = run_after(NO_THREADS, tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.count("The computer ") >= 2


def test_a_file_strategy_without_threads_or_processes_is_a_sentence(tmp_path: Path) -> None:
    level = BY_NAME["answers_late"].write(tmp_path)
    few_files = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (6, 6))"
    for script in (NO_THREADS, few_files):
        run = run_after(script, tmp_path, "best", "--level", level)
        assert (run.returncode, run.stdout) == (2, "")
        assert "no process can be started" in run.stderr
        assert run.stderr.count("\n") == 1


#: A module finds no room in memory.
NO_ROOM = """
import minicheckers.cli
def run(words): raise {error}
minicheckers.cli._run = run
"""


@pytest.mark.parametrize(
    "error",
    [
        ImportError("movegen.so: failed to map segment from shared object"),
        SystemError("error return without exception set"),
        SystemError("<built-in function exec> returned NULL without setting an exception"),
    ],
    ids=repr,
)
def test_no_room_for_a_module(tmp_path: Path, error: Exception) -> None:
    run = run_after(NO_ROOM.format(error=repr(error)), tmp_path)
    assert run.returncode == 1
    assert "memory" in run.stderr
    assert run.stderr.count("\n") == 1
