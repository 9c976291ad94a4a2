"""update: a state and an event make a new state, and effects for the world to carry out.

Keys go through one ordered list of owners; what the world reports goes to the screen, but for the
few events that open another one.
"""

import signal
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from ..coach.requests import PuzzleOrder
from ..play.effects import (
    ArchiveRead,
    DailyRead,
    GameResumed,
    GameSaved,
    Notice,
    NotWritten,
    RecordChanged,
    UnfinishedListed,
    then,
)
from ..rules.variant import Variant
from . import events
from .events import Effect, Event
from .screens import loading
from .state import AppState, Message, Overlay, Step
from .theme import DAYLIGHT
from .widgets.dialog import ask, quit_program
from .widgets.help import Help
from .widgets.keys import Keymap, Section, bind, shown_keys
from .widgets.sheet import TextPage

OTHER_GAME = Message(
    "Your other game is saved. Continue it from the menu.",
    "dim",
    "Other game saved",
    quiet=True,
)

#: Keys that only end an animation.
SKIPPING = ("enter", " ", "escape")


def update(app: AppState, event: Event, now: float) -> Step:
    """What an event changes, at a time given in seconds; the same state where that is nothing."""
    if isinstance(event, events.Tick):
        return _tick(app, now)
    app = replace(app, now=now)
    # Screens are imported below because few runs need all of them.
    match event:
        case events.Key(name):
            return _press(app, name)
        case events.Click():
            return _click(app, event)
        case events.Release():
            if app.overlay is None and app.is_large_enough:
                return app.screen.release(app, event)
            return app, ()
        case events.Paste(text):
            return _paste(app, text)
        case events.Resized(columns, rows):
            return replace(app, size=(columns, rows)), ()
        case events.Background(light):
            # A light terminal gets the theme made for it, unless somebody has chosen another.
            if light and app.preferences.theme is None:
                app = replace(app, looks=replace(app.looks, theme=DAYLIGHT.name))
            return app, ()
        case events.Slow():
            still = replace(app, looks=replace(app.looks, animation=False))
            return app.screen.skip_animation(still)
        case events.GameReady():
            from .screens.playing import hear_game_ready

            return hear_game_ready(app, event)
        case GameResumed(session):
            from .screens.playing import PlayingScreen

            return PlayingScreen.opened(app, session, resumed=True)
        case events.RecordReady():
            from .screens.replay import hear_record

            return hear_record(app, event)
        case events.ReviewReady(session):
            from .screens.review import review_session

            return review_session(app, session)
        case ArchiveRead():
            from .screens.review import hear_archive

            return hear_archive(app, event)
        case events.StudyAsked(PuzzleOrder() as order):
            from .screens.puzzle import open_puzzles

            return open_puzzles(app, order)
        case events.StudyAsked(Variant() as variant):
            from .screens.lesson import open_lessons

            return open_lessons(app, variant)
        case events.StrategiesListed():
            from .screens.menu import hear_strategies

            return hear_strategies(app, event)
        case events.TextShown(text):
            return replace(app, overlay=TextPage(text)), ()
        case events.Recordings():
            return loading.hear_recordings(app, event)
        case events.NotRead():
            return loading.hear_not_read(app, event)
        case events.BoardRead():
            return loading.hear_board(app, event)
        case Notice():
            return _notice(app, event), ()
        case events.OtherGameWaits(game):
            app, effects = app.with_preferences(told=game)
            if app.message is None:
                app = replace(app, message=OTHER_GAME)
            return app, effects
        case NotWritten(name, sentence):
            if app.layout is not None:  # else the screen was left meanwhile
                from .screens.board import save_prompt

                app = replace(app, overlay=save_prompt(name))
            return app.saying(sentence, "warning"), ()
        case GameSaved(session, done):
            if done and app.message is not None and app.message.about_delay:
                app = replace(app, message=None)
            return replace(app, saved=session if done else app.saved, saving_failed=not done), ()
        case UnfinishedListed():
            return _listed(app, event), ()
        case RecordChanged(record):
            # The screen compares the record with the one before.
            app, effects = app.screen.hear(replace(app, saved=None), event)
            return replace(app, record=record), effects
        case DailyRead(daily):
            return replace(app, daily=daily), ()
        case _:
            return app.screen.hear(app, event)  # type: ignore[arg-type]


def _tick(app: AppState, now: float) -> Step:
    """Let time pass; the clock is redrawn once a second, and nothing else without need."""
    later = replace(app, now=now)
    after, effects = app.screen.tick(later)
    unchanged = after is later and not effects and int(now) == int(app.now)
    return (app, ()) if unchanged else (after, effects)


# Keys


def owners(app: AppState) -> list[tuple[Any, Keymap]]:
    """Whose keys count now, in the order in which they are asked."""
    over, screen = app.overlay, app.screen
    found: list[tuple[Any, Keymap]] = [(screen, (SYSTEM,))]
    if over is not None and app.is_large_enough:
        found.append((over, over.keymap()))
        if over.takes_letters:
            return [*found, (screen, (WHILE_TYPING,))]
    if (over is None or over.lets_keys_through) and app.is_large_enough:
        found.append((screen, screen.keymap()))
    return [*found, (screen, (ALWAYS,))]


def _press(app: AppState, name: str) -> Step:
    """A key: whatever moves is at its end, whatever was said is read, and the key does its work.

    That is what it does for the first owner that knows it; a step that is refused says why.
    """
    app, effects = replace(app, message=None), tuple[Effect, ...]()
    if app.screen.animation is not None:
        app, effects = app.screen.skip_animation(app)
        # A key that only meant to skip must not answer what it could not have seen.
        if name != "q" and (name in SKIPPING or app.overlay is not None):
            return app, effects
    asked, over = owners(app), app.overlay
    if over is not None and over.ignores_keys(app.now) and name != "q":
        # It was meant for the board, where a letter still does what it says.
        letter = over.lets_keys_through and len(name) == 1 and name.isalpha()
        asked = [(app.screen, app.screen.keymap())] if letter else []
    try:
        for owner, keymap in asked:
            for section in keymap:
                for binding in section.bindings:
                    if name in binding.keys:
                        return then((app, effects), partial(binding.action, owner))
            if isinstance(owner, Overlay) and (step := owner.type(app, name)) is not None:
                return step[0], (*effects, *step[1])
    except ValueError as error:
        return app.saying(error), effects
    return app, effects


# The mouse and the clipboard


def _click(app: AppState, event: events.Click) -> Step:
    key = shown_keys(owners(app), app).at(event.column, event.row) if app.is_large_enough else None
    covering = app.overlay
    app, effects = app.screen.skip_animation(replace(app, message=None))
    if not app.is_large_enough or (app.overlay is not None and app.overlay.ignores_keys(app.now)):
        return app, effects
    if key is not None and app.overlay is covering:
        return then((app, effects), partial(_press, name=key))
    try:
        taker = app.screen.click if app.overlay is None else app.overlay.click
        return then((app, effects), lambda app: taker(app, event))
    except ValueError as error:
        return app.saying(error), effects


def _paste(app: AppState, text: str) -> Step:
    """A whole game is opened; of anything else the first line is taken, and what prints in it."""
    from ..game.correspondence import holds_line

    is_game = text.lstrip().startswith("[") or holds_line(text)
    if app.overlay is None and app.is_large_enough and is_game:
        from .screens.copying import paste_game

        try:
            return paste_game(app, text)
        except ValueError as error:
            return app.saying(error, "warning"), ()
    line = "".join(filter(str.isprintable, text.strip().split("\n")[0]))
    taker = app.screen.paste if app.overlay is None else app.overlay.paste
    try:
        return taker(app, line)
    except ValueError as error:
        return app.saying(error, "warning"), ()


# Keys that count everywhere


def show_help(screen: object, app: AppState) -> Step:
    """Open the help."""
    return replace(app, overlay=Help()), ()


def leave_program(screen: object, app: AppState) -> Step:
    """Quit; ask first only if the game could not be saved and would be lost."""
    game = app.own_game
    if not app.saving_failed or game is None or not game.is_under_way:
        return app, (events.Quit(),)
    question = "Your game could not be saved and will be lost."
    return ask(app, "Quit?", question, "Quit", quit_program)


#: Keys that are heard whatever lies over the screen, even while one types.
SYSTEM = Section(
    "The terminal",
    (
        bind("ctrl-l", lambda screen, app: (app, (events.Redraw(),)), "redraw"),
        *(  # where a program can be stopped and continued
            (bind("ctrl-z", lambda screen, app: (app, (events.Suspend(),)), "suspend"),)
            if hasattr(signal, "SIGTSTP")
            else ()
        ),
    ),
)

#: The help, where its other key and the one that quits are typed into a line.
WHILE_TYPING = Section("Typing", (bind("f1", show_help),))

ALWAYS = Section(
    "Always",
    (
        bind("? f1", show_help, "this help", "help", shown="?, F1"),
        bind("q", leave_program, "quit", "quit"),
        *SYSTEM.bindings,
    ),
)


# What is true on all screens


def _notice(app: AppState, event: Notice) -> AppState:
    """Show a message; one error does not replace another that is unread."""
    ink = "warning" if event.bad else "strong"
    text, delay, unread = event.text, event.about_delay, app.message
    if unread is not None and unread.ink == ink == "warning" and text not in unread.text:
        text, delay = _both(unread.text, text), delay or unread.about_delay
    return app.saying(text, ink, about_delay=delay)


def _both(first: str, second: str) -> str:
    """Two errors in a row; of two things that could not be done for one reason, that once."""
    what, could_not, why = first.partition(" could not be ")
    other, _, other_why = second.partition(" could not be ")
    if not could_not or why != other_why:
        return f"{first} {second}"
    other = other[:1].lower() + other[1:]
    return first if other in what.lower() else f"{what} and {other}{could_not}{why}"


def _listed(app: AppState, event: UnfinishedListed) -> AppState:
    """The unfinished games that can be continued here, the one saved last to be shown."""
    from .screens.menu import MenuScreen

    saved, kept = None, tuple(g for g in event.games if g.plies and not g.open_elsewhere)
    for game in kept:
        with suppress(ValueError):  # said when it is chosen
            saved = game.session()
            break
    if isinstance(app.screen, MenuScreen) and app.saved is None and saved is not None:
        app = app.with_screen(replace(app.screen, row="continue"))
    return replace(app, kept=kept, saved=saved, open_game=event.open_game)
