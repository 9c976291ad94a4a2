"""Block characters as small pictures, and the one that fits a shape best.

A character is split in 8 x 8 points. Quarters, and eighths from each of the four sides, are enough
to draw a disc that is round on squares of two rows already.
"""

import math
from collections.abc import Callable
from functools import cache

#: A shape: from where to where it is filled at a height; all in cells from the top left.
Shape = Callable[[float], list[tuple[float, float]]]

#: Quarter blocks by which quarters are filled: 1 upper left, 2 upper right, 4 and 8 below them.
QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
#: Blocks that grow from a side by eighths. Those from above and from the right are young
#: characters that fonts lack; a terminal shows them as the opposite ones in reverse.
LOWER, LEFT = " ▁▂▃▄▅▆▇█", " ▏▎▍▌▋▊▉█"
UPPER, RIGHT = " ▔🮂🮃▀🮄🮅🮆█", " ▕🮇🮈▐🮉🮊🮋█"
#: A character in reverse that looks like another one.
REVERSED = {
    young: old
    for youngs, olds in ((UPPER, LOWER), (RIGHT, LEFT))
    for young, old in zip(youngs[1:8], olds[7:0:-1], strict=True)
    if young not in QUARTERS
}

_SIDE = 8
_POINTS = [(x, y) for y in range(_SIDE) for x in range(_SIDE)]
FULL = (1 << _SIDE * _SIDE) - 1


def _mask(inside: Callable[[int, int], bool]) -> int:
    return sum(1 << number for number, point in enumerate(_POINTS) if inside(*point))


def quarter_mask(quarters: int) -> int:
    """The points of a cell that some of its quarters fill."""
    return _mask(lambda x, y: bool(quarters >> (x >= 4) + 2 * (y >= 4) & 1))


@cache
def masks() -> dict[str, int]:
    """The points that every block character fills, the first bit top left, row by row."""
    found = {character: quarter_mask(number) for number, character in enumerate(QUARTERS)}
    for size in range(1, _SIDE):
        upper = _mask(lambda x, y, size=size: y < size)  # type: ignore[misc]
        left = _mask(lambda x, y, size=size: x < size)  # type: ignore[misc]
        found.setdefault(UPPER[size], upper)
        found.setdefault(LOWER[_SIDE - size], FULL - upper)
        found.setdefault(LEFT[size], left)
        found.setdefault(RIGHT[_SIDE - size], FULL - left)
    return found


def points(shape: Shape, column: int, row: int) -> int:
    """The points of a cell that a shape fills."""
    filled = 0
    for y in range(_SIDE):
        for left, right in shape(row + (y + 0.5) / _SIDE):
            first = max(0, math.ceil((left - column) * _SIDE - 0.5))
            last = min(_SIDE - 1, math.floor((right - column) * _SIDE - 0.5))
            if first <= last:
                filled |= (2 << last) - (1 << first) << _SIDE * y
    return filled


@cache
def fitting(wanted: int) -> str:
    """The block character that differs from some points of a cell in the fewest of them.

    Among equals the choice is such that a mirrored shape gets the mirrored character.
    """

    def misfit(block: tuple[str, int]) -> tuple[int, int, bool]:
        character, filled = block
        return (filled ^ wanted).bit_count(), filled.bit_count(), character not in QUARTERS

    return min(masks().items(), key=misfit)[0]
