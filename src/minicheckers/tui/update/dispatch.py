"""update: a state and an event make a new state, and effects for the world to carry out."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import assert_never

from ..events import (
    BoardRead,
    Click,
    CoachAnswered,
    CoachFailed,
    Event,
    GameReady,
    GameSaved,
    Key,
    Notice,
    NotRead,
    NotWritten,
    Paste,
    RecordChanged,
    Recordings,
    Release,
    Resized,
    SearchDone,
    SearchFailed,
    SearchProgress,
    Slow,
    Step,
    Tick,
)
from ..layout import layout
from ..menu_layout import menu_layout
from ..state import AppState, Dialog, Help, Picker, Prompt, Sheet
from . import board as update_board
from . import consulting, game_flow, loading
from . import menu as update_menu
from . import overlay as update_overlay
from .bindings import Action, Keymap, find, key_line
from .board import ALWAYS, GAME, MOVING, SCREEN, SYSTEM
from .clock import check_time, rings
from .insight import HINTS
from .loading import PICKING
from .menu import MENU
from .overlay import DIALOG, HELP, SHEET, TYPING
from .watching import STEPPING, WATCHING

#: What each key does, by situation; the help and the line of keys are made from these too.
KEYMAPS: dict[str, Keymap] = {
    "menu": (MENU, ALWAYS),
    "board": (MOVING, GAME, HINTS, SCREEN, ALWAYS),
    "replaying": (STEPPING, GAME, HINTS, SCREEN, ALWAYS),
    "watching": (WATCHING, GAME, HINTS, SCREEN, ALWAYS),
    "help": (HELP,),
    "sheet": (SHEET,),
    "list": (PICKING,),
    "question": (DIALOG,),
    "result": (DIALOG, GAME, HINTS, SCREEN, ALWAYS),
    "typing": (TYPING,),
}

#: Which keymap counts while something lies over the screen.
_COVERING = {Help: "help", Sheet: "sheet", Picker: "list", Prompt: "typing", Dialog: "question"}

#: Keys that end an animation and do nothing else then.
SKIPPING = ("enter", " ", "escape")


def is_shown(state: AppState) -> bool:
    """Whether the screen is large enough; on a smaller one nobody sees what keys would do."""
    game = state.board
    if game is None:
        return menu_layout(state) is not None
    return layout(game.variant, state.size) is not None


def situation(state: AppState) -> str:
    """Which keymap counts below any overlay."""
    game = state.board
    if game is None:
        return "menu"
    if game.replaying:
        return "replaying"
    return "watching" if game.watch is not None else "board"


def covering(state: AppState) -> str | None:
    """Which keymap counts instead, because something lies over the screen."""
    if state.overlay is None:
        return None
    if isinstance(state.overlay, Dialog) and state.overlay.is_result:
        return "result"
    return _COVERING[type(state.overlay)]


def update(state: AppState, event: Event, now: float) -> Step:
    """What an event changes, at a time given in seconds; the same state where that is nothing."""
    after, effects = _update(state, event, now)
    if after is state:
        return state, effects
    effects += rings(state, after)
    return game_flow.then((after, effects), consulting.attend)


def _update(state: AppState, event: Event, now: float) -> Step:
    if (late := check_time(replace(state, now=now))) is not None:
        return game_flow.then(late, partial(_update, event=event, now=now))
    if isinstance(event, Tick):
        return game_flow.tick(state, now)
    state = replace(state, now=now)
    match event:
        case Key():
            return _press(state, event)
        case Click():
            return _click(state, event)
        case Release():
            return _release(state, event)
        case Paste(text):
            return update_overlay.paste(state, text)
        case Resized(columns, rows):
            return replace(state, size=(columns, rows)), ()
        case Slow():
            still = replace(state.looks, animation=False)
            return game_flow.skip_animation(replace(state, looks=still))
        case GameReady():
            return game_flow.open_game(state, event)
        case SearchProgress():
            return game_flow.hear_progress(state, event)
        case SearchDone():
            return game_flow.hear_decision(state, event)
        case SearchFailed():
            return game_flow.hear_failure(state, event)
        case CoachAnswered():
            return consulting.hear_answer(state, event)
        case CoachFailed():
            return consulting.hear_failure(state, event)
        case Notice():
            return _notice(state, event)
        case NotWritten(name, sentence, purpose):
            if state.game is None:  # it was left meanwhile, so there is nothing to write again
                return state.saying(sentence, "warning"), ()
            return replace(state, overlay=Prompt(purpose, name)).saying(sentence, "warning"), ()
        case GameSaved(session, done):
            saved = session if done else state.saved
            return replace(state, saved=saved, keeping_failed=not done), ()
        case Recordings():
            return loading.offer(state, event)
        case BoardRead():
            return loading.take_board(state, event)
        case NotRead():
            return loading.refuse(state, event)
        case RecordChanged(record, session):
            state = replace(state, record=record)
            if state.game is not None and state.game.session is session:
                state = state.with_game(session=replace(session, counted=True))
            return state, ()
        case _:
            assert_never(event)


def _press(state: AppState, event: Key) -> Step:
    """A key: whatever moves is at its end, whatever was said is read, and the key does its work."""
    moving = state.game is not None and state.game.animation is not None
    state, effects = game_flow.skip_animation(replace(state, message=None))
    # A key that only meant to skip must not answer what it could not have seen.
    quits = event.name == "q"
    if moving and (event.name in SKIPPING or state.overlay is not None) and not quits:
        return state, effects
    return game_flow.then((state, effects), partial(_dispatch, event=event))


def _dispatch(state: AppState, event: Key) -> Step:
    if not is_shown(state):
        action = find((ALWAYS,), event.name)
        return action(state) if action is not None else (state, ())
    if (action := find((SYSTEM,), event.name)) is not None:
        return action(state)
    if _ignores_keys(state) and event.name != "q":
        return state, ()
    action = find(KEYMAPS[covering(state) or situation(state)], event.name)
    if action is not None:
        return action(state)
    return update_overlay.other_key(state, event)


def _ignores_keys(state: AppState) -> bool:
    """Whether a result has come up so lately that keys and clicks are not meant for it."""
    return isinstance(state.overlay, Dialog) and state.now < state.overlay.ignore_keys_until


def _click(state: AppState, event: Click) -> Step:
    state, effects = game_flow.skip_animation(replace(state, message=None))
    handler: Callable[[AppState, Click], Step] | None
    if not is_shown(state) or _ignores_keys(state):
        handler = None
    elif (action := _clicked_key(state, event)) is not None:
        return game_flow.then((state, effects), action)
    elif state.overlay is not None:
        handler = update_overlay.click
    else:
        handler = _CLICKS.get(situation(state))
    if handler is None:
        return state, effects
    return game_flow.then((state, effects), partial(handler, event=event))


def _clicked_key(state: AppState, event: Click) -> Action | None:
    """What the word on the line of keys does that was clicked."""
    if event.row != state.size[1] - 1:
        return None
    game = state.board
    places = layout(game.variant, state.size) if game else None
    if game is not None and (places is None or places.keys is None):
        return None
    line = key_line(KEYMAPS[covering(state) or situation(state)], state, state.size[0])
    return next((k.action for k in line if k.column <= event.column < k.end), None)


def _release(state: AppState, event: Release) -> Step:
    """A piece that was dragged is put down; anywhere else letting go means nothing."""
    if state.overlay is None and is_shown(state) and situation(state) == "board":
        return update_board.drop(state, event)
    return state, ()


#: Who takes a click; a game that is only looked at takes none.
_CLICKS = {"menu": update_menu.click, "board": update_board.click}


def _notice(state: AppState, event: Notice) -> Step:
    ink = "warning" if event.bad else "strong"
    unread = state.message
    if unread is not None and unread.ink == ink == "warning" and event.text != unread.text:
        return state.saying(f"{unread.text}; {event.text}", ink), ()
    return state.saying(event.text, ink), ()
