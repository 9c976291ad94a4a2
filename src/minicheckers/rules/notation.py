"""Squares, moves and FEN: text on one side, plain data on the other.

Everything a person can mistype raises ValueError with one sentence that says what was found and
what is allowed.
"""

import re
from dataclasses import dataclass

from .text import quoted
from .variant import Colour, Variant


@dataclass(frozen=True, slots=True)
class Piece:
    """A man or a king of one colour."""

    colour: Colour
    king: bool = False


@dataclass(frozen=True)
class Placement:
    """Which piece stands on which square, and whose turn it is."""

    turn: Colour
    pieces: dict[int, Piece]


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A move: the squares a piece touches, and the squares it captures. No path: a pass."""

    path: tuple[int, ...]
    captured: tuple[int, ...] = ()

    @property
    def is_pass(self) -> bool:
        """Whether the turn is forfeited."""
        return not self.path

    @property
    def start(self) -> int:
        """The square the piece comes from."""
        return self.path[0]

    @property
    def end(self) -> int:
        """The square the piece comes to rest on."""
        return self.path[-1]

    def __str__(self) -> str:
        if not self.path:
            return PASS
        return ("x" if self.captured else "-").join(map(str, self.path))


PASS = "pass"

_SQUARE = r"(?:[0-9]+|[a-z][0-9]+)"
_MOVE = re.compile(rf"({_SQUARE})((?:\s*[-x:]\s*{_SQUARE})+)", re.ASCII)


def coordinate(variant: Variant, square: int) -> str:
    """A square as column letter from White's left and row number from White's side."""
    row, column = variant.geometry.place(square)
    return f"{chr(ord('a') + column)}{variant.size - row}"


def parse_square(variant: Variant, text: str) -> int:
    """The number of a square given as a number or as a coordinate."""
    geometry = variant.geometry
    word = text.strip().lower()
    if re.fullmatch(r"[0-9]{1,4}", word, re.ASCII):
        square = int(word)
        if 1 <= square <= geometry.count:
            return square
        raise ValueError(f"there is no square {square}; {variant.name} has 1 to {geometry.count}")
    if re.fullmatch(r"[a-z][0-9]{1,4}", word, re.ASCII):
        found = geometry.square_at(variant.size - int(word[1:]), ord(word[0]) - ord("a"))
        if found is not None:
            return found
        last = coordinate(variant, 1)[1:]
        raise ValueError(
            f"{word} is not a playing square; coordinates run from a1 to "
            f"{chr(ord('a') + variant.size - 1)}{last}"
            + (" over the dark squares" if variant.diagonal else "")
        )
    raise ValueError(f"{quoted(text)} is not a square; write a number such as 9 or a1")


def find_move(variant: Variant, legal: tuple[Move, ...], text: str) -> Move:
    """The legal move that a text means; a chain may be given by its first and last square.

    Raises ValueError if the text is no move, no legal one, or fits several.
    """
    word = text.strip().lower().rstrip(".")
    if word == PASS:
        if any(move.is_pass for move in legal):
            return Move(())
        raise ValueError("you may pass only when you have no legal move")
    match = _MOVE.fullmatch(word)
    if match is None:
        raise ValueError(
            f"{quoted(text.strip())} is not a move; write one such as {_example(variant, legal)}"
        )
    squares = tuple(parse_square(variant, part) for part in re.split(r"\s*[-x:]\s*", word))
    exact = [move for move in legal if move.path == squares]
    fitting = exact or [
        move
        for move in legal
        if len(squares) == 2 and move.path and (move.start, move.end) == squares
    ]
    # Two routes of one path differ only in what they capture on the way; no variant has that,
    # but a short form may stand for several chains.
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        routes = " or ".join(str(move) for move in fitting)
        raise ValueError(f"{word} could be {routes}; write every landing square")
    raise ValueError(f"{word} is not legal here; {_advice(legal)}")


def _example(variant: Variant, legal: tuple[Move, ...]) -> str:
    for move in legal:
        if not move.is_pass:
            separator = "x" if move.captured else "-"
            return f"{move} or {separator.join(coordinate(variant, s) for s in move.path)}"
    return "9-13 or 9x16"


def _advice(legal: tuple[Move, ...]) -> str:
    if not legal:
        return "the game is over"
    shown = ", ".join(str(move) for move in legal[:8]) + (", ..." if len(legal) > 8 else "")
    return f"legal: {shown}"


def write_fen(placement: Placement) -> str:
    """The position as PDN FEN: side to move, White's list, Black's list, squares ascending."""

    def pieces(colour: Colour) -> str:
        return ",".join(
            f"{'K' if piece.king else ''}{square}"
            for square, piece in sorted(placement.pieces.items())
            if piece.colour is colour
        )

    turn = _LETTERS[placement.turn]
    return f"{turn}:W{pieces(Colour.WHITE)}:B{pieces(Colour.BLACK)}"


_LETTERS = {Colour.BLACK: "B", Colour.WHITE: "W"}
_COLOURS = {letter: colour for colour, letter in _LETTERS.items()}
_FEN_SHAPE = "a FEN looks like B:W13,14,K15:B1,2,3"
_ITEM = re.compile(r"(K?)([0-9]{1,4})(?:-([0-9]{1,4}))?", re.ASCII)


def parse_fen(variant: Variant, text: str) -> Placement:
    """The placement that a FEN describes; ValueError with a sentence for anything else."""
    squeezed = "".join(text.split()).upper().removesuffix(".")
    turn, *lists = squeezed.split(":")
    if turn not in _COLOURS:
        raise ValueError(f"{quoted(text)} does not begin with B: or W:; {_FEN_SHAPE}")
    if len(lists) != 2:
        raise ValueError(
            f"{quoted(text)} has {len(lists)} lists of pieces where two are needed; {_FEN_SHAPE}"
        )
    pieces: dict[int, Piece] = {}
    seen: set[Colour] = set()
    for part in lists:
        colour = _COLOURS.get(part[:1])
        if colour is None or colour in seen:
            raise ValueError(f"{quoted(part)} should be the one list of W or of B; {_FEN_SHAPE}")
        seen.add(colour)
        _read_list(variant, colour, part[1:], pieces)
    if not pieces:
        raise ValueError("there is no piece on the board; at least one is needed")
    return Placement(_COLOURS[turn], pieces)


def _read_list(variant: Variant, colour: Colour, text: str, pieces: dict[int, Piece]) -> None:
    for item in text.split(",") if text else ():
        match = _ITEM.fullmatch(item)
        if match is None:
            raise ValueError(
                f"{quoted(item)} in {colour}'s list is not a square such as 9, K9 or 9-12"
            )
        king = bool(match[1])
        if king and not variant.crowns:
            raise ValueError(f"{variant.name} has no kings, so {quoted(item)} cannot stand there")
        first = parse_square(variant, match[2])
        last = parse_square(variant, match[3] or match[2])
        if last < first:
            raise ValueError(f"the range {item} runs backwards; write {last}-{first}")
        for square in range(first, last + 1):
            if square in pieces:
                raise ValueError(f"square {square} is named twice")
            pieces[square] = Piece(colour, king)
