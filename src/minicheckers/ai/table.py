"""The transposition table: what the search knows about states it has met, in bounded memory.

A fixed list of slots, addressed by the hash of the state; a newer entry simply takes the slot of an
older one. That never stops for a clean-up, as a dictionary would that is emptied when full, and an
entry holds its whole state, so that two states in one slot cannot be mistaken for each other.
"""

from ..rules.movegen import State

#: (state, depth searched, whether solved, bound, score from this node, best child)
Entry = tuple[State, int, bool, int, int, State]

#: Kinds of bound: the score is the value, at most the value, at least the value.
EXACT, LOWER, UPPER = 0, 1, 2

#: An entry takes about 400 bytes with its states, so a full table stays well under 150 MB.
DEFAULT_BITS = 18


class Table:
    """At most ``2 ** bits`` entries. The search works on ``slots`` itself, for speed."""

    def __init__(self, bits: int = DEFAULT_BITS) -> None:
        self.mask = (1 << bits) - 1
        self.slots: list[Entry | None] = [None] * (1 << bits)

    def __len__(self) -> int:
        return len(self.slots) - self.slots.count(None)
