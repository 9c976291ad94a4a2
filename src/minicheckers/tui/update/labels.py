"""The words of the line of keys for the board: what a key does just now, or nothing."""

from ..state import AppState, GameScreen
from .game_flow import game_of


def offers_hint(game: GameScreen) -> bool:
    """Whether the whole move of a hint is told and the cursor is on its piece."""
    return game.hint is not None and game.hint_step != 1 and game.focus == game.hint.start


def enter_label(state: AppState) -> str:
    """What Enter does on the board just now."""
    game = game_of(state)
    if game.must_pass:
        return "pass" if game.session.to_move.is_person else ""
    if game.failed:
        return "ask again"
    if not game.person_to_move:
        return ""
    if offers_hint(game):
        return "play the hint"
    if game.picked:
        return _put_label(game)
    return "pick up" if game.focus in game.movable or len(game.movable) == 1 else ""


def _put_label(game: GameScreen) -> str:
    """What Enter does with a piece that is picked up."""
    if game.focus in game.targets:
        path = (*game.picked, game.focus)
        return "put down" if any(move.path == path for move in game.candidates) else "jump on"
    if sum(move.end == game.focus for move in game.candidates) == 1:
        return "put down"
    if len(game.picked) == 1 and game.focus == game.picked[0]:
        return "put back"
    return "pick up" if len(game.picked) == 1 and game.focus in game.movable else ""


def back_label(state: AppState) -> str:
    """The word for Esc, if there is something to put back."""
    return "back" if game_of(state).picked else ""


def new_label(state: AppState) -> str:
    """The word for a new game, where one is played."""
    return "" if game_of(state).replaying else "new"


def next_label(state: AppState) -> str:
    """The word for going to the next piece or target, if there is another one."""
    game = game_of(state)
    squares = set(game.targets if game.picked else game.movable)
    return "next" if game.person_to_move and squares - {game.focus} else ""
