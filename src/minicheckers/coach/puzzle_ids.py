"""Names of puzzles that last: the position itself, packed into a few letters and digits."""

from ..messages import quoted
from ..rules.notation import Piece, Placement
from ..rules.position import Position
from ..rules.variant import Colour, Variant, get_variant

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

#: What a square may hold, in the order of their numbers. Games without kings use the first three.
_KINDS = (
    None,
    Piece(Colour.BLACK),
    Piece(Colour.WHITE),
    Piece(Colour.BLACK, king=True),
    Piece(Colour.WHITE, king=True),
)


def id_of(position: Position) -> str:
    """The name of a position, such as ``mini-8f3k2a``: the same for ever."""
    variant, pieces = position.variant, position.pieces()
    number = 0
    for square in range(variant.geometry.count, 0, -1):
        number = number * _kinds(variant) + _KINDS.index(pieces.get(square))
    return f"{_prefix(variant)}-{_written(2 * number + position.turn.side)}"


def position_of(text: str) -> Position:
    """The position of a name from `id_of`; ValueError with a sentence if it is not one."""
    prefix, _, digits = text.strip().casefold().rpartition("-")
    variant = _variant(prefix, text)
    number = 0
    for digit in digits:
        if digit not in _DIGITS:
            raise _no_name(text)
        number = number * len(_DIGITS) + _DIGITS.index(digit)
    number, side = divmod(number, 2)
    pieces = {}
    for square in range(1, variant.geometry.count + 1):
        number, kind = divmod(number, _kinds(variant))
        if (piece := _KINDS[kind]) is not None:
            pieces[square] = piece
    if number or not pieces:
        raise _no_name(text)
    turn = Colour.WHITE if side else Colour.BLACK
    return Position.from_placement(variant, Placement(turn, pieces))


def _kinds(variant: Variant) -> int:
    return len(_KINDS) if variant.crowns else 3


def _prefix(variant: Variant) -> str:
    usual = get_variant(variant.name)
    return variant.name if variant == usual else f"{variant.name}-{variant.size}"


def _variant(prefix: str, text: str) -> Variant:
    name, _, size = prefix.rpartition("-")
    if not (size.isascii() and size.isdecimal()):
        name, size = prefix, ""
    try:
        return get_variant(name, int(size[:3]) if size else None)
    except ValueError:
        raise _no_name(text) from None


def _written(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def _no_name(text: str) -> ValueError:
    return ValueError(f"{quoted(text)} is not a puzzle ID such as mini-8f3k2a")
