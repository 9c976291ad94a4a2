"""A game by chat or mail, in a real terminal: loaded from a pipe, copied, and pasted."""

import re
import shlex
from base64 import b64decode

from minicheckers import Position
from minicheckers.game.correspondence import read_line, write_line
from minicheckers.game.pdn import PdnGame
from minicheckers.game.timeline import replayed
from testing.harness import Start, game_command

FIRST, SECOND = (
    write_line(PdnGame(replayed(Position.start("mini"), moves)))
    for moves in (("6-9",), ("6-9", "14-11", "5-8"))
)


def test_a_line_from_a_pipe_is_played_on_and_sent_back(start: Start) -> None:
    call = shlex.join(game_command("--load", "-", "--no-animation"))
    terminal = start(command=["sh", "-c", f"echo 'Your move! {FIRST}' | {call}"])
    terminal.wait_for("White's turn")
    terminal.press(":", "14-11", "enter")
    terminal.wait_for("Black's turn")
    terminal.press("e", "o")
    terminal.wait_for("The game is copied")
    (sent,) = re.findall(rb"\x1b\]52;c;([A-Za-z0-9+/=]+)\a", terminal.raw)
    played = read_line(b64decode(sent).decode()).timeline.played
    assert list(map(str, played)) == ["6-9", "14-11"]
    terminal.send(f"\x1b[200~> {SECOND}\r\n\x1b[201~".encode())
    terminal.wait_for("adds 5-8")
    terminal.press("y")
    terminal.wait_for("White's turn")
    terminal.press("q")
    assert terminal.wait() == 0
    assert terminal.modes_after == terminal.modes_before


def test_where_the_terminal_has_no_clipboard_the_text_is_shown(start: Start) -> None:
    terminal = start("--two-player", environment={"TERM": "linux"}).wait_for("Black's turn")
    terminal.press("e", "p")
    terminal.wait_for(Position.start("mini").fen())
    assert b"]52;" not in terminal.raw
