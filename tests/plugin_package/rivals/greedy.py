"""A strategy for minicheckers: take as much as possible, now."""

from minicheckers import Context, Decision, Options, Position


class Greedy:
    """Captures as many pieces as it can, and otherwise moves at random."""

    def __init__(self, options: Options) -> None:
        self._random = options.random

    def choose(self, position: Position, context: Context) -> Decision:
        moves = position.legal_moves()
        most = max(len(move.captured) for move in moves)
        return Decision(self._random.choice([m for m in moves if len(m.captured) == most]))
