"""A recorded game that walks by itself on a real terminal, and the key that writes a film."""

import signal
from pathlib import Path

import pytest

from testing.harness import Start
from testing.playing import A_MOMENT

GAME = Path(__file__).resolve().parents[2] / "docs" / "games" / "chain.pdn"


def test_the_game_walks_to_its_end_and_waits_for_a_key(start: Start) -> None:
    terminal = start("replay", str(GAME), "--speed", "50")
    terminal.wait_for("Move 22 of 22").press("q")
    assert terminal.wait() == 0
    assert not terminal.screen.cursor.hidden
    assert terminal.modes_after == terminal.modes_before


@pytest.mark.sampled(1)
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_whoever_leaves_early_gets_the_terminal_back_too(
    start: Start, number: signal.Signals, code: int
) -> None:
    terminal = start("replay", str(GAME), "--speed", "0.5").wait_for("The start")
    terminal.send_signal(number)
    assert terminal.wait() == code
    assert not terminal.screen.cursor.hidden


def test_a_key_after_the_game_writes_the_film(start: Start, tmp_path: Path) -> None:
    terminal = start("--two-player", "--board", "B:W8:B5", "--no-animation").wait_for("turn")
    terminal.press("enter", "enter")
    terminal.wait_for("Black wins")
    terminal.rest(A_MOMENT)
    terminal.press("s", "ctrl-u", *"mini.svg", "enter")
    terminal.wait_for("Saved")
    terminal.press("q")
    assert terminal.wait() == 0
    (film,) = Path(tmp_path).rglob("mini.svg")
    assert "Black wins: White has no pieces left" in film.read_text()
