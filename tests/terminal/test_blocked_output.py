"""A signal ends the program even if nobody reads its output, and the game is saved first."""

import os
import select
import signal
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from minicheckers.storage.store import Store
from minicheckers.support import signals
from testing.harness import PATIENCE, Start, Terminal, game_command

GAME = ("--level", "easy", "--first", "you", "--no-animation")
SIGNALS = [(signal.SIGTERM, 143), (signal.SIGHUP, 129)]
STOP, DRAW = "\x13", "ctrl-l"


def stop_reading(terminal: Terminal) -> None:
    """Fill the terminal to the brim."""
    own = os.open(os.ttyname(terminal._slave), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        while True:
            os.write(own, bytes(1024))
    except BlockingIOError:
        os.close(own)


def leave_a_little_room(terminal: Terminal) -> None:
    """Fill it, so that the program gets stuck in the middle of a frame."""
    stop_reading(terminal)
    while not takes_output(terminal):
        os.read(terminal._master, 64)


def takes_output(terminal: Terminal) -> bool:
    return bool(select.select([], [terminal._slave], [], 0)[1])


def saved_plies(directory: Path) -> int:
    with Store(directory / "state" / "minicheckers") as store:
        (game,) = store.unfinished()
        return game.plies


def play(terminal: Terminal) -> None:
    terminal.wait_for("Your turn").press("6", "-", "9", "enter")
    terminal.wait_for("move 2").settle()  # the computer has answered


def play_by_lines(terminal: Terminal) -> None:
    terminal.wait_for("> ").press("6-9", "enter")
    terminal.wait_for("The computer plays").wait_for(lambda: terminal.text.count("> ") == 2)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("number", "code"), SIGNALS)
@pytest.mark.parametrize("block", [stop_reading, leave_a_little_room])
def test_the_board(
    start: Start,
    tmp_path: Path,
    block: Callable[[Terminal], None],
    number: signal.Signals,
    code: int,
) -> None:
    terminal = start(*GAME)
    play(terminal)
    block(terminal)
    terminal.press(DRAW, DRAW, DRAW)
    end = time.monotonic() + PATIENCE
    while takes_output(terminal):  # until the program is stuck
        assert time.monotonic() < end
        time.sleep(0.01)
    terminal.process.send_signal(number)
    assert terminal.process.wait(PATIENCE) == code
    assert terminal.modes_after == terminal.modes_before
    assert saved_plies(tmp_path) == 2


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("number", "code"), SIGNALS)
def test_plain_mode(start: Start, tmp_path: Path, number: signal.Signals, code: int) -> None:
    terminal = start("--plain", *GAME)
    play_by_lines(terminal)
    stop_reading(terminal)
    terminal.press("help", "enter")
    terminal.process.send_signal(number)
    assert terminal.process.wait(PATIENCE) == code
    assert saved_plies(tmp_path) == 2


def test_plain_mode_after_ctrl_s(start: Start) -> None:
    terminal = start("--plain", *GAME)
    play_by_lines(terminal)
    terminal.press(STOP, "help", "enter")
    terminal.process.send_signal(signal.SIGTERM)
    assert terminal.wait() == 143
    assert "Game saved" in terminal.text, "the terminal takes words again"


def test_the_modes_are_never_others_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program may end as soon as the terminal resumes, and changed modes stay changed."""
    master, slave = os.openpty()
    os.write(master, STOP.encode())
    while signals.takes_output(slave):
        time.sleep(0.01)
    monkeypatch.setattr(os, "tcgetpgrp", lambda file: os.getpgrp())
    monkeypatch.delattr(termios, "tcsetattr")
    signals.start_output(slave)
    assert signals.takes_output(slave)
    os.close(master)
    os.close(slave)


def test_a_film_after_ctrl_s(start: Start, tmp_path: Path) -> None:
    (tmp_path / "game.pdn").write_text('[Variant "mini"]\n\n1. 6-9 14-11 *\n')
    terminal = start("replay", "game.pdn")
    terminal.wait_for("1. 6-9").press(STOP)
    terminal.process.send_signal(signal.SIGTERM)
    assert terminal.wait() == 143
    assert b"\x1b[?1049l" in terminal.raw


def test_a_stopped_board_can_be_ended(start: Start) -> None:
    shell = ["bash", "--norc", "--noprofile", "-i"]
    terminal = start(command=shell, environment={"PS1": "shell> "}).wait_for("shell>")
    terminal.press(" ".join(game_command(*GAME)), "enter")
    play(terminal)
    terminal.press("ctrl-z")
    # Until it has resumed, the code is 148.
    waiting = "until wait %1; c=$?; [ $c != 148 ]; do :; done; echo code $c"
    terminal.wait_for("Stopped").press(f"kill %1; {waiting}", "enter")
    terminal.wait_for("code 143").press("exit", "enter")
    assert terminal.wait() == 0
