"""Sets of mini positions as big numbers, so that one operation makes a move in many at once.

The board is cut in two halves of nine squares: the *odd* rows and the *even* rows. What stands on
a half is a number in base three (0 empty, 1 Black, 2 White), one of `SIZE`. A set of positions is
a dictionary from the content of the odd rows to an integer, whose bit number ``n`` stands for the
content ``n`` of the even rows.

A man that leaves a square always takes the same number away from the content of its half, and adds
the same number where it arrives. So a move, made in all the positions of one integer in which it
is possible, is an *and* and a shift; and as every move touches the odd rows, it leads from one
integer to others.
"""

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import NamedTuple

from minicheckers.rules.variant import MINI

ROWS = 6
SQUARES_IN_ROW = 3
HALF = ROWS * SQUARES_IN_ROW // 2
#: How many contents a half of the board can have.
SIZE: int = 3**HALF

EMPTY, BLACK, WHITE = 0, 1, 2
COLOURS = (BLACK, WHITE)

#: A set of positions with one side to move.
PositionSet = dict[int, int]


class BulkMove(NamedTuple):
    """A move in all positions with one content of the odd rows.

    It leads to the content `odd`, is possible where the even rows are in `where`, and adds `by` to
    their content.
    """

    odd: int
    where: int
    by: int


class Moves(NamedTuple):
    """The moves of one colour with one content of the odd rows."""

    captures: tuple[BulkMove, ...]
    steps: tuple[BulkMove, ...]


#: What a move needs and does: squares with their contents before and after.
_Change = tuple[tuple[int, int, int], ...]

#: Every content of a half, square by square, in the order of its number.
CONTENTS = tuple(product((EMPTY, BLACK, WHITE), repeat=HALF))


def squares_of_half(odd: bool) -> list[int]:
    """The squares of a half, 0 to 17 row by row from the top, as `CONTENTS` lists them."""
    return [square for square in range(2 * HALF) if square // SQUARES_IN_ROW % 2 == odd]


_PLACES = {square: n for odd in (0, 1) for n, square in enumerate(squares_of_half(bool(odd)))}


def weight(square: int) -> int:
    """What a black man on a square adds to the content of its half; a white one adds it twice."""
    return int(3 ** (HALF - 1 - _PLACES[square]))


def is_odd(square: int) -> bool:
    """Whether a square belongs to the odd rows."""
    return square // SQUARES_IN_ROW % 2 == 1


def where(chosen: Iterable[bool]) -> int:
    """The contents of the even rows for which a list of all of them says yes."""
    return int("".join("01"[yes] for yes in chosen)[::-1], 2)


EVERYWHERE = (1 << SIZE) - 1

_HOLDING = [
    [where(content[place] == piece for content in CONTENTS) for piece in (EMPTY, BLACK, WHITE)]
    for place in range(HALF)
]


def rows_to_go(square: int, colour: int) -> int:
    """How many rows a man has ahead of it. The sum over all men falls with every move."""
    row = square // SQUARES_IN_ROW
    return ROWS - 1 - row if colour == BLACK else row


#: The rows that all men of a position have to go at the start of the game; no game has more.
MOST_TO_GO = 54


def _to_go(odd: bool) -> list[int]:
    squares = squares_of_half(odd)
    return [
        sum(
            rows_to_go(square, piece)
            for square, piece in zip(squares, content, strict=True)
            if piece
        )
        for content in CONTENTS
    ]


#: The rows to go of the men on the odd rows, by content.
ODD_TO_GO = _to_go(odd=True)
_EVEN_TO_GO = _to_go(odd=False)
_WITH_TO_GO = [where(n == to_go for n in _EVEN_TO_GO) for to_go in range(max(_EVEN_TO_GO) + 1)]


def with_to_go(odd: int, to_go: int) -> int:
    """Where the even rows make up the rows to go, given what is on the odd ones."""
    rest = to_go - ODD_TO_GO[odd]
    return _WITH_TO_GO[rest] if 0 <= rest < len(_WITH_TO_GO) else 0


_WITHOUT = {colour: where(colour not in content for content in CONTENTS) for colour in COLOURS}
_BOTH_PRESENT = {
    (black, white): EVERYWHERE
    & ~(0 if black else _WITHOUT[BLACK])
    & ~(0 if white else _WITHOUT[WHITE])
    for black in (False, True)
    for white in (False, True)
}


def both_present(odd: int) -> int:
    """Where both sides have men, given what is on the odd rows."""
    content = CONTENTS[odd]
    return _BOTH_PRESENT[BLACK in content, WHITE in content]


def _counts(colour: int) -> list[int]:
    return [content.count(colour) for content in CONTENTS]


#: How many men of each colour a content has.
MEN = {colour: _counts(colour) for colour in COLOURS}
_DIFFERENCES = [black - white for black, white in zip(MEN[BLACK], MEN[WHITE], strict=True)]
_AHEAD_BY = [where(d >= least for d in _DIFFERENCES) for least in range(-HALF, HALF + 1)]


def black_ahead_by(odd: int, least: int) -> int:
    """Where Black has at least that many men more than White."""
    rest = least - _DIFFERENCES[odd] + HALF
    return EVERYWHERE if rest < 0 else _AHEAD_BY[rest] if rest < len(_AHEAD_BY) else 0


_WITH_MEN = {
    colour: [where(n >= least for n in MEN[colour]) for least in range(HALF + 1)]
    for colour in COLOURS
}


def _with_men(odd: int, colour: int, least: int) -> int:
    """Where a colour has at least that many men."""
    rest = least - MEN[colour][odd]
    return EVERYWHERE if rest <= 0 else _WITH_MEN[colour][rest] if rest <= HALF else 0


def undecided(odd: int, goal: int) -> int:
    """Where Black may yet end with `goal` men more than White, and may yet fail to."""
    open_for_black = _with_men(odd, BLACK, goal)
    return both_present(odd) & open_for_black & _with_men(odd, WHITE, 1 - goal)


def _rotated_half(content: tuple[int, ...]) -> int:
    # 0 stays, 1 and 2 change places.
    return _number(tuple(-piece % 3 for piece in reversed(content)))


def _number(content: tuple[int, ...]) -> int:
    number = 0
    for piece in content:
        number = 3 * number + piece
    return number


_ROTATED = [_rotated_half(content) for content in CONTENTS]


def rotated(odd: int, even: int) -> tuple[int, int]:
    """A position seen from the other side, which makes odd rows of the even ones."""
    return _ROTATED[even], _ROTATED[odd]


def locate(men: int, foes: int) -> tuple[int, int]:
    """The contents of the odd and of the even rows, given the masks of both sides."""
    return _ODD_OF[men] + 2 * _ODD_OF[foes], _EVEN_OF[men] + 2 * _EVEN_OF[foes]


class _Contents(dict[int, int]):
    """What black men with a mask add to the content of one half, remembered."""

    def __init__(self, odd: bool) -> None:
        super().__init__()
        squares = enumerate(MINI.geometry.bits)
        self._weights = {bit: weight(square) for square, bit in squares if is_odd(square) == odd}

    def __missing__(self, mask: int) -> int:
        content = sum(weight for bit, weight in self._weights.items() if bit & mask)
        self[mask] = content
        return content


_ODD_OF, _EVEN_OF = _Contents(odd=True), _Contents(odd=False)


def _neighbour(square: int, down: int, right: int) -> int | None:
    row, place = divmod(square, SQUARES_IN_ROW)
    # In the even rows the first playing square is in column 1, in the odd ones in column 0.
    row, column = row + down, 2 * place + 1 - row % 2 + right
    inside = 0 <= row < ROWS and 0 <= column < ROWS
    return row * SQUARES_IN_ROW + column // 2 if inside else None


def _changes(colour: int) -> tuple[list[_Change], list[_Change]]:
    """All captures and all steps there can be of one colour."""
    down, foe = (1, WHITE) if colour == BLACK else (-1, BLACK)
    captures: list[_Change] = []
    steps: list[_Change] = []
    for square in range(2 * HALF):
        for right in (-1, 1):
            next_square = _neighbour(square, down, right)
            if next_square is None:
                continue
            steps.append(((square, colour, EMPTY), (next_square, EMPTY, colour)))
            landing = _neighbour(next_square, down, right)
            if landing is not None:
                jump = (
                    (square, colour, EMPTY),
                    (next_square, foe, EMPTY),
                    (landing, EMPTY, colour),
                )
                captures.append(jump)
    return captures, steps


def _bulk_moves(changes: list[_Change]) -> list[tuple[BulkMove, ...]]:
    """The changes as moves of many positions at once, for every content of the odd rows."""
    moves: list[list[BulkMove]] = [[] for _ in range(SIZE)]
    for change in changes:
        on_odd = [(_PLACES[square], before) for square, before, _ in change if is_odd(square)]
        possible, by = EVERYWHERE, {True: 0, False: 0}
        for square, before, after in change:
            by[is_odd(square)] += (after - before) * weight(square)
            if not is_odd(square):
                possible &= _HOLDING[_PLACES[square]][before]
        for odd, content in enumerate(CONTENTS):
            if all(content[place] == before for place, before in on_odd):
                moves[odd].append(BulkMove(odd + by[True], possible, by[False]))
    return [tuple(found) for found in moves]


@cache
def moves_of(colour: int) -> list[Moves]:
    """The moves of a colour, for every content of the odd rows."""
    captures, steps = map(_bulk_moves, _changes(colour))
    return [Moves(*both) for both in zip(captures, steps, strict=True)]


def can_move(odd: int, colour: int) -> int:
    """Where a colour has a step or a capture, given what is on the odd rows."""
    found = 0
    for move in (*moves_of(colour)[odd].captures, *moves_of(colour)[odd].steps):
        found |= move.where
    return found
