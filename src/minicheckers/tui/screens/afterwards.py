"""The dialog shown after the last lesson or puzzle, offering what to do next."""

from ...coach.requests import PUZZLE_GAMES, PuzzleOrder
from ...rules.variant import Variant
from ..events import NewGame, StartGame
from ..state import AppState, Step, leave_screen
from ..widgets.dialog import Choice, Dialog


def afterwards(title: str, text: str, variant: Variant) -> Dialog:
    """Offer to play the game, to solve its puzzles, or to go back."""
    choices = [Choice("Play", "p", lambda app: _play(app, variant))]
    if variant.name in PUZZLE_GAMES:
        choices.append(Choice("Puzzles", "z", lambda app: _puzzles(app, variant)))
    choices.append(Choice("Back", "b", leave_screen))
    return Dialog(title, text, tuple(choices), on_close=leave_screen)


def _play(app: AppState, variant: Variant) -> Step:
    preferences = app.preferences
    return app, (StartGame(NewGame(variant, preferences.level, preferences.first)),)


def _puzzles(app: AppState, variant: Variant) -> Step:
    """Open the puzzles in place of the screen that has finished."""
    from .puzzle import open_puzzles

    app, left = leave_screen(app)
    app, effects = open_puzzles(app, PuzzleOrder(variant, seed=app.puzzle_seed))
    return app, (*left, *effects)
