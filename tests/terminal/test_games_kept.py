"""Nothing is lost: an unfinished game waits while another one is played."""

import pytest

from testing.harness import Start
from testing.starting import Open, real_is_slow


@real_is_slow
def test_a_game_started_by_flags_leaves_the_unfinished_one_saved(open_game: Open) -> None:
    flags = ("--level", "easy", "--first", "you", "--no-animation")
    first = open_game(*flags, "--variant", "english").wait_for("Your turn")
    first.press("enter", "enter")
    first.wait_for("1. ")
    first.wait_for("Your turn").press("q")
    assert first.wait() == 0
    last = ("--board", "B:W8:B5,1,2", "--variant", "mini")
    second = open_game(*flags, *last).wait_for("Your other game is saved")
    second.wait_for("Your turn")
    second.press("enter", "enter")
    second.wait_for("You win")
    second.rest(0.4)
    second.press("q")
    assert second.wait() == 0
    third = open_game("--resume").wait_for("English checkers").wait_for("easy")
    third.press("q")
    assert third.wait() == 0


@real_is_slow
@pytest.mark.parametrize("size", [(80, 24), (30, 16)])
def test_of_another_game_is_told_once_and_the_status_stays(
    open_game: Open, size: tuple[int, int]
) -> None:
    flags = ("--level", "easy", "--first", "you", "--no-animation")
    first = open_game(*flags).wait_for("Your turn")
    first.press("enter", "enter")
    first.wait_for("1. ")
    first.wait_for("Your turn").press("q")
    assert first.wait() == 0
    for told in (True, False):
        later = open_game(*flags, size=size).wait_for("Your turn").settle()
        assert "Your turn" in later.text
        assert ("game" in later.text.splitlines()[-1]) is told
        assert "┌" not in later.text, "no box lies over the board"
        later.press("q")
        assert later.wait() == 0


@real_is_slow
def test_a_game_without_a_move_of_ones_own_is_not_kept(open_game: Open) -> None:
    flags = ("--level", "easy", "--first", "ai", "--no-animation")
    for key in ("q", "m"):
        game = open_game(*flags).wait_for("1. ")
        game.wait_for("Your turn").press(key)
        if key == "m":
            game.wait_for("Opponent").press("q")
        assert game.wait() == 0
    menu = open_game().wait_for("no unfinished game")
    menu.press("q")
    assert menu.wait() == 0


@real_is_slow
def test_flags_are_for_this_time_and_the_menu_is_for_the_next(open_game: Open) -> None:
    flags = ("--level", "hard", "--first", "ai", "--variant", "towers", "--time", "0.1")
    game = open_game(*flags, "--no-animation").wait_for("Simplified checkers").wait_for("hard")
    game.press("m")
    game.wait_for("Opponent").press("home", "enter")
    game.wait_for("Simplified checkers").press("q")
    assert game.wait() == 0
    menu = open_game("--no-animation").wait_for("Opponent")
    menu.wait_for("mini").wait_for("medium")
    assert "towers" not in menu.text
    menu.press("q")
    assert menu.wait() == 0


def test_a_puzzle_window_does_not_hold_the_unfinished_game(start: Start) -> None:
    game = start("--level", "easy", "--first", "you", "--no-animation").wait_for("Your turn")
    game.press("enter", "enter")
    game.wait_for("1. ")
    game.wait_for("Your turn").press("q")
    assert game.wait() == 0
    puzzle = start("puzzle", "--seed", "1").wait_for("difficulty")
    resumed = start("--resume").wait_for("Mini-Checkers").wait_for("easy")
    resumed.press("q")
    assert resumed.wait() == 0
    puzzle.press("m")
    puzzle.wait_for("Continue").press("q")
    assert puzzle.wait() == 0
