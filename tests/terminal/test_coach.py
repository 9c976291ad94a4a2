"""What the coach does in the whole program: on a fake screen, and in a terminal in the slow run."""

import re
from pathlib import Path

import pytest

from minicheckers.coach.lessons import lessons
from minicheckers.rules.variant import VARIANTS, get_variant
from testing.fake_screen import FakeTerminal
from testing.harness import Start, Terminal
from testing.playing import wait_for_result
from testing.starting import Open, real_is_slow

EASY = ("--level", "easy", "--first", "you", "--no-animation")
WIDE, PANEL = (120, 40), 76
#: 7-11 loses everything at once, 3-6 and 7-10 draw.
TRAP = (*EASY, "--board", "B:W13,15:B3,7")
#: A win that search proves: 24-19 gives a man and wins.
PROVEN = "english-dlsnjjjlqx9"

Shown = FakeTerminal | Terminal


def typed(terminal: Shown, move: str) -> Shown:
    """Type a move and press Enter."""
    terminal.press(*move, "enter")
    return terminal


def told(terminal: Shown, sentence: str) -> Shown:
    """Wait for words that may be spread over several lines of the panel."""
    return terminal.wait_for(
        lambda: sentence in panel(terminal) or sentence in terminal.flowing_text
    )


def panel(terminal: Shown) -> str:
    """The text to the right of a mini board on a wide screen, without line breaks."""
    return " ".join(" ".join(line[PANEL:] for line in terminal.display).split())


def row_of_the_menu(terminal: Shown, title: str) -> Shown:
    """Go to a row of the menu."""
    terminal.wait_for("Opponent")
    for _ in range(24):
        if re.search(rf"[▸>] {title}", terminal.text):
            return terminal
        terminal.press("down")
        terminal.settle()
    raise AssertionError(f"no row {title}:\n{terminal.text}")


@real_is_slow
def test_a_hint_in_three_steps_and_enter_plays_it(open_game: Open) -> None:
    terminal = open_game(*TRAP, size=WIDE).wait_for("Your turn")
    terminal.press("c")
    told(terminal, "Look at the piece on 3.").press("c")
    told(terminal, "Play 3-6.").press("c")
    told(terminal, "3-6 draws. One other move also draws.").press("enter")
    terminal.wait_for("1. 3-6")


@real_is_slow
def test_the_values_of_moves_by_key_and_by_flag(open_game: Open) -> None:
    terminal = open_game(*EASY).wait_for("Your turn")
    terminal.press("i")
    terminal.wait_for("exact values").press("i")
    terminal.wait_until_gone("exact values")
    english = ("--variant", "english", "--coach", "show")
    open_game(*EASY, *english, size=(100, 30)).wait_for("opinion, depth")


@real_is_slow
def test_a_warning_is_heeded_and_then_insisted_upon(open_game: Open) -> None:
    terminal = open_game(*TRAP, "--coach", "warn", size=WIDE).wait_for("Your turn")
    typed(terminal, "7-11").wait_for("Are you sure?")
    assert "7-11 loses by 2 pieces after" in terminal.flowing_text
    terminal.rest(0.4)
    terminal.press("n")
    terminal.wait_until_gone("Are you sure?")
    assert "1. 7-11" not in terminal.text
    typed(terminal, "7-11").wait_for("1. 7-11")


@real_is_slow
def test_a_lost_game_is_reviewed_and_its_mistakes_are_retried(open_game: Open) -> None:
    terminal = open_game(*TRAP, size=WIDE).wait_for("Your turn")
    typed(terminal, "7-11").wait_for(lambda: bool(re.search(r"7-11 +\d", terminal.text)))
    terminal.wait_for("Your turn").press("enter", "enter")
    wait_for_result(terminal, "You lose").press("v")
    told(terminal, "The turning point: move 1, Black played 7-11.")
    told(terminal, "Black lost 2 points through mistakes")
    for row in (r"value for you \(black\)", r" 0 █+·+", r"-1 +█+", r"-2 +█+"):
        assert re.search(row, terminal.text), row
    terminal.press("home", "right")
    told(terminal, "better: 3-6, 7-10").press("c")
    terminal.wait_for("or 3-6, 7-10").press("r")
    told(terminal, "Line: 7-11 13x8").press("b")
    told(terminal, "better: 3-6, 7-10").press("enter")
    terminal.wait_for("expert").press("b")
    told(terminal, "better: 3-6, 7-10").press("y")
    told(terminal, "You played 7-11, which loses by 2 pieces. Two other moves draw.")
    told(typed(terminal, "7-11"), "7-11 is wrong: after 13x8").press("enter")
    # Not the first of the best moves, but it keeps the value.
    told(typed(terminal, "7-10"), "Correct!").press("m")
    row_of_the_menu(terminal, "Review").press("enter")
    terminal.wait_for("finished games: 1").press("y")
    told(terminal, "There are no more mistakes to fix").press("o")
    told(terminal, "You played 7-11, which loses by 2 pieces").press("q")
    assert terminal.wait() == 0


@real_is_slow
def test_the_analysis_board_keeps_branches_and_takes_positions(open_game: Open) -> None:
    terminal = open_game(*EASY, size=WIDE).wait_for("Your turn")
    terminal.press("a")
    told(typed(terminal.wait_for("analysis board"), "6-9"), "Line: 6-9")
    told(typed(terminal, "14-11"), "Line: 6-9 14-11").press("u")
    told(typed(told(terminal, "then 14-11"), "13-10"), "or 14-11").press("o")
    told(terminal, "or 13-10").press("p")
    terminal.wait_for("FEN: ").press(*"W:W18:B1,5", "enter")
    terminal.wait_for("W:W18:B1,5").wait_for("exact values").press("a")
    terminal.wait_for("Your turn")


@real_is_slow
def test_puzzles_and_lessons_from_the_menu(open_game: Open, tmp_path: Path) -> None:
    for row, title in (("Puzzle", "difficulty"), ("Learn", "Lesson 1 of")):
        terminal = row_of_the_menu(open_game("--no-animation"), row)
        terminal.press("enter")
        terminal.wait_for(title).press("c")
        terminal.wait_for("Look at the piece" if row == "Puzzle" else "For example")
        terminal.press("q")
        assert terminal.wait() == 0
    assert (tmp_path / "state" / "minicheckers" / "minicheckers.db").exists()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("letters", ["unicode", "ascii"])
def test_a_puzzle_is_tried_solved_and_shared(start: Start, letters: str) -> None:
    posix = {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0"} if letters == "ascii" else {}
    puzzle = ("puzzle", "--id", "mini-bte2fq")
    terminal = start(*puzzle, size=WIDE, environment=posix).wait_for(
        "Black to move: find the only move"
    )
    told(typed(terminal, "5-7"), "5-7 is wrong: after").press("enter")
    # The opponent's reply comes by itself, and the line continues.
    told(typed(terminal.wait_for("hint"), "5-8"), "So far: 5-8 11x6")
    told(typed(terminal, "3x8"), "Correct!")
    told(terminal, "****. x+ streak 0" if posix else "★★★★☆ ✗✓ streak 0")
    assert terminal.text.isascii() is bool(posix)
    terminal.press("q")
    assert terminal.wait() == 0


def test_a_proven_puzzle_of_english_is_refuted_by_facts(start: Start) -> None:
    puzzle = start("puzzle", "--id", PROVEN, size=WIDE)
    typed(puzzle.wait_for("White to move: find the only move"), "22-18")
    told(told(puzzle, "22-18 is wrong: after"), "only a draw")


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "variant",
    [
        pytest.param(name, marks=() if name in ("mini", "english") else pytest.mark.slow)
        for name in VARIANTS
    ],
)
def test_a_game_is_learnt_to_its_end(start: Start, variant: str) -> None:
    all_lessons = lessons(get_variant(variant))
    terminal = start("learn", "--variant", variant, size=WIDE)
    for number, lesson in enumerate(all_lessons, start=1):
        told(terminal, f"Lesson {number} of {len(all_lessons)}: {lesson.title}")
        move = lesson.accepted()[0]
        terminal.press("enter") if move.is_pass else typed(terminal, str(move))
        told(terminal, lesson.learned).press("enter")
    told(terminal, "That was the last lesson").press("q")
    assert terminal.wait() == 0


def test_the_commands_are_told_line_by_line_if_that_is_wished(start: Start) -> None:
    start("learn", "--plain").wait_for("Lesson 1 of")
    start("puzzle", "--plain", "--seed", "1").wait_for("find the only move")
