"""Hostile strategies as the opponent on the board: one message, and the game continues."""

import time
from pathlib import Path

import pytest

from testing.harness import Start
from testing.hostile import BY_NAME, Marked


def test_the_board_goes_on(start: Start, tmp_path: Path) -> None:
    marked = Marked()
    level = BY_NAME["exits_with_words"].write(tmp_path)
    words = ("--level", level, "--first", "you", "--no-animation")
    terminal = start(*words, size=(120, 40), environment=marked.environment)
    terminal.wait_for("Your turn").press("6", "-", "9", "enter")
    terminal.wait_for(lambda: r"so \x1b[2Jlong" in terminal.flowing_text)
    terminal.press("u")
    terminal.wait_for("Your turn").press("q")
    assert terminal.wait() == 0
    marked.assert_none_left()
    assert terminal.modes_after == terminal.modes_before
    assert b"owned" not in terminal.raw
    assert b"Traceback" not in terminal.raw


@pytest.mark.slow  # it measures time, so it needs a core to itself
@pytest.mark.parametrize("name", ["floods_with_reports", "floods_the_pipe", "prints_without_end"])
def test_a_flood_delays_no_key(start: Start, tmp_path: Path, name: str) -> None:
    level = BY_NAME[name].write(tmp_path)
    words = ("--level", level, "--first", "ai", "--time", "20", "--no-animation")
    terminal = start(*words, environment=Marked().environment)
    terminal.wait_for("? help")
    end = time.monotonic() + 1.5
    while time.monotonic() < end:
        terminal.read(0.1)
    took = []
    for _ in range(3):
        began = time.monotonic()
        terminal.press("?")
        terminal.wait_for("Esc close")
        took.append(time.monotonic() - began)
        terminal.press("escape")
        terminal.wait_until_gone("Esc close")
    terminal.press("q")
    assert terminal.wait() == 0
    assert min(took) < 1.0, "a busy machine takes a while, but a flood took 4.4 s"
