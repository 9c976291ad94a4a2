"""update: a state and an event make a new state, and effects for the world to carry out.

Keys go to the action that `keymaps` has for the situation, clicks to whoever takes them there, and
what the world reports to `reports`.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ..events import Click, Event, Key, Paste, Release, Resized, Slow, Step, Tick
from ..state import AppState, Dialog
from . import board, consulting, game_flow, menu, overlay, reports, study_flow
from .bindings import Action, find, shown_keys
from .clock import check_time, rings
from .keymaps import KEYMAPS, keymap
from .situations import Situation, is_shown, situation, situation_below

#: Keys that end an animation and do nothing else then.
SKIPPING = ("enter", " ", "escape")

TakesClick = Callable[[AppState, Click], Step]


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
        return game_flow.then(game_flow.tick(state, now), study_flow.tick)
    state = replace(state, now=now)
    match event:
        case Key():
            return _press(state, event)
        case Click():
            return _click(state, event)
        case Release():
            return _release(state, event)
        case Paste(text):
            return overlay.paste(state, text)
        case Resized(columns, rows):
            return replace(state, size=(columns, rows)), ()
        case Slow():
            still = replace(state.looks, animation=False)
            return game_flow.skip_animation(replace(state, looks=still))
        case _:
            return reports.hear(state, event)


# Keys


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
        action = find((board.ALWAYS,), event.name)
        return action(state) if action is not None else (state, ())
    if (action := find((board.SYSTEM,), event.name)) is not None:
        return action(state)
    if _ignores_keys(state) and event.name != "q":
        return state, ()
    answer = overlay.answer_of(state, event.name)
    action = find(keymap(state), event.name)
    # The letters of a question's answers come first; with a result the board's keys still count.
    is_result = situation(state) is Situation.RESULT
    action = (action or answer) if is_result else (answer or action)
    if action is not None:
        return action(state)
    return overlay.other_key(state, event)


def _ignores_keys(state: AppState) -> bool:
    """Whether a result has come up so lately that keys and clicks are not meant for it."""
    return isinstance(state.overlay, Dialog) and state.now < state.overlay.ignore_keys_until


# The mouse


def _click(state: AppState, event: Click) -> Step:
    clicked, covering = _clicked_key(state, event), state.overlay
    state, effects = game_flow.skip_animation(replace(state, message=None))
    if not is_shown(state) or _ignores_keys(state):
        return state, effects
    if clicked is not None and state.overlay is covering:
        return game_flow.then((state, effects), clicked)
    taker = overlay.click if state.overlay is not None else _clickable(state)
    if taker is None:
        return state, effects
    take: TakesClick = taker
    return game_flow.then((state, effects), lambda state: take(state, event))


def _clicked_key(state: AppState, event: Click) -> Action | None:
    """What the word on the line of keys does that was clicked."""
    if not is_shown(state):
        return None
    return shown_keys(keymap(state), state).at(event.column, event.row)


def _release(state: AppState, event: Release) -> Step:
    """A piece that was dragged is put down; anywhere else letting go means nothing."""
    if state.overlay is None and is_shown(state) and _clickable(state) is board.click:
        return board.drop(state, event)
    return state, ()


def _clickable(state: AppState) -> TakesClick | None:
    """Who takes a click: wherever keys move pieces the mouse does; what is looked at takes none."""
    sections = KEYMAPS[situation_below(state)]
    if menu.MENU in sections:
        return menu.click
    return board.click if board.MOVING in sections else None
