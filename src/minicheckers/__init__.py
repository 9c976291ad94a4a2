"""Checkers for the terminal: fifteen games, one engine, and a coach.

The public names are loaded when first used, so that importing the package costs next to nothing.
"""

# Not imported from typing: that would be most of the time it takes, before anything can be heard.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .api import MatchResult, analyse, play_match
    from .coach.analysis import Analysis
    from .engine.decision import Context, Decision, Progress
    from .game.game import Game
    from .game.player import Limits
    from .players.guard import StrategyError
    from .players.registry import register, strategy
    from .players.strategy import Options, Strategy
    from .rules.notation import Move, Piece
    from .rules.position import Outcome, Position
    from .rules.variant import Colour, Variant

__version__ = "0.2.0.dev0"

__all__ = [
    "Analysis",
    "Colour",
    "Context",
    "Decision",
    "Game",
    "Limits",
    "MatchResult",
    "Move",
    "Options",
    "Outcome",
    "Piece",
    "Position",
    "Progress",
    "Strategy",
    "StrategyError",
    "Variant",
    "analyse",
    "play_match",
    "register",
    "strategy",
]

_HOMES = {
    "Analysis": "coach.analysis",
    "Colour": "rules.variant",
    "Context": "players.strategy",
    "Decision": "players.strategy",
    "Game": "game.game",
    "Limits": "game.player",
    "MatchResult": "api",
    "Move": "rules.notation",
    "Options": "players.strategy",
    "Outcome": "rules.position",
    "Piece": "rules.notation",
    "Position": "rules.position",
    "Progress": "players.strategy",
    "Strategy": "players.strategy",
    "StrategyError": "players.guard",
    "Variant": "rules.variant",
    "analyse": "api",
    "play_match": "api",
    "register": "players.registry",
    "strategy": "players.registry",
}


def __getattr__(name: str) -> "Any":
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
