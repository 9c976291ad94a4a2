"""A game that version 0.1.0 has saved is gone on with as it was."""

from pathlib import Path

from minicheckers.game.player import PERSON, Limits, Player
from minicheckers.storage.store import Store

SAVED = Path(__file__).parents[1] / "data" / "save-0.1.0.json"


def test_a_game_saved_by_version_0_1_0_loads(tmp_path: Path) -> None:
    store = Store(tmp_path / "minicheckers")
    store.directory.mkdir(mode=0o700)
    (store.directory / "game-1.json").write_bytes(SAVED.read_bytes())
    session = store.load()
    assert session is not None
    assert (session.black, session.white) == (PERSON, Player("medium", Limits(2.0, 4)))
    assert [str(move) for move in session.timeline.moves] == ["6-9", "13-10"]
    assert (session.seed, session.counted, session.outcome) == (3, False, None)
    assert store.take_notices() == []
