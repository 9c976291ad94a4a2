"""The registry: every strategy by its name, whether built in, registered or plugged in."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, TypeVar

from ..game.player import Limits, Player
from ..messages import quoted
from ..rules.variant import Variant, get_variant
from . import plugins
from .builtin import BUILT_IN
from .levels import LEVELS, level_called
from .registration import Registration, is_name, one_line, run_foreign
from .single_file import absolute, load, names_a_file
from .strategy import Factory, Options, Strategy

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

F = TypeVar("F", bound=Factory)


@dataclass(frozen=True)
class Catalogue:
    """All strategies that can be used, and a sentence for each plug-in that cannot."""

    entries: tuple[Registration, ...]
    problems: tuple[str, ...]


_registered = dict(BUILT_IN)
#: Strategies of single files, which are not on any list.
_files: dict[str, Registration] = {}


def register(name: str, summary: str) -> Callable[[F], F]:
    """Register the decorated class or function, which makes a strategy from Options.

    Raises ValueError if the name is taken or is not a word.
    """

    def decorate(factory: F) -> F:
        _check_name(name)
        _registered[name] = Registration(name, one_line(summary), factory)
        return factory

    return decorate


def strategy(
    name: str,
    variant: str | Variant = "mini",
    *,
    size: int | None = None,
    seed: int | None = None,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    table_bits: int | None = None,
) -> Strategy:
    """Make the strategy of that name or level for a variant; ValueError if there is none.

    One that is not built in comes guarded: its `choose` raises StrategyError for whatever goes
    wrong in it.
    """
    player = Player(resolve_level(name), Limits(time, depth, nodes))
    return strategy_of(player, get_variant(variant, size), seed, table_bits)


def strategy_of(
    player: Player, variant: Variant, seed: int | None = None, table_bits: int | None = None
) -> Strategy:
    """Make the strategy of a player that is no person; ValueError if it cannot be made."""
    if player.level is None:
        raise ValueError("a person plays without a strategy")
    options = Options(variant, Random(seed), player.limits, table_bits)
    return _registration(strategy_name(player.level, variant)).make(options)


def strategy_name(name: str, variant: Variant) -> str:
    """The name of the strategy that a level or a strategy's own name stands for in a game."""
    found = resolve_level(name)
    return LEVELS[found].strategy_for(variant) if found in LEVELS else found


def is_built_in(name: str) -> bool:
    """Whether a level or strategy is one of ours, which needs no guard."""
    found = resolve_level(name)
    return found in LEVELS or _registration(found).ours


def resolve_level(text: str) -> str:
    """The name of the level or strategy a text means, 1 to 4 being the levels.

    ./mine.py:Mine is the strategy Mine of a file. Elsewhere upper and lower case are the same.
    Raises ValueError with all there is if there is none. A plug-in's name is known before it is
    imported: it may still fail when it is made.
    """
    if names_a_file(text):
        return absolute(text)
    word = text.strip().casefold()
    if (level := level_called(word)) is not None:
        return level
    # Looking for plug-ins takes a while, so that is done only for names not known yet.
    if word in _registered or word in (known := names()):
        return word
    raise ValueError(
        f"there is no level or strategy {quoted(text)}; "
        f"there are {', '.join(known)}, and 1 to {len(LEVELS)} for the levels"
    )


def names() -> tuple[str, ...]:
    """Every name that can be a level: the levels, built-in strategies, plug-ins."""
    plugged = (plug.name for plug in plugins.installed()[0] if is_name(plug.name))
    return tuple(dict.fromkeys([*LEVELS, *_registered, *plugged]))


def catalogue() -> Catalogue:
    """Every strategy with a line about it, plug-ins loaded, and what is wrong with the others."""
    plugs, problems = plugins.installed()
    for plug in plugs:
        try:
            _load(plug)
        except ValueError as error:
            problems.append(str(error))
    return Catalogue(tuple(_registered.values()), tuple(problems))


def _check_name(name: str) -> None:
    if name in LEVELS or name in _registered:
        raise ValueError(f"the name {quoted(name)} is taken")
    if not is_name(name):
        raise ValueError(f"{quoted(name)} cannot be a strategy's name; write a lower-case word")


def _registration(name: str) -> Registration:
    """What a resolved name stands for; ValueError if it is foreign and cannot be loaded."""
    if names_a_file(name):
        return _from_file(name)
    if name in _registered:
        return _registered[name]
    for plug in plugins.installed()[0]:
        if plug.name == name:
            return _load(plug)
    raise ValueError(f"there is no strategy {quoted(name)}")


def _from_file(name: str) -> Registration:
    """The strategy of a file, which is read only once."""
    if name not in _files:
        trouble = f"the strategy {quoted(name, 80)} cannot be used"
        factory = run_foreign(lambda: load(name), trouble)
        _files[name] = Registration(name, one_line(factory.__doc__), factory)
    return _files[name]


def _load(plug: "EntryPoint") -> Registration:
    """Register a plug-in, imported now; ValueError with a sentence if that fails."""
    known = _registered.get(plug.name)
    if known is not None and known.package == plugins.package_of(plug):
        return known
    try:
        _check_name(plug.name)
    except ValueError as error:
        raise ValueError(f"{plugins.described(plug)} cannot be used: {error}") from None
    _registered[plug.name] = plugins.load(plug, _registered.get)
    return _registered[plug.name]
