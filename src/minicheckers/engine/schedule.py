"""How deep to look: the fewer pieces are left, the deeper."""

from dataclasses import dataclass

from ..rules.position import Position


@dataclass(frozen=True)
class Schedule:
    """Plies at the full board, and how many pieces must leave for one ply more.

    ``nodes`` bounds the search of one move, so that a crowd of exchanges does not take minutes. It
    counts nodes and not seconds, so that the same seed gives the same game on every machine.
    """

    first: int
    pieces_a_ply: int
    nodes: int | None = 100_000


#: In mini the depth is 30 minus the number of pieces, as far as the nodes suffice (half a second).
#: Elsewhere kings take the place of men, and a ply costs two to four times as much as the last.
SCHEDULES = {
    "mini": Schedule(18, 1, nodes=120_000),
    "towers": Schedule(7, 8),
    "english": Schedule(8, 12),
    "pikachu": Schedule(5, 12),
}
UNKNOWN_GAME = Schedule(5, 12)


def schedule_of(position: Position) -> Schedule:
    """The schedule of the position's game."""
    return SCHEDULES.get(position.variant.name, UNKNOWN_GAME)


def dynamic_depth(position: Position) -> int:
    """The depth for a position: it grows as pieces leave the board."""
    variant = position.variant
    schedule = schedule_of(position)
    full = variant.home_men(0).bit_count() + variant.home_men(1).bit_count()
    pieces = sum(mask.bit_count() for mask in position.state[:4])
    return schedule.first + max(0, full - pieces) // schedule.pieces_a_ply
