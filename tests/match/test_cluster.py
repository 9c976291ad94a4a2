"""Games on more than one machine: the same games, whichever machine plays them or is lost."""

import os
import signal
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest

from minicheckers.cli import main
from minicheckers.match.match import Contestant, Match, play_all, run_match
from minicheckers.processes import WorkerDiedError, cluster
from minicheckers.rules.variant import get_variant

LEVELS = (Contestant("strength-3"), Contestant("strength-2"))


def a_match(games: int) -> Match:
    return Match(get_variant("mini"), LEVELS, games, seed=3)


def test_an_executor_plays_the_same_games_in_their_order() -> None:
    match = a_match(6)
    with ThreadPoolExecutor(3) as executor:
        assert list(play_all(match, executor)) == list(play_all(match, 1))
        assert [played.fixture.number for played in play_all(match, executor, first=5)] == [5, 6]


class Failing(Executor):
    """Loses what it is given."""

    def submit(self, *_: object, **__: object) -> "Future[object]":  # type: ignore[override]
        future: Future[object] = Future()
        future.set_exception(RuntimeError("all gone"))
        return future


def test_a_cluster_that_cannot_go_on_is_told_in_a_sentence() -> None:
    with pytest.raises(WorkerDiedError, match="all gone"):
        run_match(a_match(2), jobs=Failing())


@pytest.mark.parametrize("address", ["nonsense", "tcp://127.0.0.1", "ftp://127.0.0.1:21"])
def test_what_is_no_address_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "easy", "easy", "--games", "2", "--cluster", address]) == 2
    assert "tcp://HOST:8786" in capsys.readouterr().err


def test_without_the_package_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with (
        pytest.raises(ValueError, match=r"minicheckers\[cluster\]"),
        cluster("tcp://127.0.0.1:8786"),
    ):
        pass


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_plays_every_game_as_one_process_does() -> None:
    from distributed import LocalCluster

    match = a_match(200)
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as machines,
        cluster(machines.scheduler_address) as executor,
    ):
        played = []
        for number, game in enumerate(play_all(match, executor)):
            played.append(game)
            if not number:
                os.kill(machines.workers[0].process.pid, signal.SIGKILL)
    assert played == list(play_all(match, 1))
