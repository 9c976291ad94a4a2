"""What versions before the database have kept is imported once, all of it, and left where it is.

The directories in ``data`` were written by those versions: 0.1.0, and the last one with files of
its own, in which a program was killed while it counted (game-3, game-4) and one was cut (game-6).
"""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minicheckers.game.clock import Clock, TimeControl
from minicheckers.game.player import PERSON, Limits, Player
from minicheckers.storage.store import Preferences, Store, StoreError, Tally

DATA = Path(__file__).parents[1] / "data"
OLD, OLDEST = DATA / "state-before-database", DATA / "state-0.1.0"


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    return tmp_path / "minicheckers"


def copied(old: Path, directory: Path) -> Store:
    """A store where an old version was; the numbers of its games tell their age."""
    shutil.copytree(old, directory)
    for age, path in enumerate(sorted(directory.glob("game-*"))):
        os.utime(path, (1_800_000_000 + age, 1_800_000_000 + age))
    return Store(directory)


def texts(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.glob("*.json*")}


def test_everything_of_version_0_1_0_is_there(directory: Path) -> None:
    with copied(OLDEST, directory) as store:
        assert store.preferences() == Preferences("pikachu", 9, "expert", "random", "mono")
        assert dict(store.stats().alone) == {("mini", "easy"): Tally(1, 1, 3)}
        session = store.resume()
        assert session is not None
        assert (session.variant.name, session.timeline.ply, session.seed) == ("english", 7, 3)
        assert (session.black, session.white.level, session.clock) == (PERSON, "hard", None)
        assert store.take_notices() == []
    assert texts(directory) == texts(OLDEST)


def test_everything_of_the_last_version_with_files_is_there(directory: Path) -> None:
    with copied(OLD, directory) as store:
        assert store.preferences() == Preferences("english", 8, "hard", "ai", "green", 2.5, "5+3")
        stats = store.stats()
        assert dict(stats.alone) == {
            ("english", "hard"): Tally(losses=1),  # on time
            ("mini", "easy"): Tally(1, 1, 3),
            ("mini", "hard"): Tally(wins=1, losses=1),  # one was counted, one is counted now
            ("mini", "medium"): Tally(1, 1, 2),  # before games were kept
            ("towers", "medium"): Tally(losses=1),
        }
        assert dict(stats.helped) == {("english", "hard"): Tally(losses=1)}
        assert len(store.results()) == 10
        puzzles = store.puzzles()
        assert puzzles.solved == {"mini-1", "mini-2", "mini-4"}
        assert (puzzles.streak, puzzles.best_streak, puzzles.rating) == (1, 2, 1262)
        assert store.fixed_mistakes() == {"mini-abc", "mini-def"}
        (notice,) = store.take_notices()
        assert "game-6.json" in notice
    assert texts(directory) == texts(OLD)


def test_old_games_can_be_played_on_and_looked_at(directory: Path) -> None:
    with copied(OLD, directory) as store:
        novice, counted, two_people, clock = store.unfinished()
        assert [game.white for game in (novice, counted)] == ["novice", "expert"]
        assert (two_people.black, two_people.white, two_people.size) == (None, None, 9)
        session = clock.session()
        assert session.clock == Clock(TimeControl(300.0, 3.0), (300.0 + 5 * 1.5, 300.0 + 5 * 1.5))
        assert session.white == Player("hard", Limits(1.5, 7))
        assert session.timeline.ply < len(session.timeline.moves)  # a turn was undone
        finished = store.finished()
        assert len(finished) == 10
        for game in finished:
            assert game.session().outcome is not None, game.headline
        assert {game.updated for game in finished[2:]} == {"2026-11-16"}


def test_it_is_imported_once(directory: Path) -> None:
    with copied(OLDEST, directory) as store:
        store.set_preferences(Preferences("towers"))
        unfinished = store.unfinished()[0].id
        store.discard(unfinished)
    with Store(directory) as again:
        assert again.preferences() == Preferences("towers")
        assert again.unfinished() == ()
        assert again.stats().score("mini", "easy") == Tally(1, 1, 3)


def test_an_import_that_was_cut_short_starts_again(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        pass

    def killed(*_: object) -> None:
        raise KilledError

    store = copied(OLD, directory)
    with monkeypatch.context() as patched:
        patched.setattr("os.replace", killed)  # the last step
        patched.setattr("threading.excepthook", lambda _: None)
        store.patience = 0.0
        patched.setattr("minicheckers.storage.store.PATIENCE", 0.5)
        with pytest.raises(StoreError):
            store.stats()
    assert not (directory / "minicheckers.db").exists()
    with Store(directory) as again:
        assert again.stats().score("mini", "easy") == Tally(1, 1, 3)
        assert len(again.finished()) == 10


Change = Callable[[dict[str, Any]], object]
WRONG: dict[str, Change] = {
    "an illegal move": lambda d: d["moves"].insert(2, "1-2"),
    "a move with escape codes": lambda d: d["moves"].insert(0, "\x1b[2J"),
    "a move that is a number": lambda d: d["moves"].insert(0, 7),
    "moves that are text": lambda d: d.update(moves="4-7"),
    "more plies than moves": lambda d: d.update(ply=99),
    "fewer plies than none": lambda d: d.update(ply=-1),
    "a variant that is none": lambda d: d.update(variant="chess"),
    "a variant that is a list": lambda d: d.update(variant=["mini"]),
    "a size that does not fit": lambda d: d.update(size=7),
    "a start that is no position": lambda d: d.update(start="B:W13"),
    "a player without a level": lambda d: d["white"].pop("level"),
    "a level with escape codes": lambda d: d["white"].update(level="\x1b[31m"),
    "a level of surrogates": lambda d: d["white"].update(level="\ud800"),
    "a level that goes on and on": lambda d: d["white"].update(level="x" * 10_000),
    "a time that is no number": lambda d: d["white"].update(time="soon"),
    "a negative time": lambda d: d["white"].update(time=-1),
    "an infinite time": lambda d: d["white"].update(time=float("inf")),
    "a depth of nothing": lambda d: d["white"].update(depth=0),
    "a clock that is not a number": lambda d: d.update(elapsed=[float("nan"), 0]),
    "a clock beyond all numbers": lambda d: d.update(elapsed=[10**400, 0]),
    "a clock with three hands": lambda d: d.update(elapsed=[1, 2, 3]),
    "a seed that is a word": lambda d: d.update(seed="x"),
    "no version": lambda d: d.pop("version"),
    "a newer version": lambda d: d.update(version=2),
    "another format": lambda d: d.update(format="minicheckers record"),
    "no moves": lambda d: d.pop("moves"),
}


@pytest.mark.sampled(9)
@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG.keys())
def test_a_file_with_something_wrong_is_told_and_its_backup_imported(
    directory: Path, change: Change
) -> None:
    store = copied(OLDEST, directory)
    path = directory / "game-1.json"
    fields = json.loads(path.read_text())
    change(fields)
    path.write_text(json.dumps(fields))
    before = texts(directory)
    with store:
        session = store.resume()
        assert session is not None
        assert session.timeline.ply == 6
        (notice,) = store.take_notices()
        assert "game-1.json" in notice
        assert notice.isprintable()
        store.save(session.play(session.position.legal_moves()[0]))
        store.maintain()
    assert store.take_notices() == []
    assert texts(directory) == before


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("record", lambda d: d["scores"][0].update(wins=-1)),
        ("record", lambda d: d["scores"][0].update(wins=10**400)),
        ("record", lambda d: d["scores"][0].update(level="\x1b[31m")),
        ("puzzles", lambda d: d.update(rating=10**400)),
        ("puzzles", lambda d: d.update(streak=-1)),
        ("puzzles", lambda d: d.update(solved=7)),
        ("preferences", lambda d: d.update(first="nobody")),
        ("preferences", lambda d: d.update(time=10**400)),
        ("archive", lambda d: d.update(games=7)),
        ("archive", lambda d: d["games"][0].update(moves="1-2")),
    ],
)
def test_other_files_with_something_wrong_are_told(
    directory: Path, name: str, change: Change
) -> None:
    store = copied(OLD, directory)
    for path in directory.glob(f"{name}.json*"):
        fields = json.loads(path.read_text())
        change(fields)
        path.write_text(json.dumps(fields))
    with store:
        assert len(store.unfinished()) == 4
        assert any(f"{name}.json" in notice for notice in store.take_notices())
        assert store.puzzles().rating in (1200, 1262)
        store.maintain()
    assert store.take_notices() == []


@pytest.mark.parametrize("text", [b"", b"null", b"[" * 100_000, b"\xff\xfe\x00", b"9" * 10_000])
def test_strange_files_are_told_and_left(directory: Path, text: bytes) -> None:
    directory.mkdir()
    names = ("game-1", "preferences", "record", "archive", "puzzles")
    for name in names:
        (directory / f"{name}.json").write_bytes(text)
    with Store(directory) as store:
        assert (store.resume(), store.stats().rows(), store.preferences()) == (
            None,
            [],
            Preferences(),
        )
        assert len(store.take_notices()) == len(names)
    assert set(texts(directory).values()) == {text}
