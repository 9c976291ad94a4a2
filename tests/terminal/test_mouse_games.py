"""Whole games by mouse alone: clicks, drags, and clicks while the computer thinks."""

import re
import time
from random import Random

import pytest

from minicheckers.rules.variant import Colour, get_variant
from minicheckers.tui.layout import layout
from testing.harness import Start, Terminal
from testing.playing import is_over

#: Boards from which the games are soon over; the first begins with a chain.
BOARDS = [
    ("english", "B:W18,26,28:B14,3"),
    ("mini", "B:W17,18,16:B5,6,1"),
    pytest.param("towers", "B:W22,23:B14,15", marks=pytest.mark.slow),
    pytest.param("english", "B:W21,25,26,30:B6,10,11,14", marks=pytest.mark.slow),
    pytest.param("pikachu", "W:W36:B28,20", marks=pytest.mark.slow),
]
SIZE = (80, 24)


class Mouse:
    """A person who reads the status line and has only a mouse."""

    def __init__(self, terminal: Terminal, variant: str, random: Random) -> None:
        self._terminal, self._random = terminal, random
        self._variant = get_variant(variant)
        self._flipped = self._variant.first is Colour.BLACK  # the person begins
        self.moves = 0

    def cell(self, square: int) -> tuple[int, int]:
        places = layout(self._variant, SIZE)
        assert places is not None
        left, top = places.corner(self._variant.geometry.place(square), self._flipped)
        return left + places.scale, top + places.scale // 2

    def press(self, square: int) -> None:
        self._terminal.press_button(*self.cell(square))

    def release(self, square: int) -> None:
        time.sleep(0.03)
        self._terminal.release_button(*self.cell(square))
        self._terminal.wait_for_change(0.3)
        self._terminal.settle(0.02)

    def click(self, square: int) -> None:
        self.press(square)
        self.release(square)

    def _one_of(self, squares: str) -> int:
        return int(self._random.choice(re.findall("[0-9]+", squares)))

    def act(self) -> None:
        line = " ".join(self._terminal.display[-4:-1])
        squares = range(1, self._variant.geometry.count + 1)
        if picked := re.search(r"(?:down on|from ([0-9]+) to) ([0-9][0-9, or]*)", line):
            target = self._one_of(picked[2])
            if picked[1] is None or self._random.random() < 0.5:
                self.click(target)
            else:  # dragged
                self.press(int(picked[1]))
                self.release(target)
            self.moves += 1
        elif named := re.search(r"(?:pick up|capture with) ([0-9][0-9, or]*)", line):
            start = self._one_of(named[1])
            if self._random.random() < 0.5:
                self.click(start)
            else:  # picked up, to be dragged on
                self.press(start)
                self._terminal.wait_for_change(0.3)
                goal = re.search("down on ([0-9][0-9, or]*)", self._terminal.text)
                self.release(self._one_of(goal[1]) if goal else start)
                self.moves += goal is not None
        else:  # also while the computer thinks, and to pass
            self.click(self._random.choice(squares))


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("variant", "board"), BOARDS)
def test_a_whole_game_by_mouse(start: Start, variant: str, board: str) -> None:
    arguments = ("--variant", variant, "--level", "easy", "--first", "you", "--seed", "5")
    terminal = start(*arguments, "--board", board, size=SIZE).wait_for("Your turn")
    mouse = Mouse(terminal, variant, Random(variant))
    end = time.monotonic() + 120
    while not is_over(terminal):
        assert time.monotonic() < end, terminal.text
        mouse.act()
    assert mouse.moves > 0
    terminal.rest(0.4)
    row = next(n for n, text in enumerate(terminal.display) if "Quit" in text)
    terminal.click(terminal.display[row].index("Quit"), row)
    assert terminal.wait() == 0
