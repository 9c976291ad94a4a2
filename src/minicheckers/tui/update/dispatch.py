"""update: a state and an event make a new state, and effects for the world to carry out."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import assert_never

from ..events import (
    ArchiveRead,
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
    PuzzleCounted,
    RecordChanged,
    Recordings,
    Release,
    Resized,
    ReviewReady,
    SearchDone,
    SearchFailed,
    SearchProgress,
    Slow,
    Step,
    StudyAsked,
    Tick,
)
from ..layout import layout
from ..menu_layout import menu_layout
from ..questions import PuzzleOrder
from ..state import AppState, Dialog, GameScreen, Help, Picker, Prompt, Sheet
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
from . import board as update_board
from . import (
    consulting,
    game_flow,
    learning,
    loading,
    puzzling,
    retrying,
    reviewing,
    study_flow,
)
from . import menu as update_menu
from . import overlay as update_overlay
from .bindings import Action, Binding, Keymap, Section, find, shown_keys
from .board import ALWAYS, GAME, MOVING, SCREEN, SYSTEM
from .clock import check_time, rings
from .exploring import EXPLORE, EXPLORING
from .help_pages import HELP
from .insight import HINTS, INSIGHT
from .learning import LEARNING
from .loading import PICKING
from .menu import MENU
from .overlay import DIALOG, SHEET, TYPING
from .puzzling import PUZZLING
from .retrying import OLD_MISTAKES, RETRYING
from .reviewing import BROWSING, REVIEW, REVIEWING
from .study_flow import AWAY, SHOWING
from .taking_back import TAKING_BACK
from .watching import STEPPING, WATCHING

GOING_ON = Section(
    "Done",
    (Binding(("enter", " ", "n"), lambda state: go_on(state), "the next one", "Enter", "next"),),
)

_SITUATIONS: dict[type, str] = {
    Exploring: "exploring",
    Browsing: "browsing",
    Reviewing: "reviewing",
    Retrying: "retrying",
    Puzzling: "puzzling",
    Learning: "learning",
    Sparring: "sparring",
}

#: What each key does, by situation; the help and the line of keys are made from these too.
KEYMAPS: dict[str, Keymap] = {
    "menu": (MENU, ALWAYS),
    "board": (MOVING, GAME, HINTS, EXPLORE, REVIEW, SCREEN, ALWAYS),
    "replaying": (STEPPING, GAME, HINTS, EXPLORE, REVIEW, SCREEN, ALWAYS),
    "watching": (WATCHING, GAME, HINTS, SCREEN, ALWAYS),
    "exploring": (MOVING, EXPLORING, HINTS, SCREEN, ALWAYS),
    "browsing": (BROWSING, AWAY, SCREEN, ALWAYS),
    "reviewing": (REVIEWING, EXPLORE, INSIGHT, AWAY, SCREEN, ALWAYS),
    "retrying": (MOVING, RETRYING, OLD_MISTAKES, EXPLORE, AWAY, SCREEN, ALWAYS),
    "puzzling": (MOVING, PUZZLING, AWAY, SCREEN, ALWAYS),
    "learning": (MOVING, LEARNING, AWAY, SCREEN, ALWAYS),
    "sparring": (MOVING, TAKING_BACK, HINTS, EXPLORE, AWAY, SCREEN, ALWAYS),
    "showing": (SHOWING, AWAY, SCREEN, ALWAYS),
    "waiting": (AWAY, SCREEN, ALWAYS),
    "going on": (GOING_ON, EXPLORE, AWAY, SCREEN, ALWAYS),
    "mended": (GOING_ON, OLD_MISTAKES, EXPLORE, AWAY, SCREEN, ALWAYS),
    "help": (HELP,),
    "sheet": (SHEET,),
    "list": (PICKING,),
    "question": (DIALOG,),
    "result": (DIALOG, GAME, HINTS, EXPLORE, REVIEW, SCREEN, ALWAYS),
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
    if game.study is not None:
        return _study_situation(game, game.study)
    if game.replaying:
        return "replaying"
    return "watching" if game.watch is not None else "board"


def _study_situation(game: GameScreen, study: Study) -> str:
    if game.showing is not None:
        return "showing"
    if isinstance(study, Puzzling) and study.solving is None:
        return "waiting"
    if isinstance(study, Learning | Retrying | Puzzling) and not study.takes_moves:
        return "mended" if isinstance(study, Retrying) else "going on"
    return _SITUATIONS[type(study)]


def go_on(state: AppState) -> Step:
    """The next lesson, mistake or puzzle."""
    match game_flow.game_of(state).study:
        case Learning():
            return learning.go_on(state)
        case Retrying():
            return retrying.go_on(state)
        case Puzzling():
            return puzzling.go_on(state)
        case _:
            return state, ()


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
        case StudyAsked(study):
            if isinstance(study, PuzzleOrder):
                return puzzling.open_puzzles(state, study)
            return learning.open_lessons(state, study)
        case PuzzleCounted():
            return puzzling.note_record(state, event)
        case ArchiveRead(archive):
            return reviewing.browse(state, archive)
        case ReviewReady(session):
            return reviewing.open_review(state, session)
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
    cover = covering(state)
    answer = update_overlay.answer_of(state, event.name)
    action = find(KEYMAPS[cover or situation(state)], event.name)
    # The letters of a question's answers come first; with a result the board's keys still count.
    action = (action or answer) if cover == "result" else (answer or action)
    if action is not None:
        return action(state)
    return update_overlay.other_key(state, event)


def _ignores_keys(state: AppState) -> bool:
    """Whether a result has come up so lately that keys and clicks are not meant for it."""
    return isinstance(state.overlay, Dialog) and state.now < state.overlay.ignore_keys_until


def _click(state: AppState, event: Click) -> Step:
    clicked, overlay = _clicked_key(state, event), state.overlay
    state, effects = game_flow.skip_animation(replace(state, message=None))
    handler: Callable[[AppState, Click], Step] | None
    if not is_shown(state) or _ignores_keys(state):
        handler = None
    elif clicked is not None and state.overlay is overlay:
        return game_flow.then((state, effects), clicked)
    elif state.overlay is not None:
        handler = update_overlay.click
    else:
        handler = _clickable(state)
    if handler is None:
        return state, effects
    take: Callable[[AppState, Click], Step] = handler
    return game_flow.then((state, effects), lambda state: take(state, event))


def _clicked_key(state: AppState, event: Click) -> Action | None:
    """What the word on the line of keys does that was clicked."""
    if not is_shown(state):
        return None
    keymap = KEYMAPS[covering(state) or situation(state)]
    return shown_keys(keymap, state).at(event.column, event.row)


def _release(state: AppState, event: Release) -> Step:
    """A piece that was dragged is put down; anywhere else letting go means nothing."""
    if state.overlay is None and is_shown(state) and _clickable(state) is update_board.click:
        return update_board.drop(state, event)
    return state, ()


def _clickable(state: AppState) -> Callable[[AppState, Click], Step] | None:
    """Who takes a click: wherever keys move pieces the mouse does; what is looked at takes none."""
    keymap = KEYMAPS[situation(state)]
    if MENU in keymap:
        return update_menu.click
    return update_board.click if MOVING in keymap else None


def _notice(state: AppState, event: Notice) -> Step:
    ink = "warning" if event.bad else "strong"
    unread = state.message
    if unread is not None and unread.ink == ink == "warning" and event.text != unread.text:
        return state.saying(f"{unread.text}; {event.text}", ink), ()
    return state.saying(event.text, ink), ()
