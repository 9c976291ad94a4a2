"""The coach by keys: on the fake screen and in the real program."""

import re
from pathlib import Path

from testing.harness import Start
from testing.playing import wait_for_result
from testing.starting import Open, real_is_slow

EASY = ("--level", "easy", "--first", "you", "--no-animation")
#: Black can win at once: 5x12.
ONE_MOVE = (*EASY, "--board", "B:W8:B5")


@real_is_slow
def test_insight_by_key_and_by_flag(open_game: Open) -> None:
    terminal = open_game(*EASY).wait_for("Your turn")
    terminal.press("i")
    terminal.wait_for("values (exact)").wait_for("6-9 -1")
    terminal.press("i")
    terminal.wait_until_gone("values (exact)")
    open_game(*EASY, "--coach", "show").wait_for("6-9 -1")


@real_is_slow
def test_insight_in_a_game_that_is_not_solved(open_game: Open) -> None:
    terminal = open_game(*EASY, "--variant", "english", "--coach", "show", size=(100, 30))
    terminal.wait_for(lambda: bool(re.search(r"values \(opinion, depth \d+\)", terminal.text)))
    terminal.wait_for(lambda: bool(re.search(r"9-13 [+-]\d\.\d\d", terminal.text)))


@real_is_slow
def test_the_tutor_asks_once(open_game: Open) -> None:
    terminal = open_game(*EASY, "--coach", "warn").wait_for("Your turn")
    terminal.press("6", "-", "9", "enter")
    terminal.wait_for("Take it back").wait_for("loses by 1 piece")
    terminal.rest(0.4)
    terminal.press("t")
    terminal.wait_until_gone("Take it back")
    assert "1. 6-9" not in terminal.text
    terminal.press("6", "-", "9", "enter")
    terminal.wait_for("1. 6-9")


@real_is_slow
def test_exploring_there_and_back(open_game: Open) -> None:
    terminal = open_game(*EASY).wait_for("Your turn")
    terminal.press("a")
    terminal.wait_for("analysis board").wait_for("values (exact)")
    terminal.press("6", "-", "9", "enter")
    terminal.wait_for("White to move").press("u")
    terminal.wait_for("then 6-9").press("p")
    terminal.wait_for("FEN: ").press(*"W:W18:B1,5", "enter")
    terminal.wait_for("W:W18:B1,5").press("a")
    terminal.wait_for("Your turn")


@real_is_slow
def test_a_game_is_reviewed_after_its_end_and_from_the_menu(open_game: Open) -> None:
    terminal = open_game(*ONE_MOVE).wait_for("Your turn")
    terminal.press("5", "enter")
    wait_for_result(terminal, "You win").press("v")
    terminal.wait_for("mini: review").wait_for("No move changed the result.")
    terminal.press("b")
    terminal.wait_for("You win")
    terminal.rest(0.4)
    terminal.press("m")
    terminal.wait_for("Opponent").press("up")
    for _ in range(12):
        if re.search(r"[▸>] Review", terminal.text):
            break
        terminal.press("up")
        terminal.settle()
    terminal.press("enter")
    terminal.wait_for("finished games: 1").press("enter")
    terminal.wait_for("mini: review")
    terminal.press("q")
    assert terminal.wait() == 0


@real_is_slow
def test_puzzles_and_lessons_from_the_menu(open_game: Open, tmp_path: Path) -> None:
    for row, title in (("Puzzle", "difficulty"), ("Learn", "Lesson 1 of")):
        terminal = open_game("--no-animation").wait_for("Opponent")
        for _ in range(16):
            if re.search(rf"[▸>] {row}", terminal.text):
                break
            terminal.press("down")
            terminal.settle()
        terminal.press("enter")
        terminal.wait_for(title).press("c")
        terminal.wait_for("Look at the piece" if row == "Puzzle" else "For example")
        terminal.press("q")
        assert terminal.wait() == 0
    assert (tmp_path / "state" / "minicheckers" / "minicheckers.db").exists()


def test_the_commands_open_on_the_board(start: Start) -> None:
    puzzle = start("puzzle", "--seed", "1", "--no-animation").wait_for("difficulty")
    puzzle.press("c", "c")
    puzzle.wait_for(
        lambda: "The right move is" in puzzle.text or "That was the move" in puzzle.text
    )
    puzzle.press("q")
    assert puzzle.wait() == 0
    learn = start("learn", "--variant", "english").wait_for("Lesson 1 of")
    learn.press("enter", "enter")
    learn.wait_for("Enter next").press("enter")
    learn.wait_for("Lesson 2 of").press("q")
    assert learn.wait() == 0


def test_the_commands_are_told_line_by_line_if_that_is_wished(start: Start) -> None:
    start("learn", "--plain").wait_for("Lesson 1 of")
    start("puzzle", "--plain", "--seed", "1").wait_for("Find the only move")
