"""The whole program in a terminal, on any screen and at any size: nothing crashes it."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("runs", [3, pytest.param(250, marks=pytest.mark.slow)])
def test_any_input_on_any_screen(runs: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "endurance.terminal_fuzzing", str(runs)],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.startswith(f"{runs} runs:")
