"""What a terminal is told to copy, and what a pasted game does to a board."""

import re
import shutil
import subprocess
import sys
import time
from base64 import b64decode
from pathlib import Path

import pytest

from minicheckers import Position
from minicheckers.game.correspondence import write_letter, write_line
from minicheckers.game.pdn import PdnGame
from minicheckers.game.timeline import replayed
from minicheckers.tui.boxes import Box
from minicheckers.tui.input_decoder import Paste
from minicheckers.tui.terminal import LONGEST_COPY, copying
from testing.board_player import Player, Program
from testing.game_player import two_people

FEN = "B:W13,14,15:B1,2,K3"
XTERM = {"TERM": "xterm-256color"}


def copied(sequence: bytes) -> str:
    """What a terminal makes of a request that reaches it."""
    found = re.fullmatch(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\a", sequence)
    assert found is not None, sequence
    return b64decode(found[1]).decode()


@pytest.mark.parametrize("text", [FEN, "", "ünï ⛀", 'a "b"\n\x1b]52;c;?\a', "x" * 5000])
def test_any_text_can_be_copied_and_none_of_it_reaches_the_terminal_raw(text: str) -> None:
    assert copied(copying(text, XTERM) or b"") == text


def test_tmux_is_asked_itself_and_to_pass_it_on() -> None:
    request = copying(FEN, XTERM)
    sequence = copying(FEN, XTERM | {"TMUX": "somewhere"})
    assert request is not None
    assert sequence is not None
    assert sequence.startswith(request)
    passed = re.fullmatch(rb"\x1bPtmux;(.*)\x1b\\", sequence.removeprefix(request), re.DOTALL)
    assert passed is not None
    assert copied(passed[1].replace(b"\x1b\x1b", b"\x1b")) == FEN


def test_screen_passes_it_on_in_pieces() -> None:
    text = "11-15 " * 300
    sequence = copying(text, XTERM | {"STY": "somewhere"})
    assert sequence is not None
    pieces = re.findall(rb"\x1bP(.*?)\x1b\\", sequence, re.DOTALL)
    assert all(len(piece) < 256 for piece in pieces)
    assert copied(b"".join(pieces)) == text


@pytest.mark.parametrize("terminal", [{}, {"TERM": ""}, {"TERM": "linux"}, {"TERM": "dumb"}])
def test_where_there_is_no_clipboard_nothing_is_written(terminal: dict[str, str]) -> None:
    assert copying(FEN, terminal) is None


def test_a_text_that_terminals_would_drop_is_not_sent() -> None:
    longest = LONGEST_COPY // 4 * 3
    assert copying("x" * longest, XTERM) is not None
    assert copying("x" * (longest + 1), XTERM) is None


@pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux")
def test_a_real_tmux_has_the_text_in_its_buffer(tmp_path: Path) -> None:
    tmux = ["tmux", "-S", str(tmp_path / "socket"), "-f", "/dev/null"]
    program = (
        "import os, sys, time; from minicheckers.tui.terminal import copying;"
        f"sys.stdout.buffer.write(copying({FEN!r}, os.environ)); sys.stdout.flush();"
        "time.sleep(600)"
    )
    subprocess.run([*tmux, "new-session", "-d", "sleep", "600"], check=True)
    try:
        subprocess.run([*tmux, "set-option", "-s", "set-clipboard", "on"], check=True)
        subprocess.run([*tmux, "respawn-pane", "-k", sys.executable, "-c", program], check=True)
        deadline = time.monotonic() + 60
        while True:
            shown = subprocess.run([*tmux, "show-buffer"], capture_output=True, text=True)
            if shown.stdout:
                break
            assert time.monotonic() < deadline
            time.sleep(0.05)
    finally:
        subprocess.run([*tmux, "kill-server"], check=False)
    assert shown.stdout == FEN


# What is copied from the board, and what a pasted game does to it.


def game(*moves: str, variant: str = "mini", result: str = "*") -> PdnGame:
    return PdnGame(replayed(Position.start(variant), moves), {}, result)


def lines_copied(player: Player) -> str:
    assert player.screen.copied
    return player.screen.copied[-1]


class AtMenu(Program):
    """Somebody whose program was started without words."""

    def paste(self, text: str) -> "AtMenu":
        self.send(Paste(text))
        return self

    def two_people(self, *moves: str) -> "AtMenu":
        """Somebody at a game that began with a paste."""
        return self.paste(write_line(game(*moves))).yes()

    def yes(self) -> "AtMenu":
        self.press("y")
        self.settled()
        return self


# Copying


def test_where_there_is_no_clipboard_the_text_is_shown_to_be_copied_by_hand() -> None:
    player = two_people(size=(60, 24)).play("6-9")
    player.screen.copied = None
    player.press("e", "o")
    assert write_line(game("6-9")) in player.text
    assert player.text.startswith(".")
    player.press("escape", "e", "p")
    assert player.game.position.fen() in player.text
    assert "Select with the mouse" in player.press("escape", "e", "b").text
    assert player.press("down", "escape").app.overlay is None


def test_there_is_nothing_to_copy_in_the_menu() -> None:
    assert "nothing to copy" in AtMenu().press("e").said


# Pasting


def test_a_game_of_two_people_goes_on_with_what_the_other_has_added() -> None:
    player = AtMenu().two_people("6-9")
    player.paste(write_letter(game("6-9", "14-11")))
    assert "adds 14-11" in player.text
    assert player.study.timeline.ply == 1
    assert player.yes().moves == ["6-9", "14-11"]
    assert player.store.games_saved[-1].timeline.ply == 2


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (("5-8", "14-11"), "move 1 is 5-8 there and 6-9 here"),
        (("6-9",), "no new move"),
    ],
)
def test_a_game_that_is_not_this_one_is_opened_only_on_a_yes(
    moves: tuple[str, ...], sentence: str
) -> None:
    player = AtMenu().two_people("6-9").paste(write_line(game(*moves)))
    box = player.app.overlay
    assert isinstance(box, Box)
    assert sentence in box.text
    assert "stays saved" in box.text
    assert player.press("n").moves == ["6-9"]
    player.paste(write_line(game(*moves))).yes()
    assert player.moves == list(moves)
    assert player.study.session.is_shared


def test_the_kept_game_is_the_one_that_goes_on() -> None:
    player = AtMenu().two_people("6-9", "14-11")
    player.play("5-8")
    number = player.store.open_game
    player.press("m").paste(write_line(game("6-9", "14-11", "5-8", "11x6")))
    assert player.yes().study.timeline.ply == 4
    assert player.store.open_game == number
