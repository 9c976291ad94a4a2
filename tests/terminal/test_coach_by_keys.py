"""Everything the coach does, by keys: commands in a terminal, the rest there in the slow run."""

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


def answered(terminal: Shown, move: str, answer: str = r"\d") -> Shown:
    """Wait until a move and the reply are in the move list."""
    return terminal.wait_for(lambda: bool(re.search(rf"{move} +{answer}", terminal.text)))


def wait_for_sentence(terminal: Shown, sentence: str) -> Shown:
    """Wait for words that may be spread over several lines of the panel."""
    return terminal.wait_for(
        lambda: sentence in panel(terminal) or sentence in terminal.flowing_text
    )


def panel(terminal: Shown) -> str:
    """The text to the right of a mini board on a wide screen, without line breaks."""
    return " ".join(" ".join(line[PANEL:] for line in terminal.display).split())


def lost_by_a_trap(open_game: Open) -> Shown:
    """A game that was lost with its first move."""
    terminal = open_game(*TRAP, size=WIDE).wait_for("Your turn")
    answered(typed(terminal, "7-11"), "7-11").wait_for("Your turn")
    terminal.press("enter", "enter")
    wait_for_result(terminal, "You lose")
    return terminal


def row_of_the_menu(terminal: Shown, title: str) -> Shown:
    """Go to a row of the menu."""
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
    wait_for_sentence(terminal, "Look at the piece on 3.")
    terminal.press("c")
    wait_for_sentence(terminal, "Play 3-6.")
    terminal.press("c")
    wait_for_sentence(terminal, "3-6 draws. One other move also draws.")
    terminal.press("enter")
    terminal.wait_for("1. 3-6")


@real_is_slow
@pytest.mark.slow
def test_a_hint_elsewhere_says_that_it_is_an_opinion(open_game: Open) -> None:
    terminal = open_game(*EASY, "--variant", "pikachu", size=WIDE).wait_for("Your turn")
    for _ in range(3):
        terminal.press("c")
        terminal.rest(0.2)
    terminal.wait_for(
        lambda: bool(re.search(r"looks best: about (even|\d\.\d men)", terminal.flowing_text))
    )


@real_is_slow
def test_the_tutor_is_insisted_upon(open_game: Open) -> None:
    terminal = open_game(*TRAP, "--coach", "warn", size=WIDE).wait_for("Your turn")
    typed(terminal, "7-11").wait_for("Take it back")
    assert "7-11 loses by 2 pieces after" in terminal.flowing_text
    assert "other moves draw" in terminal.flowing_text
    terminal.rest(0.4)
    terminal.press("p")
    terminal.wait_for("1. 7-11")


@real_is_slow
def test_a_review_is_stepped_through_and_played_out(open_game: Open) -> None:
    terminal = lost_by_a_trap(open_game)
    terminal.press("v")
    wait_for_sentence(terminal, "The turning point: move 1, Black played 7-11.")
    wait_for_sentence(
        terminal,
        "Black lost 2 points through mistakes, and got 0 of 1 critical decision right.",
    )
    wait_for_sentence(terminal, "White made no mistakes, and had no critical decisions.")
    # The graph: zero, then two pieces down.
    for row in (r"value for you \(black\)", r"\+1", r" 0 █+·+", r"-1 +█+", r"-2 +█+"):
        assert re.search(row, terminal.text), row
    terminal.press("home", "right")
    wait_for_sentence(terminal, "Move 1 of 2, black: 7-11, blunder, better 3-6")
    assert "better: 3-6, 7-10" in panel(terminal)
    terminal.press("right")
    terminal.wait_for("Move 1 of 2, white").press("left")
    terminal.wait_for("Move 1 of 2, black").press("c")
    terminal.wait_for("analysis board").wait_for("or 3-6, 7-10")
    terminal.press("r")
    wait_for_sentence(terminal, "7-11 13x8")
    terminal.press("b")
    terminal.wait_for("Move 1 of 2, black").press("enter")
    terminal.wait_for("does not count")
    typed(terminal, "7-10").wait_for("1. 7-10")


@real_is_slow
def test_a_review_of_opinions_says_so_on_a_small_screen_too(open_game: Open) -> None:
    board = ("--variant", "english", "--board", "B:W27,K32:B18,19,K1")
    terminal = open_game(*EASY, *board).wait_for("Your turn")
    answered(typed(terminal, "18-23"), "18-23", "27x18").press("v")
    terminal.wait_for("review, in the engine's opinion")
    terminal.wait_for("The turning point: move 1,").wait_for("Black played 18-23.")
    assert re.search(r"\+\d\.\d\d █", terminal.text)


@real_is_slow
def test_mistakes_are_retried_after_a_game_and_across_all_games(open_game: Open) -> None:
    terminal = lost_by_a_trap(open_game)
    terminal.press("v")
    wait_for_sentence(terminal, "The turning point")
    terminal.press("y")
    terminal.wait_for("Mistake 1 of 1")
    wait_for_sentence(terminal, "You played 7-11, which loses by 2 pieces. Two other moves draw.")
    typed(terminal, "7-11")
    wait_for_sentence(terminal, "7-11 is wrong: after 13x8")
    terminal.wait_for("1 wrong try")
    terminal.wait_for("Enter")
    terminal.press("enter")
    wait_for_sentence(terminal, "Find a better move")
    # Not the first of the best moves, but it keeps the value.
    typed(terminal, "7-10").wait_for("Correct!")
    terminal.press("m")
    row_of_the_menu(terminal.wait_for("Opponent"), "Review").press("enter")
    terminal.wait_for("finished games: 1").press("y")
    wait_for_sentence(terminal, "There are no more mistakes to fix")
    terminal.press("o")
    wait_for_sentence(terminal, "You played 7-11, which loses by 2 pieces")
    terminal.press("q")
    assert terminal.wait() == 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize("letters", ["unicode", "ascii"])
def test_a_puzzle_is_tried_solved_and_shared(start: Start, letters: str, tmp_path: Path) -> None:
    flags = ("--ascii",) if letters == "ascii" else ()
    puzzle = ("puzzle", "--id", "mini-bte2fq", "--no-animation", *flags)
    terminal = start(*puzzle, size=WIDE).wait_for("Black to move: find the only move")
    # The opponent's reply comes by itself, and the line continues.
    wait_for_sentence(typed(terminal, "5-8"), "So far: 5-8 11x6")
    typed(terminal, "3x8").wait_for("Correct! Press Enter to continue")
    share = {
        "unicode": "minicheckers puzzle mini-bte2fq ★★★★☆ ✓ streak 1",
        "ascii": "minicheckers puzzle mini-bte2fq ****. + streak 1",
    }
    wait_for_sentence(terminal, share[letters])
    wait_for_sentence(terminal, "streak 1")
    if letters == "ascii":
        assert terminal.text.isascii()
    terminal.press("q")
    assert terminal.wait() == 0
    assert (tmp_path / "state" / "minicheckers" / "minicheckers.db").exists()


def test_a_wrong_try_is_refuted_on_the_board(start: Start) -> None:
    terminal = start("puzzle", "--id", "mini-bte2fq", "--no-animation", size=WIDE)
    typed(terminal.wait_for("Black to move: find the only move"), "5-7")
    wait_for_sentence(terminal, "5-7 is wrong: after")
    terminal.wait_for("1 wrong try").wait_for("Enter try again")
    # White's man has captured on its way to 1: it was played on the board.
    terminal.wait_for(lambda: "▂▄▅▅▄▂  ‹" in terminal.text)
    terminal.press("enter")
    terminal.wait_for("hint")
    wait_for_sentence(typed(terminal, "5-8"), "So far: 5-8 11x6")
    typed(terminal, "3x8").wait_for("Correct!")
    wait_for_sentence(terminal, "✗✓ streak 0")


def test_a_proven_puzzle_of_english_is_refuted_by_facts(start: Start) -> None:
    puzzle = start("puzzle", "--id", PROVEN, "--no-animation", size=WIDE)
    typed(puzzle.wait_for("White to move: find the only move"), "22-18")
    wait_for_sentence(puzzle, "22-18 is wrong: after")
    wait_for_sentence(puzzle, "only a draw")


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "variant",
    [
        pytest.param(name, marks=() if name in ("mini", "english") else pytest.mark.slow)
        for name in VARIANTS
    ],
)
def test_a_game_is_learnt_to_its_end(start: Start, variant: str) -> None:
    told = lessons(get_variant(variant))
    terminal = start("learn", "--variant", variant, "--no-animation", size=WIDE)
    for number, lesson in enumerate(told, start=1):
        terminal.wait_for(f"Lesson {number} of {len(told)}: {lesson.title}")
        move = lesson.accepted()[0]
        if move.is_pass:
            terminal.press("enter")
        else:
            typed(terminal, str(move))
        terminal.wait_for("continue").press("enter")
    terminal.wait_for("That was the last lesson").press("q")
    assert terminal.wait() == 0


@real_is_slow
def test_the_analysis_board_keeps_branches_and_takes_positions(open_game: Open) -> None:
    terminal = open_game(*EASY, size=WIDE).wait_for("Your turn")
    terminal.press("a")
    typed(terminal.wait_for("analysis board"), "6-9").wait_for("White to move")
    answered(typed(terminal, "14-11"), "6-9", "14-11").press("u")
    typed(terminal.wait_for("then 14-11"), "13-10").wait_for("or 14-11")
    terminal.press("o")
    terminal.wait_for("or 13-10").press("e", "f")
    terminal.wait_for("The position is copied").wait_for("B:W11,13,15,16,17,18:B1,2,3,4,5,9")
    terminal.press("p")
    terminal.wait_for("FEN: ").press(*"W:W18:B1,5", "enter")
    terminal.wait_for("W:W18:B1,5").wait_for("values (exact)")


@real_is_slow
@pytest.mark.parametrize("level", ["adaptive", pytest.param("novice", marks=pytest.mark.slow)])
def test_the_opponents_for_everybody_are_in_the_menu(open_game: Open, level: str) -> None:
    terminal = open_game("--no-animation", size=WIDE).wait_for("Opponent")
    row_of_the_menu(terminal, "Opponent")
    for _ in range(10):
        if re.search(rf"Opponent.*{level}", terminal.text):
            break
        terminal.press("right")
        terminal.settle()
    terminal.press("enter")
    terminal.wait_for(f"against {level}").wait_for("Your turn")
    answered(typed(terminal, "6-8"), "6-8").wait_for("Your turn")
