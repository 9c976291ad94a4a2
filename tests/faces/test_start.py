"""From whether a board can be drawn here to the way out: what opens, what fails, what is left."""

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minicheckers.game.player import Player as GamePlayer
from minicheckers.game.request import GameRequest, Looks
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.rules.variant import get_variant
from minicheckers.storage.store import Store, StoreError
from minicheckers.tui import capability as support
from minicheckers.tui import start
from minicheckers.tui.app import SLOW_FRAME, SLOW_FRAMES, App
from minicheckers.tui.frame import Frame
from minicheckers.tui.input_decoder import Ground, Key, Paste, character_key
from testing.board_player import Player, Program
from testing.fake_screen import FakeScreen, opened
from testing.game_player import against
from testing.memory_store import MemoryStore


def session(variant: str = "mini", *moves: str, level: str = "easy") -> Session:
    line = Timeline.begin(Position.start(variant))
    found = Session.against(line, GamePlayer(level), person_first=True)
    for move in moves:
        found = found.play(move)
    return found


# What is opened


@pytest.mark.parametrize(
    ("request_", "kind"),
    [
        (GameRequest(session=session()), "CoachedGame"),
        (GameRequest(session=session(), replaying=True), "Recorded"),
        (GameRequest(variant=get_variant("towers"), straight=True), "CoachedGame"),
        (GameRequest().two_player_session(get_variant("english")), "CoachedGame"),
        (GameRequest().watched_session(get_variant("english"), "easy"), "Watch"),
    ],
)
def test_what_a_command_line_asks_for(request_: GameRequest | Session, kind: str) -> None:
    asked = request_ if isinstance(request_, GameRequest) else GameRequest(session=request_)
    program = Program(asked)
    assert type(program.study).__name__ == kind
    assert program.frame.title == f"minicheckers: {program.on.variant}"
    assert program.press("m").at_menu


def test_the_menu_is_left_to_where_one_was() -> None:
    program = Program(GameRequest(session=session())).play("6-9")
    game = program.study
    assert program.press("m").at_menu
    assert program.press("m").at_menu
    program.app.leave_menu()
    assert program.study is game
    assert game.timeline.ply == 1


# The terminal


def test_a_light_ground_changes_the_colours_of_every_theme() -> None:
    program = Program()
    for theme in ("classic", "green"):
        program.app.looks = Looks(theme=theme)
        dark = program.app.theme.look("accent", "dialog", 256)
        program.send(Ground(light=True))
        assert program.app.theme.look("accent", "dialog", 256) != dark
        program.send(Ground(light=False))


def test_a_terminal_that_is_slow_shows_no_animation() -> None:
    class Slow(FakeScreen):
        def show(self, frame: Frame, theme: Any) -> None:
            super().show(frame, theme)
            self.now += 2 * SLOW_FRAME

    program = Program()
    screen = Slow()
    app = opened(GameRequest(session=session()), program.store, screen, Looks())
    for _ in range(SLOW_FRAMES):
        assert app.looks.animation
        app.turn()
    assert not app.looks.animation


def test_one_theme_after_the_other_and_none_without_colour() -> None:
    program = Program()
    before = program.app.looks.theme
    assert program.press("t").app.looks.theme != before
    assert program.store.preferences().theme == program.app.looks.theme
    program.app.looks = Looks(colour=False)
    assert "only one theme" in program.press("t").said


def test_text_from_outside_cannot_upset_the_frame() -> None:
    program = Program(GameRequest(session=session()))
    program.app.say("a\x1b[2Jb \U0001f600 wide 王")
    assert "\x1b" not in program.text
    program.send(Paste("\x1b]0;title\x07 rubbish\n" * 3))
    assert "\x1b" not in program.text


# What fails


@pytest.mark.parametrize(
    "error",
    [
        FileNotFoundError(2, "No such file or directory"),
        PermissionError(13, "Permission denied", "a\x1bfile"),
        OSError(24, "Too many open files"),
        RuntimeError("can't start new thread"),
        RecursionError(),
        MemoryError(),
    ],
)
def test_whatever_fails_outside_is_told_and_the_program_goes_on(error: Exception) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    program = Program(GameRequest(session=session()))
    for name in ("consult", "drop_work", "think"):
        setattr(program.app, name, fail)
    for name in ("ring", "copy", "suspend"):
        setattr(program.screen, name, fail)
    for key in ("s", "enter", "u", "c", "m", "n", "e", "p", "x", "?", "escape", "t", "ctrl-z"):
        program.press(key)
        assert "\x1b" not in program.text
    program.app.post(fail)
    program.app.message = None
    program.app.hear_answers()
    assert program.said


def test_two_errors_are_both_told() -> None:
    program = Program()
    for words in ("the first", "the second", "the first"):
        program.app.say(words, "warning")
    assert program.said == "The first. The second."
    program.app.say("something else")
    assert program.said == "Something else."


def test_what_the_store_says_is_told_once_until_it_has_saved() -> None:
    class Noisy(MemoryStore):
        notices: tuple[str, ...] = ("The disk is full.",)
        saved = False

        @property
        def is_saved(self) -> bool:
            return self.saved

        def take_notices(self) -> list[str]:
            return [*self.notices]

    player = Player()
    store = Noisy(player.store.stats(), player.store.preferences())
    program = Program(store=store)
    program.app.turn()
    assert "disk is full" in program.said
    program.press("down").app.turn()
    assert program.said == ""
    store.saved = True
    program.app.turn()
    assert "disk is full" in program.said


def test_a_report_of_a_fault(tmp_path: Path) -> None:
    program = Program(GameRequest(session=session("mini", "6-9")), Store(tmp_path))
    program.press("down")
    words = start.report_fault(KeyError("x"), program.app)
    (path,) = tmp_path.glob("crash-*.txt")
    assert str(path) in words
    report = path.read_text(encoding="utf-8")
    for found in ("Game", "Key(name='down')", "1. 6-9", "KeyError", sys.version.split()[0]):
        assert found in report


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
def test_a_report_is_told_in_printable_characters(tmp_path: Path) -> None:
    program = Program(store=Store(tmp_path / "a\x1bb"))
    assert "\\x1bb/crash-" in start.report_fault(ValueError("x"), program.app)


def test_an_upgrade_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "is_upgraded", lambda: True)
    assert "upgraded" in start.report_fault(ImportError("x"), Program(store=Store(tmp_path)).app)
    assert not [*tmp_path.glob("crash-*")]


# The way out


@pytest.mark.parametrize(
    ("make", "goes_on"),
    [
        (lambda: session("mini", "6-9"), True),
        (lambda: session(), False),
        (lambda: session("mini", "6-9").resign(session().position.turn), False),
        (lambda: GameRequest().watched_session(get_variant("mini"), "easy"), False),
    ],
)
def test_a_game_that_can_be_continued_is_mentioned(
    make: Callable[[], Session], goes_on: bool
) -> None:
    program = Program(GameRequest(session=make()))
    assert program.app.goes_on_later == goes_on


def test_what_cannot_be_saved_at_the_end_is_the_last_word() -> None:
    class Closed(MemoryStore):
        def close(self) -> None:
            raise StoreError("The disk is not responding.")

    player = Player()
    store = Closed(player.store.stats(), player.store.preferences())
    words: list[str] = []
    start.save_at_the_end(Program(store=store).app, words)
    assert words == ["The disk is not responding."]


def test_quitting_is_asked_about_only_if_something_would_be_lost() -> None:
    program = Program(GameRequest(session=session()))
    program.store.full = True
    program.play("6-9").settled().press("escape", "q")
    assert program.app.running
    assert "will be lost" in " ".join(program.text.replace("│", " ").split())
    program.press("escape")
    program.store.full = False
    assert not against().press("q").app.running


def test_nothing_is_done_after_the_key_that_ends_it() -> None:
    program = Program(GameRequest(session=session()))
    program.screen.waiting.extend([Key("q"), Key("enter"), Key("enter")])
    program.app.turn()
    assert not program.app.running
    assert isinstance(program.app, App)
    assert program.study.timeline.ply == 0


# Whether a board can be drawn here, asked before the screen is touched.

posix = pytest.mark.skipif(sys.platform == "win32", reason="kinds of POSIX terminals")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard input and output are terminals."""
    monkeypatch.setattr(support, "_is_terminal", lambda stream: True)


def why(monkeypatch: pytest.MonkeyPatch, term: str | None) -> str | None:
    if term is None:
        monkeypatch.delenv("TERM", raising=False)
    else:
        monkeypatch.setenv("TERM", term)
    return support.why_no_terminal()


@posix
@pytest.mark.usefixtures("terminal")
def test_kinds_of_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "TERM is not set" in (why(monkeypatch, None) or "")
    assert "TERM is not set" in (why(monkeypatch, "") or "")
    assert "cannot move its cursor" in (why(monkeypatch, "dumb") or "")
    assert "cannot move its cursor" in (why(monkeypatch, "unknown") or "")


def test_pipes_and_closed_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    for stream in (io.StringIO(), None, closed):
        monkeypatch.setattr(sys, "stdin", stream)
        assert support.why_no_terminal() == "input or output is not a terminal"


@posix
def test_a_terminal_is_one() -> None:
    import pty  # not everywhere

    master, slave = pty.openpty()
    with os.fdopen(slave, "w") as stream:
        assert support._is_terminal(stream)
    os.close(master)


@pytest.mark.usefixtures("terminal")
def test_a_python_without_curses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "curses", None)
    assert support.why_no_terminal() == "this Python has no curses module"


def test_characters_become_keys() -> None:
    assert character_key("\n") == character_key("\r") == "enter"
    assert character_key("\x1b") == "escape"
    assert character_key("\x7f") == character_key("\b") == "backspace"
    assert character_key("é") == "é"
    assert character_key("\x01") is None


@pytest.mark.parametrize(
    ("environment", "asked", "titled"),
    [
        ({"TERM": "xterm-256color"}, True, True),
        ({"TERM": "tmux-256color", "TMUX": "socket,1,0"}, True, True),
        ({"TERM": "screen-256color", "TMUX": "socket,1,0"}, True, True),
        ({"TERM": "screen-256color"}, False, False),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, True, False),
        ({"TERM": "linux"}, False, False),
        ({}, False, False),
    ],
)
def test_which_terminals_are_asked_what_they_can_do(
    environment: dict[str, str], asked: bool, titled: bool
) -> None:
    assert support.answers_questions(environment) is asked
    assert support.keeps_titles(environment) is titled
