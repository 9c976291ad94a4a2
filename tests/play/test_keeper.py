"""The keeper: effects that last, on a real store, and what it does when the disk takes nothing."""

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest

from minicheckers.game.player import Player
from minicheckers.play.effects import (
    ArchiveRead,
    Count,
    CountPuzzle,
    Forget,
    GameSaved,
    KeptEffect,
    MistakeFixed,
    Notice,
    NotWritten,
    PlayEvent,
    PuzzleCounted,
    ReadArchive,
    RecordChanged,
    Save,
    SavePreferences,
    SetAside,
    WritePdn,
)
from minicheckers.play.keeper import Keeper
from minicheckers.play.opponents import Opponents
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


def test_a_game_is_saved_counted_and_forgotten(keeper: Keeper, store: Store) -> None:
    game, over = played(begun(), 3), won_by(colour_is_person=True)
    assert done(keeper, Save(game)) == [GameSaved(game, True)]
    assert store.load() == game
    (changed,) = done(keeper, Count(over))
    assert isinstance(changed, RecordChanged)
    assert changed.session is over
    assert changed.record.score("mini", "easy") == Tally(wins=1)
    assert store.load() == game, "another game stays"
    assert done(keeper, Forget(played(game, 1))) == []
    assert store.load() is None


def test_a_game_set_aside_is_not_replaced_by_the_next(keeper: Keeper, store: Store) -> None:
    first, second = played(begun(), 3), played(begun("english"), 4)
    done(keeper, Save(first), SetAside(), Save(second), SetAside())
    found = []
    while (session := store.load()) is not None:
        found.append(session)
        store.forget()
        store.set_apart()
    assert found == [second, first]


def test_another_unfinished_game_is_told_and_the_same_one_is_not(tmp_path: Path) -> None:
    older, newer = played(begun("english"), 6), begun()
    assert Keeper(Store(tmp_path)).other_game(newer) is None
    store = Store(tmp_path)
    store.save(older)
    store.set_apart()
    assert Keeper(Store(tmp_path)).other_game(older) is None
    beside = Keeper(Store(tmp_path))
    assert beside.other_game(newer) == older
    done(beside, Save(played(newer, 1)))
    assert Keeper(Store(tmp_path)).other_game(played(newer, 1)) is None


def test_puzzles_mistakes_preferences_and_files(
    keeper: Keeper, store: Store, tmp_path: Path
) -> None:
    (counted,) = done(keeper, CountPuzzle("mini-x", 3, clean=True))
    assert isinstance(counted, PuzzleCounted)
    assert counted.record == store.puzzle_record()
    assert counted.record.streak == 1
    assert done(keeper, MistakeFixed("mini-y")) == []
    done(keeper, Count(won_by(colour_is_person=True)))
    (read,) = done(keeper, ReadArchive())
    assert isinstance(read, ArchiveRead)
    assert read.archive.mended == ("mini-y",)
    assert len(read.archive.games) == 1
    done(keeper, SavePreferences(Preferences("english", 8, "hard", "ai")))
    assert store.preferences() == Preferences("english", 8, "hard", "ai")
    target = tmp_path / "game"
    (written,) = done(keeper, WritePdn(str(target), finished()))
    assert isinstance(written, Notice)
    assert str(target) in written.text
    (refused,) = done(keeper, WritePdn(str(target), finished()))
    assert isinstance(refused, NotWritten)
    assert refused.name != str(target)


def test_what_the_disk_does_not_take_is_told_and_tried_again(
    keeper: Keeper, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    really = os.write

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    game = played(begun(), 3)
    later = played(game, 1)
    monkeypatch.setattr(os, "write", full)
    saved, told = done(keeper, Save(game))
    assert saved == GameSaved(game, False)
    assert isinstance(told, Notice)
    assert "No space left" in told.text
    assert keeper.unwritten == Save(game)
    done(keeper, Save(later))
    assert keeper.unwritten == Save(later), "the newer one is all that need be written"
    assert any(isinstance(event, Notice) for event in keeper.try_again())
    monkeypatch.setattr(os, "write", really)
    assert list(keeper.try_again()) == [GameSaved(later, True)]
    assert keeper.unwritten is None
    assert list(keeper.try_again()) == []
    assert store.load() == later


def test_what_was_not_written_is_tried_again_before_another_game_begins(
    keeper: Keeper, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    over = won_by(colour_is_person=True)
    with monkeypatch.context() as broken:
        broken.setattr(os, "write", full)
        done(keeper, Count(over))
    assert keeper.unwritten == Count(over)
    (changed,) = done(keeper, SetAside())
    assert isinstance(changed, RecordChanged)
    assert store.record().score("mini", "easy") == Tally(wins=1)


def test_a_broken_file_is_told(store: Store) -> None:
    store.directory.mkdir()
    (store.directory / "game-1.json").write_text("{")
    keeper = Keeper(store)
    keeper.other_game(begun())
    assert [notice.bad for notice in keeper.notices()] == [True]
    assert list(keeper.notices()) == []


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
