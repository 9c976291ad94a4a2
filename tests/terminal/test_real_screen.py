"""The board on a real terminal: keys, mouse, sizes, looks."""

import re
import statistics
import time
from collections import Counter
from pathlib import Path

import pytest

from testing.harness import Start, Terminal
from testing.playing import is_over, wait_for_result

EASY = ("--level", "easy", "--first", "you", "--no-animation")
#: Black can win at once: 5x12.
ONE_MOVE = (*EASY, "--board", "B:W8:B5")
#: The computer begins and thinks for longer than any test takes.
THINKING = ("--variant", "english", "--first", "ai", "--level", "timed", "--time", "60")


def square_corner(terminal: Terminal, number: int) -> tuple[int, int]:
    """The cell where the number of an empty square is written."""
    for row, line in enumerate(terminal.screen.display):
        match = re.search(rf"(?<![0-9]){number}(?![0-9])", line[2:42])
        if match:
            return match.start() + 2, row
    raise AssertionError(f"{number} is not on the screen:\n{terminal.text}")


def test_the_menu_starts_with_enter_and_the_board_at_once_with_both_flags(start: Start) -> None:
    terminal = start("--no-animation").wait_for("Opponent")
    terminal.press("enter")
    terminal.wait_for("your turn").press("q")
    assert terminal.wait() == 0
    start(*EASY).wait_for("your turn")


def test_the_menu_remembers(start: Start) -> None:
    terminal = start("--no-animation").wait_for("Opponent")
    terminal.press("right", "right", "down", "right", "right", "enter")
    terminal.wait_for("english: you (black) against expert (white)").press("t")
    terminal.wait_for("theme contrast").press("q")
    assert terminal.wait() == 0
    again = start("--no-animation").wait_for("contrast")
    assert "english" in again.text
    assert "expert" in again.text


def test_help_opens_and_closes(start: Start) -> None:
    terminal = start(*EASY).wait_for("your turn")
    for opening, closing in (("?", "escape"), ("f1", "?")):
        terminal.press(opening)
        terminal.wait_for("pick up, put down")
        terminal.press(closing)
        terminal.wait_until_gone("pick up, put down")


def test_typed_moves(start: Start) -> None:
    terminal = start(*EASY).wait_for("your turn")
    terminal.press("6", "-")
    terminal.wait_for("6-8 6-9").press("9", "enter")
    terminal.wait_for("1. 6-9")
    terminal.wait_for("your turn").press("u")
    terminal.wait_for("(6-9)").press(":", "c", "5", "-", "d")
    terminal.wait_for("c5-d4").press("enter")
    terminal.wait_for("1. 5-8")


@pytest.mark.parametrize("term", ["xterm-256color", "screen-256color"])
@pytest.mark.parametrize("flipped", [False, True])
def test_the_mouse_moves_a_piece_also_on_a_turned_board(
    start: Start, flipped: bool, term: str
) -> None:
    terminal = start(*EASY, environment={"TERM": term}).wait_for("your turn")
    before = terminal.screen.display[0:22]
    if flipped:
        terminal.press("f")
        terminal.wait_for(lambda: terminal.screen.display[0:22] != before)
    terminal.settle()
    left, top = square_corner(terminal, 9)
    # Black sits at the bottom: there 6 is one square to the right of 9 and one below it.
    across, down = (6, 3) if not flipped else (-6, -3)
    terminal.click(left + across + 2, top + down + 1)
    terminal.wait_for("6 to")
    terminal.click(left + 2, top + 1)
    terminal.wait_for("1. 6-9")


def test_flip_turns_the_rim(start: Start) -> None:
    terminal = start(*EASY).wait_for("your turn").settle()
    assert re.search(r"f +e +d +c +b +a", terminal.text)
    terminal.press("f")
    terminal.wait_for(lambda: bool(re.search(r"a +b +c +d +e +f", terminal.text)))


def test_themes_change_the_colours_and_leave_the_ground_alone(start: Start) -> None:
    terminal = start(*EASY).wait_for("your turn").settle()
    seen = set()
    for _ in range(4):
        column, row = square_corner(terminal, 7)
        seen.add(terminal.screen.buffer[row][column].bg)
        assert terminal.screen.buffer[0][70].bg == "default"
        terminal.press("t")
        terminal.wait_for("theme").settle()
    assert len(seen) == 4
    assert "default" in seen  # the theme without colour


def test_no_color_means_no_colour(start: Start) -> None:
    for terminal in (
        start(*EASY, environment={"NO_COLOR": "1"}),
        start(*EASY, "--no-color"),
        start(*EASY, environment={"TERM": "vt100"}),
    ):
        terminal.wait_for("your turn").press("t")
        terminal.wait_for("only one theme").settle()
        for line in terminal.screen.buffer.values():
            for cell in line.values():
                assert (cell.fg, cell.bg) == ("default", "default")
    coloured = start(*EASY, environment={"NO_COLOR": ""}).wait_for("your turn").settle()
    column, row = square_corner(coloured, 7)
    assert coloured.screen.buffer[row][column].bg != "default"


def test_ascii_by_flag_and_by_locale(start: Start) -> None:
    for terminal in (
        start(*EASY, "--ascii", "--no-color"),
        start(*EASY, "--no-color", environment={"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0"}),
        start(*EASY, "--no-color", environment={"TERM": "linux"}),
    ):
        terminal.wait_for("your turn").settle()
        assert terminal.text.isascii()
        assert "(####)" in terminal.text


def test_the_cursor_sits_on_the_focused_square(start: Start) -> None:
    terminal = start(*EASY).wait_for("your turn").settle()
    assert not terminal.screen.cursor.hidden
    places = set()
    for key in ("up", "up", "left", "down"):
        terminal.press(key)
        terminal.wait_for_change()
        terminal.settle()
        places.add((terminal.screen.cursor.x, terminal.screen.cursor.y))
    assert len(places) == 4


def test_undo_after_the_end_and_again(start: Start) -> None:
    terminal = start(*ONE_MOVE).wait_for("your turn")
    terminal.press("5", "enter")
    wait_for_result(terminal, "You win").press("u")
    terminal.wait_for("a capture is forced")
    terminal.press("5", "enter")
    wait_for_result(terminal, "You win").press("enter")
    terminal.wait_for("your turn")
    terminal.press("q")
    assert terminal.wait() == 0
    menu = start("--no-animation", "--level", "easy").wait_for("1 won, 0 drawn, 0 lost")
    assert "Continue" not in menu.text


def test_resize_while_the_computer_thinks(start: Start) -> None:
    terminal = start(*THINKING, size=(120, 40)).wait_for("depth")
    for size in ((80, 24), (20, 5), (50, 18), (200, 60), (80, 24)):
        terminal.resize(*size)
        terminal.wait_for("at least" if size == (20, 5) else "timed is thinking")
    terminal.settle()
    assert "h   g" in terminal.text or "a   b" in terminal.text
    terminal.press("q")
    assert terminal.wait() == 0


def test_exported_sizes_do_not_freeze_the_screen(start: Start) -> None:
    terminal = start(*EASY, environment={"LINES": "10", "COLUMNS": "30"}).wait_for("your turn")
    assert "? help" in terminal.screen.display[23]
    terminal.resize(100, 30)
    terminal.wait_for(lambda: "? help" in terminal.screen.display[29])


def test_keys_stay_alive_while_the_computer_thinks(start: Start) -> None:
    terminal = start(*THINKING).wait_for("timed is thinking")
    terminal.press("?")
    terminal.wait_for("pick up, put down").press("escape")
    terminal.wait_until_gone("pick up, put down")
    terminal.press("n")
    terminal.wait_for("timed is thinking")
    terminal.press("m")
    terminal.wait_for("Opponent")
    terminal.press("q")
    assert terminal.wait() == 0


def test_a_key_is_on_the_screen_in_time_while_the_computer_thinks(start: Start) -> None:
    terminal = start(*THINKING).wait_for("depth")

    def cursor() -> tuple[int, int]:
        return terminal.screen.cursor.x, terminal.screen.cursor.y

    def place_after(key: str) -> tuple[int, int]:
        terminal.press(key)
        seen = Counter[tuple[int, int]]()
        end = time.monotonic() + 0.5
        while time.monotonic() < end:  # the cursor is elsewhere only while something is drawn
            terminal.read(0.01)
            seen[cursor()] += 1
        return seen.most_common(1)[0][0]

    places = {"up": place_after("up"), "down": place_after("down")}
    assert places["up"] != places["down"]
    delays = []
    for key in ("up", "down") * 25:
        started = time.perf_counter()
        terminal.press(key)
        while cursor() != places[key]:
            assert terminal.read(2.0)
        delays.append(time.perf_counter() - started)
        time.sleep(0.013)
    # Under 50 ms on a machine with a core to spare; a busy one is given more.
    assert statistics.quantiles(delays, n=20)[-1] < 0.2


def test_the_coach_gives_a_hint(start: Start) -> None:
    for variant, board in (("mini", "B:W17,18:B1,2,3"), ("english", "B:W22:B18,1")):
        terminal = start(*EASY, "--variant", variant, "--board", board).wait_for("your turn")
        terminal.press("c")
        terminal.wait_for("the coach suggests")


def test_saving_as_pdn_and_stepping_through_it(start: Start, tmp_path: Path) -> None:
    terminal = start(*ONE_MOVE).wait_for("your turn")
    terminal.press("5", "enter")
    wait_for_result(terminal, "You win").press("s")
    terminal.wait_for("save as: mini.pdn").press("enter")
    terminal.wait_for("the game is in")
    written = (tmp_path / "mini.pdn").read_text()
    assert "5x12" in written
    assert re.search(r'\[Date "[0-9]{4}\.[0-9]{2}\.[0-9]{2}"\]', written)
    terminal.press("s", "enter")
    terminal.wait_for(lambda: "choose another name" in terminal.flowing_text)
    terminal.press("escape", "q")
    assert terminal.wait() == 0
    replaying = start("--load", "mini.pdn").wait_for("move 0 of 1")
    replaying.press("right")
    replaying.wait_for("move 1 of 1: 5x12").press("left")
    replaying.wait_for("move 0 of 1").press("enter")
    replaying.wait_for("a capture is forced")


def test_the_computer_plays_itself(start: Start) -> None:
    arguments = ("watch", "--black", "easy", "--white", "easy", "--seed", "3", "--no-animation")
    terminal = start(*arguments).wait_for("easy (black) against easy (white)")
    terminal.press(" ")
    terminal.wait_for("paused").press("right")
    terminal.wait_for("1. ").press("+", "+", "+", "+", "p")
    terminal.wait_for(lambda: is_over(terminal))


def test_two_players_at_one_keyboard(start: Start) -> None:
    terminal = start("--two-player").wait_for("black's turn")
    terminal.press("6", "-", "9", "enter")
    terminal.wait_for("white's turn").press("1", "4", "-", "1", "1", "enter")
    terminal.wait_for("14-11")
    terminal.wait_for("black's turn")


def test_an_animated_move_arrives(start: Start) -> None:
    terminal = start("--level", "easy", "--first", "you", "--seed", "1").wait_for("your turn")
    frames = set()
    terminal.press("6", "-", "9", "enter")
    terminal.wait_for("6-9")
    end = time.monotonic() + 2
    while time.monotonic() < end:
        terminal.read(0.02)
        frames.add(terminal.text)
    assert len(frames) > 3
    assert "your turn" in terminal.text
