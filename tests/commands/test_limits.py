"""Limits of the system: a sentence, and the game goes on or ends in order."""

import subprocess
import sys
from pathlib import Path

import pytest

from minicheckers.storage.store import Store
from testing.store_games import begun, played

resource = pytest.importorskip("resource")


def run_limited(limit: str, value: int, state: Path) -> "subprocess.CompletedProcess[str]":
    """Play two moves in plain mode under a limit that the program sets itself at its start."""
    script = (
        "import resource, sys; from minicheckers.cli import main;"
        f"resource.setrlimit(resource.{limit}, ({value}, {value}));"
        "sys.exit(main(['--plain', '--level', 'easy', '--first', 'you']))"
    )
    return subprocess.run(
        [sys.executable, "-c", script],
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


def test_no_file_may_grow(tmp_path: Path) -> None:
    older = played(begun("english"), 4)
    Store(tmp_path / "minicheckers").save(older)
    run = run_limited("RLIMIT_FSIZE", 0, tmp_path)
    assert run.returncode == 1, "the game is not saved, and a script should know"
    assert "File too large" in run.stdout
    assert run.stdout.count("You play ") >= 2, "the game goes on meanwhile"
    assert run.stderr.count("\n") <= 1
    assert Store(tmp_path / "minicheckers").load() == older


def test_hardly_any_file_may_be_open(tmp_path: Path) -> None:
    run = run_limited("RLIMIT_NOFILE", 3, tmp_path)
    assert run.returncode == 1
    assert "Traceback" not in run.stderr + run.stdout
    assert "Too many open files" in run.stderr + run.stdout
