"""Whether a board can be drawn here, asked before the screen is touched."""

import io
import os
import sys

import pytest

from minicheckers.tui import capability as support
from minicheckers.tui.input_decoder import character_key

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
