"""Situations: what is on the screen, as far as keys are concerned."""

from enum import StrEnum

from ..layout import layout
from ..menu_layout import menu_layout
from ..state import AppState, Dialog, GameScreen, Help, Overlay, Picker, Prompt, Sheet
from ..studies import (
    Browsing,
    Exploring,
    Learning,
    Puzzling,
    Retrying,
    Reviewing,
    Sparring,
    Study,
)


class Situation(StrEnum):
    """What is on the screen: each has its keys in `keymaps`."""

    MENU = "menu"
    BOARD = "board"
    REPLAYING = "replaying"
    WATCHING = "watching"
    EXPLORING = "exploring"
    BROWSING = "browsing"
    REVIEWING = "reviewing"
    RETRYING = "retrying"
    PUZZLING = "puzzling"
    LEARNING = "learning"
    SPARRING = "sparring"
    SHOWING = "showing"
    WAITING = "waiting"
    GOING_ON = "going on"
    MENDED = "mended"
    HELP = "help"
    SHEET = "sheet"
    LIST = "list"
    QUESTION = "question"
    RESULT = "result"
    TYPING = "typing"


_OF_STUDIES: dict[type[Study], Situation] = {
    Exploring: Situation.EXPLORING,
    Browsing: Situation.BROWSING,
    Reviewing: Situation.REVIEWING,
    Retrying: Situation.RETRYING,
    Puzzling: Situation.PUZZLING,
    Learning: Situation.LEARNING,
    Sparring: Situation.SPARRING,
}
_OF_OVERLAYS: dict[type[Overlay], Situation] = {
    Help: Situation.HELP,
    Sheet: Situation.SHEET,
    Picker: Situation.LIST,
    Prompt: Situation.TYPING,
    Dialog: Situation.QUESTION,
}


def is_shown(state: AppState) -> bool:
    """Whether the screen is large enough; on a smaller one nobody sees what keys would do."""
    game = state.board
    if game is None:
        return menu_layout(state) is not None
    return layout(game.variant, state.size) is not None


def situation(state: AppState) -> Situation:
    """The situation now: what lies over the screen counts before what is below it."""
    overlay = state.overlay
    if overlay is None:
        return situation_below(state)
    if isinstance(overlay, Dialog) and overlay.is_result:
        return Situation.RESULT
    return _OF_OVERLAYS[type(overlay)]


def situation_below(state: AppState) -> Situation:
    """The situation without whatever lies over the screen."""
    game = state.board
    if game is None:
        return Situation.MENU
    if game.study is not None:
        return _of_study(game, game.study)
    if game.replaying:
        return Situation.REPLAYING
    return Situation.BOARD if game.watch is None else Situation.WATCHING


def _of_study(game: GameScreen, study: Study) -> Situation:
    if game.showing is not None:
        return Situation.SHOWING
    if isinstance(study, Puzzling) and study.solving is None:
        return Situation.WAITING
    if isinstance(study, Learning | Retrying | Puzzling) and not study.takes_moves:
        return Situation.MENDED if isinstance(study, Retrying) else Situation.GOING_ON
    return _OF_STUDIES[type(study)]
