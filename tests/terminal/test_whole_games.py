"""Whole games by keys alone, against the real levels, on real screens."""

from random import Random

import pytest

from testing.harness import Start
from testing.playing import play_to_the_end

#: Boards from which the longer games are soon over.
SHORT = {
    "mini": None,
    "towers": "B:W22,23:B14,15",
    "english": "B:W21,25,26,30:B6,10,11,14",
    "pikachu": "W:W36:B28,20",
}
SIZES = ((120, 40), (80, 24), (50, 18))


def play(
    start: Start, variant: str, level: str, first: str, size: tuple[int, int], *more: str
) -> None:
    arguments = ["--variant", variant, "--level", level, "--first", first, "--no-animation"]
    board = SHORT[variant]
    if board:
        arguments += ["--board", board]
    terminal = start(*arguments, "--seed", "5", *more, size=size)
    terminal.wait_for("Your turn")
    moves = play_to_the_end(terminal, Random(f"{variant}{level}{first}{size}"))
    assert moves > 0
    terminal.press("q")
    assert terminal.wait() == 0
    assert terminal.modes_after == terminal.modes_before


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("variant", "level", "first", "size"),
    [
        ("mini", "hard", "ai", (120, 40)),
        ("towers", "easy", "ai", (50, 18)),
    ],
)
def test_a_whole_game_by_keys_alone(
    start: Start, variant: str, level: str, first: str, size: tuple[int, int]
) -> None:
    play(start, variant, level, first, size, *(["--depth", "4"] if level == "hard" else []))


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("first", ["you", "ai"])
@pytest.mark.parametrize("level", ["easy", "hard"])
@pytest.mark.parametrize("variant", ["mini", "towers", "english", "pikachu"])
def test_every_game_every_side_every_screen(
    start: Start, variant: str, level: str, first: str, size: tuple[int, int]
) -> None:
    play(start, variant, level, first, size)
