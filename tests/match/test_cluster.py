"""Games on more than one machine: the same games, whichever machine plays them or is lost."""

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from minicheckers.cli import main
from minicheckers.match.match import Contestant, Match, play_all, run_match
from minicheckers.rules.variant import get_variant
from minicheckers.support.processes import WorkerDiedError, cluster
from testing.processes import PATIENCE, wait_until

MATCH = ("match", "strength-2", "strength-1", "--games", "4", "--seed", "7", "--json")
#: Games that no test waits for.
MANY = 50_000
#: A scheduler and its worker in one process.
SCHEDULER = """
from distributed import LocalCluster
machines = LocalCluster(
    n_workers=1,
    threads_per_worker=1,
    processes=False,
    protocol="tcp://",
    dashboard_address="127.0.0.1:0",
)
print(machines.scheduler_address, flush=True)
input()
"""
LEVELS = (Contestant("strength-3"), Contestant("strength-2"))


def a_match(games: int) -> Match:
    return Match(get_variant("mini"), LEVELS, games, seed=3)


@contextmanager
def local_cluster(workers: int, processes: bool = False) -> Iterator[Any]:
    """A cluster of threads, with which there is little to start, or of processes."""
    import dask
    from distributed import LocalCluster

    # The scheduler asks a lost worker for its results for no longer than this.
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "1s"}),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            processes=processes,
            protocol="tcp://",
            # With None it is 8787, which another test may have, and then a warning.
            dashboard_address="127.0.0.1:0",
        ) as machines,
    ):
        yield machines


def test_an_executor_plays_the_same_games_in_their_order() -> None:
    match = a_match(6)
    with ThreadPoolExecutor(3) as executor:
        assert list(play_all(match, executor)) == list(play_all(match, 1))


class Failing(Executor):
    """Loses what it is given."""

    def submit(self, *_: object, **__: object) -> "Future[object]":  # type: ignore[override]
        future: Future[object] = Future()
        future.set_exception(RuntimeError("all gone"))
        return future


def test_a_cluster_that_cannot_go_on_is_told_in_a_sentence() -> None:
    with pytest.raises(WorkerDiedError, match="all gone"):
        run_match(a_match(2), jobs=Failing())


@pytest.mark.parametrize("address", ["nonsense", "tcp://127.0.0.1", "tls://127.0.0.1:1"])
def test_what_is_no_address_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "easy", "easy", "--games", "2", "--cluster", address]) == 2
    assert "tcp://HOST:8786" in capsys.readouterr().err


def test_without_the_package_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with (
        pytest.raises(ValueError, match="pip install distributed"),
        cluster("tcp://127.0.0.1:8786"),
    ):
        pass


def test_it_says_where_it_connects_before_it_waits(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("minicheckers.support.processes._CLUSTER_PATIENCE", 0.1)
    assert main([*MATCH, "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert capsys.readouterr().err == (
        "Connecting to the cluster at tcp://127.0.0.1:1.\n"
        "minicheckers: no Dask scheduler answers at 'tcp://127.0.0.1:1'\n"
    )


def test_the_command_gives_the_same_result_on_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    with local_cluster(2) as machines:
        assert main([*MATCH, "--cluster", machines.scheduler_address]) == 0
    there = json.loads(capsys.readouterr().out)
    assert main([*MATCH, "--jobs", "1"]) == 0
    here = json.loads(capsys.readouterr().out)
    assert there.pop("seconds") > 0
    assert here.pop("seconds") > 0
    assert there == here


def test_a_lost_scheduler_is_told_in_a_sentence(tmp_path: Path) -> None:
    pdn = tmp_path / "games.pdn"
    words = ("match", "easy", "random", "--games", str(MANY), "--pdn", str(pdn), "--json")
    script = Path(sys.executable).with_name("minicheckers")
    with subprocess.Popen(
        [sys.executable, "-c", SCHEDULER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as machines:
        assert machines.stdout is not None
        address = machines.stdout.readline().strip()
        with subprocess.Popen(
            [script, *words, "--cluster", address],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as program:
            wait_until(lambda: pdn.exists() and "[Event " in pdn.read_text())
            machines.kill()
            out, err = program.communicate(timeout=PATIENCE)
    assert program.returncode == 1
    assert json.loads(out)["games"] > 0
    assert err == (
        f"Connecting to the cluster at {address}.\n"
        f"minicheckers: lost the connection to the cluster at '{address}'\n"
    )


def test_a_cluster_that_loses_a_worker_plays_every_game_as_one_process_does() -> None:
    match = a_match(100)
    with (
        local_cluster(2, processes=True) as machines,
        cluster(machines.scheduler_address) as executor,
    ):
        played = []
        for number, game in enumerate(play_all(match, executor)):
            played.append(game)
            if not number:
                psutil.Process(machines.workers[0].process.pid).kill()
    assert played == list(play_all(match, 1))
