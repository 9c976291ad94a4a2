"""Every way out: the terminal is restored, and the game is saved."""

import re
import signal
import sys
from pathlib import Path

import pytest

from testing.harness import BROKEN, Start, Terminal, game_command

GAME = ("--level", "easy", "--first", "you", "--no-animation")
THINKING = ("--variant", "english", "--first", "ai", "--level", "timed", "--time", "60")

#: What a full-screen program sends to a terminal when it leaves.
LEAVE_ALTERNATE_SCREEN = b"\x1b[?1049l"
MOUSE_OFF = b"1000l"


def assert_restored(terminal: Terminal) -> None:
    assert terminal.modes_after == terminal.modes_before
    assert terminal.raw.count(LEAVE_ALTERNATE_SCREEN) >= 1
    assert terminal.raw.rindex(b"1000h") < terminal.raw.rindex(MOUSE_OFF)
    assert not terminal.screen.cursor.hidden


def leave(terminal: Terminal, way: str | signal.Signals, code: int) -> None:
    """Leave by a key or a signal."""
    terminal.press(way) if isinstance(way, str) else terminal.send_signal(way)
    assert terminal.wait() == code
    assert_restored(terminal)
    assert "Traceback" not in terminal.text


def make_a_move(terminal: Terminal) -> None:
    terminal.wait_for("Your turn").press("6", "-", "9", "enter")
    terminal.wait_for(lambda: bool(re.search(r"1\. 6-9 +[0-9]", terminal.flowing_text)))
    terminal.wait_for("Your turn")


def resumed(start: Start) -> Terminal:
    return start("--resume", "--no-animation").wait_for("1. 6-9")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("way", "code"),
    [
        ("q", 0),
        ("ctrl-c", 130),
        (signal.SIGTERM, 143),
        (signal.SIGHUP, 129),
        ("close", 129),
    ],
)
def test_every_way_out_restores_the_terminal_and_loses_nothing(
    start: Start, way: str | signal.Signals, code: int
) -> None:
    terminal = start(*GAME)
    make_a_move(terminal)
    if way == "close":
        assert terminal.hang_up() == code
    else:
        leave(terminal, way, code)
        assert b"Game saved. Continue with: minicheckers --resume" in terminal.raw
    menu = start().wait_for("mini, you (black) against easy (white), 1 move so far")
    menu.press("enter")
    menu.wait_for("1. 6-9")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("way", "code"), [("q", 0), ("ctrl-c", 130), ("close", 129)])
def test_leaving_while_the_computer_thinks(start: Start, way: str, code: int) -> None:
    terminal = start(*THINKING).wait_for("is thinking")
    if way == "close":
        assert terminal.hang_up() == code
    else:
        leave(terminal, way, code)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "keys", ["", "m", *(pytest.param(key, marks=pytest.mark.slow) for key in ("?", "s", "n"))]
)
def test_a_fault_of_ours_on_any_screen_is_told_and_reported(
    start: Start, tmp_path: Path, keys: str
) -> None:
    terminal = start(command=[sys.executable, "-c", BROKEN, *GAME])
    make_a_move(terminal)
    terminal.press(*keys, "ctrl-l")
    assert terminal.wait() == 1
    assert_restored(terminal)
    assert b"a fault" in terminal.raw
    assert b"Traceback" not in terminal.raw
    (report,) = (tmp_path / "state" / "minicheckers").glob("crash-*.txt")
    text = report.read_text()
    for words in (
        "minicheckers ",
        "Python ",
        "Key(name='ctrl-l')",
        "1. 6-9",
        "KeyError: 'a fault'",
        "doctor",
    ):
        assert words in text
    resumed(start)


def test_ctrl_z_suspends_and_fg_comes_back_also_at_another_size(start: Start) -> None:
    shell = ["bash", "--norc", "--noprofile", "-i"]
    terminal = start(command=shell, environment={"PS1": "shell> "}).wait_for("shell>")
    command = " ".join((sys.executable, "-m", "minicheckers", *GAME))
    terminal.press(command, "enter")
    make_a_move(terminal)
    terminal.press("ctrl-z")
    terminal.wait_for("Stopped")
    assert LEAVE_ALTERNATE_SCREEN in terminal.raw
    terminal.press("echo $((6*7))", "enter")
    terminal.wait_for("42")
    terminal.resize(100, 30)
    terminal.press("fg", "enter")
    terminal.wait_for("Your turn").settle()
    assert "? help" in terminal.screen.display[29]
    assert "Stopped" not in terminal.text
    terminal.press("f")
    terminal.wait_for("Your turn").press("q")
    terminal.wait_for("shell>").press("exit", "enter")
    assert terminal.wait() == 0


#: The game on a system like Windows, where no program is stopped and continued.
UNSTOPPABLE = """
import signal, sys
del signal.SIGTSTP
from minicheckers import cli
sys.exit(cli.main(sys.argv[1:]))
"""


@pytest.mark.parametrize("stoppable", [True, False])
def test_ctrl_z_is_offered_where_it_works(start: Start, stoppable: bool) -> None:
    command = None if stoppable else [sys.executable, "-c", UNSTOPPABLE, *GAME]
    terminal = start(*GAME, command=command, size=(100, 60)).wait_for("Your turn")
    terminal.press("?", "right")
    terminal.wait_for("Ctrl-L").settle()
    assert ("Ctrl-Z" in terminal.text) is stoppable


def test_ctrl_l_paints_everything_again(start: Start) -> None:
    terminal = start(*GAME).wait_for("Your turn").settle()
    before = terminal.text
    terminal.screen.reset()
    assert terminal.text != before
    terminal.press("ctrl-l")
    terminal.wait_for(lambda: terminal.text == before)


def test_too_small_from_the_beginning_and_then_large_enough(start: Start) -> None:
    terminal = start(*GAME, size=(20, 6)).wait_for("at least")
    assert "20x6" in terminal.text
    terminal.resize(80, 24)
    terminal.wait_for("Your turn")


LIMITED = """
import sys, threading
from minicheckers import cli
import minicheckers.commands.play, minicheckers.tui.app, minicheckers.tui.terminal
{limit}
sys.exit(cli.main(sys.argv[1:]))
"""
NO_FILE_GROWS = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))"
NO_THREADS = """
def start(self): raise RuntimeError("can't start new thread")
threading.Thread.start = start
"""


def limited(limit: str) -> list[str]:
    """The game under a limit of the system."""
    return [sys.executable, "-c", LIMITED.format(limit=limit), *GAME, "--seed", "1"]


@pytest.mark.parametrize("full", [True, False])
def test_where_nothing_can_be_saved_the_game_goes_on(
    start: Start, tmp_path: Path, full: bool
) -> None:
    if not full:
        (tmp_path / "state").write_text("a file where a directory should be")
    terminal = start(command=limited(NO_FILE_GROWS if full else ""))
    # The first message may come before the first frame is read; keys close it and still count.
    terminal.wait_for(lambda: "Your turn" in terminal.text or "could not be" in terminal.text)
    terminal.press("6", "-", "9", "enter")
    terminal.wait_for(lambda: b"could" in terminal.raw)
    terminal.wait_for(lambda: bool(re.search(r"1\. 6-9 +[0-9]", terminal.flowing_text)))
    terminal.press("q")
    terminal.wait_for(lambda: "will be lost" in terminal.flowing_text.replace("│ ", "")).press("y")
    assert terminal.wait() == 1
    assert b"could not be saved" in terminal.raw[terminal.raw.rindex(LEAVE_ALTERNATE_SCREEN) :]
    assert_restored(terminal)


def test_when_no_thread_can_be_started_the_game_goes_on_all_the_same(start: Start) -> None:
    terminal = start(command=limited(NO_THREADS)).wait_for("Your turn")
    terminal.press("6", "-", "9", "enter")
    terminal.wait_for(lambda: bool(re.search(r"1\. 6-9 [0-9]", terminal.flowing_text)))
    terminal.press("q")
    assert terminal.wait() == 0
    assert_restored(terminal)


def test_what_nohup_ignores_stays_ignored(start: Start) -> None:
    command = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *game_command(*GAME)]
    terminal = start(command=command)
    terminal.wait_for("Your turn")
    terminal.send_signal(signal.SIGHUP)
    make_a_move(terminal)
    terminal.press("q")
    assert terminal.wait() == 0


def test_a_paste_without_an_end_does_not_take_the_keyboard_away(start: Start) -> None:
    terminal = start(*GAME).wait_for("Your turn")
    terminal.send(b"\x1b[200~nothing")
    terminal.wait_for("not a move").press("q")
    assert terminal.wait() == 0


def test_a_window_that_is_closed_at_once(start: Start) -> None:
    terminal = start(*GAME)
    terminal.wait_for(lambda: bool(terminal.raw))  # it is just setting up the terminal
    assert terminal.hang_up() in (129, 1)
