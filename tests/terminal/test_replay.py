"""A recorded game as a film on a real terminal, and the board's key that writes one."""

import re
import signal
from pathlib import Path

import pytest

from testing.harness import Start
from testing.playing import A_MOMENT

GAME = Path(__file__).resolve().parents[2] / "docs" / "games" / "chain.pdn"


def test_the_film_plays_and_gives_the_terminal_back(start: Start) -> None:
    terminal = start("replay", str(GAME), "--hint", "1", "--speed", "50", "--no-animation")
    assert terminal.wait() == 0
    assert b"Hint: 10-14" in terminal.raw
    # The last frame stays on the screen of the tests; that of move 44 is there for a moment only.
    assert re.search(r"22\. 11-15 +▸19x10", terminal.text)
    _, _, after = terminal.raw.partition(b"\x1b[?1049l")
    assert after == b"medium (black) - hard (white): White wins: Black has no pieces left\r\n"
    assert not terminal.screen.cursor.hidden
    assert terminal.modes_after == terminal.modes_before


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_whoever_leaves_early_gets_the_terminal_back_too(
    start: Start, number: signal.Signals, code: int
) -> None:
    terminal = start("replay", str(GAME), "--speed", "0.5").wait_for("The start (22 moves)")
    terminal.send_signal(number)
    assert terminal.wait() == code
    assert terminal.raw.endswith(b"\x1b[?1049l")
    assert not terminal.screen.cursor.hidden


def test_a_key_after_the_game_writes_the_film(start: Start, tmp_path: Path) -> None:
    terminal = start("--two-player", "--board", "B:W8:B5", "--no-animation").wait_for("turn")
    terminal.press("5", "enter")
    terminal.wait_for("Black wins")
    terminal.rest(A_MOMENT)
    terminal.press("s", "ctrl-u", *"mini.svg", "enter")
    terminal.wait_for("Saved the film as")
    terminal.press("q")
    assert terminal.wait() == 0
    (film,) = Path(tmp_path).rglob("mini.svg")
    assert "Black wins: White has no pieces left" in film.read_text()
