"""Games and boards from files: which file, which game of it, and what came of it."""

from dataclasses import replace

from ..events import (
    BoardRead,
    Click,
    ListRecordings,
    LoadPdn,
    NotRead,
    ReadBoard,
    Recordings,
    Step,
)
from ..picker_layout import picker_box
from ..state import AppState, ChosenBoard, Picker, Prompt
from .bindings import Action, Binding, Section, also

#: The last entry of a list of files.
ANOTHER_NAME = "another name ..."
_PAGE = 10


# Which


def ask_for_recordings(state: AppState) -> Step:
    """Show the recorded games that are here."""
    return state, (ListRecordings("load"),)


def ask_what_to_review(state: AppState) -> Step:
    """Show the recorded games that are here, to be graded."""
    return state, (ListRecordings("review"),)


def ask_for_board(state: AppState) -> Step:
    """Ask for a file with a board, or a FEN."""
    return replace(state, overlay=Prompt("board")), ()


def offer(state: AppState, event: Recordings) -> Step:
    """Let the person choose among files, or among the games of one; without any, type a name."""
    if not event.labels:
        here = "there is no recorded game here; type the name of a file"
        return replace(state, overlay=Prompt(event.purpose)).saying(here), ()
    labels = event.labels if event.source else (*event.labels, ANOTHER_NAME)
    return replace(
        state, overlay=Picker(event.purpose, event.title, labels, source=event.source)
    ), ()


def refuse(state: AppState, event: NotRead) -> Step:
    """Say why a file is of no use; its name can be mended."""
    state = replace(state, overlay=Prompt(event.purpose, event.name))
    return state.saying(event.sentence, "warning"), ()


def take_board(state: AppState, event: BoardRead) -> Step:
    """The next game begins from a board that was read."""
    board, variant = ChosenBoard(event.name, event.position), event.position.variant
    menu = replace(state.menu, variant=variant.name, size=variant.size, board=board)
    return replace(state, menu=menu, overlay=None), ()


# What typed names do


def load(state: AppState, name: str) -> Step:
    """Open a file of recorded games."""
    return replace(state, overlay=None), (LoadPdn(name),)


def review(state: AppState, name: str) -> Step:
    """Have a recorded game graded."""
    return replace(state, overlay=None), (LoadPdn(name, purpose="review"),)


def read_board(state: AppState, text: str) -> Step:
    """Read a board from a file, or a FEN."""
    return replace(state, overlay=None), (ReadBoard(text, state.menu.variant),)


# The list


def selector(step: int) -> Action:
    """The action that goes up or down the list."""

    def select(state: AppState) -> Step:
        picker = _picker(state)
        if abs(step) == 1:
            selected = (picker.selected + step) % len(picker.labels)
        else:
            selected = min(max(picker.selected + step, 0), len(picker.labels) - 1)
        return replace(state, overlay=replace(picker, selected=selected)), ()

    return select


def choose(state: AppState) -> Step:
    """Take what the list stands on."""
    picker = _picker(state)
    label = picker.labels[picker.selected]
    if picker.source:
        return replace(state, overlay=None), (
            LoadPdn(picker.source, picker.selected + 1, picker.purpose),
        )
    if picker.selected == len(picker.labels) - 1:
        return replace(state, overlay=Prompt(picker.purpose)), ()
    return (review if picker.purpose == "review" else load)(state, label)


def close(state: AppState) -> Step:
    """Leave the list."""
    return replace(state, overlay=None), ()


def click(state: AppState, event: Click) -> Step:
    """A click takes an entry; a click beside the list leaves it."""
    picker = _picker(state)
    box = picker_box(state, picker)
    if not box.area.contains(event.column, event.row):
        return close(state)
    number = box.first + event.row - box.inside.top
    if not box.inside.contains(event.column, event.row) or number >= len(picker.labels):
        return state, ()
    return choose(replace(state, overlay=replace(picker, selected=number)))


def _picker(state: AppState) -> Picker:
    if not isinstance(state.overlay, Picker):
        raise TypeError("there is no list on the screen")
    return state.overlay


PICKING = Section(
    "A list",
    (
        Binding(("up", "k", "shift-tab", "wheel-up"), selector(-1), "go up and down", "↑↓", "go"),
        *(also(key, selector(1)) for key in ("down", "j", "tab", "wheel-down")),
        also("pageup", selector(-_PAGE)),
        also("pagedown", selector(_PAGE)),
        also("home", selector(-(10**6))),
        also("end", selector(10**6)),
        Binding(("enter", " "), choose, "open it", "Enter", "open"),
        Binding(("escape", "q"), close, "close", "Esc", "close"),
    ),
)
