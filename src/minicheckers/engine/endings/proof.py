"""Results of positions with a few pieces more than the table holds, proven by search down to it.

Nothing is judged on the way: a line counts when it comes to an end of the game or into the table,
and what is left open at the horizon stays open. The draw rules cannot spoil what is proven: a win
is a few plies away at most, and a capture, which is where the table begins, is a fresh start.
"""

from ...rules.movegen import State, generator
from .table import DRAWN, Endings, Result, is_lost

#: Searches are this many plies deep at most; captures that are forced are not counted.
DEEPEST = 4
#: With more pieces the search would find nothing.
MOST_PIECES = 8

_RESULTS = {1: Result.WIN, 0: Result.DRAW, -1: Result.LOSS}
_LOST, _DRAWN, _WON = (-1, -1), (0, 0), (1, 1)
_OPEN = (-1, 1)


def proven_moves(
    endings: Endings, state: State, deepest: int = DEEPEST
) -> dict[State, Result] | None:
    """What every move is worth to the side that makes it, by the state it leads to.

    None if the result of some move cannot be proven within that many plies.
    """
    if _count(state) > MOST_PIECES:
        return None
    prover = _Prover(endings)
    found: dict[State, Result] = {}
    for child in generator(endings.variant)(state):
        result = prover.result(child, deepest - 1)
        if result is None:
            return None
        found[child] = _RESULTS[-result]
    return found


def proven_best(endings: Endings, state: State) -> tuple[State, Result] | None:
    """A best move, by the state it leads to, and the result that it makes sure of.

    What the other moves are worth need not be known, only that they are no better. None if the
    game is over or no move can be proven to be such.
    """
    if _count(state) > MOST_PIECES:
        return None
    prover = _Prover(endings)
    result = prover.result(state, DEEPEST)
    if result is None:
        return None
    for child in generator(endings.variant)(state):
        if prover.result(child, DEEPEST - 1) == -result:
            return child, _RESULTS[result]
    return None


class _Prover:
    """Bounds of results: 1 is a win of the side to move, 0 a draw, -1 a loss."""

    def __init__(self, endings: Endings) -> None:
        self._endings = endings
        self._successors = generator(endings.variant)
        self._forced = endings.variant.capture_forced

    def result(self, state: State, deepest: int) -> int | None:
        """The result, None if that many plies do not tell it. Shallow searches come first."""
        for plies in range(1, deepest + 1):
            low, high = self.bounds(state, plies)
            if low == high:
                return low
        return None

    def bounds(self, state: State, plies: int) -> tuple[int, int]:
        """The worst and the best that the result can be, as far as that many plies tell."""
        if not state[0] | state[1]:
            return _LOST
        if state in self._endings:
            code = self._endings.code(state)
            return _DRAWN if code == DRAWN else _LOST if is_lost(code) else _WON
        if not plies:
            return _OPEN
        children = self._successors(state)
        if not children:
            return _LOST
        if not (self._forced and _count(children[0]) < _count(state)):
            plies -= 1
        low = high = -1
        for child in children:
            child_low, child_high = self.bounds(child, plies)
            low, high = max(low, -child_high), max(high, -child_low)
            if low == 1:
                break
        return low, high


def _count(state: State) -> int:
    men, kings, foe_men, foe_kings, _ = state
    return (men | kings | foe_men | foe_kings).bit_count()
