"""The board in a real console of Windows: its first frame, and keys."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from testing.running import homes

WATCHER = Path(__file__).parents[1] / "testing" / "console.py"


@pytest.mark.skipif(sys.platform != "win32", reason="needs the console of Windows")
def test_the_board_is_drawn_and_letters_are_letters(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    letters = [(letter, letter) for letter in "éłă"]
    keys = json.dumps([("s", "Save as"), *letters, ("keypad-enter", "Saved")])
    subprocess.run(
        [sys.executable, WATCHER, report, keys],
        cwd=tmp_path,
        env=os.environ | homes(tmp_path),
        creationflags=getattr(subprocess, "CREATE_NEW_CONSOLE", 0),
        timeout=600,
        check=True,
    )
    seen = json.loads(report.read_text(encoding="utf-8"))
    assert "Your turn" in seen["first"]
    assert "Saved" in seen["last"]
    assert seen["code"] == 0
    assert (tmp_path / "éłă.pdn").exists()
