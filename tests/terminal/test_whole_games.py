"""Whole games by keys alone, against the real levels, on real screens."""

import time
from random import Random

import pytest

from testing.harness import Start


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("words", "size"),
    [
        (("--level", "hard", "--first", "ai", "--depth", "4"), (120, 40)),
        (("--level", "easy", "--first", "you", "--variant", "english"), (80, 24)),
        (("--level", "easy", "--first", "ai", "--variant", "towers"), (50, 18)),
    ],
)
def test_a_whole_game_by_keys_alone(
    start: Start, words: tuple[str, ...], size: tuple[int, int]
) -> None:
    """By a person who goes by what the screen says."""
    random, moves = Random(f"{words}"), 0
    terminal = start(*words, "--no-animation", "--seed", "5", size=size).wait_for("Your turn")
    end = time.monotonic() + 120
    while not all(word in terminal.text for word in ("Again", "Menu", "Quit")):
        assert time.monotonic() < end, f"the game does not end:\n{terminal.text}"
        line = " ".join(terminal.display[-4:])
        if "Enter pass" in line:
            terminal.press("enter")
        elif "down on" in line or "Keep jumping" in line:
            terminal.press("tab", "enter")
        elif "Your turn" in line:
            tabs = (["tab"] * random.randint(1, most) for most in (8, 4))
            terminal.press(*next(tabs), "enter", *next(tabs), "enter")
            moves += 1
        terminal.wait_for_change(0.3)
        terminal.settle(0.01)
    assert moves > 0
    terminal.rest(0.4)  # a result ignores keys for its first moment
    terminal.press("q")
    assert terminal.wait() == 0
    assert terminal.modes_after == terminal.modes_before
