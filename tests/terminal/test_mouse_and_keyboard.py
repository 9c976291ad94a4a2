"""Buttons that are pressed and released at different times, and keys that no game expects."""

from testing.harness import Start, Terminal

EASY = ("--level", "easy", "--first", "you", "--no-animation")
THINKING = ("--variant", "english", "--level", "timed", "--time", "60", "--first", "you")
A_WHILE = 0.1


def cell(terminal: Terminal, text: str) -> tuple[int, int]:
    for row, line in enumerate(terminal.display):
        column = line.find(text)
        if column >= 0:
            return column, row
    raise AssertionError(f"{text} is not on the screen:\n{terminal.text}")


def is_alive(terminal: Terminal) -> None:
    """The clock of the side that is thinking runs without a key press."""
    before = terminal.text
    terminal.wait_for(lambda: terminal.text != before)


def test_a_button_let_go_while_the_computer_thinks_does_not_freeze(start: Start) -> None:
    terminal = start(*THINKING).wait_for("Your turn").settle()
    column, row = cell(terminal, "15")
    terminal.press("1", "1", "-", "1", "5", "enter")
    terminal.wait_for("is thinking")
    terminal.press_button(column, row)
    terminal.rest(A_WHILE)
    terminal.release_button(column, row)
    is_alive(terminal)
    is_alive(terminal)
    terminal.press("q")
    assert terminal.wait() == 0


def test_a_click_does_not_stop_a_watched_game(start: Start) -> None:
    terminal = start("watch", "--black", "easy", "--white", "easy", "--seed", "3")
    terminal.wait_for("1. ")
    for _ in range(3):  # in the middle of an animation, or between two
        terminal.press_button(10, 10)
        terminal.rest(A_WHILE)
        terminal.release_button(12, 10)
        is_alive(terminal)
    terminal.press("+", "+", "+", "+")
    terminal.wait_for("4. ")


def test_a_piece_is_dragged_to_its_square(start: Start) -> None:
    terminal = start(*EASY, environment={"TERM": "screen-256color"}).wait_for("Your turn").settle()
    left, top = cell(terminal, " 9 ")
    terminal.press_button(left + 9, top + 4)
    terminal.wait_for("down on")
    terminal.rest(A_WHILE)
    terminal.release_button(left + 3, top + 1)
    terminal.wait_for("1. 6-9")


def test_strange_bytes_do_nothing(start: Start) -> None:
    terminal = start(*EASY).wait_for("Your turn")
    terminal.send(b"\xf4\x90\x80\x80\xf7\xbf\xbf\xbf\xff\xc3(\x13\x11\x16\x0f")
    terminal.press("?")
    terminal.wait_for("pick up, put down").press("escape", "q")
    assert terminal.wait() == 0


def test_ctrl_backslash_leaves_and_gives_the_terminal_back(start: Start) -> None:
    terminal = start(*EASY).wait_for("Your turn")
    terminal.send(b"\x1c")
    assert terminal.wait() == 131
    assert terminal.modes_after == terminal.modes_before
    assert b"\x1b[?1049l" in terminal.raw


def test_pasted_text_is_a_move_or_nothing_and_text_in_a_prompt(start: Start) -> None:
    terminal = start(*EASY).wait_for("Your turn")
    terminal.send(b"\x1b[200~qqs\nevil\n\x1b[201~")
    terminal.wait_for("qqs")
    terminal.press("s")
    terminal.wait_for(": mini.pdn").press("right")  # or else it replaces the proposed name
    terminal.send(b"\x1b[200~x\ny\nz\x1b[201~")
    terminal.wait_for(": mini.pdnx").press("escape")
    terminal.wait_until_gone("save as")
    terminal.send(b"\x1b[200~6-9\n\x1b[201~")
    terminal.wait_for("1. 6-9")
