"""A person's move on the board: whatever is on it, one place knows who takes the move."""

from collections.abc import Callable

from ...rules.notation import Move
from ..events import Step
from ..state import AppState
from ..studies import Exploring, Learning, Puzzling, Retrying
from . import exploring, learning, puzzling, retrying, tutor
from .game_flow import game_of

#: Who takes a move on the board of a study; in a game, and in anything else, the tutor does.
_TAKERS: dict[type, Callable[[AppState, Move], Step]] = {
    Exploring: exploring.play,
    Learning: learning.play,
    Puzzling: puzzling.play,
    Retrying: retrying.play,
}


def play(state: AppState, move: Move) -> Step:
    """Play a legal move of the person."""
    return _TAKERS.get(type(game_of(state).study), tutor.play)(state, move)
