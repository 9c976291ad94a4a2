"""A person's move on the board: whatever is on it, one place knows who takes the move."""

from ...rules.notation import Move
from ..events import Step
from ..state import AppState
from . import tutor


def play(state: AppState, move: Move) -> Step:
    """Play a legal move of the person."""
    return tutor.play(state, move)
