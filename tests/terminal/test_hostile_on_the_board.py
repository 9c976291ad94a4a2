"""Hostile strategies as the opponent on the board: one message, and the game continues."""

import time
from pathlib import Path

import pytest

from testing.harness import Start
from testing.hostile import BY_NAME, HOSTILE, Hostile, Marked


@pytest.mark.parametrize(
    "hostile",
    [
        pytest.param(
            one, id=one.name, marks=() if one.name == "exits_with_words" else pytest.mark.slow
        )
        for one in HOSTILE
    ],
)
def test_the_board_goes_on(start: Start, tmp_path: Path, hostile: Hostile) -> None:
    marked = Marked()
    level = hostile.write(tmp_path)
    words = ("--level", level, "--first", "you", "--time", "0.3", "--no-animation")
    terminal = start(*words, size=(120, 40), environment=marked.environment)
    terminal.wait_for("Your turn").press("6", "-", "9", "enter")
    said = "" if hostile.says is None else hostile.says.replace("\\\\", "\\")
    if said:
        terminal.wait_for(lambda: said in terminal.flowing_text or said in _joined(terminal.text))
    else:
        terminal.wait_for(
            lambda: (
                "2. " in terminal.text
                or "Your turn" in terminal.text
                or "cannot" in terminal.text
                or "failed" in terminal.text
            )
        )
    # Whatever happened, the person can undo, play on and quit at any time.
    terminal.press("u")
    terminal.wait_for("Your turn").press("q")
    assert terminal.wait() == 0
    marked.assert_none_left()
    assert terminal.modes_after == terminal.modes_before
    assert b"owned" not in terminal.raw
    assert b"Traceback" not in terminal.raw


def _joined(text: str) -> str:
    """The text of a screen, ignoring its line breaks."""
    return "".join(line.strip() for line in text.splitlines())


@pytest.mark.slow  # it measures time, so it needs a core to itself
@pytest.mark.parametrize("name", ["floods_with_reports", "floods_the_pipe", "prints_without_end"])
def test_a_flood_delays_no_key(start: Start, tmp_path: Path, name: str) -> None:
    level = BY_NAME[name].write(tmp_path)
    words = ("--level", level, "--first", "ai", "--time", "20", "--no-animation")
    terminal = start(*words, environment=Marked().environment)
    terminal.wait_for("q quit")
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
