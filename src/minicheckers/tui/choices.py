"""What a person chooses for the whole program: theme, notation, coach, how the board turns."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from ..play.effects import SavePreferences
from ..rules.notation import NotationChoice
from .state import AppState, Step
from .theme import THEMES

T = TypeVar("T")

#: How much the coach helps in a game, and what that means.
COACHING = {
    "off": "no warnings; press c for a hint at any time",
    "warn": "a warning before a blunder",
    "show": "the value of every move; such games are counted separately",
}


def next_of(choices: Sequence[T], chosen: T, step: int) -> T:
    """The choice after or before the chosen one, all around; one that is not there is the first."""
    here = choices.index(chosen) if chosen in choices else 0
    return choices[(here + step) % len(choices)]


def coaching(app: AppState) -> str:
    """How much the coach helps in the next game."""
    return "show" if app.insight else "warn" if app.warns else "off"


def next_coaching(app: AppState, step: int) -> Step:
    """More or less help by the coach, from the next game on."""
    name = next_of(tuple(COACHING), coaching(app), step)
    return replace(app, warns=name == "warn", insight=name == "show"), ()


def next_notation(app: AppState, step: int) -> Step:
    """The next or previous notation, which is kept for the next time."""
    notation = next_of((None, *NotationChoice), app.preferences.notation, step)
    preferences = replace(app.preferences, notation=notation)
    return replace(app, preferences=preferences), (SavePreferences(preferences),)


def next_theme(app: AppState, step: int) -> Step:
    """The next or previous theme, which is kept for the next time."""
    if not app.looks.colour:
        raise ValueError("colour is off, so there is only one theme")
    name = next_of(tuple(THEMES), app.looks.theme, step)
    preferences = replace(app.preferences, theme=name)
    app = replace(app, looks=replace(app.looks, theme=name), preferences=preferences)
    return app.saying(f"Theme {name}: {THEMES[name].summary}"), (SavePreferences(preferences),)


def toggle_turning(app: AppState) -> Step:
    """Let the board of two people turn after every move, or not; kept for the next time."""
    preferences = replace(app.preferences, turning=not app.preferences.turning)
    return replace(app, preferences=preferences), (SavePreferences(preferences),)
