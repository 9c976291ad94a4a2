"""A second look at a table of the strong solution, position by position with the usual rules.

Nothing of how the table was made is used: the moves come from the game's own generator, one
position at a time.
"""

from collections.abc import Callable

from ...rules.movegen import generator
from ...rules.variant import MINI
from .bounds import bounds
from .position_sets import BLACK, CONTENTS, SIZE, WHITE, rotated, squares_of_half
from .solution_table import BLOCKS, ROWS_IN_BLOCK, SolutionTable, locate

_successors = generator(MINI)
_ABSENT = 0
_OFFSET = 16


def _masks(odd: bool, colour: int) -> list[int]:
    """The squares of a colour as a mask, for every content of a half."""
    bits = [MINI.geometry.bits[square] for square in squares_of_half(odd)]
    return [
        sum(bit for bit, piece in zip(bits, content, strict=True) if piece == colour)
        for content in CONTENTS
    ]


def check_table(table: SolutionTable, report: Callable[[int], None], every: int = 1) -> int:
    """Check that every value is the best of the replies, and that the solver's bounds hold.

    Returns how many positions that were; ValueError for the first mistake. `report` is called with
    the number of blocks that are done. With `every` only each so manieth row is looked at.
    """
    values = bytearray(SIZE * SIZE)
    for odd, evens, row in table.rows():
        base = odd * SIZE
        for even, value in zip(evens, row, strict=True):
            values[base + even] = value + _OFFSET
    odd_men, even_men = _masks(True, BLACK), _masks(False, BLACK)
    odd_foes, even_foes = _masks(True, WHITE), _masks(False, WHITE)
    checked = 0
    for number, (odd, evens, row) in enumerate(table.rows()):
        if number % every:
            continue
        for even, value in zip(evens, row, strict=True):
            men, foes = odd_men[odd] | even_men[even], odd_foes[odd] | even_foes[even]
            best = _best(men, foes, values)
            if value != best:
                raise ValueError(f"a value is {value}, and the best of its replies is {best}")
            low, high = bounds(men, foes)
            if not low <= value <= high:
                raise ValueError(f"a value is {value}, out of its bounds {low} and {high}")
        checked += len(evens)
        report(odd // ROWS_IN_BLOCK)
    report(BLOCKS)
    return checked


def _best(men: int, foes: int, values: bytearray) -> int | None:
    """The value of a position from those of its replies; None if one of them is not there."""
    replies = _successors((men, 0, foes, 0, 0))
    if not replies:
        return men.bit_count() - foes.bit_count()
    lowest = 99
    for white, _, black, _, _ in replies:
        odd, even = rotated(*locate(black, white))
        value = values[odd * SIZE + even]
        if value == _ABSENT:
            return None
        if value < lowest:
            lowest = value
    return _OFFSET - lowest
