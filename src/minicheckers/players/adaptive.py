"""Adaptive: an opponent that keeps the game close.

It knows well what its moves are worth, and then plays the one that comes nearest to what it aims
at. The *aim* is the score it wants to have: about even, higher the more games it has lost, lower
the more it has won. It errs only as somebody who looks less far would: with a low aim it takes a
move that seems good at a glance though it is not, and never one that loses more at once than a
glance forgives.
"""

from ..engine.decision import Context, Decision
from ..engine.deepening import SearchSetup
from ..engine.evaluate import best_evaluation
from ..engine.solver import SOLVED
from ..engine.solver.solver import Solver
from ..rules.notation import Move
from ..rules.position import Position
from .novice import material_after, move_scores
from .strategy import Options

#: How far it looks where values are not exact.
DEPTH = 5
#: What a game won or lost changes the aim by, and the most that it can be, in hundredths of a man.
STEP, HIGHEST_AIM = 50, 500
#: What a move may lose at a glance without being absurd, with an aim of nought and the lowest.
FORGIVEN, MOST_FORGIVEN = 0, 100
#: A score beyond this is as good as won.
_WON = 600


class AdaptiveStrategy:
    """Plays as well as it needs to.

    How many more games it has lost than won it is told, from the record. Where nobody counts, it
    counts the games that it plays one after the other, by how they stood when it last saw them.
    """

    def __init__(self, options: Options) -> None:
        self._random = options.random
        self._solver = Solver() if options.variant == SOLVED else None
        self._setup = SearchSetup(best_evaluation(options.variant))
        self._depth = options.depth or DEPTH
        self._net_wins = options.net_wins or 0
        self._counts = options.net_wins is None
        self._ply = 0
        self._standing = 0

    @property
    def aim(self) -> int:
        """The score it wants to have."""
        return max(-HIGHEST_AIM, min(HIGHEST_AIM, STEP * self._net_wins))

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose the move that comes nearest to the aim, of those that are not absurd."""
        if not position.legal_moves():
            raise ValueError("the game is over")
        self._learn(len(context.history))
        values = self._values(position)
        candidates = self._sensible(position)
        distance = {move: abs(_bounded(values[move]) - self.aim) for move in candidates}
        if self.aim >= HIGHEST_AIM:
            distance = {move: -values[move] for move in values}
        nearest = min(distance.values())
        move = self._random.choice([move for move in distance if distance[move] == nearest])
        self._standing = values[move]
        return Decision(move, None, self._depth, len(values), (move,))

    def _learn(self, ply: int) -> None:
        """Count the game before, if this is a new one; undoing a move does not start one."""
        if self._counts and ply <= 1 < self._ply:
            self._net_wins += (self._standing < 0) - (self._standing > 0)
        self._ply = ply

    def _values(self, position: Position) -> dict[Move, int]:
        """What every move is worth, in hundredths of a man: exactly where the game is solved."""
        if self._solver is not None:
            return {move: 100 * v for move, v in self._solver.move_values(position).items()}
        return move_scores(position, self._setup, self._depth)

    def _sensible(self, position: Position) -> list[Move]:
        """The moves that a glance accepts: the lower the aim, the more it overlooks."""
        seen = material_after(position)
        share = max(0.0, -self.aim / HIGHEST_AIM)
        forgiven = FORGIVEN + share * (MOST_FORGIVEN - FORGIVEN)
        return [move for move, score in seen.items() if score >= max(seen.values()) - forgiven]


def _bounded(value: int) -> int:
    return max(-_WON, min(_WON, value))
