"""The start menu: rows of choices, changed with the arrows; Enter plays, or leads elsewhere."""

from dataclasses import replace
from typing import Any

from ...game.clock import TimeControl
from ...game.request import FIRST_CHOICES
from ...rules.variant import VARIANTS
from ..events import Click, GameReady, SavePreferences, StartGame, Step
from ..menu_layout import clicked_row, menu_layout
from ..menu_rows import FRIEND, chosen_variant, current_row, rows
from ..questions import PuzzleOrder
from ..state import AppState, Choice, Dialog, Menu, NewGame, Sheet
from . import game_flow, learning, loading, puzzling, reviewing
from .bindings import Action, Binding, Section, also
from .board import theme_changer

#: The thinking times that the menu offers, in seconds; None: as the level does.
THINKING_TIMES = (None, 0.1, 0.3, 1.0, 2.0, 5.0, 10.0, 30.0)
#: The clocks that the menu offers, None: as much time as one likes.
CLOCKS = (None, *map(TimeControl.parse, ("1+0", "3+2", "5+3", "10+0", "15+10", "30+0")))


def mover(step: int) -> Action:
    """The action that goes a row up or down, past those where nothing can be done."""

    def move(state: AppState) -> Step:
        names = [row.name for row in rows(state) if row.enabled]
        here = names.index(current_row(state).name)
        return go_to(state, names[(here + step) % len(names)]), ()

    return move


def go_to(state: AppState, row: str) -> AppState:
    """The menu with the cursor on a row, scrolled no further than that needs."""
    state = replace(state, menu=replace(state.menu, row=row))
    places = menu_layout(state)
    if places is None:
        return state
    return replace(state, menu=replace(state.menu, scroll=places.scroll))


def changer(step: int) -> Action:
    """The action that takes the next or previous choice of a row."""

    def change(state: AppState) -> Step:
        menu, row = state.menu, current_row(state).name
        if row == "theme":
            return theme_changer(step)(state)
        if row == "board":
            if step > 0:
                return loading.ask_for_board(state)
            return replace(state, menu=replace(menu, board=None)), ()
        options = _options(menu)
        if row not in options:
            return state, ()
        field, values = options[row]
        chosen = getattr(menu, field)
        here = values.index(chosen) if chosen in values else 0
        changed: dict[str, Any] = {field: values[(here + step) % len(values)]}
        if row in ("game", "size"):
            changed["board"] = None  # a position belongs to its game
        return replace(state, menu=replace(menu, **changed)), ()

    return change


def _options(menu: Menu) -> dict[str, tuple[str, tuple[object, ...]]]:
    """The field of the menu behind each row, and its possible values."""
    times = THINKING_TIMES if menu.time in THINKING_TIMES else (*THINKING_TIMES, menu.time)
    clocks = CLOCKS if menu.clock in CLOCKS else (*CLOCKS, menu.clock)
    return {
        "game": ("variant", tuple(VARIANTS)),
        "size": ("size", VARIANTS[menu.variant].possible_sizes),
        "opponent": ("level", (*menu.levels, FRIEND)),
        "first": ("first", FIRST_CHOICES),
        "time": ("time", times),
        "clock": ("clock", clocks),
    }


def choose(state: AppState) -> Step:
    """What Enter does on the row one is on: most of them play."""
    return DESTINATIONS.get(current_row(state).name, play)(state)


def play(state: AppState) -> Step:
    """A new game; one that is unfinished is replaced only on a yes."""
    return _after_asking(state, "start")


def watch(state: AppState) -> Step:
    """Let the computer play itself with the choices of the menu; what is saved stays saved."""
    new_game = _new_game(state)
    level = new_game.level or state.preferences.level
    return state, (StartGame(new_game._replace(level=level, watched=True)),)


def _after_asking(state: AppState, action: str) -> Step:
    unfinished = state.unfinished
    if unfinished is None or not (unfinished.black.is_person or unfinished.white.is_person):
        return start(state)
    choices = (Choice("New game", "y", action), Choice("Go back", "n", "close"))
    question = "It takes the place of the unfinished game."
    return replace(state, overlay=Dialog("A new game?", question, choices)), ()


def start(state: AppState) -> Step:
    """A new game with the choices of the menu, which are kept for the next time."""
    new_game = _new_game(state)
    preferences = replace(
        state.preferences.after_choosing(new_game.variant, new_game.level, new_game.first),
        time=new_game.time,
        clock=None if new_game.clock is None else str(new_game.clock),
    )
    state = replace(state, preferences=preferences, overlay=None)
    return state, (SavePreferences(preferences), StartGame(new_game))


def _new_game(state: AppState) -> NewGame:
    menu = state.menu
    return NewGame(
        chosen_variant(state),
        None if menu.level == FRIEND else menu.level,
        menu.first,
        menu.time,
        None if menu.board is None else menu.board.position,
        clock=menu.clock,
    )


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


def show_record(state: AppState) -> Step:
    """All results so far."""
    return replace(state, overlay=Sheet("record")), ()


def puzzle(state: AppState) -> Step:
    """Puzzles of the chosen game, others every time."""
    return puzzling.open_puzzles(state, PuzzleOrder(chosen_variant(state), seed=state.chance))


def learn(state: AppState) -> Step:
    """The lessons of the chosen game."""
    return learning.open_lessons(state, chosen_variant(state))


#: Where the rows lead that do not play.
DESTINATIONS: dict[str, Action] = {
    "continue": resume,
    "watch": watch,
    "board": loading.ask_for_board,
    "load": loading.ask_for_recordings,
    "puzzle": puzzle,
    "learn": learn,
    "review": reviewing.ask_for_archive,
    "record": show_record,
}


def click(state: AppState, event: Click) -> Step:
    """A click goes to a row and does what Enter does there; on a choice it takes the next one."""
    row = clicked_row(state, event.column, event.row)
    if row is None or not row.enabled:
        return state, ()
    there = row.name == current_row(state).name
    state = go_to(state, row.name)
    if not row.changeable:
        return choose(state)
    return changer(1)(state) if there else (state, ())


def enter_label(state: AppState) -> str:
    """What Enter does on the row one is on."""
    return current_row(state).enter


def change_label(state: AppState) -> str:
    """The word for left and right, where they change something."""
    return "change" if current_row(state).changeable else ""


MENU = Section(
    "The menu",
    (
        Binding(("up", "k", "shift-tab", "wheel-up"), mover(-1), "go to a row", "↑↓", "row"),
        *(also(key, mover(1)) for key in ("down", "j", "tab", "wheel-down")),
        Binding(("left", "h"), changer(-1), "change it", "←→", change_label),
        *(also(key, changer(1)) for key in ("right", "l", " ")),
        Binding(("enter",), choose, "play, open", "Enter", enter_label),
        also("escape", back),
    ),
)
