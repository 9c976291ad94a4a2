"""How positions of few pieces are numbered: one side's men and kings, and then both sides.

A *placement* is where one side's men and kings stand, as their owner sees it who moves down the
board: White's are turned by 180 degrees first. So one numbering serves both sides, and a position
needs no side to move: it is a placement of the mover and one of the other side.

Men are numbered apart from kings, both as combinations of squares in ascending order, and the two
numbers are put together. Where a man and a king would share a square the number stays unused: that
wastes little, and makes numbering a position a matter of four look-ups.
"""

from functools import cache
from itertools import combinations

from ...rules.variant import Variant

#: How many men and kings the mover has, and how many the other side.
Material = tuple[int, int, int, int]

#: The largest endings there are, in pieces.
MOST_PIECES = 4


def materials(pieces: int) -> list[Material]:
    """All materials of at most that many pieces in which both sides have some.

    Captures and crownings lead to earlier ones; a material and the same one seen from the other
    side are neighbours.
    """
    numbers = range(pieces + 1)
    found = [
        (men, kings, foe_men, foe_kings)
        for men in numbers
        for kings in numbers
        for foe_men in numbers
        for foe_kings in numbers
        if men + kings and foe_men + foe_kings and men + kings + foe_men + foe_kings <= pieces
    ]

    def rank(material: Material) -> tuple[int, int, list[tuple[int, int]], Material]:
        men, kings, foe_men, foe_kings = material
        sides = sorted([(men, kings), (foe_men, foe_kings)])
        return sum(material), men + foe_men, sides, material

    return sorted(found, key=rank)


@cache
def placement_count(variant: Variant, men: int, kings: int) -> int:
    """How many numbers there are for placements of that many men and kings."""
    return len(masks_of(variant, men, crowned=False)) * len(masks_of(variant, kings, crowned=True))


def numbers(variant: Variant, side: int, *, crowned: bool) -> dict[int, int]:
    """By mask: the number of every combination of fewer than MOST_PIECES men, or kings."""
    turned = variant.geometry.rotated
    return {
        turned(mask) if side else mask: number
        for pieces in range(MOST_PIECES)
        for number, mask in enumerate(masks_of(variant, pieces, crowned=crowned))
    }


@cache
def masks_of(variant: Variant, pieces: int, *, crowned: bool) -> list[int]:
    """All masks of that many men, or kings; men never stand where they are crowned."""
    forbidden = 0 if crowned else variant.crowning_row(0)
    bits = [bit for bit in variant.geometry.bits if not bit & forbidden]
    return [sum(chosen) for chosen in combinations(bits, pieces)]
