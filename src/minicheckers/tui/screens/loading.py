"""Games and boards from files: which file, which game of it, and what came of it."""

from collections.abc import Callable
from dataclasses import replace

from ..events import BoardRead, ListRecordings, LoadPdn, NotRead, ReadBoard, Recordings
from ..state import AppState, Step
from ..widgets.picker import Picker
from ..widgets.prompt import Prompt

#: The last entry of a list of files.
ANOTHER_NAME = "another name ..."


def ask_for_recordings(app: AppState) -> Step:
    """Show the recorded games that are here."""
    return app, (ListRecordings("load"),)


def ask_what_to_review(app: AppState) -> Step:
    """Show the recorded games that are here, to be graded."""
    return app, (ListRecordings("review"),)


def ask_for_board(app: AppState) -> Step:
    """Ask for a file with a board, or a FEN."""
    return replace(app, overlay=prompt_for("board")), ()


def prompt_for(purpose: str, text: str = "") -> Prompt:
    """The line to type the name of a file in."""
    match purpose:
        case "board":
            return Prompt("File or FEN", "use", _read_board, text)
        case "review":
            return Prompt(
                "Review", "review", lambda app, name: (app, (LoadPdn(name, None, "review"),)), text
            )
        case _:
            return Prompt("Load", "open", lambda app, name: (app, (LoadPdn(name),)), text)


def _read_board(app: AppState, text: str) -> Step:
    from .menu import MenuScreen

    variant = app.screen.variant_name if isinstance(app.screen, MenuScreen) else ""
    return app, (ReadBoard(text, variant),)


def hear_recordings(app: AppState, event: Recordings) -> Step:
    """Let the person choose among files, or among the games of one; without any, type a name."""
    if not event.labels:
        app = replace(app, overlay=prompt_for(event.purpose))
        return app.saying("There is no PDN file here. Type the name of one."), ()
    if event.source:
        return replace(app, overlay=Picker(event.title, event.labels, _take_game(event))), ()
    labels = (*event.labels, ANOTHER_NAME)
    return replace(app, overlay=Picker(event.title, labels, _take_file(event))), ()


def _take_game(event: Recordings) -> Callable[[AppState, int], Step]:
    """Open the game of a number in a file."""
    return lambda app, number: (app, (LoadPdn(event.source, number + 1, event.purpose),))


def _take_file(event: Recordings) -> Callable[[AppState, int], Step]:
    """Open a file of the list, or ask for another name."""

    def take(app: AppState, number: int) -> Step:
        if number == len(event.labels):
            return replace(app, overlay=prompt_for(event.purpose)), ()
        return app, (LoadPdn(event.labels[number], None, event.purpose),)

    return take


def hear_not_read(app: AppState, event: NotRead) -> Step:
    """Say why a file is of no use; its name can be corrected, but no pasted text."""
    if event.purpose != "paste":
        app = replace(app, overlay=prompt_for(event.purpose, event.name))
    return app.saying(event.sentence, "warning"), ()


def hear_board(app: AppState, event: BoardRead) -> Step:
    """The next game begins from a board that was read."""
    from .menu import MenuScreen

    if not isinstance(app.screen, MenuScreen):  # it was left meanwhile
        return app, ()
    return app.screen.with_board(app, event), ()
