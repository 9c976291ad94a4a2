"""The first state of the screen: what the command line asks for, over the last choices."""

from ..game.clock import TimeControl
from ..game.request import FIRST_CHOICES, GameRequest
from ..players.levels import EXTRA_LEVELS, LEVELS
from ..rules.variant import VARIANTS, get_variant
from ..storage.store import Preferences, Store
from .state import Appearance, AppState, ChosenBoard, Menu
from .view.theme import THEMES


def first_state(request: GameRequest, store: Store, size: tuple[int, int], now: float) -> AppState:
    """The menu, preset to the flags and else to the last choices."""
    preferences = store.preferences()
    variant = request.variant.name if request.variant else preferences.variant
    variant = variant if variant in VARIANTS else next(iter(VARIANTS))
    board = request.variant.size if request.variant else preferences.size
    level = request.level or preferences.level
    first = request.first or preferences.first
    levels = tuple(dict.fromkeys([*LEVELS, *EXTRA_LEVELS, level]))
    # With something to open at once the saved game is left alone, for whoever asks for it.
    alone = request.session is not None or request.study
    saved = None if alone else store.load()
    session = request.session
    if session and not request.replaying and (session.black.is_person or session.white.is_person):
        store.tell_of_unfinished()
    menu = Menu(
        variant=variant,
        size=board or get_variant(variant).size,
        level=level,
        first=first if first in FIRST_CHOICES else FIRST_CHOICES[0],
        levels=levels,
        row="continue" if saved is not None else "game",
        time=preferences.time if request.limits.time is None else request.limits.time,
        clock=request.clock or _last_clock(preferences),
        board=None if request.start is None else ChosenBoard("--board", request.start),
    )
    theme = request.looks.theme or preferences.theme or ""
    looks = Appearance(
        theme=theme if theme in THEMES else next(iter(THEMES)),
        ascii=bool(request.looks.ascii),
        colour=request.looks.colour,
        animation=request.looks.animation,
    )
    return AppState(
        menu,
        size=size,
        looks=looks,
        saved=saved,
        saved_is_known=not request.study,
        record=store.record(),
        preferences=preferences,
        insight=request.coach == "show",
        warns=request.coach == "warn",
        bell=request.bell,
        chance=request.random.getrandbits(32),
        now=now,
    )


def _last_clock(preferences: Preferences) -> TimeControl | None:
    return None if preferences.clock is None else TimeControl.parse(preferences.clock)
