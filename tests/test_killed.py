"""The program killed at any moment: no move is lost, and no result counts twice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from testing.killing import VICTIMS

#: How often by default; a thousand times is a slow test.
KILLS = {"store": 5, "plain": 2, "board": 2}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs POSIX processes")
@pytest.mark.parametrize("many", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize("victim", VICTIMS)
def test_no_move_is_lost_and_no_result_counts_twice(
    tmp_path: Path, victim: str, many: bool
) -> None:
    kills = 1000 if many else KILLS[victim]
    run = subprocess.run(
        [sys.executable, "-m", "testing.killing", victim, tmp_path / "minicheckers", str(kills)],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    assert run.stderr == ""
    assert run.returncode == 0
    assert run.stdout.startswith(f"{kills} ")
