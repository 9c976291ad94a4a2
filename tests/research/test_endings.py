"""The program that builds the endings."""

import json
import subprocess
import sys
from pathlib import Path

from endings import digest
from minicheckers.engine.endings.files import read_endings

SCRIPT = Path(__file__).parents[2] / "research" / "endings.py"


def test_the_program_writes_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "towers.endings"
    command = [sys.executable, str(SCRIPT), "towers", "--pieces", "2", "--out", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["sha256"] == digest(read_endings(path.read_bytes()))
    assert not done.stderr
