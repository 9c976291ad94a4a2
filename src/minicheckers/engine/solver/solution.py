"""The strong solution put together: how many positions have which value, and how the game goes."""

from ...rules.movegen import State, generator
from ...rules.notation import Move
from ...rules.position import Position
from ...rules.variant import MINI
from .position_sets import PositionSet, both_present
from .proof import pack, unpack
from .solution_table import locate
from .strong import GOALS, LOWEST, Values

_successors = generator(MINI)


def place(position: Position) -> tuple[int, int]:
    """The contents of the odd and of the even rows, as the side to move sees them."""
    return locate(*unpack(pack(position.state)))


class Solution:
    """What is known of all positions that play can reach from a start.

    It is made with the positions, seen from the side to move, and complete when every goal has
    been counted.
    """

    def __init__(self, start: Position, positions: PositionSet) -> None:
        self.start = start
        self.values = Values(positions)
        self.positions = sum(evens.bit_count() for evens in positions.values())
        alive = _with_both_sides(positions)
        self.wiped_out = self.positions - alive
        self._reaching = {LOWEST: alive, GOALS[-1] + 1: 0}

    def count(self, goal: int, reaching: PositionSet) -> None:
        """Take in which positions reach a goal."""
        self.values.count(reaching)
        self._reaching[goal] = _with_both_sides(reaching)

    def histogram(self) -> dict[int, int]:
        """How many positions have each value, of those in which no side is wiped out."""
        return {
            value: self._reaching[value] - self._reaching[value + 1] for value in (LOWEST, *GOALS)
        }

    def value(self, position: Position) -> int:
        """The value of a position for the side to move."""
        return self.values.value(*place(position))

    def first_moves(self) -> dict[Move, int]:
        """The value of every move at the start."""
        return {move: -self.value(after) for move, after in self.start.transitions().items()}

    def longest(self) -> int:
        """Of the games in which nobody gives anything away, how many plies the longest has."""
        known: dict[int, int] = {}

        def plies(state: State, value: int) -> int:
            packed = pack(state)
            if packed not in known:
                known[packed] = max(
                    (
                        1 + plies(child, -value)
                        for child in _successors(state)
                        if self.values.value(*locate(*unpack(pack(child)))) == -value
                    ),
                    default=0,
                )
            return known[packed]

        return plies(self.start.state, self.value(self.start))


def _with_both_sides(positions: PositionSet) -> int:
    return sum((evens & both_present(odd)).bit_count() for odd, evens in positions.items())
