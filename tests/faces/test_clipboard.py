"""What a terminal is told to copy."""

import re
import shutil
import subprocess
import sys
import time
from base64 import b64decode
from pathlib import Path

import pytest

from minicheckers.tui.terminal import LONGEST_COPY, copying

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
