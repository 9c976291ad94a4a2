"""Files that a person names: recorded games and boards, with a sentence for what is wrong."""

import os
import re
from itertools import count
from pathlib import Path

from ..messages import about, quoted
from ..named_files import read_text_file, write_new
from ..rules.board_files import read_board
from ..rules.emoji import without_emoji
from ..rules.position import Position
from ..rules.variant import DEFAULT, Colour, Variant
from .files import shown
from .store import StoreError

#: Far longer than any recorded game.
LONGEST_PDN = 1_000_000
#: Far longer than any board in any format.
LONGEST_BOARD = 100_000
#: How a FEN begins. More than the first colon is needed: W:\board.txt is a file, on a drive of
#: Windows.
_FEN = re.compile(r"\s*[bw]\s*:(\s*[bw]|.*:)", re.IGNORECASE | re.ASCII)


def is_fen(board: str) -> bool:
    """Whether a text is meant as a FEN and not as the name of a file."""
    return _FEN.match(board) is not None


def read_board_argument(
    board: str,
    variant: str | Variant = DEFAULT,
    *,
    size: int | None = None,
    turn: Colour | None = None,
) -> Position:
    """The position of a FEN, or of a file with a board of any form.

    Raises ValueError with a sentence if the file cannot be read or the board is wrong.
    """
    if is_fen(board):
        return read_board(board, variant, size=size, turn=turn)
    if board and not Path(board).suffix and not os.path.lexists(board):
        raise ValueError(
            f"{quoted(board)} is neither a board such as B:W13-18:B1-6 nor the name of a file"
        )
    text = without_emoji(read_text_file(board, LONGEST_BOARD))
    with about(board):
        return read_board(text, variant, size=size, turn=turn)


class NameTakenError(StoreError):
    """A file of that name is already there; ``suggestion`` is a name that is free."""

    def __init__(self, sentence: str, suggestion: str) -> None:
        super().__init__(sentence)
        self.suggestion = suggestion


def write_pdn(name: str, text: str) -> Path:
    """Write a game to a new file for the user and return where it went.

    A name without an ending gets .pdn; a relative one is taken from the current directory. A file
    that is already there is not replaced. StoreError with a sentence if it cannot be written.
    """
    if not name.strip():
        raise StoreError("name the file, such as mygame.pdn")
    path = Path(name.strip())
    try:
        path = path.expanduser()
        path = path if path.suffix else path.with_suffix(".pdn")
        path = Path.cwd() / path
        write_new(path, text.encode())
    except FileExistsError:
        names = (f"{path.stem}-{number}{path.suffix}" for number in count(2))
        free = next(name for name in names if not os.path.lexists(path.with_name(name)))
        raise NameTakenError(
            f"{shown(path)} already exists; {quoted(free)} is free",
            str(Path(name.strip()).with_name(free)),
        ) from None
    except (OSError, RuntimeError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise StoreError(f"{quoted(name)} could not be written: {why}") from error
    return path
