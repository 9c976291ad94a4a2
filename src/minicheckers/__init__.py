"""Checkers in the terminal: four games, one engine.

The public names are loaded when first used, so that importing the package costs next to nothing.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .game.game import Game
    from .players.registry import strategy
    from .rules.notation import Move, Piece
    from .rules.position import Outcome, Position
    from .rules.variant import Colour, Variant

__version__ = "0.1.0"

__all__ = ["Colour", "Game", "Move", "Outcome", "Piece", "Position", "Variant", "strategy"]

_HOMES = {
    "Colour": "rules.variant",
    "Game": "game.game",
    "Move": "rules.notation",
    "Outcome": "rules.position",
    "Piece": "rules.notation",
    "Position": "rules.position",
    "Variant": "rules.variant",
    "strategy": "players.registry",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
