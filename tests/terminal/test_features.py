"""What a person can do, written once and run on a fake screen and on a real terminal."""

import re
from pathlib import Path

import pytest

from minicheckers.storage.store import Preferences, Store
from testing.playing import is_over, wait_for_result
from testing.starting import Open, real_is_slow

EASY = ("--level", "easy", "--first", "you", "--no-animation")
#: Black can win at once: 5x12.
ONE_MOVE = (*EASY, "--board", "B:W8:B5")
#: The computer begins and thinks for longer than any test takes.
THINKING = ("--variant", "english", "--first", "ai", "--level", "timed", "--time", "60")


def test_the_menu_starts_with_enter_and_the_board_at_once_with_both_flags(open_game: Open) -> None:
    terminal = open_game("--no-animation").wait_for("Opponent")
    terminal.press("enter")
    terminal.wait_for("Your turn").press("q")
    assert terminal.wait() == 0
    open_game(*EASY).wait_for("Your turn")


@real_is_slow
def test_the_menu_remembers(open_game: Open) -> None:
    terminal = open_game("--no-animation").wait_for("Opponent")
    terminal.press("down", "right", "right", "down", "right", "right", "home", "enter")
    terminal.wait_for("English checkers").wait_for("expert").press("t")
    terminal.wait_for("Theme green").press("q")
    assert terminal.wait() == 0
    again = open_game("--no-animation").wait_for("expert")
    assert "english" in again.text
    assert "expert" in again.text


@real_is_slow
def test_help_opens_and_closes(open_game: Open) -> None:
    terminal = open_game(*EASY).wait_for("Your turn")
    for opening, closing in (("?", "escape"), ("f1", "?")):
        terminal.press(opening)
        terminal.wait_for("pick up, put down")
        terminal.press(closing)
        terminal.wait_until_gone("pick up, put down")


@real_is_slow
def test_typed_moves(open_game: Open) -> None:
    terminal = open_game(*EASY).wait_for("Your turn")
    terminal.press("6", "-")
    terminal.wait_for("6-8 6-9").press("9", "enter")
    terminal.wait_for("1. 6-9")
    terminal.wait_for("Your turn").press("u")
    terminal.wait_for("move 1 ").press(":", "c", "5", "-", "d")
    terminal.wait_for("c5-d4").press("enter")
    terminal.wait_for("1. 5-8")


@real_is_slow
def test_flip_turns_the_rim(open_game: Open) -> None:
    terminal = open_game(*EASY, "--variant", "russian").wait_for("Your turn").settle()
    assert re.search(r"a +b +c +d +e +f +g +h", terminal.text)
    terminal.press("f")
    terminal.wait_for(lambda: bool(re.search(r"h +g +f +e +d +c +b +a", terminal.text)))


@real_is_slow
def test_undo_after_the_end_and_again(open_game: Open) -> None:
    terminal = open_game(*ONE_MOVE).wait_for("Your turn")
    terminal.press("5", "enter")
    wait_for_result(terminal, "You win").press("u")
    terminal.wait_for("capture with")
    terminal.press("5", "enter")
    wait_for_result(terminal, "You win").press("enter")
    terminal.wait_for("Your turn")
    terminal.press("q")
    assert terminal.wait() == 0
    menu = open_game("--no-animation", "--level", "easy").wait_for("Your turn")
    menu.press("m")
    menu.wait_for("1 won, 0 drawn, 0 lost")
    assert "no unfinished game" in menu.text


@real_is_slow
def test_resize_while_the_computer_thinks(open_game: Open) -> None:
    terminal = open_game(*THINKING, size=(120, 40)).wait_for("is thinking")
    for size in ((80, 24), (20, 5), (50, 18), (200, 60), (80, 24)):
        terminal.resize(*size)
        terminal.wait_for("at least" if size == (20, 5) else "is thinking")
    terminal.settle()
    assert "▆" in terminal.text
    terminal.press("q")
    assert terminal.wait() == 0


def test_keys_stay_alive_while_the_computer_thinks(open_game: Open) -> None:
    terminal = open_game(*THINKING).wait_for("is thinking")
    terminal.press("?")
    terminal.wait_for("pick up, put down").press("escape")
    terminal.wait_until_gone("pick up, put down")
    terminal.press("n")
    terminal.wait_for("is thinking")
    terminal.press("m")
    terminal.wait_for("Opponent")
    terminal.press("q")
    assert terminal.wait() == 0


@real_is_slow
def test_the_coach_gives_a_hint(open_game: Open) -> None:
    for variant, board in (("mini", "B:W17,18:B1,2,3"), ("english", "B:W22:B18,1")):
        terminal = open_game(*EASY, "--variant", variant, "--board", board).wait_for("Your turn")
        terminal.press("c")
        terminal.wait_for("Look at the piece on").press("c")
        terminal.wait_for("Play ").press("c")
        terminal.wait_for("move wins" if variant == "mini" else "is the only legal move")


@real_is_slow
def test_saving_as_pdn_and_stepping_through_it(open_game: Open, tmp_path: Path) -> None:
    terminal = open_game(*ONE_MOVE).wait_for("Your turn")
    terminal.press("5", "enter")
    wait_for_result(terminal, "You win").press("s")
    terminal.wait_for(": mini.pdn").press("enter")
    terminal.wait_for("Saved the game as")
    written = (tmp_path / "mini.pdn").read_text()
    assert "5x12" in written
    assert re.search(r'\[Date "[0-9]{4}\.[0-9]{2}\.[0-9]{2}"\]', written)
    terminal.press("s", "enter")
    terminal.wait_for(": mini-2.pdn").press("enter")
    terminal.wait_for(lambda: (tmp_path / "mini-2.pdn").exists())
    terminal.wait_for("Saved the game as").press("s")
    terminal.wait_for("Save as")
    terminal.press("escape", "q")
    assert terminal.wait() == 0
    replaying = open_game("--load", "mini.pdn").wait_for("Step through")
    replaying.press("s", "right")
    replaying.wait_for("Move 1 of 1, black: 5x12").press("left")
    replaying.wait_for("The start").press("enter")
    replaying.wait_for("Play black").press("enter")
    replaying.wait_for("capture with")


@real_is_slow
def test_one_of_several_games_is_of_the_game_that_a_flag_names(
    open_game: Open, tmp_path: Path
) -> None:
    (tmp_path / "games.pdn").write_text("1. 32-28 * 1. 33-29 19-23 *")
    terminal = open_game("--load", "games.pdn", "--variant", "international", "--no-animation")
    terminal.wait_for("2. black - white").press("down", "enter")
    terminal.wait_for("Step through")
    assert "international" in terminal.text
    assert "33-29" in terminal.text


@real_is_slow
def test_the_computer_plays_itself(open_game: Open) -> None:
    arguments = ("watch", "--black", "easy", "--white", "easy", "--seed", "3")
    terminal = open_game(*arguments).wait_for("Mini-Checkers")
    terminal.press(" ")
    terminal.wait_for("paused").press("right")
    terminal.wait_for("1. ").press("+", "+", "+", "+", "p")
    terminal.wait_for(lambda: is_over(terminal))


@real_is_slow
def test_two_players_at_one_keyboard(open_game: Open) -> None:
    terminal = open_game("--two-player").wait_for("Black's turn")
    terminal.press("6", "-", "9", "enter")
    terminal.wait_for("White's turn").press("1", "4", "-", "1", "1", "enter")
    terminal.wait_for("14-11")
    terminal.wait_for("Black's turn")


@real_is_slow
def test_a_clock_runs_and_resigning_ends_the_game(open_game: Open) -> None:
    terminal = open_game(*EASY, "--clock", "5+3").wait_for("Your turn")
    terminal.wait_for("4:5")
    terminal.press("x")
    terminal.wait_for("Resign?").press("y")
    wait_for_result(terminal, "You lose")
    terminal.wait_for("has resigned").press("q")
    assert terminal.wait() == 0


@real_is_slow
def test_time_that_is_up_loses_on_the_board(open_game: Open) -> None:
    terminal = open_game(*EASY, "--clock", "0.01+0").wait_for("time is up")
    wait_for_result(terminal, "You lose").press("q")
    assert terminal.wait() == 0


@real_is_slow
def test_the_computer_moves_now_when_told_to(open_game: Open) -> None:
    terminal = open_game(*THINKING, "--no-animation").wait_for("is thinking")
    terminal.press("g")
    terminal.wait_for("Your turn").wait_for("1. ").press("q")
    assert terminal.wait() == 0


@real_is_slow
def test_the_menu_leads_to_a_recorded_game(open_game: Open, tmp_path: Path) -> None:
    game = '[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n[Variant "mini"]\n\n1. 6-9 14-11 1-0\n'
    (tmp_path / "two.pdn").write_text(game + game.replace("Ann", "Carl"))
    terminal = open_game("--no-animation").wait_for("Settings")
    terminal.press("end", "up", "up", "up")
    terminal.wait_for("Enter load").press("enter")
    terminal.wait_for("two.pdn").press("enter")
    terminal.wait_for("2. Ben - Carl").press("down", "enter")
    terminal.wait_for("Ben - Carl").press("enter")
    terminal.wait_for("The start (1 move)").press("end")
    terminal.wait_for("white won").press("q")
    assert terminal.wait() == 0


@real_is_slow
def test_the_help_is_leafed_through_on_a_small_screen(open_game: Open) -> None:
    terminal = open_game(*EASY, size=(40, 15)).wait_for("Your turn")
    terminal.press("?")
    for words in ("move the cursor", "Mini-Checkers", "can move", "lick"):
        terminal.wait_for(words).press("right")
    terminal.wait_for("move the cursor").press("escape")
    terminal.wait_until_gone("move the cursor")


@pytest.mark.parametrize(
    ("flag", "game", "shown"),
    [
        (("--level", "hard"), "Mini-Checkers", "hard"),
        (("--strength", "3"), "Mini-Checkers", "strength-3"),
        (("--first", "computer"), "Mini-Checkers", "1. "),
        (("--variant", "towers"), "Simplified checkers", "medium"),
        (("--goal", "losing"), "by losing all", "medium"),
        (("--variant", "pikachu", "--size", "9"), "Straight checkers", "medium"),
        (("--coach", "show"), "Mini-Checkers", "exact values"),
    ],
)
@real_is_slow
def test_one_flag_alone_begins_a_game(
    open_game: Open, flag: tuple[str, ...], game: str, shown: str
) -> None:
    terminal = open_game(*flag, "--no-animation").wait_for(game).wait_for(shown)
    terminal.wait_for("Your turn").press("q")
    assert terminal.wait() == 0


@real_is_slow
@pytest.mark.parametrize(
    ("flags", "game", "opponent"),
    [
        (("--first", "you"), "Simplified checkers", "hard"),
        (("--level", "easy"), "Simplified checkers", "easy"),
        (("--variant", "english"), "English checkers", "hard"),
        (("--level", "solver"), "Mini-Checkers", "solver"),
    ],
)
def test_what_a_flag_leaves_open_is_as_it_was_chosen_last(
    open_game: Open, tmp_path: Path, flags: tuple[str, ...], game: str, opponent: str
) -> None:
    with Store(tmp_path / "state" / "minicheckers") as store:
        store.set_preferences(Preferences("towers", 8, "hard", "ai"))
    terminal = open_game(*flags, "--no-animation").wait_for(game).wait_for(opponent)
    terminal.wait_for("Your turn")
    assert ("1. " in terminal.text) is ("--first" not in flags)
    terminal.press("q")
    assert terminal.wait() == 0
