"""Squares, moves and FEN: text on one side, plain data on the other.

Everything a person can mistype raises ValueError with one sentence that says what was found and
what is allowed.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from ..support.text import MisplacedError, Phrase, counted, joined, listing, quoted
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
#: This many ways of a capture are named where a text does not tell which is meant.
_MOST_WAYS = 4


class Square(int):
    """The number of a square, as a part of a phrase."""


_NUMBERED = re.compile(r"[0-9]{1,4}(?:[-x][0-9]{1,4})+")

# Either case, but none of the look-alikes that other scripts have for letters and digits.
_ASCII = re.ASCII | re.IGNORECASE
_MOVE = re.compile(r"[a-z]?[0-9]+(?:\s*[-x:]\s*[a-z]?[0-9]+)+", _ASCII)
_SEPARATOR = re.compile(r"\s*[-x:]\s*", _ASCII)
_SQUARE = re.compile(r"([a-z]?)([0-9]{1,4})", _ASCII)


def coordinate(variant: Variant, square: int) -> str:
    """A square as column letter from White's left and row number from White's side."""
    row, column = variant.geometry.place(square)
    return f"{chr(ord('a') + column)}{variant.size - row}"


def parse_square(variant: Variant, text: str) -> int:
    """The number of a square given as a number or as a coordinate."""
    geometry = variant.geometry
    match = _SQUARE.fullmatch(text.strip())
    if match is None:
        raise ValueError(
            f"{quoted(text)} is not a square; type a number such as 9, or coordinates such as a1"
        )
    letter, number = match[1].lower(), int(match[2])
    if not letter:
        if 1 <= number <= geometry.count:
            return number
        raise ValueError(f"there is no square {number}; {variant} has 1 to {geometry.count}")
    square = geometry.square_at(variant.size - number, ord(letter) - ord("a"))
    if square is None:
        last = f"{chr(ord('a') + variant.size - 1)}{variant.size}"
        shade = "light" if variant.mirrored else "dark"
        over = f" over the {shade} squares" if variant.diagonal else ""
        raise ValueError(
            f"there is no playing square {letter}{number}; they run from a1 to {last}{over}"
        )
    return square


@lru_cache(maxsize=4096)
def numbered_squares(text: str) -> tuple[int, ...] | None:
    """The squares of a move written with numbers, such as 9-13; None for any other text."""
    if _NUMBERED.fullmatch(text) is None:
        return None
    return tuple(map(int, text.replace("x", "-").split("-")))


#: Tells whether a legal move can be made by way of some squares, its first and last included.
Passes = Callable[[Move, tuple[int, ...]], bool]


def find_move(variant: Variant, legal: tuple[Move, ...], text: str, passes: Passes) -> Move:
    """The legal move that a text means.

    A capture may be given by its first and last square, and by any of the routes that make it.
    Raises ValueError if the text is no move, no legal one, or fits several.
    """
    word = text.strip().removesuffix(".").rstrip()
    if word.lower() == PASS:
        if any(move.is_pass for move in legal):
            return Move(())
        raise ValueError("you can pass only when you have no legal move")
    if _MOVE.fullmatch(word) is None:
        raise ValueError(Phrase(f"{quoted(word)} is not a move; ", _advice(variant, legal)))
    squares = tuple(parse_square(variant, part) for part in _SEPARATOR.split(word))
    ends = (squares[0], squares[-1])
    near = [move for move in legal if not move.is_pass and (move.start, move.end) == ends]
    fitting = (
        [move for move in near if move.path == squares]
        or (near if len(squares) == 2 else [])
        or [move for move in near if passes(move, squares)]
    )
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        ways = _ways([move.path for move in fitting])
        raise ValueError(
            Phrase(f"{quoted(word)} could go by ", ways, "; write every landing square")
        )
    raise ValueError(Phrase(f"{quoted(word)} is not legal here; ", _advice(variant, legal)))


def _ways(paths: list[tuple[int, ...]]) -> Phrase:
    """The squares by which paths with the same ends differ, as few as tell them apart."""
    first = next(n for n, squares in enumerate(zip(*paths, strict=False)) if len({*squares}) > 1)
    ways: list[object] = []
    for path in paths[:_MOST_WAYS]:
        lengths = range(first + 1, len(path))
        alone = next(n for n in lengths if sum(path[:n] == other[:n] for other in paths) == 1)
        ways.append(joined(map(Square, path[first:alone]), "x"))
    return listing(ways + ["another way"][: len(paths) > _MOST_WAYS], "or")


def _advice(variant: Variant, legal: tuple[Move, ...]) -> str:
    if not legal:
        return "the game is over"
    forced = variant.capture_forced and legal[0].captured
    shown = joined([*legal[:8], *(["..."] if legal[8:] else [])])
    return Phrase("you must capture: " if forced else "legal moves: ", shown)


def write_fen(placement: Placement, square_name: Callable[[int], str] = str) -> str:
    """The position as PDN FEN: side to move, White's list, Black's list, squares ascending."""

    def pieces(colour: Colour) -> str:
        return ",".join(
            f"{'K' if piece.king else ''}{square_name(square)}"
            for square, piece in sorted(placement.pieces.items())
            if piece.colour is colour
        )

    turn = _LETTERS[placement.turn]
    return f"{turn}:W{pieces(Colour.WHITE)}:B{pieces(Colour.BLACK)}"


_LETTERS = {Colour.BLACK: "B", Colour.WHITE: "W"}
_COLOURS = {letter: colour for colour, letter in _LETTERS.items()}
_FEN_SHAPE = "a FEN looks like B:W13,14,K15:B1,2,3"
_ITEM = re.compile(r"(K?)\s*(?:([a-z][0-9]{1,2})|([0-9]{1,4})(?:\s*-\s*([0-9]{1,4}))?)", _ASCII)
#: Half-moves without progress and the number of the move, which some programs add.
_COUNTERS = re.compile(r"(?: ?: ?[HF][0-9]{1,4} ?){1,2}$", _ASCII)


def parse_fen(
    variant: Variant, text: str, square_of: Callable[[int], int] = lambda number: number
) -> Placement:
    """The placement that a FEN describes; MisplacedError with a sentence for anything else.

    `square_of` translates numbers of squares that are not counted as we count them.
    """
    stripped = _COUNTERS.sub("", text.rstrip().removesuffix("."))
    head, *lists = _parts(stripped, ":")
    turn = _COLOURS.get(head[1].upper())
    if turn is None:
        raise MisplacedError(f"{quoted(text)} does not begin with B: or W:; {_FEN_SHAPE}", head[0])
    if len(lists) != 2:
        raise MisplacedError(
            f"{quoted(text)} has {counted(len(lists), 'list')} of pieces where two are needed; "
            + _FEN_SHAPE,
            lists[2][0] if len(lists) > 2 else len(stripped),
        )
    pieces: dict[int, Piece] = {}
    seen: set[Colour] = set()
    for offset, part in lists:
        colour = _COLOURS.get(part[:1].upper())
        if colour is None or colour in seen:
            raise MisplacedError(
                f"{quoted(part)} should be a list that begins with W or B, each once; {_FEN_SHAPE}",
                offset,
            )
        seen.add(colour)
        if rest := part[1:].strip():
            start = offset + part.index(rest, 1)
            for place, item in _parts(rest, ","):
                try:
                    _read_item(variant, colour, item, pieces, square_of)
                except ValueError as error:
                    raise MisplacedError(str(error), start + place) from None
    return Placement(turn, pieces)


def _parts(text: str, separator: str) -> list[tuple[int, str]]:
    """The stripped parts between separators, each with the offset where it begins."""
    parts = []
    offset = 0
    for part in text.split(separator):
        parts.append((offset + len(part) - len(part.lstrip()), part.strip()))
        offset += len(part) + 1
    return parts


def _read_item(
    variant: Variant,
    colour: Colour,
    item: str,
    pieces: dict[int, Piece],
    square_of: Callable[[int], int],
) -> None:
    match = _ITEM.fullmatch(item)
    if match is None or (match[2] and not variant.notation.letters):
        like = "a1, Ka1 or 9" if variant.notation.letters else "9, K9 or 9-12"
        raise ValueError(f"{quoted(item)} in {colour}'s list is not a square like {like}")
    king, coordinate, first, last = match.groups()
    if king and not variant.crowns:
        raise ValueError(f"{variant.name} has no kings, so {quoted(item)} cannot stand there")
    if coordinate:
        squares = [parse_square(variant, coordinate)]
    else:
        low, high = parse_square(variant, first), parse_square(variant, last or first)
        if high < low:
            raise ValueError(f"the range {low}-{high} runs backwards; write {high}-{low}")
        squares = [square_of(number) for number in range(low, high + 1)]
    for square in squares:
        if square in pieces:
            raise ValueError(f"square {square} is named twice")
        pieces[square] = Piece(colour, bool(king))
