"""Mini-Checkers exactly: the final piece difference of a position under best play by both."""

from collections.abc import Callable

from ..rules.movegen import State, generator
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import MINI

#: Most entries the table may hold; it starts anew when it is full.
TABLE_LIMIT = 600_000

#: The stop request is looked at once in so many nodes.
NODES_BETWEEN_STOP_CHECKS = 256


class SearchStopped(Exception):  # noqa: N818  not an error: somebody asked for it
    """Raised out of a search whose caller asked it to stop."""


def _never() -> bool:
    return False


class Solver:
    """Solves mini positions; what it learns stays in its table for the next question."""

    def __init__(self, table_limit: int = TABLE_LIMIT) -> None:
        self.nodes = 0
        self._successors = generator(MINI)
        self._table: dict[State, tuple[int, int]] = {}
        self._table_limit = table_limit
        self._stopped: Callable[[], bool] = _never

    def value(self, position: Position, stopped: Callable[[], bool] = _never) -> int:
        """The final piece difference for the side to move; SearchStopped if asked to stop."""
        _require_mini(position)
        self._stopped = stopped
        return self._value(position.state)

    def move_values(
        self, position: Position, stopped: Callable[[], bool] = _never
    ) -> dict[Move, int]:
        """The final difference after every legal move, for the side to move."""
        _require_mini(position)
        self._stopped = stopped
        return {move: -self._value(after.state) for move, after in position.transitions().items()}

    def _value(self, state: State) -> int:
        low, high = -state[2].bit_count(), state[0].bit_count()
        guess = high + low
        while low < high:
            beta = guess + 1 if guess == low else guess
            guess = self._search(state, beta - 1, beta)
            if guess < beta:
                high = guess
            else:
                low = guess
        return low

    def _search(self, state: State, alpha: int, beta: int) -> int:
        men, _, foe_men, _, _ = state
        low, high = self._table.get(state, (-foe_men.bit_count(), men.bit_count()))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        self.nodes += 1
        if not self.nodes % NODES_BETWEEN_STOP_CHECKS and self._stopped():
            raise SearchStopped
        children = self._successors(state)
        if children:
            best = -99
            for child in children:
                best = max(best, -self._search(child, -beta, -max(alpha, best)))
                if best >= beta:
                    break
        else:
            best = low = high = men.bit_count() - foe_men.bit_count()
        if len(self._table) >= self._table_limit:
            self._table.clear()
        self._table[state] = (max(low, best), high) if best >= beta else (low, min(high, best))
        return best


def _require_mini(position: Position) -> None:
    if position.variant != MINI:
        raise ValueError(f"only mini can be solved, not {position.variant.name}")
