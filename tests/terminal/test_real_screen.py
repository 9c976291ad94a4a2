"""The board on a real terminal: colours, the cursor, the mouse, the size, speed."""

import re
import subprocess
from pathlib import Path

import pytest

from minicheckers.tui.theme import THEMES, hex_colour
from testing.harness import Start, Terminal

EASY = ("--level", "easy", "--first", "you", "--no-animation")


def square_corner(terminal: Terminal, number: int) -> tuple[int, int]:
    """The cell where the number of an empty square is written."""
    for row, line in enumerate(terminal.screen.display):
        match = re.search(rf"(?<![0-9]){number}(?![0-9])", line[2:42])
        if match:
            return match.start() + 2, row
    raise AssertionError(f"{number} is not on the screen:\n{terminal.text}")


#: Two terminals with more than 256 colours: in a palette, and by their red, green and blue.
MANY_COLOURS = r"""
many-palette|a palette,
    colors#512, use=xterm-256color,
many-direct|direct colour,
    RGB, colors#0x1000000, pairs#0x10000, initc@, ccc@,
    setab=\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
    setaf=\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
    use=xterm-256color,
"""


@pytest.mark.parametrize("term", ["many-palette", "many-direct"])
def test_a_terminal_with_more_colours_shows_the_same(
    start: Start, tmp_path: Path, term: str
) -> None:
    (tmp_path / "source").write_text(MANY_COLOURS)
    subprocess.run(["tic", "-x", "-o", tmp_path / "terminfo", tmp_path / "source"], check=True)
    environment = {"TERM": term, "TERMINFO": str(tmp_path / "terminfo")}
    terminal = start(*EASY, environment=environment).wait_for("Your turn").settle()
    column, row = square_corner(terminal, 7)
    dark = hex_colour(THEMES["classic"].look("text", "dark", 256)[1])
    assert f"#{terminal.screen.buffer[row][column].bg}" == dark


def test_no_color_means_no_colour(start: Start) -> None:
    for terminal in (
        start(*EASY, environment={"NO_COLOR": "1"}),
        start(*EASY, "--no-color"),
        start(*EASY, environment={"TERM": "vt100"}),
    ):
        terminal.wait_for("Your turn").press("t")
        terminal.wait_for("only one theme").settle()
        for line in terminal.screen.buffer.values():
            for cell in line.values():
                assert (cell.fg, cell.bg) == ("default", "default")
    coloured = start(*EASY, environment={"NO_COLOR": ""}).wait_for("Your turn").settle()
    column, row = square_corner(coloured, 7)
    assert coloured.screen.buffer[row][column].bg != "default"


def test_ascii_by_flag_and_by_locale(start: Start) -> None:
    for terminal in (
        start(*EASY, "--ascii", "--no-color"),
        start(*EASY, "--no-color", environment={"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0"}),
        start(*EASY, "--no-color", environment={"TERM": "linux"}),
    ):
        terminal.wait_for("Your turn").settle()
        assert terminal.text.isascii()
        assert "w" in terminal.text.partition("\n")[2]


def test_the_cursor_sits_on_the_focused_square(start: Start) -> None:
    terminal = start(*EASY).wait_for("Your turn").settle()
    assert not terminal.screen.cursor.hidden
    cursor = terminal.screen.cursor
    places = set()
    for key in ("up", "up", "left", "down"):
        before = cursor.x, cursor.y
        terminal.press(key)
        terminal.wait_for(lambda before=before: (cursor.x, cursor.y) != before)  # type: ignore[misc]
        terminal.settle()
        places.add((cursor.x, cursor.y))
    assert len(places) == 4


def test_exported_sizes_do_not_freeze_the_screen(start: Start) -> None:
    terminal = start(*EASY, environment={"LINES": "10", "COLUMNS": "30"}).wait_for("Your turn")
    terminal.wait_for(lambda: "? help" in terminal.screen.display[23])
    terminal.resize(100, 30)
    terminal.wait_for(lambda: "? help" in terminal.screen.display[29])


def test_an_animated_move_arrives(start: Start) -> None:
    terminal = start("--level", "easy", "--first", "you", "--seed", "1").wait_for("Your turn")
    frames = set()
    terminal.press("6", "-", "9", "enter")
    terminal.wait_for("6-9")

    def has_arrived() -> bool:
        frames.add(terminal.text)
        answered = re.search(r"1\. 6-9 +[0-9]", terminal.flowing_text) is not None
        return len(frames) > 3 and answered and "Your turn" in terminal.text

    terminal.wait_for(has_arrived)
    terminal.settle().wait_for("Your turn")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", [(80, 32768), (32768, 24), (65535, 65535)])
def test_a_terminal_larger_than_any(start: Start, size: tuple[int, int]) -> None:
    """The terminal library crashes at 32,768 rows or columns, so it is never told of them."""
    terminal = start(*EASY)
    terminal.wait_for("Your turn").resize(*size)
    terminal.wait_for(lambda: terminal.raw.count(b"Your turn") > 1).resize(80, 24)
    terminal.wait_for("Your turn").press("q")
    assert terminal.wait() == 0
    large = start(*EASY, size=size)
    large.wait_for(lambda: b"Your turn" in large.raw).press("q")
    large.wait_for(lambda: large.process.poll() is not None)
    assert large.process.returncode == 0
    assert large.modes_after == large.modes_before
