"""A player at every screen of the program."""

import pkgutil
from importlib import import_module
from inspect import isabstract

from minicheckers.coach.requests import PuzzleOrder
from minicheckers.play.remote import RemoteGame
from minicheckers.rules.variant import get_variant
from minicheckers.tui import screens
from minicheckers.tui.events import RemoteReady, StudyAsked
from minicheckers.tui.state import Screen
from testing.dxp_ends import Ends, make_guest, make_host
from testing.screen_player import (
    PromptCoach,
    ScreenPlayer,
    against,
    coached,
    menu_state,
    replaying,
    two_people,
    watching,
)


def every_screen() -> dict[str, ScreenPlayer]:
    """A player at each screen."""
    ends = Ends().connect().settle().play("6-9")

    def mistaken() -> ScreenPlayer:
        return coached().play("6-9").answer("14-11").play("9-12").answer()

    def alone() -> ScreenPlayer:
        return ScreenPlayer(menu_state(), coach=PromptCoach)

    def elsewhere(game: RemoteGame) -> ScreenPlayer:
        return alone().send(RemoteReady(game, ("Waiting for an opponent.",)))

    mini, english = get_variant("mini"), get_variant("english")
    return {
        "menu": ScreenPlayer(menu_state()),
        "menu, more": ScreenPlayer(menu_state()).go_to("more").press("enter"),
        "playing": two_people(),
        "playing, the largest board": against("pikachu", board=16),
        "playing, thinking": against(first=False),
        "playing, over": against(fen="B:W8:B5").play("5x12"),
        "replaying": replaying("mini", ["6-9"]),
        "watching": watching(),
        "analysis": two_people().press("a"),
        "editor": two_people().press("a", "E"),
        "review": mistaken().press("v"),
        "browsing": browsing(),
        "retrying": mistaken().press("v").press("y"),
        "sparring": coached().play("6-9").answer("14-11").press("v").press("enter"),
        "puzzle": alone().send(StudyAsked(PuzzleOrder(mini, 1))),
        "puzzle, english": alone().send(StudyAsked(PuzzleOrder(english, 1))),
        "lesson": alone().send(StudyAsked(mini)),
        "lesson, english": alone().send(StudyAsked(english)),
        "thinking": coached().press("w"),
        "comparing": coached().press("w").press("d"),
        "waiting for somebody": elsewhere(RemoteGame(make_host())),
        "asking somebody": elsewhere(RemoteGame(make_guest(code="word"))),
        "with somebody": elsewhere(RemoteGame(ends.host)),
    }


def browsing() -> ScreenPlayer:
    """At the list of finished games."""
    player = coached(fen="B:W8:B5").play("5x12").press("m")
    return player.go_to("review").press("enter")


#: Base classes: nobody is ever at one of these, only at screens derived from them.
BASES = ("BoardScreen", "SolvingScreen", "GameScreen")


def screen_classes() -> set[type[Screen]]:
    """Every kind of screen that someone can be at."""
    modules = pkgutil.iter_modules(screens.__path__, f"{screens.__name__}.")
    return {
        value
        for module in modules
        for value in vars(import_module(module.name)).values()
        if isinstance(value, type) and issubclass(value, Screen) and not isabstract(value)
        if value.__name__ not in BASES
    }
