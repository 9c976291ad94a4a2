"""The start menu: rows of choices, changed with the arrows, started with Enter."""

from dataclasses import replace
from typing import Any

from ...game.request import FIRST_CHOICES
from ...rules.variant import VARIANTS
from ..events import Click, GameReady, SavePreferences, StartGame, Step
from ..menu_rows import FRIEND, chosen_variant, clicked_row, rows
from ..state import AppState, Choice, Dialog, Menu, NewGame
from . import game_flow
from .bindings import Action, Binding, Section, also
from .board import theme_changer


def mover(step: int) -> Action:
    """The action that goes a row up or down."""

    def move(state: AppState) -> Step:
        names = [row.name for row in rows(state)]
        here = names.index(state.menu.row) if state.menu.row in names else 0
        row = names[(here + step) % len(names)]
        return replace(state, menu=replace(state.menu, row=row)), ()

    return move


def changer(step: int) -> Action:
    """The action that takes the next or previous choice of a row."""

    def change(state: AppState) -> Step:
        menu = state.menu
        if menu.row == "theme":
            return theme_changer(step)(state)
        options = _options(menu)
        if menu.row not in options:
            return state, ()
        field, values = options[menu.row]
        chosen = getattr(menu, field)
        here = values.index(chosen) if chosen in values else 0
        changed: dict[str, Any] = {field: values[(here + step) % len(values)]}
        return replace(state, menu=replace(menu, **changed)), ()

    return change


def _options(menu: Menu) -> dict[str, tuple[str, tuple[object, ...]]]:
    """The field of the menu behind each row, and its possible values."""
    return {
        "game": ("variant", tuple(VARIANTS)),
        "size": ("size", VARIANTS[menu.variant].possible_sizes),
        "opponent": ("level", (*menu.levels, FRIEND)),
        "first": ("first", FIRST_CHOICES),
    }


def choose(state: AppState) -> Step:
    """Start the game that is chosen, or continue the unfinished one."""
    if state.menu.row == "continue":
        return resume(state)
    unfinished = state.unfinished
    if unfinished is None or not (unfinished.black.is_person or unfinished.white.is_person):
        return start(state)
    choices = (Choice("New game", "y", "start"), Choice("Go back", "n", "close"))
    question = "The unfinished game would be given up."
    return replace(state, overlay=Dialog("A new game?", question, choices)), ()


def resume(state: AppState) -> Step:
    """Back to the game on the board, or the saved one onto it."""
    unfinished = state.unfinished
    if unfinished is None:
        return state.saying("there is no unfinished game"), ()
    game = state.game
    if game is None or game.session is not unfinished:
        return game_flow.open_game(state, GameReady(unfinished))
    state = replace(state, at_menu=False, overlay=None).with_game(turn_since=state.now)
    return game_flow.proceed(state)


def back(state: AppState) -> Step:
    """From the menu back to the game on the board; without one there is nowhere to go."""
    under_way = state.game is not None and state.game.session is state.unfinished
    return resume(state) if under_way else (state, ())


def start(state: AppState) -> Step:
    """A new game with the choices of the menu, which are kept for the next time."""
    menu = state.menu
    variant = chosen_variant(state)
    level = None if menu.level == FRIEND else menu.level
    new_game = NewGame(variant, level, menu.first)
    preferences = state.preferences.after_choosing(*new_game)
    state = replace(state, preferences=preferences, overlay=None)
    return state, (SavePreferences(preferences), StartGame(new_game))


def click(state: AppState, event: Click) -> Step:
    """A click goes to a row; on the row one is on, it continues, or takes the next choice."""
    name = clicked_row(state, event.column, event.row)
    if name is None:
        return state, ()
    there = name == state.menu.row
    state = replace(state, menu=replace(state.menu, row=name))
    if name in ("continue", "start"):
        return choose(state)
    return changer(1)(state) if there else (state, ())


MENU = Section(
    "The menu",
    (
        Binding(("up", "k", "shift-tab"), mover(-1), "go to a row", "↑↓", "row"),
        *(also(key, mover(1)) for key in ("down", "j", "tab")),
        Binding(("left", "h"), changer(-1), "change it", "←→", "change"),
        *(also(key, changer(1)) for key in ("right", "l", " ")),
        Binding(("enter",), choose, "start or continue", "Enter", "start"),
        also("escape", back),
    ),
)
