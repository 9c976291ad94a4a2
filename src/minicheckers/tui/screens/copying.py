"""The clipboard: copying from the board, and pasting a game onto it."""

from dataclasses import replace
from functools import partial

from ...game.timeline import Timeline
from ...messages import counted, sentence
from ..events import LoadPdn
from ..state import AppState, Step
from ..widgets.dialog import Choice, Dialog, ask
from .board import BoardScreen
from .playing import PlayingScreen
from .remote import RemoteScreen

PASTED = "the pasted text"
#: What can be copied: its name in effects, its label, and its key.
FORMS = {
    "fen": ("Position", "f"),
    "pdn": ("Game", "p"),
    "line": ("One line", "o"),
    "show": ("By hand", "s"),
}


def ask_what_to_copy(screen: BoardScreen, app: AppState) -> Step:
    """Ask in which form to copy the position or the game."""
    choices = tuple(
        Choice(label, key, partial(_copy, form=form)) for form, (label, key) in FORMS.items()
    )
    question = (
        "'Position' copies the position as FEN. 'Game' copies the game as PDN. 'One line' copies "
        "the game as one line for a chat or mail. 'By hand' shows the text so that you can select "
        "it."
    )
    return replace(app, overlay=Dialog("What do you want to copy?", question, choices)), ()


def _copy(screen: BoardScreen, app: AppState, form: str) -> Step:
    return app, (screen.copied(form),)


# A pasted game


def paste_game(app: AppState, text: str) -> Step:
    """Ask whether to continue with a pasted game; raise ValueError if it is not a game."""
    from ...game.correspondence import added_moves
    from ...play.recorded import kept_copy, read_recorded

    (record,) = read_recorded(text, PASTED, 1)
    if isinstance(app.screen, RemoteScreen):
        told = "Leave this game first, then paste the other one again."
        return app.saying(told, "warning"), ()
    line = record.timeline
    game = app.screen.game if isinstance(app.screen, PlayingScreen) else None
    try:
        if game is not None and game.kept and game.session.is_shared and game.outcome is None:
            added = " ".join(map(str, added_moves(game.timeline, line)))
            text = f"The pasted game adds {added}."
            return ask(app, "Play on?", text, "Yes", partial(_follow, line=line), "No", selected=0)
        kept_copy(line, app.kept)
    except ValueError as error:
        question = f"{sentence(str(error))} Open it as another game?"
    else:
        question = f"A game of {line.start.variant} with {counted(line.ply, 'move')}."
    if app.own_game is not None:
        question += " Your current game stays saved."
    opening = LoadPdn(PASTED, 1, "paste", text)
    title = "Open the pasted game?"
    return ask(app, title, question, "Yes", lambda _, app: (app, (opening,)), "No", selected=0)


def _follow(screen: PlayingScreen, app: AppState, line: Timeline) -> Step:
    return screen.after(app, screen.game.follow(line, app.now))
