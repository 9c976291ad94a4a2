"""Loading games and boards from files: choosing the file and the game, and handling the outcome."""

from dataclasses import replace

from ..events import BoardRead, LoadPdn, NotRead, ReadBoard, Recordings
from ..state import AppState, Screen, Step
from ..widgets.picker import Picker
from ..widgets.prompt import Prompt

#: The last entry in a list of files.
ANOTHER_NAME = "another name ..."


def ask_for_board(screen: Screen, app: AppState) -> Step:
    """Ask for a FEN, or for a file with a board."""
    return replace(app, overlay=prompt_for("board")), ()


def prompt_for(purpose: str, text: str = "") -> Prompt:
    """The prompt for a file name."""
    if purpose == "board":
        return Prompt("File or FEN", "use", _read_board, text)
    title, verb = ("Review", "review") if purpose == "review" else ("Load", "open")
    return Prompt(
        title, verb, lambda screen, app, name: (app, (LoadPdn(name, None, purpose),)), text
    )


def _read_board(screen: Screen, app: AppState, text: str) -> Step:
    from .menu import MenuScreen

    variant = screen.variant_name if isinstance(screen, MenuScreen) else ""
    return app, (ReadBoard(text, variant),)


def hear_recordings(app: AppState, event: Recordings) -> Step:
    """Let the person choose a file, or a game from one; if there are none, ask for a name."""
    if not event.labels:
        app = replace(app, overlay=prompt_for(event.purpose))
        return app.saying("There is no PDN file here. Type the name of one."), ()
    labels = event.labels if event.source else (*event.labels, ANOTHER_NAME)

    def take(screen: Screen, app: AppState, number: int) -> Step:
        if event.source:
            return app, (LoadPdn(event.source, number + 1, event.purpose),)
        if number == len(event.labels):
            return replace(app, overlay=prompt_for(event.purpose)), ()
        return app, (LoadPdn(event.labels[number], None, event.purpose),)

    return replace(app, overlay=Picker(event.title, labels, take)), ()


def hear_not_read(app: AppState, event: NotRead) -> Step:
    """Say why a file cannot be used; let the person correct its name unless the text was pasted."""
    if event.purpose != "paste":
        app = replace(app, overlay=prompt_for(event.purpose, event.name))
    return app.saying(event.sentence, "warning"), ()


def hear_board(app: AppState, event: BoardRead) -> Step:
    """Start the next game from a board that was read."""
    from .menu import MenuScreen

    if not isinstance(app.screen, MenuScreen):  # the person has left the menu
        return app, ()
    return app.screen.with_board(app, event), ()
