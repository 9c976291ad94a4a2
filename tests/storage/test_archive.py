"""The archive: finished games are kept, the last ones, and can be opened again."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from minicheckers.game.player import Player
from minicheckers.game.session import Session
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI
from minicheckers.storage.archive import (
    MOST_GAMES,
    Archive,
    ArchivedGame,
    read_archive,
    write_archive,
)
from minicheckers.storage.format import Record, read_record, write_record
from minicheckers.storage.store import Store


def finished(seed: int = 1) -> Session:
    random = Random(seed)
    session = Session.against(Position.start(MINI), Player("hard"), person_first=True, seed=seed)
    while session.outcome is None:
        session = session.play(random.choice(session.position.legal_moves()))
    return session


def test_a_counted_game_is_in_the_archive_and_can_be_opened(tmp_path: Path) -> None:
    session = replace(finished(), helped=True)
    store = Store(tmp_path)
    store.count(session)
    (game,) = Store(tmp_path).archive().games
    opened = game.session()
    assert opened.timeline == session.timeline
    assert (opened.person, opened.helped, opened.outcome) == (
        session.person,
        True,
        session.outcome,
    )
    assert not store.take_notices()


def test_a_game_is_not_archived_twice(tmp_path: Path) -> None:
    game = ArchivedGame.of(finished(), "2024-12-31", "one")
    assert Archive().plus(game).plus(game).games == (game,)


def test_a_resigned_game_stays_resigned(tmp_path: Path) -> None:
    session = Session.against(Position.start(MINI), Player("easy"), person_first=True).play("6-9")
    session = session.resign(session.position.turn.other)
    assert ArchivedGame.of(session, "2024-12-31", "").session().outcome == session.outcome


def test_the_oldest_games_go_first() -> None:
    games = [ArchivedGame.of(finished(), "2024-12-31", str(n)) for n in range(MOST_GAMES + 3)]
    archive = Archive()
    for game in games:
        archive = archive.plus(game)
    assert archive.games == tuple(games[3:])


def test_the_text_says_everything() -> None:
    archive = Archive().plus(ArchivedGame.of(finished(), "2024-12-31", "a")).with_mended("mini-x")
    assert read_archive(write_archive(archive).encode()) == archive


def test_a_broken_archive_is_set_aside_and_the_game_counts_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "archive.json").write_text('{"format": "minicheckers archive", "ver')
    store = Store(tmp_path)
    store.count(finished())
    assert len(store.archive().games) == 1
    assert "the archive was broken" in " ".join(store.take_notices())
    assert (tmp_path / "archive.json.broken-1").exists()
    assert store.record().scores


def test_a_newer_archive_is_left_alone(tmp_path: Path) -> None:
    text = write_archive(Archive()).replace('"version": 1', '"version": 99')
    (tmp_path / "archive.json").write_text(text)
    store = Store(tmp_path)
    store.count(finished())
    assert "newer" in " ".join(store.take_notices())
    assert (tmp_path / "archive.json").read_text() == text
    assert store.record().scores


def test_moves_that_cannot_be_are_found_when_the_game_is_opened() -> None:
    game = replace(ArchivedGame.of(finished(), "2024-12-31", ""), moves=("1-18",))
    with pytest.raises(ValueError, match="1-18"):
        game.session()


def test_games_with_help_are_counted_apart(tmp_path: Path) -> None:
    store = Store(tmp_path)
    alone, helped = finished(1), replace(finished(2), helped=True)
    store.count(alone)
    store.count(helped)
    record = Store(tmp_path).record()
    assert record.score("mini", "hard").games == 1
    assert [score.games for _, score in record.helped_rows()] == [1]
    both = record.score("mini", "hard") + record.helped["mini", "hard"]
    assert record.lead("mini", "hard") == both.wins - both.losses


def test_a_record_of_an_earlier_version_has_no_help(tmp_path: Path) -> None:
    text = write_record(Record()).replace(',\n "helped": []', "")
    assert "helped" not in text
    assert read_record(text.encode()) == Record()
