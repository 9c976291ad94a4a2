"""Nothing is lost: an unfinished game waits while another one is played."""

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
    second.press("enter", "enter")
    second.wait_for("You win")
    second.rest(0.4)
    second.press("q")
    assert second.wait() == 0
    third = open_game("--resume").wait_for("english: you (black) against easy (white)")
    third.press("q")
    assert third.wait() == 0


def test_a_puzzle_window_does_not_hold_the_unfinished_game(start: Start) -> None:
    game = start("--level", "easy", "--first", "you", "--no-animation").wait_for("Your turn")
    game.press("enter", "enter")
    game.wait_for("1. ")
    game.wait_for("Your turn").press("q")
    assert game.wait() == 0
    puzzle = start("puzzle", "--seed", "1").wait_for("difficulty")
    resumed = start("--resume").wait_for("mini: you (black) against easy (white)")
    resumed.press("q")
    assert resumed.wait() == 0
    puzzle.press("m")
    puzzle.wait_for("Continue").press("q")
    assert puzzle.wait() == 0
