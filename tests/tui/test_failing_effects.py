"""Whatever fails outside the program becomes a notice, and the game continues."""

import sys
from pathlib import Path
from typing import Any

import pytest

from minicheckers.coach.requests import Analyse
from minicheckers.play.effects import CoachFailed, Consult, Notice, Save, SearchFailed, Think
from minicheckers.storage.store import Store
from minicheckers.tui.app import App, failed
from minicheckers.tui.events import Effect, ListRecordings, LoadPdn, ReadBoard, Ring, Tick
from testing.screen_player import ScreenPlayer, against, menu_state


class Broken:
    """Something that fails at whatever it is asked to do."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __getattr__(self, name: str) -> Any:
        def fail(*_: object) -> None:
            raise self._error

        return fail


def break_everything(app: App, error: Exception) -> None:
    """Break all that the loop needs to carry out an effect."""
    for part in ("_keeper", "_search", "_coach", "_opponents", "_screen"):
        setattr(app, part, Broken(error))


@pytest.mark.parametrize(
    "error",
    [
        FileNotFoundError(2, "No such file or directory"),
        PermissionError(13, "Permission denied", "a\x1bfile"),
        OSError(24, "Too many open files"),
        RuntimeError("can't start new thread"),
        RecursionError(),
        MemoryError(),
        ValueError("that cannot be"),
    ],
)
def test_any_failure_of_any_effect_is_told(error: Exception) -> None:
    player = against()
    break_everything(player.app, error)
    for key in ("s", "enter", "u", "c", "m", "n", "y", "x", "?", "escape", "t", "ctrl-l"):
        player.press(key)
        assert "\x1b" not in player.text
    player.app.perform(Ring())
    player.send(Tick())
    assert "That did not work" in player.said


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
def test_a_report_is_told_in_printable_characters(tmp_path: Path) -> None:
    player = against()
    player.app._store = Store(tmp_path / "a\x1bb")
    assert "\\x1bb/crash-" in player.app.report(ValueError("x"))


def test_whoever_waits_for_an_answer_gets_one() -> None:
    session, gone = against().game.session, OSError(5, "Input/output error")
    answers: dict[Effect, type] = {
        Think(session): SearchFailed,
        Consult(Analyse(session.timeline)): CoachFailed,
        Save(session): Notice,
        ListRecordings("load"): Notice,
        LoadPdn("x"): Notice,
        ReadBoard("x", "mini"): Notice,
    }
    for effect, kind in answers.items():
        *_, last = failed(effect, gone)
        assert isinstance(last, kind)
        assert "Input/output error" in str(last)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows deletes nothing that is in use")
def test_a_current_directory_that_was_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    here.rmdir()
    player = ScreenPlayer(menu_state())
    player.app.perform(ListRecordings("load"))
    player.send(Tick())
    assert "No such file" in player.said
    player.app.perform(LoadPdn("game.pdn"))
    player.app.perform(ReadBoard("board", "mini"))
    assert player.send(Tick()).at_menu
