"""What a search that need not be exact may leave out, because it hardly ever matters."""

from dataclasses import dataclass, replace

#: Late-move reductions need this many plies to go: to search a move one ply less deep, and two.
LMR_DEPTH = 3
LMR_MORE_DEPTH = 5


@dataclass(frozen=True)
class Pruning:
    """How much of a tree is not searched to its full depth.

    **Late-move reductions**: the move with the number ``lmr_from`` (the first is 0) and those after
    it, if they neither capture nor crown, are first searched one ply less deep, from
    ``lmr_more_from`` on two plies; only a move that then looks better than the best so far is
    searched in full. None reduces nothing.

    **Futility margins**, the last ply first: a quiet node whose static evaluation is so far outside
    the window that no move is likely to bring it back is not searched at all.

    **Delta pruning**, for games with optional captures of one piece each: a capture is not searched
    where the most that one can gain, and ``delta_margin`` on top, would not reach the window.

    Margins are in the units of a game's evaluation and were tuned together with it (`Tuning`).
    """

    lmr_from: int | None = 3
    lmr_more_from: int = 8
    futility_margins: tuple[int, ...] = (60, 120)
    delta_margin: int | None = None

    @property
    def without_reductions(self) -> "Pruning":
        """The same for a search that looks at all moves to its depth: only captures are pruned."""
        return replace(FULL_WIDTH, delta_margin=self.delta_margin)


#: Everything is searched to its depth.
FULL_WIDTH = Pruning(lmr_from=None, futility_margins=())
