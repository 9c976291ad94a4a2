"""How easily an opponent goes wrong: what makes one perfect move better than another."""

from ...rules.position import Position
from .solver import Solver, Stop


def trap_score(solver: Solver, position: Position, stopped: Stop) -> tuple[float, float]:
    """What share of the moves gives something away, and how much a random move gives away.

    Against a perfect opponent a drawn position stays drawn. Against others the more ways there
    are to go wrong, the better; what they would cost decides between equals.
    """
    values = solver.move_values(position, stopped).values()
    if not values:
        return 0.0, 0.0
    losses = [max(values) - value for value in values]
    return sum(loss > 0 for loss in losses) / len(losses), sum(losses) / len(losses)
