"""The keeper: lasting effects on a real store, and what it does when the disk takes nothing."""

import errno
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from minicheckers.game.player import Player
from minicheckers.play.effects import (
    ArchiveRead,
    CountPuzzle,
    Finish,
    GameResumed,
    GameSaved,
    KeptEffect,
    ListUnfinished,
    MistakeFixed,
    Notice,
    NotWritten,
    PlayEvent,
    PuzzleCounted,
    ReadArchive,
    RecordChanged,
    ResumeGame,
    Save,
    SavePreferences,
    SetAside,
    UnfinishedListed,
    WritePdn,
)
from minicheckers.play.keeper import Keeper
from minicheckers.play.workers import Opponents
from minicheckers.storage.store import Preferences, Store, Tally
from testing.store_games import begun, finished, played, won_by


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "minicheckers")


@pytest.fixture
def keeper(store: Store) -> Keeper:
    return Keeper(store)


def done(keeper: Keeper, *effects: KeptEffect) -> list[PlayEvent]:
    return [event for effect in effects for event in keeper.perform(effect)]


def test_a_game_is_saved_and_kept_with_its_result(keeper: Keeper, store: Store) -> None:
    game, over = played(begun(), 3), won_by(colour_is_person=True)
    assert done(keeper, Save(game)) == [GameSaved(game, True)]
    assert [kept.session() for kept in store.unfinished()] == [game]
    assert done(keeper, SetAside()) == []
    (changed,) = done(keeper, Finish(over))
    assert isinstance(changed, RecordChanged)
    assert changed.session is over
    assert changed.record.score("mini", "easy") == Tally(wins=1)
    assert len(store.unfinished()) == 1, "another game stays"


def test_a_game_set_aside_is_not_replaced_by_the_next(keeper: Keeper, store: Store) -> None:
    first, second = played(begun(), 3), played(begun("english"), 4)
    done(keeper, Save(first), SetAside(), Save(second), SetAside())
    assert [kept.session() for kept in store.unfinished()] == [second, first]


def test_unfinished_games_are_listed_and_resumed(tmp_path: Path) -> None:
    older, newer = played(begun("english"), 6), played(begun(), 1)
    with Store(tmp_path) as store:
        assert Keeper(store).other_game() is None
        store.save(older)
    keeper = Keeper(store := Store(tmp_path))
    other = keeper.other_game()
    assert other is not None
    assert other.session() == older
    done(keeper, Save(newer))
    assert keeper.other_game() == other
    (listed,) = done(keeper, ListUnfinished())
    assert isinstance(listed, UnfinishedListed)
    assert [game.id for game in listed.games] == [listed.open_game, other.id]
    (resumed,) = done(keeper, ResumeGame(other.id))
    assert resumed == GameResumed(older)
    assert store.open_game == other.id
    (refused,) = done(keeper, ResumeGame(99))
    assert isinstance(refused, Notice)


def test_puzzles_mistakes_preferences_and_files(
    keeper: Keeper, store: Store, tmp_path: Path
) -> None:
    (counted,) = done(keeper, CountPuzzle("mini-x", 3, clean=True))
    assert isinstance(counted, PuzzleCounted)
    assert counted.record == store.puzzles()
    assert counted.record.streak == 1
    assert done(keeper, MistakeFixed("mini-y")) == []
    done(keeper, Finish(won_by(colour_is_person=True)))
    (read,) = done(keeper, ReadArchive())
    assert isinstance(read, ArchiveRead)
    assert read.fixed == {"mini-y"}
    assert len(read.games) == 1
    done(keeper, SavePreferences(Preferences("english", 8, "hard", "ai")))
    assert store.preferences() == Preferences("english", 8, "hard", "ai")
    target = tmp_path / "game"
    (written,) = done(keeper, WritePdn(str(target), finished()))
    assert isinstance(written, Notice)
    assert str(target) in written.text
    (refused,) = done(keeper, WritePdn(str(target), finished()))
    assert isinstance(refused, NotWritten)
    assert refused.name != str(target)


def fill(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the disk full from now on."""

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("minicheckers.storage.store.columns_of", full)


def test_what_the_disk_does_not_take_is_told_and_tried_again(
    keeper: Keeper, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played(begun(), 3)
    later = played(game, 1)
    with monkeypatch.context() as broken:
        fill(broken)
        saved, told = done(keeper, Save(game))
        assert saved == GameSaved(game, False)
        assert isinstance(told, Notice)
        assert "No space left" in told.text
        done(keeper, Save(later))
        assert any(isinstance(event, Notice) for event in keeper.close())
        assert keeper.is_behind
    assert list(keeper.close()) == [GameSaved(later, True)]
    assert not keeper.is_behind
    assert list(keeper.close()) == []
    assert store.resume() == later


def awaited_news(keeper: Keeper) -> list[object]:
    """What the store reports about its writes, as soon as it reports anything."""
    news: list[object] = []
    end = time.monotonic() + 30
    while not news and time.monotonic() < end:
        news = list(keeper.news())
        time.sleep(0.01)
    return news


def test_what_was_not_written_is_tried_again_before_another_game_begins(
    keeper: Keeper, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        fill(broken)
        done(keeper, Finish(won_by(colour_is_person=True)))
    assert keeper.is_behind
    news: list[object] = [*done(keeper, SetAside())]
    assert store.stats().score("mini", "easy") == Tally(wins=1)
    while not any(isinstance(event, RecordChanged) for event in news):
        news = awaited_news(keeper)
        assert news, "the record was never told"


def test_a_move_that_takes_long_is_told_as_soon_as_it_is_saved(
    keeper: Keeper, store: Store
) -> None:
    game = played(begun(), 3)
    store.patience = 0.0
    assert done(keeper, Save(game)) in ([], [GameSaved(game, True)])
    store.patience = 10.0
    assert awaited_news(keeper) in ([], [GameSaved(game, True)])
    assert store.unfinished()[0].session() == game
    assert list(keeper.news()) == []


def test_a_disk_that_does_not_answer_is_told_after_a_while(store: Store) -> None:
    now = 0.0
    keeper = Keeper(store, clock=lambda: now)
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        held.set()
        release.wait(60)

    store._later("The test", hold)
    assert held.wait(60)
    store.patience = 0.0
    assert done(keeper, Save(played(begun(), 3))) == []
    now = 0.4
    assert list(keeper.news()) == []
    now = 0.6
    (told,) = keeper.news()
    assert isinstance(told, Notice)
    assert "not saved yet" in told.text
    assert told.about_delay
    assert list(keeper.news()) == []
    release.set()
    store.patience = 10.0
    assert any(isinstance(event, GameSaved) for event in awaited_news(keeper))


def test_a_puzzle_that_is_counted_late_is_told_all_the_same(keeper: Keeper, store: Store) -> None:
    store.patience = 0.0
    events = done(keeper, CountPuzzle("mini-1", 3, True))
    store.patience = 10.0
    (counted,) = events or awaited_news(keeper)
    assert isinstance(counted, PuzzleCounted)
    assert counted.record == store.puzzles()


def test_a_broken_file_is_told(store: Store) -> None:
    store.directory.mkdir()
    (store.directory / "minicheckers.db").write_bytes(b"SQLite format 3\0" + bytes(4080))
    keeper = Keeper(store)
    keeper.other_game()
    (notice,) = keeper.news()
    assert isinstance(notice, Notice)
    assert notice.bad
    assert list(keeper.news()) == []


def test_an_opponent_is_made_once_a_game_and_an_adapting_one_after_every_result() -> None:
    net_wins = {"easy": 0}
    opponents = Opponents(lambda game, level: net_wins[level])
    session = replace(begun(), black=Player("easy"), white=Player("easy"))
    black = opponents.to_move(session)
    assert opponents.to_move(session) is black
    assert opponents.to_move(played(session, 1)) is not black, "each side has its own"
    net_wins["easy"] = 1
    assert opponents.to_move(session) is not black
    newer = opponents.to_move(session)
    opponents.forget()
    assert opponents.to_move(session) is not newer
