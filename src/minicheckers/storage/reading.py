"""Files that a person names: recorded games and boards, read with a sentence for what is wrong."""

import re

from ..named_files import read_text_file
from ..rules.board_files import read_board
from ..rules.emoji import without_emoji
from ..rules.position import Position
from ..rules.variant import Colour, Variant

#: No recorded game is longer, nor by far.
LONGEST_PDN = 1_000_000
#: No board of any form is longer, nor by far.
LONGEST_BOARD = 100_000
#: How a FEN begins. More than the first colon is needed: W:\board.txt is a file, on a drive of
#: Windows.
_FEN = re.compile(r"\s*[bw]\s*:(\s*[bw]|.*:)", re.IGNORECASE | re.ASCII)


def is_fen(board: str) -> bool:
    """Whether a text is meant as a FEN and not as the name of a file."""
    return _FEN.match(board) is not None


def read_board_argument(
    board: str,
    variant: str | Variant = "mini",
    *,
    size: int | None = None,
    turn: Colour | None = None,
) -> Position:
    """The position of a FEN, or of a file with a board of any form.

    Raises ValueError with a sentence if the file cannot be read or the board is wrong.
    """
    if is_fen(board):
        return read_board(board, variant, size=size, turn=turn)
    text = without_emoji(read_text_file(board, LONGEST_BOARD))
    return read_board(text, variant, size=size, turn=turn)
