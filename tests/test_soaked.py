"""Long runs use no more than short ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

pytestmark = pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs Linux")


def run_module(name: str, *words: object) -> str:
    """The output of a module of `testing`; it must not fail."""
    run = subprocess.run(
        [sys.executable, "-m", f"testing.{name}", *map(str, words)],
        cwd=TESTS,
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    assert run.stderr == ""
    assert run.returncode == 0
    return run.stdout


def used(text: str) -> tuple[list[float], list[float]]:
    """Megabytes, files and threads, early and at the end."""
    early, late = (
        [float(part.split()[0]) for part in half.partition(": ")[2].split(", ")]
        for half in text.strip().splitlines()[-1].split("; ")[1:]
    )
    return early, late


@pytest.mark.slow
def test_two_hundred_games_in_one_process_use_no_more_than_twenty() -> None:
    early, late = used(run_module("soak", "board", 200))
    assert late[0] < early[0] + 5
    assert late[1:] <= early[1:]


@pytest.mark.slow
def test_a_match_of_a_thousand_games_uses_no_more_than_a_hundred() -> None:
    two = run_module("soak", "match", 1000, "--jobs", 2)
    early, late = used(two)
    assert late[0] < early[0] + 10
    one = run_module("soak", "match", 1000, "--jobs", 1)
    assert one.partition('"seconds"')[0] == two.partition('"seconds"')[0], "by the same seed"
