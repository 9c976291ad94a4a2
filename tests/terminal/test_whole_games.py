"""Whole games in the terminal: by keys, by mouse, against the real levels."""

import re
import time
from itertools import product
from random import Random

import pytest

from minicheckers.rules.notation import Move
from minicheckers.rules.variant import VARIANTS
from minicheckers.tui.input_decoder import Click, Release
from testing.game_player import AtGame, two_people
from testing.harness import Start, Terminal


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


# Whole games of every game by keys and by mouse, each capture landing by landing.
#
# A second program, without a terminal, gets the same keys; after every move both screens must look
# alike. This checks both that each move can be entered and that the board shows it.

SMALL = (80, 24)
#: Boards with captures from which the games are soon over.
SHORT = {
    "mini": "B:W17,18,16,13:B5,6,1,2",
    "russian": "W:W12,30,31:B8,7,14,2",
    "turkish": "W:WK57,50:B41,18,12,3",
}
_TIME = re.compile(r"\b[0-9]+:[0-9]{2}\b")


def looks(text: str) -> list[str]:
    """A screen without its clock."""
    return [line.rstrip() for line in _TIME.sub("0:00", text).split("\n")]


class Entering:
    """Enters moves in both programs."""

    def __init__(self, terminal: Terminal, model: AtGame, random: Random) -> None:
        self.terminal, self.model, self.random = terminal, model, random

    def by_keys(self, move: Move) -> None:
        """Tab to the piece and to every landing, with Enter at each."""
        keys: list[str] = []

        def press(key: str) -> None:
            keys.append(key)
            self.model.press(key)

        def go_to(square: int) -> None:
            step = self.random.choice(("tab", "shift-tab"))
            while self.model.on.focus != square:
                assert len(keys) < 500, f"{square} is not reached"
                press(step)

        ply = self.model.session.timeline.ply
        go_to(move.start)
        press("enter")
        while self.model.session.timeline.ply == ply:
            go_to(move.path[len(self.model.on.picked)])
            press("enter")
        self.terminal.press(*keys)

    def by_mouse(self, move: Move) -> None:
        """Click the piece and every landing."""
        ply = self.model.session.timeline.ply
        self._click(move.start)
        while self.model.session.timeline.ply == ply:
            self._click(move.path[len(self.model.on.picked)])

    def _click(self, square: int) -> None:
        on = self.model.on
        places = on.layout
        left, top = places.corner(on.variant.geometry.place(square), on.flipped)
        column, row = left + places.scale, top + places.scale // 2
        self.model.send(Click(column, row), Release(column, row))
        self.terminal.click(column, row)

    def compare(self) -> None:
        """Wait until both screens look alike; a line may tell instead that the disk is slow."""
        wanted = looks(self.model.text)

        def alike() -> bool:
            pairs = zip(looks(self.terminal.text), wanted, strict=True)
            return all(here == there or "the disk is slow" in here for here, there in pairs)

        self.terminal.wait_for(alike)


def play(terminal: Terminal, model: AtGame, random: Random, hand: str) -> tuple[Move, ...]:
    """Play random moves, captures first, to the end of the game; return the moves."""
    entering = Entering(terminal, model, random)
    enter = {"keys": entering.by_keys, "mouse": entering.by_mouse}[hand]
    entering.compare()
    while model.session.outcome is None:
        legal = model.on.legal
        if legal[0].is_pass:
            model.press("enter")
            terminal.press("enter")
        else:
            move = random.choice([move for move in legal if move.captured] or legal)
            ply = model.session.timeline.ply
            enter(move)
            assert model.session.timeline.moves[ply] == move
        entering.compare()
    return model.session.timeline.played


@pytest.mark.parametrize(
    ("variant", "hand", "size"),
    [
        pytest.param(
            *case,
            marks=()
            if case in (("turkish", "keys", SMALL), ("mini", "mouse", SMALL))
            else pytest.mark.slow,
        )
        for case in product([*VARIANTS], ["keys", "mouse"], [SMALL, (120, 40)])
    ],
)
def test_a_whole_game(start: Start, variant: str, hand: str, size: tuple[int, int]) -> None:
    flags = ("--two-player", "--no-animation", "--theme", "classic", "--variant", variant)
    board = SHORT.get(variant) if size == SMALL else None
    terminal = start(*flags, *(("--board", board) if board else ()), size=size)
    model = two_people(board, variant, size=size)
    assert play(terminal, model, Random(f"{variant} {hand} {size}"), hand)
    terminal.rest(0.4)
    terminal.press("q")
    assert terminal.wait() == 0
