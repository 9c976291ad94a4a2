"""The program at a terminal: every command opens its screen, and a later start knows the last."""

from pathlib import Path

import pytest

from testing.harness import Start

GAMES = Path(__file__).resolve().parents[2] / "docs" / "games"
EASY = ("--level", "easy", "--first", "you", "--no-animation")
#: The computer begins and thinks for longer than any test takes.
THINKING = ("--variant", "english", "--first", "ai", "--level", "timed", "--time", "60")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("--goal", "losing"), "by losing all"),
        (("--level", "easy", "--board", "B:W8:B5,1"), "capture with 5"),
        (("--load", "games.pdn", "--variant", "international"), "2. black - white"),
        (("watch", "--black", "easy", "--white", "easy"), "1. "),
        (("replay", str(GAMES / "chain.pdn"), "--speed", "50"), "Move 22 of 22"),
        (("puzzle", "--id", "mini-bte2fq"), "find the only move"),
        (("learn", "--variant", "english"), "Lesson 1 of"),
        (("think", "--depth", "4"), "best is 5-7, +25"),
        (("learn", "--plain"), "Lesson 1 of"),
        (("puzzle", "--plain"), "find the only move"),
        (("think", "--depth", "1", "--plain"), "*6-9 +36"),
    ],
)
def test_every_command_opens_its_screen(
    start: Start, tmp_path: Path, words: tuple[str, ...], shown: str
) -> None:
    (tmp_path / "games.pdn").write_text("1. 32-28 * 1. 33-29 19-23 *")
    terminal = start(*words, size=(120, 40)).wait_for(shown)
    if "--plain" not in words:
        terminal.press("escape", "q")
        assert terminal.wait() == 0
        assert not terminal.screen.cursor.hidden
        assert terminal.modes_after == terminal.modes_before


def test_the_menu_remembers(start: Start) -> None:
    terminal = start("--no-animation").wait_for("opponent")
    terminal.press("home", "right", "right", "tab", "enter", "expert", "enter")
    terminal.wait_for("english ·").wait_for("expert").press("down", "down", "down", "enter")
    terminal.wait_for("English checkers").press("t")
    terminal.wait_for("Theme green").press("q")
    assert terminal.wait() == 0
    start().wait_for("expert").wait_for("english")


def test_a_puzzle_window_does_not_hold_the_unfinished_game(start: Start) -> None:
    game = start(*EASY).wait_for("Your turn")
    game.press("enter", "enter")
    game.wait_for("1. ").wait_for("Your turn").press("q")
    assert game.wait() == 0
    puzzle = start("puzzle", "--seed", "1").wait_for("difficulty")
    resumed = start("--resume").wait_for("Mini-Checkers").wait_for("easy")
    resumed.press("q")
    assert resumed.wait() == 0
    puzzle.press("m")
    puzzle.wait_for("Continue")


def test_keys_and_sizes_while_the_computer_thinks(start: Start) -> None:
    terminal = start(*THINKING, "--no-animation", size=(120, 40)).wait_for("is thinking")
    for size in ((80, 24), (20, 5), (50, 18), (200, 60), (80, 24)):
        terminal.resize(*size)
        terminal.wait_for("at least" if size == (20, 5) else "is thinking")
    assert "▆" in terminal.settle().text
    terminal.press("?")
    terminal.wait_for("Start here").press("escape")
    terminal.wait_until_gone("Start here").press("g")
    terminal.wait_for("1. ").wait_for("Your turn").press("q")
    assert terminal.wait() == 0


def test_a_long_search_is_stopped_at_once(start: Start) -> None:
    terminal = start("think", "--variant", "english", "--depth", "30").wait_for("nodes so far")
    terminal.press("escape")
    terminal.wait_for("Search stopped.").press("q")
    assert terminal.wait() == 0


def test_line_by_line_it_asks_the_two_questions(start: Start) -> None:
    terminal = start("--seed", "1", environment={"TERM": "dumb"}).wait_for("line by line")
    first = "Do you want to go first? (Y/N)"
    terminal.wait_for(first).press("what?", "enter")
    terminal.wait_for(lambda: terminal.text.count(first) == 2).press("Y", "enter")
    terminal.wait_for("What level of difficulty? (1 Easy, 2 Medium, 3 Hard, 4 Expert)")
    terminal.press("1", "enter")
    terminal.wait_for("Your turn (black).").press("1", "enter")
    terminal.wait_for("The computer plays").settle().press("ctrl-c")
    terminal.wait_for("Game saved")
    assert terminal.wait() == 130
    assert b"\x1b" not in terminal.raw


def test_the_end_of_input_at_a_terminal_ends_with_0(start: Start) -> None:
    terminal = start("--plain", "--level", "1", "--first", "you").wait_for("> ")
    terminal.send(b"\x04")
    assert terminal.wait() == 0
