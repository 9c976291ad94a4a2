"""Whatever happens to the program, the directory has what the model says must be there.

Here are short lives, long runs are slow tests; `endurance/lives.py` tells how to make longer ones.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from endurance.actor import HANDS, begun, facts_of
from endurance.lives import Listener, Model, look
from endurance.soak import soak_board, soak_match
from minicheckers.rules.variant import Colour
from minicheckers.storage.store import Preferences, Store

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs POSIX processes")


def lead(directory: Path, *words: object) -> None:
    """Lives in a process of their own: without the threads of the tests it can be forked."""
    command = [sys.executable, "-m", "endurance.lives", directory, "--seed", "1", *words]
    run = subprocess.run(
        list(map(str, command)),
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert run.stderr == ""
    assert run.stdout.startswith("runs ")


@pytest.mark.parametrize(
    ("runs", "players"),
    [
        (2, 2),
        pytest.param(3, 1, marks=pytest.mark.slow),
        pytest.param(1000, 1, marks=pytest.mark.slow),
        pytest.param(500, 2, marks=pytest.mark.slow),
    ],
)
def test_everything_is_there_after_every_run(tmp_path: Path, runs: int, players: int) -> None:
    lead(tmp_path / "minicheckers", "--runs", runs, "--players", players)


@pytest.mark.parametrize(
    ("runs", "players"),
    [
        (3, 1),
        (3, 4),
        pytest.param(1000, 1, marks=pytest.mark.slow),
        pytest.param(100, 10, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("hand", HANDS)
def test_killed_again_and_again_nothing_that_was_shown_is_lost(
    tmp_path: Path, hand: str, runs: int, players: int
) -> None:
    lead(tmp_path / "minicheckers", "--hand", hand, "--runs", runs, "--players", players)


# What the model notices


@pytest.fixture
def model(tmp_path: Path) -> Model:
    """A model of a directory with an unfinished game."""
    with Store(tmp_path) as store:
        store.save(begun().play("6-9"))
    model = Model()
    model.begin(look(tmp_path))
    return model


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda store: store.discard(1), "a game is gone"),
        (lambda store: store.save(begun().play("6-9")), "nobody has begun game 2"),
        (lambda store: store.puzzle_tried("mini-1", 3, True), "mini-1"),
        (lambda store: store.set_preferences(Preferences("towers")), "towers"),
    ],
)
def test_the_model_knows_everything(
    tmp_path: Path, model: Model, change: Callable[[Store], object], sentence: str
) -> None:
    with Store(tmp_path) as store:
        change(store)
    with pytest.raises(AssertionError, match=sentence):
        model.compare(look(tmp_path), True)


def test_the_model_knows_every_move_and_result(tmp_path: Path, model: Model) -> None:
    with Store(tmp_path) as store:
        session = store.resume()
        assert session is not None
        resigned = session.resign(Colour.BLACK)
        store.finish(resigned)
    seen = look(tmp_path)
    with pytest.raises(AssertionError):
        model.compare(seen, True)
    listener = Listener(model)
    listener.hear("opens", 1)
    with pytest.raises(AssertionError, match="shown, but not kept"):
        listener.hear("shown", (1, True))
    listener.hear("keeps", facts_of(resigned))
    listener.hear("shown", (1, True))
    model.compare(seen, False)
    model.games[1].counts = False
    with pytest.raises(AssertionError):
        model.compare(seen, False)


# What long runs use


@pytest.mark.slow
def test_a_hundred_games_in_one_process_use_no_more_than_ten() -> None:
    early, late = soak_board(100)
    assert late[0] < early[0] + 5
    assert late[1] <= early[1]
    assert late[2] <= max(early[2], 2), "the loop, and one worker that may begin late"


@pytest.mark.slow
def test_a_match_of_a_thousand_games_uses_no_more_than_a_hundred() -> None:
    early, late, two = soak_match(1000, 2)
    assert late[0] < early[0] + 10
    _, _, one = soak_match(1000, 1)
    assert one.partition('"seconds"')[0] == two.partition('"seconds"')[0], "by the same seed"
