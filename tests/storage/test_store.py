import os
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minicheckers.game.player import PERSON, Limits, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour
from minicheckers.storage import files as store_files
from minicheckers.storage.format import read_session, write_session
from minicheckers.storage.store import KEPT_BESIDE, Preferences, Store, StoreError, Tally
from testing.store_games import VARIANTS, begun, finished, played, won_by


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "state" / "minicheckers")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(("variant", "size"), VARIANTS)
def test_a_saved_game_comes_back_as_it_was(store: Store, variant: str, size: int) -> None:
    session = played(begun(variant, size), 25)
    store.save(session)
    assert Store(store.directory).load() == session


def test_resuming_keeps_the_opponent_the_clock_the_history_and_what_was_taken_back(
    store: Store,
) -> None:
    session = played(begun("english"), 12).undo_turn()
    store.save(session)
    loaded = Store(store.directory).load()
    assert loaded is not None
    assert loaded.white == Player("hard", Limits(1.5, 7))
    assert loaded.elapsed == session.elapsed != (0.0, 0.0)
    assert loaded.timeline.moves == session.timeline.moves
    assert loaded.redo_turn() == session.redo_turn()
    assert loaded.seed == 5


@given(
    st.sampled_from(VARIANTS),
    st.integers(0, 60),
    st.integers(0, 1000),
    st.integers(0, 30),
    st.none() | st.integers(),
)
def test_every_game_survives_being_text(
    variant: tuple[str, int], plies: int, seed: int, back: int, game_seed: int | None
) -> None:
    session = played(begun(*variant, seed=game_seed), plies, seed)
    line = session.timeline
    session = replace(session, timeline=line.at(max(0, line.ply - back)))
    text = write_session(session)
    assert read_session(text.encode()) == session
    assert write_session(read_session(text.encode())) == text


def test_a_game_from_another_board_and_of_two_people_is_kept(store: Store) -> None:
    start = Position.from_fen("W:W10,K14:B1,2", "english")
    session = Session(Timeline.begin(start), PERSON, PERSON).play("14-18")
    store.save(session)
    assert Store(store.directory).load() == session


def test_there_is_nothing_at_first_and_asking_makes_no_directory(store: Store) -> None:
    assert store.load() is None
    assert store.preferences() == Preferences()
    assert store.record().rows() == []
    store.forget()
    assert store.take_notices() == []
    assert not store.directory.exists()


def test_another_game_leaves_the_unfinished_one_saved(store: Store) -> None:
    older, newer = played(begun("english"), 6), begun("mini")
    store.save(older)
    release_all(store)
    another = Store(store.directory)  # begins a game without asking for the saved one
    another.tell_of_unfinished()
    assert another.take_notices() == [KEPT_BESIDE]
    for plies in range(1, 4):
        newer = played(begun("mini"), plies)
        another.save(newer)
    release_all(another)
    later = Store(store.directory)
    assert later.load() == newer  # the one saved last
    later.forget()
    release_all(later)
    assert Store(store.directory).load() == older


def test_a_game_that_goes_on_takes_the_place_of_its_beginning(store: Store) -> None:
    store.save(played(begun("mini"), 4))
    release_all(store)
    another = Store(store.directory)
    another.save(played(begun("mini"), 5))
    another.forget()
    release_all(another)
    assert Store(store.directory).load() is None


def release_all(store: Store) -> None:
    """What the end of the program does."""
    for lock in store.directory.glob("game-*.lock"):
        store_files.release(lock)


def test_a_forgotten_game_is_gone_with_its_backup(store: Store) -> None:
    session = begun()
    for plies in range(1, 4):
        store.save(played(session, plies))
    store.forget()
    assert store.load() is None
    assert Store(store.directory).load() is None
    assert not list(store.directory.glob("game-1.json*"))


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")
def test_files_and_directory_are_for_their_owner_only(store: Store) -> None:
    old = os.umask(0)
    try:
        store.save(played(begun(), 1))
        store.save(played(begun(), 2))
        store.set_preferences(Preferences())
        store.add_result(won_by(colour_is_person=True))
    finally:
        os.umask(old)
    assert mode(store.directory) == 0o700
    files = sorted(store.directory.iterdir())
    assert {path.name for path in files} == {
        "game-1.json",
        "game-1.json.bak",
        "game-1.lock",
        "preferences.json",
        "record.json",
        "store.lock",
    }
    assert {mode(path) for path in files} == {0o600}


def test_preferences_come_back(store: Store) -> None:
    wished = Preferences("pikachu", 10, "expert", "random", "mono")
    store.set_preferences(wished)
    assert Store(store.directory).preferences() == wished


def test_the_record_counts_by_variant_and_level(store: Store) -> None:
    for person_wins in (True, True, False):
        store.add_result(won_by(colour_is_person=person_wins))
    draw = played(begun("mini"), 0)
    draw = replace(draw, timeline=Timeline.begin(Position.from_fen("B:W1:B18")))
    assert draw.outcome is not None
    assert draw.outcome.winner is None
    store.add_result(draw)
    record = Store(store.directory).record()
    assert record.score("mini", "easy") == Tally(wins=2, losses=1)
    assert record.score("mini", "hard") == Tally(draws=1)
    assert record.score("english", "easy").games == 0
    assert [key for key, _ in record.rows()] == [("mini", "easy"), ("mini", "hard")]
    assert str(record.score("mini", "easy")) == "2 won, 0 drawn, 1 lost"


def test_who_won_is_told_by_colour_in_every_variant(store: Store) -> None:
    for seed in range(12):
        session = finished("english" if seed % 2 else "mini", seed)
        assert session.outcome is not None
        assert session.person is Colour.BLACK
        before = store.record().score(session.variant.name, "hard")
        store.add_result(session)
        after = store.record().score(session.variant.name, "hard")
        change = (
            after.wins - before.wins,
            after.draws - before.draws,
            after.losses - before.losses,
        )
        winner = session.outcome.winner
        assert change == (winner is Colour.BLACK, winner is None, winner is Colour.WHITE)


def test_only_games_of_one_person_against_the_computer_count(store: Store) -> None:
    over = Timeline.begin(Position.from_fen("B:W8:B6")).play("6x11")
    store.add_result(Session(over, PERSON, PERSON))
    store.add_result(Session(over, Player("easy"), Player("hard")))
    assert store.record().rows() == []
    with pytest.raises(ValueError, match="finished"):
        store.add_result(begun())


def test_a_pdn_goes_where_the_name_says(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert store.write_pdn("mine", "text") == tmp_path / "mine.pdn"
    assert store.write_pdn(" other.txt ", "text") == tmp_path / "other.txt"
    assert store.write_pdn("~/home.pdn", "text") == tmp_path / "home.pdn"
    assert store.write_pdn(str(tmp_path / "x.y.pdn"), "text").read_text() == "text"


@pytest.mark.parametrize(
    "name", ["", "  ", "nowhere/at/all.pdn", "nul\0", "x" * 5000, ".", "/", "sub"]
)
def test_a_pdn_that_cannot_be_written_is_a_sentence(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub.pdn").mkdir()
    with pytest.raises(StoreError) as caught:
        store.write_pdn(name, "text")
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


def test_a_pdn_never_replaces_a_file(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "precious.pdn"
    path.write_text("mine")
    with pytest.raises(StoreError, match="already there"):
        store.write_pdn(str(path), "text")
    assert path.read_text() == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="the XDG rules")
@pytest.mark.parametrize(
    ("state_home", "expected"),
    [
        ("/somewhere/state", "/somewhere/state/minicheckers"),
        ("", "/users/me/.local/state/minicheckers"),
        ("relative/path", "/users/me/.local/state/minicheckers"),
    ],
)
def test_the_default_place_follows_the_xdg_rules(
    monkeypatch: pytest.MonkeyPatch, state_home: str, expected: str
) -> None:
    monkeypatch.setenv("HOME", "/users/me")
    monkeypatch.setenv("XDG_STATE_HOME", state_home)
    assert Store.default().directory == Path(expected)


def test_without_a_home_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("XDG_STATE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(StoreError, match="no home directory"):
        Store.default()
