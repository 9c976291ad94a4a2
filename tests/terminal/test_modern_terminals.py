"""What terminals differ in: modern features, mouse and keys pressed apart, and how fast."""

import array
import fcntl
import re
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from minicheckers.tui.theme import get_theme, hex_colour
from testing.harness import ASK_LAST, BROKEN, Start, Terminal, game_command

ASK_BACKGROUND, ASK_MODE = b"\x1b]11;?\x1b\\", b"\x1b[?2026$p"
WHITE, BLACK = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\", b"\x1b]11;rgb:0000/0000/0000\x07"
HAS_MODE, LAST = b"\x1b[?2026;2$y", b"\x1b[?64;1;2c"
KEEP_TITLE, BRING_TITLE_BACK = b"\x1b[22;2t", b"\x1b[23;2t"
BEGIN_FRAME, END_FRAME = b"\x1b[?2026h", b"\x1b[?2026l"

GAME = ("--level", "easy", "--first", "you", "--no-animation")


def asked(terminal: Terminal) -> Terminal:
    return terminal.wait_for(lambda: ASK_LAST in terminal.raw)


def assert_nothing_is_left(terminal: Terminal) -> None:
    raw = terminal.raw
    assert raw.count(KEEP_TITLE) == raw.count(BRING_TITLE_BACK)
    assert raw.rfind(BEGIN_FRAME) <= raw.rfind(END_FRAME)
    assert raw.count(BEGIN_FRAME) <= raw.count(END_FRAME)
    assert unread(terminal) == 0


def unread(terminal: Terminal) -> int:
    """How many bytes wait for the next reader of the terminal: the shell."""
    modes = terminal.modes_after
    raw_modes = [*modes[:3], modes[3] & ~termios.ICANON, *modes[4:]]
    termios.tcsetattr(terminal.slave, termios.TCSANOW, raw_modes)
    found = array.array("i", [0])
    fcntl.ioctl(terminal.slave, termios.FIONREAD, found)
    termios.tcsetattr(terminal.slave, termios.TCSANOW, modes)
    return found[0]


def test_a_light_terminal_gets_the_light_theme_whole_frames_and_its_title_back(
    start: Start,
) -> None:
    terminal = asked(start(size=(80, 30), answers=False))
    assert ASK_BACKGROUND in terminal.raw
    assert terminal.raw.index(b"\x1b[?1049h") < terminal.raw.index(ASK_MODE)
    assert terminal.screen.title == "minicheckers"
    for piece in (WHITE[:1], WHITE[1:9], WHITE[9:] + HAS_MODE[:5], HAS_MODE[5:] + LAST):
        terminal.send(piece)
        terminal.rest(0.06)  # longer than an Esc waits for more
    light = hex_colour(get_theme("classic", on_light=True).look("text", "light", 256)[1])
    terminal.wait_for(
        lambda: any(
            f"#{cell.bg}" == light
            for line in terminal.screen.buffer.values()
            for cell in line.values()
        )
    )
    before = len(terminal.raw)
    terminal.press("up")
    terminal.wait_for(lambda: END_FRAME in terminal.raw[before:])
    frame = terminal.raw[before:]
    assert frame.startswith(BEGIN_FRAME)
    assert frame.count(BEGIN_FRAME) == frame.count(END_FRAME)
    assert frame.rstrip().endswith(END_FRAME)
    terminal.press("q")
    assert terminal.wait() == 0
    assert_nothing_is_left(terminal)


def test_an_answer_on_its_way_at_the_end_is_not_left_to_the_shell(start: Start) -> None:
    terminal = asked(start(*GAME, answers=False))
    terminal.press("q")
    terminal.send(BLACK + HAS_MODE + LAST)
    assert terminal.wait() == 0
    assert_nothing_is_left(terminal)


@pytest.mark.slow
@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGHUP, "ctrl-c", "fault"])
def test_however_it_ends_nothing_is_left(start: Start, way: str | signal.Signals) -> None:
    command = [sys.executable, "-c", BROKEN, *GAME] if way == "fault" else game_command(*GAME)
    terminal = asked(start(command=command).wait_for("Your turn"))
    terminal.send(WHITE + HAS_MODE + LAST)
    terminal.press("tab")
    terminal.wait_for(lambda: END_FRAME in terminal.raw)
    if isinstance(way, signal.Signals):
        terminal.send_signal(way)
    else:
        terminal.press("ctrl-l" if way == "fault" else way)
    terminal.wait()
    assert_nothing_is_left(terminal)


@pytest.mark.slow
def test_the_shell_has_its_title_while_the_game_is_suspended(start: Start) -> None:
    terminal = start(command=["bash", "--norc", "-i"])
    terminal.press(" ".join(game_command(*GAME)), "enter")
    terminal.wait_for("Your turn")
    asked(terminal).send(BLACK + HAS_MODE + LAST)
    terminal.press("ctrl-z")
    terminal.wait_for("Stopped")
    assert_nothing_is_left(terminal)
    before = len(terminal.raw)
    terminal.press("fg", "enter")
    terminal.wait_for(lambda: KEEP_TITLE in terminal.raw[before:])
    terminal.wait_for("Your turn").press("q")
    terminal.wait_for(lambda: terminal.raw.count(BRING_TITLE_BACK) == 2)
    terminal.press("exit", "enter")
    terminal.wait()
    assert terminal.raw.count(KEEP_TITLE) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "environment", "unasked"),
    [
        ((), {"TERM": "linux"}, (ASK_BACKGROUND, ASK_MODE, ASK_LAST, KEEP_TITLE)),
        (("--no-color",), {}, (ASK_BACKGROUND,)),
        ((), {"TERM_PROGRAM": "Apple_Terminal"}, (ASK_MODE, KEEP_TITLE)),
    ],
)
def test_what_a_terminal_does_not_know_or_nobody_wants_is_not_asked(
    start: Start,
    arguments: tuple[str, ...],
    environment: dict[str, str],
    unasked: tuple[bytes, ...],
) -> None:
    terminal = start(*GAME, *arguments, environment=environment).wait_for("Your turn").settle()
    terminal.send(WHITE)  # an answer meant for another program
    terminal.press("q")
    assert terminal.wait() == 0
    for question in unasked:
        assert question not in terminal.raw
    assert_nothing_is_left(terminal)


# Buttons that are pressed and released at different times, and keys that no game expects.

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
    terminal.wait_for("Start here").press("escape", "q")
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


# Key to screen in the real program, while values are computed and while the computer thinks.

BENCHMARK = Path(__file__).parents[2] / "research" / "key_latency.py"
#: The limit for the slowest of twenty keys, in milliseconds.
LATEST = 50.0
#: A machine that takes longer than this with nothing to compute is too busy to measure on.
BUSY = 25.0


@pytest.mark.slow
@pytest.mark.parametrize("game", ["mini", "english", "pikachu 16"])
def test_nineteen_keys_of_twenty_are_on_the_screen_in_time(game: str) -> None:
    done = subprocess.run(
        [sys.executable, str(BENCHMARK), "60", game], capture_output=True, text=True, check=True
    )
    print(done.stdout)
    late = re.findall(r"95th percentile +([\d.]+) ms", done.stdout)
    without, coached, thinking = map(float, late)
    if without > BUSY:
        pytest.skip(f"the machine is too busy: {without} ms with nothing to compute")
    assert max(coached, thinking) < LATEST, done.stdout
