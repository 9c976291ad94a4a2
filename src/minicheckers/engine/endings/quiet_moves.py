"""The quiet moves of one side's placements, forwards and back, as if the other side were not there.

Whether the other side stands in the way depends on one square, the one a move lands on.
"""

from functools import cache

from ...rules.movegen import generator
from ...rules.variant import Variant
from .placements import placements

#: A move from a placement: the square it lands on, and the number of the placement after it.
Move = tuple[int, int]


class QuietMoves:
    """All quiet moves of all placements of some men and kings, by number."""

    def __init__(self, variant: Variant, men: int, kings: int) -> None:
        own = placements(variant, men, kings)
        self.steps: list[list[Move]] = [[] for _ in own]
        #: Steps to the last row. Their placements after are those of one king more.
        self.crownings: list[list[Move]] = [[] for _ in own]
        #: The placements from which a step leads here.
        self.before: list[list[int]] = [[] for _ in own]
        number = {masks: i for i, masks in enumerate(own)}
        crowned = placements(variant, men - 1, kings + 1) if men else []
        crowned_number = {masks: i for i, masks in enumerate(crowned)}
        successors = generator(variant)
        for i, masks in enumerate(own):
            if masks is None:
                continue
            start = masks[0] | masks[1]
            for _, _, men_after, kings_after, _ in successors((*masks, 0, 0, 0)):
                landing = (men_after | kings_after) & ~start
                after = number.get((men_after, kings_after))
                if after is None:
                    crowning = (landing, crowned_number[men_after, kings_after])
                    self.crownings[i].append(crowning)
                else:
                    self.steps[i].append((landing, after))
                    self.before[after].append(i)


@cache
def quiet_moves(variant: Variant, men: int, kings: int) -> QuietMoves:
    """The quiet moves of so many men and kings, found once."""
    return QuietMoves(variant, men, kings)
