"""How many endings are won, drawn and lost."""

from collections import Counter
from dataclasses import dataclass

from .codes import DRAWN, UNUSED, is_lost, is_won
from .probe import Endings


@dataclass(frozen=True)
class Counts:
    """Positions by their result for the side to move, and the most plies that one is decided in."""

    won: int
    drawn: int
    lost: int
    longest: int

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return self.won + self.drawn + self.lost


def count_endings(endings: Endings) -> Counts:
    """The counts of endings as they were built, with all distances and unused numbers marked."""
    codes: Counter[int] = Counter()
    for of_material in endings.codes.values():
        codes.update(of_material)
    del codes[UNUSED]
    return Counts(
        won=sum(count for code, count in codes.items() if is_won(code)),
        drawn=codes[DRAWN],
        lost=sum(count for code, count in codes.items() if is_lost(code)),
        longest=max(codes) - 1,
    )
