"""The dialog shown after the last lesson or puzzle, offering what to do next."""

from functools import partial

from ...coach.requests import PUZZLE_GAMES, PuzzleOrder
from ...rules.variant import Variant
from ..events import NewGame, StartGame
from ..state import AppState, Step, leave_screen
from ..widgets.dialog import Choice, Dialog
from .board import leave


def afterwards(title: str, text: str, variant: Variant) -> Dialog:
    """Offer to play the game, to solve its puzzles, or to go back."""
    choices = [Choice("Play", "p", partial(_play, variant=variant))]
    if variant.name in PUZZLE_GAMES:
        choices.append(Choice("Puzzles", "z", partial(_puzzles, variant=variant)))
    choices.append(Choice("Back", "b", leave))
    return Dialog(title, text, tuple(choices), on_close=leave)


def _play(screen: object, app: AppState, variant: Variant) -> Step:
    preferences = app.preferences
    return app, (StartGame(NewGame(variant, preferences.level, preferences.first)),)


def _puzzles(screen: object, app: AppState, variant: Variant) -> Step:
    """Open the puzzles in place of the screen that has finished."""
    from .puzzle import open_puzzles

    app, left = leave_screen(app)
    app, effects = open_puzzles(app, PuzzleOrder(variant, seed=app.puzzle_seed))
    return app, (*left, *effects)
