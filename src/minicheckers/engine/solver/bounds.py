"""What can be said of a mini position without searching: bounds on its value, and a guess.

The solver sees every position from the side to move: its *men* go down the board, the *foes* come
up. All moves go forward, so who has passed whom is settled for ever, and a man that no foe can
reach any more is there at the end of the game. That bounds the final difference from both sides.

Whatever depends on one side's pieces alone is worked out once a mask and remembered.
"""

from collections.abc import Callable

from ...rules.geometry import Shift
from ...rules.variant import MINI

_BOARD = MINI.geometry.board
_SQUARES = MINI.geometry.bits
_STEPS: tuple[Shift, ...] = tuple(map(MINI.geometry.shift, MINI.man_steps))
_JUMPS: tuple[Shift, ...] = tuple(map(MINI.geometry.shift, MINI.man_jumps))
(_LEFT, _), (_RIGHT, _) = _JUMPS

#: The value of a man on each square, in hundredths of a piece of the final difference: a least
#: squares fit to exact values of positions from play, rounded. A man in its own half has moves to
#: wait with and foes to meet; one that has passed them counts one and no more.
_SQUARE_VALUES = dict(
    zip(
        _SQUARES,
        (
            *(170, 190, 140),
            *(150, 190, 170),
            *(160, 180, 140),
            *(140, 170, 130),
            *(110, 110, 120),
            *(90, 90, 90),
        ),
        strict=True,
    )
)

#: The value, on the same scale, of having a capture to make.
_CAPTURE_VALUE = 90


class _Memo(dict[int, int]):
    """A function of a mask, remembered; there are no more than 2 ** 18 masks."""

    def __init__(self, function: Callable[[int], int]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, mask: int) -> int:
        value = self[mask] = self._function(mask)
        return value


#: The board rotated by 180 degrees, which makes a mask of one side one of the other.
rotated = _Memo(MINI.geometry.rotated)


def _ahead(bits: int, shift: Shift) -> int:
    """The squares of men after going one square in a direction."""
    left, right = shift
    return bits << left >> right & _BOARD


def _reach(square: int) -> int:
    """Every square a man may ever stand on, its own included."""
    reach = square
    for shift in _STEPS:
        if next_square := _ahead(square, shift):
            reach |= _reach(next_square)
    return reach


def _jumped_over(square: int) -> int:
    """Every square on which a man may ever jump over a foe."""
    jumped = 0
    for shift in _JUMPS:
        over = _ahead(_reach(square), shift)
        left, right = shift
        jumped |= over & _ahead(over, shift) << right >> left
    return jumped


_REACHES = {square: _reach(square) for square in _SQUARES}
_JUMPED_OVER = {square: _jumped_over(square) for square in _SQUARES}


def _capturable_by(men: int) -> int:
    """Where a foe stands that some man may yet capture, here or later on the foe's way."""
    jumped = 0
    for man in _SQUARES:
        if man & men:
            jumped |= _JUMPED_OVER[man]
    return sum(foe for foe in _SQUARES if rotated[_REACHES[rotated[foe]]] & jumped)


def _value_of(men: int) -> int:
    return sum(value for man, value in _SQUARE_VALUES.items() if man & men)


_capturable_by_men = _Memo(_capturable_by)
_capturable_by_foes = _Memo(lambda foes: rotated[_capturable_by_men[rotated[foes]]])

#: The values of all men of the side to move, and of the other side, by mask.
value_of_men = _Memo(_value_of)
value_of_foes = _Memo(lambda foes: value_of_men[rotated[foes]])


def _victims(men: int, foes: int) -> int:
    """The foes that a man can capture at once."""
    empty = _BOARD ^ (men | foes)
    return foes & (men << _LEFT & empty >> _LEFT | men << _RIGHT & empty >> _RIGHT)


def bounds(men: int, foes: int) -> tuple[int, int]:
    """The final difference is at least the first number and at most the second.

    At worst, all men are lost that a foe may yet reach; at best, all foes. And a capture is
    forced: if there is one to make, a foe less will be left, and it will reach nobody.
    """
    low = high = men.bit_count() - foes.bit_count()
    high += (foes & _capturable_by_men[men]).bit_count()
    if victims := _victims(men, foes):
        foes ^= victims & -victims
        low += 1
    return low - (men & _capturable_by_foes[foes]).bit_count(), high


def guess(men: int, foes: int) -> int:
    """About what the final difference will be, in hundredths of a piece."""
    balance = value_of_men[men] - value_of_foes[foes]
    return balance + _CAPTURE_VALUE if _victims(men, foes) else balance
