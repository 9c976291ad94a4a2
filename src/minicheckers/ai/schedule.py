"""How deep to look: the fewer pieces are left, the deeper."""

from ..rules.position import Position

#: For each game: plies at the full board, and how many pieces must leave for one ply more.
#: In mini that is 26 minus the number of pieces. Elsewhere kings take the place of men, and a ply
#: costs two to four times as much as the one before: a move shall take a second at most.
SCHEDULES = {
    "mini": (14, 1),
    "towers": (7, 8),
    "english": (8, 12),
    "pikachu": (5, 12),
}
UNKNOWN_GAME = (5, 12)


def dynamic_depth(position: Position) -> int:
    """The depth for a position: it grows as pieces leave the board."""
    variant = position.variant
    first, step = SCHEDULES.get(variant.name, UNKNOWN_GAME)
    full = variant.home_men(0).bit_count() + variant.home_men(1).bit_count()
    pieces = sum(mask.bit_count() for mask in position.state[:4])
    return first + max(0, full - pieces) // step
