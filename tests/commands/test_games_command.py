"""``minicheckers games``: every game that is kept, listed, shown and exported."""

import json
from pathlib import Path

import pytest

from minicheckers import cli
from minicheckers.game.pdn import read_games
from minicheckers.storage.store import Store
from testing.running import set_all, state_in
from testing.store_games import begun, finished, played

OUTPUT = pytest.CaptureFixture[str]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A finished game, and an unfinished one that was saved after it."""
    set_all(monkeypatch, state_in(tmp_path))
    with Store.default() as store:
        store.finish(finished("english"))
        store.begin()
        store.save(played(begun(), 5))
    return store


def test_all_games_are_listed_the_one_saved_last_first(store: Store, capsys: OUTPUT) -> None:
    assert cli.main(["games"]) == 0
    unfinished, over = capsys.readouterr().out.splitlines()
    assert unfinished.split()[2:] == ["mini", "you", "hard", "unfinished", "3"]
    assert "english" in over
    assert "black won" in over


def test_review_without_a_file_is_about_ones_own_games(store: Store, capsys: OUTPUT) -> None:
    assert cli.main(["games"]) == 0
    listed = capsys.readouterr().out
    assert cli.main(["review"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(listed)
    assert "minicheckers review --game 2" in shown
    assert cli.main(["review", "--game", "2", "--json"]) == 0
    review = json.loads(capsys.readouterr().out)
    assert (review["game"], review["variant"], review["white"]) == (2, "mini", "hard")
    assert len(review["moves"]) == played(begun(), 5).timeline.ply
    assert cli.main(["review", "--game", "99"]) == 2
    assert "99" in capsys.readouterr().err


def test_json_has_the_fields_of_the_contract(store: Store, capsys: OUTPUT) -> None:
    assert cli.main(["games", "--json"]) == 0
    unfinished, over = map(json.loads, capsys.readouterr().out.splitlines())
    assert list(unfinished) == [
        *("id", "variant", "black", "white", "result"),
        *("plies", "started", "updated", "helped"),
    ]
    assert (unfinished["black"], unfinished["white"], unfinished["result"]) == ("you", "hard", "*")
    assert (over["id"], over["result"], over["helped"]) == (1, store.finished()[0].result, False)
    assert cli.main(["games", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == over


def test_one_game_is_shown_with_its_board_and_moves(store: Store, capsys: OUTPUT) -> None:
    assert cli.main(["games", "2"]) == 0
    shown = capsys.readouterr().out
    assert str(played(begun(), 5).timeline.moves[0]) in shown
    assert '[Variant "mini"]' in shown
    assert cli.main(["games", "99"]) == 2
    assert "99" in capsys.readouterr().err


def test_games_are_exported_to_a_new_file(store: Store, capsys: OUTPUT, tmp_path: Path) -> None:
    target = tmp_path / "mine.pdn"
    assert cli.main(["games", "--pdn", str(target)]) == 0
    assert "2 games" in capsys.readouterr().out
    over, unfinished = read_games(target.read_text())
    assert over.timeline == finished("english").timeline
    assert unfinished.timeline == played(begun(), 5).timeline
    assert (over.is_finished, unfinished.is_finished) == (True, False)
    assert cli.main(["games", "2", "--pdn", str(target)]) == 1
    assert "already exists" in capsys.readouterr().err
    assert len(list(read_games(target.read_text()))) == 2
    assert cli.main(["games", "--json", "--pdn", str(tmp_path / "again.pdn")]) == 0
    assert [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()] == [2, 1]


def test_without_games_there_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: OUTPUT
) -> None:
    set_all(monkeypatch, state_in(tmp_path))
    assert cli.main(["games"]) == 0
    assert "not played a game" in capsys.readouterr().out
    assert cli.main(["games", "--json"]) == 0
    assert capsys.readouterr().out == ""
    assert list(tmp_path.iterdir()) == []
