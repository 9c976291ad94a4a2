"""A person at the keyboard: plays whole games with Tab and Enter, going by the screen."""

import time
from random import Random

from testing.fake_screen import FakeTerminal
from testing.harness import Terminal

SomeTerminal = FakeTerminal | Terminal

#: A result ignores keys for its first moment.
A_MOMENT = 0.4


def play_to_the_end(terminal: Terminal, random: Random, patience: float = 120.0) -> int:
    """Play until the result is on the screen; return how many moves the person made."""
    end = time.monotonic() + patience
    moves = 0
    while not is_over(terminal):
        assert time.monotonic() < end, f"the game does not end:\n{terminal.text}"
        line = " ".join(terminal.screen.display[-4:])
        if "Enter pass" in line:
            terminal.press("enter")
        elif "down on" in line or "Keep jumping" in line:
            terminal.press("tab", "enter")
        elif "Your turn" in line:
            piece, target = ["tab"] * random.randint(1, 8), ["tab"] * random.randint(1, 4)
            terminal.press(*piece, "enter", *target, "enter")
            moves += 1
        terminal.wait_for_change(0.3)
        terminal.settle(0.01)
    terminal.rest(A_MOMENT)
    return moves


def wait_for_result(terminal: SomeTerminal, title: str) -> SomeTerminal:
    """Wait for the end of the game, and then until its choices accept keys."""
    terminal.wait_for(title).wait_for(lambda: is_over(terminal))
    terminal.rest(A_MOMENT)
    return terminal


def is_over(terminal: SomeTerminal) -> bool:
    """Whether the result and its three choices are on the screen."""
    return all(word in terminal.text for word in ("Again", "Menu", "Quit"))
