"""A year of use: whatever the player does, the directory has what the model says must be there."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from minicheckers.game.player import Player
from minicheckers.game.session import Session
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour
from minicheckers.storage.store import Preferences, Store
from testing.year import Listener, Model, facts_of, look

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs POSIX processes")


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
    command = [sys.executable, "-m", "testing.year", str(tmp_path / "minicheckers"), "--seed", "1"]
    run = subprocess.run(
        [*command, "--runs", str(runs), "--players", str(players)],
        cwd=Path(__file__).parent,
        capture_output=True,
        text=True,
        timeout=3600,
        check=False,
    )
    assert run.stderr == ""
    assert run.stdout.startswith(f"runs {runs},")


def begun() -> Session:
    return Session.against(Position.start(), Player("easy"), person_first=True).play("6-9")


@pytest.fixture
def model(tmp_path: Path) -> Model:
    """A model of a directory with an unfinished game."""
    with Store(tmp_path) as store:
        store.save(begun())
    model = Model()
    model.begin(look(tmp_path))
    return model


def test_the_model_misses_a_game(tmp_path: Path, model: Model) -> None:
    with Store(tmp_path) as store:
        store.discard(1)
    with pytest.raises(AssertionError, match="a game is gone"):
        model.compare(look(tmp_path), True)


def test_the_model_knows_every_move_and_result(tmp_path: Path, model: Model) -> None:
    with Store(tmp_path) as store:
        session = store.resume()
        assert session is not None
        store.finish(session.resign(Colour.BLACK))
    seen = look(tmp_path)
    with pytest.raises(AssertionError):
        model.compare(seen, True)
    listener = Listener(model)
    listener.hear("opens", 1)
    listener.hear("keeps", facts_of(session.resign(Colour.BLACK)))
    model.compare(seen, False)
    model.games[1].counts = False
    with pytest.raises(AssertionError):
        model.compare(seen, False)


def test_the_model_knows_puzzles_and_preferences(tmp_path: Path, model: Model) -> None:
    with Store(tmp_path) as store:
        store.puzzle_tried("mini-1", 3, True)
    with pytest.raises(AssertionError, match="mini-1"):
        model.compare(look(tmp_path), True)
    model.puzzles.append(model.puzzles[-1].plus("mini-1", 3, True))
    model.compare(look(tmp_path), True)
    with Store(tmp_path) as store:
        store.set_preferences(Preferences("towers"))
    with pytest.raises(AssertionError, match="towers"):
        model.compare(look(tmp_path), True)


def test_a_game_that_nobody_has_begun(tmp_path: Path, model: Model) -> None:
    with Store(tmp_path) as store:
        store.save(begun())
    with pytest.raises(AssertionError, match="nobody has begun game 2"):
        model.compare(look(tmp_path), True)
