"""Keymaps: the keys of every situation. The help and the line of keys are made from these too."""

from ..events import Step
from ..state import AppState
from ..studies import Learning, Puzzling, Retrying
from . import learning, puzzling, retrying
from .bindings import Binding, Keymap, Section
from .board import ALWAYS, GAME, MOVING, SCREEN
from .exploring import EXPLORE, EXPLORING
from .game_flow import game_of
from .help_pages import HELP
from .insight import HINTS, INSIGHT
from .learning import LEARNING
from .loading import PICKING
from .menu import MENU
from .overlay import DIALOG, SHEET, TYPING
from .puzzling import PUZZLING
from .retrying import OLD_MISTAKES, RETRYING
from .reviewing import BROWSING, REVIEW, REVIEWING
from .situations import Situation, situation
from .study_flow import AWAY, SHOWING
from .taking_back import TAKING_BACK
from .watching import STEPPING, WATCHING


def go_on(state: AppState) -> Step:
    """The next lesson, mistake or puzzle."""
    match game_of(state).study:
        case Learning():
            return learning.go_on(state)
        case Retrying():
            return retrying.go_on(state)
        case Puzzling():
            return puzzling.go_on(state)
        case _:
            return state, ()


GOING_ON = Section("Done", (Binding(("enter", " ", "n"), go_on, "the next one", "Enter", "next"),))

KEYMAPS: dict[Situation, Keymap] = {
    Situation.MENU: (MENU, ALWAYS),
    Situation.BOARD: (MOVING, GAME, HINTS, EXPLORE, REVIEW, SCREEN, ALWAYS),
    Situation.REPLAYING: (STEPPING, GAME, HINTS, EXPLORE, REVIEW, SCREEN, ALWAYS),
    Situation.WATCHING: (WATCHING, GAME, HINTS, SCREEN, ALWAYS),
    Situation.EXPLORING: (MOVING, EXPLORING, HINTS, SCREEN, ALWAYS),
    Situation.BROWSING: (BROWSING, AWAY, SCREEN, ALWAYS),
    Situation.REVIEWING: (REVIEWING, EXPLORE, INSIGHT, AWAY, SCREEN, ALWAYS),
    Situation.RETRYING: (MOVING, RETRYING, OLD_MISTAKES, EXPLORE, AWAY, SCREEN, ALWAYS),
    Situation.PUZZLING: (MOVING, PUZZLING, AWAY, SCREEN, ALWAYS),
    Situation.LEARNING: (MOVING, LEARNING, AWAY, SCREEN, ALWAYS),
    Situation.SPARRING: (MOVING, TAKING_BACK, HINTS, EXPLORE, AWAY, SCREEN, ALWAYS),
    Situation.SHOWING: (SHOWING, AWAY, SCREEN, ALWAYS),
    Situation.WAITING: (AWAY, SCREEN, ALWAYS),
    Situation.GOING_ON: (GOING_ON, EXPLORE, AWAY, SCREEN, ALWAYS),
    Situation.MENDED: (GOING_ON, OLD_MISTAKES, EXPLORE, AWAY, SCREEN, ALWAYS),
    Situation.HELP: (HELP,),
    Situation.SHEET: (SHEET,),
    Situation.LIST: (PICKING,),
    Situation.QUESTION: (DIALOG,),
    Situation.RESULT: (DIALOG, GAME, HINTS, EXPLORE, REVIEW, SCREEN, ALWAYS),
    Situation.TYPING: (TYPING,),
}


def keymap(state: AppState) -> Keymap:
    """The keys that count now."""
    return KEYMAPS[situation(state)]
