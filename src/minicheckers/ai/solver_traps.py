"""How easily an opponent goes wrong: what makes one perfect move better than another."""

from ..rules.position import Position
from .solver import Solver, Stop


def temptation(solver: Solver, position: Position, stopped: Stop) -> float:
    """How much the side to move gives away on average if it moves without looking."""
    values = solver.move_values(position, stopped).values()
    return max(values) - sum(values) / len(values) if values else 0.0
