"""The processes that play: safe from the current directory, and never left behind."""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from minicheckers.game.pdn import read_games
from testing.processes import PATIENCE, wait_for_end, wait_for_workers

MATCH = ("match", "easy", "random", "--games", "100000", "--seed", "1", "--jobs", "2")


def program(*words: str, directory: Path) -> "subprocess.Popen[bytes]":
    """The installed program, as from a shell in a directory."""
    script = shutil.which("minicheckers", path=Path(sys.executable).parent)
    assert script is not None
    return subprocess.Popen(
        [script, *words], cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def test_nothing_from_the_current_directory_runs(tmp_path: Path) -> None:
    for module in ("multiprocessing", "json", "random", "subprocess", "minicheckers", "site"):
        (tmp_path / f"{module}.py").write_text("open('was-run', 'w')\n")
    process = program(*MATCH[:3], "--games", "6", "--jobs", "2", directory=tmp_path)
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, b"")
    assert not (tmp_path / "was-run").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "name", ["SIGKILL", "SIGINT", pytest.param("SIGTERM", marks=pytest.mark.slow)]
)
def test_no_worker_is_left_whatever_ends_the_first_process(name: str, tmp_path: Path) -> None:
    number = signal.Signals[name]
    # Depths that take long: the workers are in the middle of a game.
    words = ("match", "alphabeta", "alphabeta", "--variant", "english", "--depth", "14")
    process = program(*words, "--jobs", "2", directory=tmp_path)
    workers = wait_for_workers(process.pid, 2)
    time.sleep(0.3)
    process.send_signal(number)
    process.communicate(timeout=PATIENCE)
    wait_for_end(workers)
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}.get(number, -number)


def wait_for_games(process: "subprocess.Popen[bytes]", pdn: Path, games: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while not pdn.exists() or pdn.read_bytes().count(b"[Event ") < games:
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_after_a_kill_the_games_are_there(tmp_path: Path) -> None:
    pdn = tmp_path / "games.pdn"
    process = program(*MATCH, "--pdn", str(pdn), directory=tmp_path)
    wait_for_games(process, pdn, 30)
    process.kill()
    process.communicate(timeout=PATIENCE)
    *games, last = read_games(pdn.read_text())
    assert len(games) >= 29
    assert [int(game.tags["Round"]) for game in (*games, last)] == [*range(1, len(games) + 2)]


def test_a_worker_that_dies_is_told_of(tmp_path: Path) -> None:
    process = program(*MATCH, directory=tmp_path)
    workers = wait_for_workers(process.pid, 2)
    time.sleep(0.3)
    workers[0].kill()
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert b"process died" in err
    assert b"against random" in out


@pytest.mark.slow
def test_memory_stays_flat_over_many_games(tmp_path: Path) -> None:
    pdn = tmp_path / "games.pdn"
    process = program(*MATCH, "--pdn", str(pdn), directory=tmp_path)
    seen = {}
    for games in (300, 3000):
        wait_for_games(process, pdn, games)
        seen[games] = psutil.Process(process.pid).memory_info().rss
    process.terminate()
    process.communicate(timeout=PATIENCE)
    print(seen)
    assert seen[3000] < seen[300] + 2_000_000


@pytest.mark.no_cover
@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of files")
def test_a_full_disk_ends_the_match_and_loses_nothing_that_was_written(tmp_path: Path) -> None:
    script = Path(sys.executable).with_name("minicheckers")
    words = f"{script} match easy random --games 5000 --pdn games.pdn --seed 1 --json"
    done = subprocess.run(
        ["bash", "-c", f"ulimit -f 8; {words}"], cwd=tmp_path, capture_output=True, timeout=PATIENCE
    )
    assert done.returncode == 1
    (sentence,) = done.stderr.decode().splitlines()
    assert sentence.startswith("minicheckers: cannot write the games: ")
    played = json.loads(done.stdout)["games"]
    assert (tmp_path / "games.pdn").read_text().count("[Event ") in (played, played + 1)
