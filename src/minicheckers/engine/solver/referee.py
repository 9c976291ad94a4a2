"""What can be said of a finite game without searching: bounds on a position's value, and a guess.

No position comes back (`Variant.is_finite`), so a search to the end is exact. A position is seen
from the side to move: its *men* go down the board, the *foes* come up. Who has passed whom is
mostly settled for ever, and a man that no foe can reach any more is there at the end. That bounds
the final difference in pieces from both sides.

Whatever depends on one side's pieces alone is worked out once a mask and remembered.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

from ...rules.geometry import Shift
from ...rules.movegen import State, Successors, generator
from ...rules.variant import MINI, Goal, Stuck, Variant
from . import counts_pieces

#: The value of a man on each square of mini, in hundredths of a piece of the final difference: a
#: least squares fit to exact values of positions from play, rounded. A man in its own half has
#: moves to wait with and foes to meet; one that has passed them counts one and no more.
_MINI_VALUES = (
    *(170, 190, 140),
    *(150, 190, 170),
    *(160, 180, 140),
    *(140, 170, 130),
    *(110, 110, 120),
    *(90, 90, 90),
)

#: The value, on the same scale, of having a capture to make.
_CAPTURE_VALUE = 90


class Memo(dict[int, int]):
    """A function of a mask, remembered; there are no more than 2 ** 18 masks."""

    def __init__(self, function: Callable[[int], int]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, mask: int) -> int:
        value = self[mask] = self._function(mask)
        return value


class Referee(NamedTuple):
    """All that a search must know of a finite game.

    Values are differences in pieces where more pieces win (``by_pieces``), elsewhere 1, 0 and -1.
    ``bounds(men, foes)`` hold the value between them, ``guess`` is about it in hundredths, and
    ``final`` is it where nobody can move.
    """

    variant: Variant
    by_pieces: bool
    #: Plain search takes over where no more of the value is open than this.
    plain_gap: int
    shift: int
    rotated: Memo
    #: How many rows the men of a mask have before them.
    rows: Memo
    successors: Successors
    bounds: Callable[[int, int], tuple[int, int]]
    guess: Callable[[int, int], int]
    final: Callable[[int, int], int]

    def pack(self, state: State) -> int:
        """A state as one number, seen from the side to move."""
        men, kings, foes, foe_kings, side = state
        men, foes = men | kings, foes | foe_kings
        if side:
            men, foes = self.rotated[men], self.rotated[foes]
        return men << self.shift | foes

    def to_go(self, packed: int) -> int:
        """How many rows all men have before them: so many moves are left at most."""
        foes = packed & (1 << self.shift) - 1
        return self.rows[packed >> self.shift] + self.rows[self.rotated[foes]]


@cache
def referee(variant: Variant) -> Referee:
    """The referee of a finite game."""
    geometry = variant.geometry
    rotated = Memo(geometry.rotated)
    by_pieces = counts_pieces(variant)
    return Referee(
        variant,
        by_pieces,
        # Where captures are forced proof numbers find the short way; else there is none.
        3 if by_pieces else -1 if variant.capture_forced else 2,
        geometry.board.bit_length(),
        rotated,
        _rows(variant),
        generator(variant),
        _bounds(variant, rotated, by_pieces),
        _guess(variant, rotated),
        _final(variant, by_pieces),
    )


def _rows(variant: Variant) -> Memo:
    masks = variant.geometry.row_masks[::-1]
    return Memo(lambda men: sum(row * (men & mask).bit_count() for row, mask in enumerate(masks)))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _final(variant: Variant, by_pieces: bool) -> Callable[[int, int], int]:
    losing = variant.goal is Goal.LOSING
    if variant.stuck is Stuck.LOSES:
        return lambda men, foes: 1 if losing else -1
    if by_pieces:
        return lambda men, foes: men.bit_count() - foes.bit_count()
    turn = -1 if losing else 1
    return lambda men, foes: turn * _sign(men.bit_count() - foes.bit_count())


def _ahead(board: int, bits: int, shift: Shift) -> int:
    """The squares of men after going one square in a direction."""
    left, right = shift
    return bits << left >> right & board


def _reach(board: int, men: int, steps: Sequence[Shift], jumps: Sequence[Shift]) -> int:
    """Every square on which some man may ever stand, those of now included."""
    before, found = 0, men
    while before != found:
        before = found
        for shift in steps:
            found |= _ahead(board, found, shift)
        for shift in jumps:
            found |= _ahead(board, _ahead(board, found, shift), shift)
    return found


def _capturable(variant: Variant, rotated: Memo) -> tuple[Memo, Memo]:
    """Which foes some man may yet capture, here or later on its way; and which men some foe."""
    geometry = variant.geometry
    board = geometry.board
    steps = [geometry.shift(way) for way in variant.man_steps]
    jumps = [geometry.shift(way) for way in variant.man_jumps]
    reaches = {square: _reach(board, square, steps, jumps) for square in geometry.bits}

    def jumped_over(square: int) -> int:
        """Every square over which a man may ever jump."""
        jumped = 0
        for left, right in jumps:
            over = _ahead(board, reaches[square], (left, right))
            jumped |= over & _ahead(board, _ahead(board, over, (left, right)), (right, left))
        return jumped

    jumped = {square: jumped_over(square) for square in geometry.bits}

    def capturable_by(men: int) -> int:
        hit = 0
        for man in geometry.bits:
            if man & men:
                hit |= jumped[man]
        return sum(foe for foe in geometry.bits if rotated[reaches[rotated[foe]]] & hit)

    by_men = Memo(capturable_by)
    return by_men, Memo(lambda foes: rotated[by_men[rotated[foes]]])


def _victims(variant: Variant) -> Callable[[int, int], int]:
    """The foes that a man can capture at once."""
    board = variant.geometry.board
    shifts = [variant.geometry.shift(way) for way in variant.man_jumps]
    if [right for _, right in shifts] == [0, 0]:  # two jumps forward: most often, and faster
        (one, _), (other, _) = shifts

        def victims_ahead(men: int, foes: int) -> int:
            empty = board ^ (men | foes)
            return foes & (men << one & empty >> one | men << other & empty >> other)

        return victims_ahead

    def victims(men: int, foes: int) -> int:
        empty = board ^ (men | foes)
        found = 0
        for left, right in shifts:
            found |= men << left >> right & empty << right >> left
        return foes & found

    return victims


def _bounds(
    variant: Variant, rotated: Memo, by_pieces: bool
) -> Callable[[int, int], tuple[int, int]]:
    if variant.goal is Goal.BREAKTHROUGH:
        last = variant.geometry.row_masks[0]
        return lambda men, foes: (-1, -1) if foes & last else (-1, 1)
    if variant.stuck is Stuck.LOSES:
        return _race(variant, rotated)
    by_men, by_foes = _capturable(variant, rotated)
    # Which capture is made is free; else one may have to take another foe than the one meant here.
    victims_of = None if variant.priority else _victims(variant)

    def bounds(men: int, foes: int) -> tuple[int, int]:
        """At worst all men are lost that a foe may yet reach; at best all foes.

        And if a capture can be made, a foe less will be left, and it will reach nobody.
        """
        low = high = men.bit_count() - foes.bit_count()
        high += (foes & by_men[men]).bit_count()
        if victims_of is not None and (victims := victims_of(men, foes)):
            foes ^= victims & -victims
            low += 1
        return low - (men & by_foes[foes]).bit_count(), high

    def fewer(men: int, foes: int) -> tuple[int, int]:
        """The same for who wants to be left with fewer, and need not take the foe that he can."""
        difference = foes.bit_count() - men.bit_count()
        low = difference - (foes & by_men[men]).bit_count()
        high = difference + (men & by_foes[foes]).bit_count()
        return _sign(low), _sign(high)

    return bounds if by_pieces else fewer


def _race(variant: Variant, rotated: Memo) -> Callable[[int, int], tuple[int, int]]:
    """Where the sides cannot meet any more each walks on alone: who must stop first is known."""
    geometry = variant.geometry
    steps = [geometry.shift(way) for way in variant.man_steps]
    losing = variant.goal is Goal.LOSING
    most = min if losing else max

    def walk(men: int) -> int:
        """How many steps a side that is alone on the board can make, or with which it can end."""
        found = [
            1 + walks[men ^ man | ahead]
            for man in geometry.bits
            if man & men
            for shift in steps
            if (ahead := _ahead(geometry.board, man, shift)) and not ahead & men
        ]
        return most(found, default=0)

    walks = Memo(walk)
    covers = Memo(lambda men: _reach(geometry.board, men, steps, ()))
    walks_of_foes = Memo(lambda foes: walks[rotated[foes]])
    covers_of_foes = Memo(lambda foes: rotated[covers[rotated[foes]]])
    hit_by_men, hit_by_foes = _capturable(variant, rotated)

    def bounds(men: int, foes: int) -> tuple[int, int]:
        if covers[men] & covers_of_foes[foes] or men & hit_by_foes[foes] or foes & hit_by_men[men]:
            return -1, 1
        mine, theirs = walks[men], walks_of_foes[foes]
        won = mine <= theirs if losing else mine > theirs
        return (1, 1) if won else (-1, -1)

    return bounds


def _worth(variant: Variant) -> tuple[Memo, int]:
    """What the men on a mask are worth, and to have a capture to make; in hundredths."""
    geometry = variant.geometry
    capture = _CAPTURE_VALUE
    if variant.goal is Goal.BREAKTHROUGH:
        worth = {
            bit: 5 * (1 + geometry.place(square)[0]) ** 2
            for square, bit in enumerate(geometry.bits, 1)
        }
        capture = 10
    elif variant.goal is Goal.LOSING:
        worth, capture = dict.fromkeys(geometry.bits, -40), -20
        if variant.stuck is Stuck.LOSES and not variant.capture_forced:
            # Who comes to a stop first wins: men in the way help, rows before them do not.
            rows = _rows(variant)
            worth, capture = {bit: 80 - 10 * rows[bit] for bit in geometry.bits}, 0
    elif geometry == MINI.geometry:
        worth = dict(zip(geometry.bits, _MINI_VALUES, strict=True))
    else:
        worth = dict.fromkeys(geometry.bits, 100)
    return Memo(lambda men: sum(value for man, value in worth.items() if man & men)), capture


def _guess(variant: Variant, rotated: Memo) -> Callable[[int, int], int]:
    of_men, capture = _worth(variant)
    of_foes = Memo(lambda foes: of_men[rotated[foes]])
    victims_of = _victims(variant)

    def guess(men: int, foes: int) -> int:
        balance = of_men[men] - of_foes[foes]
        return balance + capture if victims_of(men, foes) else balance

    return guess


#: The values of all men of the side to move, and of the other side, by mask, in mini.
value_of_men = _worth(MINI)[0]
value_of_foes = Memo(lambda foes: value_of_men[referee(MINI).rotated[foes]])
