"""Learning a network is repeatable: the same games, and from them the same bytes."""

import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from minicheckers.engine.evaluate.network import read_network, shipped_network
from minicheckers.rules.variant import get_variant
from network_file import write_network

pytest.importorskip("numpy")
RESEARCH = Path(__file__).parents[2] / "research"
SQUARES, PAIRS = 32, 49


@pytest.fixture(autouse=True)
def _small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(RESEARCH))
    monkeypatch.setattr("learn_network.BATCH", 32)


def test_a_chunk_has_the_same_bytes_whoever_plays_it(tmp_path: Path) -> None:
    from selfplay import Player, chunk, chunk_players, play_chunks

    player = Player("english", "english-squares", nodes=10, seed=3, games_a_chunk=12)
    one, two = (chunk(player, number) for number in (0, 1))
    assert one != two
    with chunk_players(jobs=2, address=None) as processes:
        files = play_chunks(player, tmp_path, 2, processes)
        assert [file.read_bytes() for file in files] == [one, two]
        files[0].write_bytes(b"there already")
        assert play_chunks(player, tmp_path, 1, processes)[0].read_bytes() == b"there already"


def test_a_network_plays_by_what_its_file_holds(tmp_path: Path) -> None:
    from selfplay import Player, chunk, named_or_read

    file = tmp_path / "english.network"
    file.write_bytes(write_network(shipped_network("english")))
    by_name, by_content = (
        chunk(Player("english", named_or_read(name), nodes=10, seed=3, games_a_chunk=2), 0)
        for name in ("english", str(file))
    )
    assert by_name == by_content


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_plays_the_same_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import LocalCluster

    from selfplay import Player, chunk_players, play_chunks

    content = write_network(shipped_network("english"))
    player = Player("english", content, nodes=10, seed=3, games_a_chunk=12)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path != str(RESEARCH)])
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0"
        ) as machines,
        chunk_players(jobs=1, address=machines.scheduler_address) as workers,
    ):
        first = play_chunks(player, tmp_path / "cluster", 1, workers)
        psutil.Process(machines.workers[0].process.pid).kill()
        files = play_chunks(player, tmp_path / "cluster", 8, workers)
    assert files[:1] == first
    with ThreadPoolExecutor(1) as here:
        again = play_chunks(player, tmp_path / "here", 8, here)
    assert [file.read_bytes() for file in files] == [file.read_bytes() for file in again]


def test_the_same_games_teach_the_same_bytes(tmp_path: Path) -> None:
    from learn_network import RECIPES, Generation, learn, read
    from selfplay import Player, chunk

    variant = get_variant("english")
    file = tmp_path / "0000.games"
    file.write_bytes(
        chunk(Player("english", "english-squares", nodes=10, seed=3, games_a_chunk=12), 0)
    )
    recipe = replace(
        RECIPES["english"],
        without_kings=(),
        with_kings=(),
        epochs_of_all=2,
        epochs_of_a_phase=2,
    )
    neighbours = ((1, -1), (1, 1))
    generation = Generation(1, 10, result=0.5, hidden_units=4, neighbours=neighbours)
    samples = read(variant, [file], recipe.scale, generation)
    assert ((samples.target > 0) & (samples.target < 1)).all()
    once, again = (write_network(learn(variant, recipe, generation, samples)) for _ in range(2))
    assert once == again
    network = read_network(once)
    men = 2 * (SQUARES + PAIRS)
    assert [len(columns) for columns in network.phases] == [1 + men, 1 + men + 2 * SQUARES]
    assert network.neighbours == neighbours
    assert any(any(column) for column in network.phases[0][1 + SQUARES :][:PAIRS])
