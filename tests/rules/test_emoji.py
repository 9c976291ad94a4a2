"""Boards for chats."""

from minicheckers.commands.convert import write_ascii
from minicheckers.rules.board_files import write_emoji
from minicheckers.rules.position import Position

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


def test_kings_are_hearts() -> None:
    assert "🖤" in write_emoji(Position.from_fen("B:WK5:BK1", "english"))
    assert "🤍" in write_emoji(Position.from_fen("B:WK5:BK1", "english"))
