"""The plainest minimax: the oracle for the search.

No window, no move ordering, no table except one for exchanges: every line is followed to the full
depth, and from there through captures only.
"""

from collections.abc import Callable, Sequence

from minicheckers.engine.score import seen_from_root
from minicheckers.rules.movegen import State, generator
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Variant

Evaluator = Callable[[State], int]


class PlainMinimax:
    """The value of every move of a position at a depth."""

    def __init__(self, variant: Variant, heuristic: Evaluator, final: Evaluator) -> None:
        self.variant = variant
        self.heuristic = heuristic
        self.final = final
        self.successors = generator(variant)
        self.nodes = 0
        self._exchanges: dict[State, int] = {}

    def move_values(
        self, position: Position, depth: int, history: Sequence[Position] = ()
    ) -> dict[State, int]:
        """The value of every child, for the side to move at the root."""
        game = [earlier.state for earlier in history]
        root = position.state
        return {
            child: -seen_from_root(self.value(child, depth - 1, game, [root, child]), 1)
            for child in self.successors(root)
        }

    def value(self, state: State, depth: int, game: list[State], path: list[State]) -> int:
        """The value for the side to move, with this many plies of decisions left."""
        self.nodes += 1
        children = self.successors(state)
        if not children:
            return self.final(state)
        if self.variant.crowns and self.is_drawn(state, game, path):
            return 0
        if depth == 0:
            return self.settled(state)
        return max(
            -seen_from_root(self.value(child, depth - 1, game, [*path, child]), 1)
            for child in children
        )

    def settled(self, state: State) -> int:
        """The value when only captures are played from here."""
        if state not in self._exchanges:
            self.nodes += 1
            children = self.successors(state)
            captures = [child for child in children if pieces(child) < pieces(state)]
            values = [-seen_from_root(self.settled(child), 1) for child in captures]
            if not children:
                values.append(self.final(state))
            elif not captures or not self.variant.capture_forced:
                values.append(self.heuristic(state))
            self._exchanges[state] = max(values)
        return self._exchanges[state]

    def is_drawn(self, state: State, game: list[State], path: list[State]) -> bool:
        """A repetition within the search, the third occurrence in the game, or 80 quiet plies."""
        if state in path[:-1] or game.count(state) >= 2:
            return True
        line = [*game, *path]
        if len(line) <= 80:
            return False
        return all(self.is_quiet(*pair) for pair in zip(line[-81:], line[-80:], strict=False))

    def is_quiet(self, before: State, after: State) -> bool:
        """No capture, and no man advanced (nor crowned)."""
        return pieces(before) == pieces(after) and self.rows(before[0]) == self.rows(after[2])

    def rows(self, men: int) -> list[int]:
        return [(men & row).bit_count() for row in self.variant.geometry.row_masks]


def pieces(state: State) -> int:
    return sum(mask.bit_count() for mask in state[:4])
