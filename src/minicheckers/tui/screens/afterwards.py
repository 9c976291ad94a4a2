"""What comes after the last lesson or puzzle: a question with the next steps."""

from ...coach.requests import PUZZLE_GAMES, PuzzleOrder
from ...rules.variant import Variant
from ..events import NewGame, StartGame
from ..state import AppState, Step, leave_screen
from ..widgets.dialog import Choice, Dialog


def afterwards(title: str, text: str, variant: Variant) -> Dialog:
    """The next steps in a game: playing it, its puzzles, or back to where one came from."""
    choices = [Choice("Play", "p", lambda app: _play(app, variant))]
    if variant.name in PUZZLE_GAMES:
        choices.append(Choice("Puzzles", "z", lambda app: _puzzles(app, variant)))
    choices.append(Choice("Back", "b", leave_screen))
    return Dialog(title, text, tuple(choices), on_close=leave_screen)


def _play(app: AppState, variant: Variant) -> Step:
    preferences = app.preferences
    return app, (StartGame(NewGame(variant, preferences.level, preferences.first)),)


def _puzzles(app: AppState, variant: Variant) -> Step:
    """Puzzles in place of what has ended."""
    from .puzzle import open_puzzles

    app, left = leave_screen(app)
    app, effects = open_puzzles(app, PuzzleOrder(variant, seed=app.puzzle_seed))
    return app, (*left, *effects)
