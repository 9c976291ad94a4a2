"""Keys that take moves back and play them again, in a game and wherever else one is played."""

from ..state import AppState
from . import game_flow
from .bindings import Binding, Section
from .game_flow import game_of


def undo_label(state: AppState) -> str:
    """The word for taking back, if there is something to."""
    game = game_of(state)
    return "undo" if game.session.timeline.ply and not game.replaying else ""


_UNDO = Binding(("u",), game_flow.undo, "take back a turn", "u", undo_label)
_REDO = Binding(("r",), game_flow.redo, "play it again", "r")
TAKING_BACK = Section("Taking back", (_UNDO, _REDO))
