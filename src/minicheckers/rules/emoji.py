"""Positions for chats: a board of emoji, and the same in ASCII with its coordinates."""

from .board_files import LETTERS, write_board
from .position import Position
from .variant import Colour

LIGHT, DARK = "⬜", "🟫"
#: Hearts are kings: the two that have the colours of the men.
PIECES = {"b": "⚫", "w": "⚪", "B": "🖤", "W": "🤍"}
#: Some programs add this to an emoji, to say that it is to be drawn in colour.
_IN_COLOUR = "\ufe0f"
_MEANINGS = str.maketrans(
    {emoji: letter for letter, emoji in PIECES.items()} | {LIGHT: ".", DARK: ".", _IN_COLOUR: ""}
)


def write_emoji(position: Position) -> str:
    """The board in emoji, a line a row, and a last line for the turn."""
    letters = {piece: letter for letter, piece in LETTERS.items()}
    pieces, variant = position.pieces(), position.variant
    rows = []
    for row in range(variant.size):
        cells = []
        for column in range(variant.size):
            square = variant.geometry.square_at(row, column)
            piece = pieces.get(square) if square is not None else None
            empty = DARK if variant.geometry.is_dark(row, column) else LIGHT
            cells.append(PIECES[letters[piece]] if piece is not None else empty)
        rows.append("".join(cells))
    return "\n".join([*rows, position.turn])


def write_ascii(position: Position) -> str:
    """The board with coordinates around it, for places that show text alone."""
    size = position.variant.size
    *rows, turn = write_board(position, "diagram").split("\n")
    width = len(str(size))
    lines = [f"{size - number:{width}} {row}" for number, row in enumerate(rows)]
    letters = " ".join(chr(ord("a") + column) for column in range(size))
    men = ", ".join(f"{colour} {position.count(colour)}" for colour in (Colour.BLACK, Colour.WHITE))
    return "\n".join([*lines, f"{'':{width}} {letters}", f"{turn} to move; {men}"])


def without_emoji(text: str) -> str:
    """A board of emoji as a diagram; any other text as it is."""
    return text.translate(_MEANINGS)
