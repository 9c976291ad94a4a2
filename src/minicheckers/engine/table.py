"""The transposition table: what the search knows about states it has met, in bounded memory.

A fixed list of slots, addressed by the hash of the state; a newer entry simply takes the slot of an
older one. That never stops for a clean-up, as a dictionary would that is emptied when full, and an
entry holds its whole state, so that two states in one slot cannot be mistaken for each other.
"""

from ..rules.movegen import State
from .score import DECIDED, seen_from_node, seen_from_root

#: (state, depth searched, whether solved, bound, score from this node, best child)
TableEntry = tuple[State, int, bool, int, int, State]

#: Kinds of bound: the score is the value, at most the value, at least the value.
EXACT: int = 0
LOWER: int = 1
UPPER: int = 2

#: The depth of an entry whose score depends on the path to its state: only its move is of use.
MOVE_ONLY: int = -1

#: An entry takes about 400 bytes with its states, so a full table stays well under 150 MB.
DEFAULT_BITS: int = 18


class Table:
    """At most ``2 ** bits`` entries; that of a state is in the slot ``hash(state) & mask``.

    The search looks into ``slots`` itself: a call at every node would take two per cent of its
    time.
    """

    __slots__ = ("mask", "slots")

    def __init__(self, bits: int = DEFAULT_BITS) -> None:
        self.mask = (1 << bits) - 1
        self.slots: list[TableEntry | None] = [None] * (1 << bits)

    def __len__(self) -> int:
        return len(self.slots) - self.slots.count(None)

    def cutoff(
        self, entry: TableEntry, depth: int, alpha: int, beta: int, ply: int, exact: bool
    ) -> int | None:
        """The score of an entry if it answers a search to a depth within a window, else None.

        It does if its state was searched as deep or deeper (to the very depth, if the answer is to
        be `exact`), or is solved and so the same at all depths; and if its bound settles the
        question. The score is seen from the root, `ply` plies up.
        """
        _, searched, solved, bound, score, _ = entry
        if searched < depth:
            if not solved:
                return None
        elif searched > depth and exact:
            return None
        if not -DECIDED <= score <= DECIDED:
            score = seen_from_root(score, ply)
        if bound == EXACT or (score >= beta if bound == LOWER else score <= alpha):
            return score
        return None

    def store(
        self,
        slot: int,
        state: State,
        depth: int,
        solved: bool,
        alpha: int,
        beta: int,
        score: int,
        ply: int,
        child: State,
    ) -> None:
        """Remember what a search to a depth within a window has found, and the best child."""
        bound = LOWER if score >= beta else EXACT if score > alpha else UPPER
        if not -DECIDED <= score <= DECIDED:
            score = seen_from_node(score, ply)
        self.slots[slot] = (state, depth, solved, bound, score, child)


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
