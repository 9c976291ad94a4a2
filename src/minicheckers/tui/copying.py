"""The clipboard: copying the position or the game, and opening a game that is pasted."""

from functools import partial
from typing import TYPE_CHECKING

from ..activities.activity import Activity, Question
from ..activities.files import kept_copy, read_recorded
from ..activities.game import Game
from ..game.correspondence import added_moves, holds_line, write_letter
from ..game.pdn import write_game
from ..support.text import counted, sentence

if TYPE_CHECKING:
    from .app import App

PASTED = "the pasted text"
_ABOUTS = ("as FEN", "as PDN", "the game as one line, for a chat or a mail", "to select it")


def ask_what_to_copy(app: "App", activity: Activity) -> None:
    """Ask in which form to copy the position or the game."""
    record = activity.as_record()
    texts = {
        "Position": activity.position.fen(),
        "Game": write_game(record),
        "One line": write_letter(record),
    }
    answers = {label: partial(_copy, app, label, text) for label, text in texts.items()}
    by_hand = partial(app.show_text, "Copy", "\n\n".join(texts.values()).split("\n"))
    app.ask(Question("Copy", "", {**answers, "By hand": by_hand}, _ABOUTS))


def _copy(app: "App", label: str, text: str) -> None:
    if not app.terminal.copy(text):
        app.show_text("Copy", text.split("\n"))
        return
    what = "position" if label == "Position" else "game"
    app.say(f"The {what} is copied. If your terminal did not take it, copy it by hand.")


def is_game(text: str) -> bool:
    """Whether a text is a whole game."""
    return text.lstrip().startswith("[") or holds_line(text)


def paste_game(app: "App", text: str) -> None:
    """Ask whether to open a pasted game; ValueError with a sentence if it is none."""
    (record,) = read_recorded(text, PASTED, 1)
    line, activity = record.timeline, app.screen.activity
    try:
        if isinstance(activity, Game) and activity.can_follow:
            added = " ".join(map(str, added_moves(activity.timeline, line)))
            asked = f"The pasted game adds {added}."
            follow = partial(activity.follow, line)
            app.ask(Question("Play on?", asked, {"Yes": follow, "No": None}))
            return
        kept_copy(line, app.store.unfinished())
    except ValueError as error:
        asked = f"{sentence(str(error))} Open it as another game?"
    else:
        asked = f"A game of {line.start.variant} with {counted(line.ply, 'move')}."
    if any(screen.activity is not None and screen.activity.is_kept for screen in app.screens):
        asked += " Your current game stays saved."
    opening = partial(app.open_record, record)
    app.ask(Question("Open the pasted game?", asked, {"Yes": opening, "No": None}))
