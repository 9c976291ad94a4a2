"""The program that builds the endings."""

import json
import subprocess
import sys
from pathlib import Path

from endings import digest, found_in
from minicheckers.engine.endings.files import read_endings

SCRIPT = Path(__file__).parents[2] / "research" / "endings.py"
FIELDS = "variant pieces positions won drawn lost longest sha256 seconds"


def test_the_record_of_two_pieces() -> None:
    record = found_in("english", 2)
    assert list(record) == FIELDS.split()
    assert record["positions"] == 3488 == record["won"] + record["drawn"] + record["lost"]
    assert (record["won"], record["lost"], record["longest"]) == (716, 402, 13)


def test_the_program_writes_what_it_says(tmp_path: Path) -> None:
    path = tmp_path / "towers.endings"
    command = [sys.executable, str(SCRIPT), "towers", "--pieces", "2", "--out", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["sha256"] == digest(read_endings(path.read_bytes()))
    assert not done.stderr
