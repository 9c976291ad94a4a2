"""Boards for chats."""

from pathlib import Path
from random import Random

import pytest

from minicheckers.cli import main
from minicheckers.commands.convert import write_ascii
from minicheckers.rules.board_files import read_board, without_emoji, write_emoji
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS

EMOJI = """\
⬜⚫⬜⚫⬜⚫
⚫⬜⚫⬜⚫⬜
⬜🟫⬜🟫⬜🟫
🟫⬜🟫⬜🟫⬜
⬜⚪⬜⚪⬜⚪
⚪⬜⚪⬜⚪⬜
black"""
ASCII = """\
6 . b . b . b
5 b . b . b .
4 . . . . . .
3 . . . . . .
2 . w . w . w
1 w . w . w .
  a b c d e f
black to move; black 6, white 6"""


def test_the_start_of_mini() -> None:
    assert write_emoji(Position.start("mini")) == EMOJI
    assert write_ascii(Position.start("mini")) == ASCII
    assert write_ascii(Position.start("mini")).isascii()


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_written_can_be_read(variant: str) -> None:
    random = Random(variant)
    position = Position.start(variant)
    for _ in range(40):
        assert read_board(without_emoji(write_emoji(position)), variant) == position
        if not (moves := position.legal_moves()):
            break
        position = position.play(random.choice(moves))


def test_kings_are_hearts() -> None:
    assert "🖤" in write_emoji(Position.from_fen("B:WK5:BK1", "english"))
    assert "🤍" in write_emoji(Position.from_fen("B:WK5:BK1", "english"))


def test_the_command_writes_and_reads_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "B:W13-18:B1-6", "--to", "emoji"]) == 0
    board = tmp_path / "board.txt"
    board.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["convert", str(board), "--to", "text"]) == 0
    assert capsys.readouterr().out == ASCII + "\n"
    assert main(["convert", str(board), "--to", "fen"]) == 0
    assert capsys.readouterr().out == Position.start("mini").fen() + "\n"
