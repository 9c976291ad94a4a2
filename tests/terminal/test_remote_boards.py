"""Two boards in two terminals, and a wire between them."""

import re
import signal
from contextlib import closing
from pathlib import Path

import pytest

from testing.harness import Start, Terminal
from testing.remote_players import Proxy


def host_at(start: Start, *words: str) -> tuple[Terminal, int]:
    """A host on its board, and where it waits."""
    host = start("host", "--listen", "127.0.0.1:0", "--no-animation", *words, size=(90, 30))
    host.wait_for("localhost:")
    found = re.search(r"localhost:(\d+)", host.text)
    assert found is not None
    return host, int(found[1])


def join(start: Start, port: int, *words: str) -> Terminal:
    return start("join", f"localhost:{port}", "--no-animation", *words, size=(90, 30))


def play(mover: Terminal, other: Terminal, move: str) -> None:
    """Type a move at one board, and see it on the other."""
    mover.wait_for("Your turn")
    mover.press(":", move, "enter")
    other.wait_for(lambda: f" {move}" in other.flowing_text)
    mover.wait_for(lambda: "Your turn" not in mover.text)


@pytest.mark.slow
def test_a_whole_game_with_undo_chat_clock_and_a_cut_line(start: Start, tmp_path: Path) -> None:
    host, port = host_at(start, "--variant", "english", "--name", "Hilda", "--clock", "5+3")
    with closing(Proxy(port)) as proxy:
        guest = join(start, proxy.port, "--name", "Gus")
        guest.wait_for("Your turn (black)")
        host.wait_for("Gus's turn (black)")
        guest.wait_for("you (black) against Hilda (white)")
        assert re.search(r"\b[45]:\d\d", guest.text)  # the clock
        play(guest, host, "11-15")
        play(host, guest, "22-18")
        guest.press("u")
        host.wait_for("Undo?")
        host.rest(0.4)  # a question ignores keys for its first moment
        host.press("n")
        host.wait_until_gone("Undo?")
        guest.wait_for("Hilda declines to undo")
        guest.press("u")
        host.wait_for("Undo?")
        host.rest(0.4)
        host.press("y")
        guest.wait_for("2 moves undone")
        play(guest, host, "9-13")
        guest.press("/", "Your move, and good luck!", "enter")
        host.wait_for("Gus says: Your move, and good luck!")
        proxy.cut()
        host.wait_for("was lost")
        guest.wait_for("was lost")
        proxy.mend()
        host.wait_for("Gus is back")
        guest.wait_for("Hilda is back")
        play(host, guest, "22-18")
        play(guest, host, "12-16")
        host.press("=")
        guest.wait_for("Draw?")
        guest.rest(0.4)
        guest.press("y")
        host.wait_for("Draw by agreement")
        guest.wait_for("Draw by agreement")
        for board, name in ((host, "host.pdn"), (guest, "guest.pdn")):
            board.rest(0.4)
            board.press("s")
            board.wait_for("Save as")
            board.press("ctrl-u", name, "enter")
            board.wait_for(lambda name=name: (tmp_path / name).exists())  # type: ignore[misc]
        written = (tmp_path / "host.pdn").read_text()
        assert written == (tmp_path / "guest.pdn").read_text()
        assert '[White "Hilda"]' in written
        assert "1. 9-13 22-18 2. 12-16 1/2-1/2" in written
        guest.press("n")
        host.wait_for("Your turn (black)")
        guest.wait_for("Hilda's turn")
        guest.press("q")
        guest.wait_for("Leave the game?")
        guest.press("y")
        assert guest.wait() == 0
        host.wait_for("Gus has left")
        host.press("q")
        assert host.wait() == 0


def test_resigning_and_the_result(start: Start) -> None:
    host, port = host_at(start, "--ascii")
    guest = join(start, port, "--ascii", "--colour", "white")
    host.wait_for("Your turn (black)")
    play(host, guest, "6-9")
    host.press("x")
    host.wait_for("Resign?")
    host.press("y")
    host.wait_for("You lose")
    guest.wait_for("You win")
    assert "black has resigned" in guest.flowing_text.lower()


def test_a_guest_who_gets_no_game_is_told_why_when_the_terminal_is_back(start: Start) -> None:
    guest = start("join", "localhost:1", size=(80, 24))
    assert guest.wait() == 1
    assert "nobody is listening at localhost:1" in guest.raw.decode()
    assert guest.modes_after == guest.modes_before


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_host_that_is_ended_says_goodbye(start: Start, number: signal.Signals) -> None:
    host, port = host_at(start)
    guest = join(start, port)
    guest.wait_for("Your turn")
    host.send_signal(number)
    assert host.wait() == 128 + number
    guest.wait_for("The game has ended")


def test_keys_before_anybody_is_there_do_no_harm(start: Start) -> None:
    host, port = host_at(start)
    host.press("u", "=", "x", "/", "n", "s", "enter", "tab", "f", "?")
    host.wait_for("offer a draw")  # the help
    host.press("escape")
    guest = join(start, port)
    guest.wait_for("Your turn")
    host.wait_for("Guest's turn")


@pytest.mark.slow
def test_small_screens(start: Start) -> None:
    host, port = host_at(start)
    guest = start("join", f"localhost:{port}", "--no-animation", size=(40, 14))
    guest.wait_for("Your turn")
    guest.press(":", "6-9", "enter")
    host.wait_for("Your turn")
    host.resize(30, 12)
    host.settle()
    host.resize(90, 30)
    host.wait_for("Your turn")
