"""The transposition table: what the search knows about states it has met, in bounded memory.

A fixed list of slots, addressed by the hash of the state; a newer entry simply takes the slot of an
older one. That never stops for a clean-up, as a dictionary would that is emptied when full, and an
entry holds its whole state, so that two states in one slot cannot be mistaken for each other.
"""

from ..rules.movegen import State

#: (state, depth searched, whether solved, bound, score from this node, best child)
TableEntry = tuple[State, int, bool, int, int, State]

#: Kinds of bound: the score is the value, at most the value, at least the value.
EXACT, LOWER, UPPER = 0, 1, 2

#: An entry takes about 400 bytes with its states, so a full table stays well under 150 MB.
DEFAULT_BITS = 18


class Table:
    """At most ``2 ** bits`` entries. The search works on ``slots`` itself, for speed."""

    def __init__(self, bits: int = DEFAULT_BITS) -> None:
        self.mask = (1 << bits) - 1
        self.slots: list[TableEntry | None] = [None] * (1 << bits)

    def __len__(self) -> int:
        return len(self.slots) - self.slots.count(None)


class Memory:
    """The table of somebody who may have to search for either side.

    What was learnt by one side serves the other only if the evaluation is ``shared`` by both.
    """

    def __init__(self, *, shared: bool, bits: int | None = None) -> None:
        self._shared = shared
        self._bits = DEFAULT_BITS if bits is None else bits
        self._searcher: int | None = None
        self._table = Table(bits=0)

    def table(self, searcher: int) -> Table:
        """The table for a search by a side."""
        if self._searcher is None or (self._searcher != searcher and not self._shared):
            self._searcher, self._table = searcher, Table(self._bits)
        return self._table
