"""The first state of the screen: the command line's wishes over the last choices."""

from ..game.request import FIRST_CHOICES, Launch
from ..players.registry import LEVELS
from ..rules.variant import PIKACHU_SIZES
from ..storage.store import Store
from .state import Appearance, Menu, State
from .view.theme import THEMES

#: The size of pikachu's board where nobody has said another.
DEFAULT_SIZE = 8


def first_state(launch: Launch, store: Store, size: tuple[int, int], now: float) -> State:
    """The menu, preset to the flags and else to the last choices."""
    preferences = store.preferences()
    variant = launch.variant.name if launch.variant else preferences.variant
    board = launch.variant.size if launch.variant else preferences.size
    level = launch.level or preferences.level
    first = launch.first or preferences.first
    levels = tuple(dict.fromkeys([*LEVELS, level]))
    # With a game to open at once the saved one is left alone, for whoever asks for it.
    saved = store.load() if launch.session is None else None
    menu = Menu(
        variant=variant,
        size=board if board is not None and board in PIKACHU_SIZES else DEFAULT_SIZE,
        level=level,
        first=first if first in FIRST_CHOICES else FIRST_CHOICES[0],
        levels=levels,
        row="continue" if saved is not None else "game",
    )
    theme = launch.looks.theme or preferences.theme or ""
    looks = Appearance(
        theme=theme if theme in THEMES else next(iter(THEMES)),
        ascii=bool(launch.looks.ascii),
        colour=launch.looks.colour,
        animation=launch.looks.animation,
    )
    return State(
        menu,
        size=size,
        looks=looks,
        saved=saved,
        record=store.record(),
        preferences=preferences,
        now=now,
    )
