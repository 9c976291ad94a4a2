"""A person at the keyboard: plays whole games with Tab and Enter, by what is on the screen."""

import time
from random import Random

from harness import Terminal


def play_to_the_end(terminal: Terminal, random: Random, patience: float = 120.0) -> int:
    """Play until the result is on the screen; return how many moves the person has made."""
    end = time.monotonic() + patience
    moves = 0
    while not is_over(terminal):
        assert time.monotonic() < end, f"the game does not end:\n{terminal.text}"
        line = " ".join(terminal.screen.display[-2:])
        if "press Enter" in line:
            terminal.press("enter")
        elif "your turn:" in line:  # a piece is picked up
            terminal.press(*["tab"] * random.randint(1, 4), "enter")
            moves += 1
        elif "your turn" in line:
            terminal.press(*["tab"] * random.randint(1, 8), "enter")
        terminal.wait_for_change(0.5)
        terminal.settle(0.01)
    return moves


def is_over(terminal: Terminal) -> bool:
    """Whether the result and its three choices are on the screen."""
    return all(word in terminal.text for word in ("Again", "Menu", "Quit"))
