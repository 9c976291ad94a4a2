"""The command that solves mini."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from minicheckers.cli import main
from minicheckers.engine.solver.solution_table import PINNED, read_table
from testing.processes import wait_for_end, wait_for_workers, wait_until_busy

COUNTS = (
    *(21085, 182065, 656975, 1435760, 2246929, 2783397, 3030131),
    *(3079482, 2845015, 2195137, 1267804, 449076, 62947),
)


def test_a_part_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--position", "W:W10,17:B2,9", "--jobs", "1", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["positions"], record["wiped_out"], record["longest"]) == (1251, 7, 16)
    assert record["first_moves"] == {"10-7": 0, "17-13": 0, "17-14": 0}


@pytest.mark.slow
def test_the_whole_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mini.table"
    assert main(["solve", "--out", str(path), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["positions"], record["wiped_out"]) == (20_261_946, 6_143)
    assert tuple(record["values"].values()) == COUNTS
    assert record["first_moves"] == {"4-7": 0, "5-7": 0, "5-8": 0, "6-8": 0, "6-9": -1}
    assert (record["start"], record["longest"], record["sha256"]) == (0, 44, PINNED)
    assert read_table(path).sha256 == PINNED
    assert path.stat().st_size < 10_000_000


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize(
    "workers", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["before", "with workers"]
)
@pytest.mark.no_cover  # a signal may come while coverage holds its lock
def test_an_interrupt_ends_it_and_its_workers(workers: bool) -> None:
    # A part of the game: with the whole of it half a minute goes by before there are workers.
    part = ("--position", "B:W8,14,15,16,17:B3,4,5,6,9")
    command = [sys.executable, "-m", "minicheckers", "solve", *part, "--jobs", "2", "--json"]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    if workers:
        children = wait_for_workers(running.pid, 2)
    else:
        wait_until_busy(running.pid)
        children = []
    os.killpg(running.pid, signal.SIGINT)  # as the terminal does
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out) == (130, "")
    assert "Traceback" not in err
    wait_for_end(children)
