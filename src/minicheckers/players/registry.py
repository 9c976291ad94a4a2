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
from .foreign import ForeignCode
from .levels import LEVELS, level_called
from .registration import Registration, is_name, one_line
from .single_file import absolute, names_a_file, short
from .strategy import Factory, Options, Strategy

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

F = TypeVar("F", bound=Factory)


@dataclass(frozen=True)
class Listed:
    """A strategy on the list: its name, a line about it, and whose it is.

    ``package`` is the name of the package whose plug-in it is.
    """

    name: str
    summary: str
    package: str | None = None
    ours: bool = False


@dataclass(frozen=True)
class Catalogue:
    """All strategies that can be used, and a sentence for each plug-in that cannot."""

    entries: tuple[Listed, ...]
    problems: tuple[str, ...]


_registered = dict(BUILT_IN)


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
    player: Player,
    variant: Variant,
    seed: int | None = None,
    table_bits: int | None = None,
    lead: int | None = None,
) -> Strategy:
    """Make the strategy of a player that is no person; ValueError if it cannot be made.

    `lead` is how many more games than not the person has won against it, for who learns from that.
    """
    if player.level is None:
        raise ValueError("a person plays without a strategy")
    options = Options(variant, Random(seed), player.limits, table_bits, lead)
    return _found(strategy_name(player.level, variant)).make(options)


def strategy_name(name: str, variant: Variant) -> str:
    """The name of the strategy that a level or a strategy's own name stands for in a game."""
    found = resolve_level(name)
    return LEVELS[found].strategy_for(variant) if found in LEVELS else found


def is_built_in(name: str) -> bool:
    """Whether a level or strategy is one of ours, which needs no guard."""
    found = resolve_level(name)
    return found in LEVELS or found in BUILT_IN


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
    """Every strategy with a line about it, and what is wrong with the plug-ins that cannot be used.

    Each plug-in is tried in a process of its own.
    """
    entries = [Listed(one.name, one.summary, ours=one.ours) for one in _registered.values()]
    plugs, problems = plugins.installed()
    for plug in plugs:
        try:
            summary = _code_of(plug).summary()
        except ValueError as error:
            problems.append(str(error))
        else:
            entries.append(Listed(plug.name, summary, plugins.package_of(plug)))
    return Catalogue(tuple(entries), tuple(problems))


def registered(name: str) -> Registration | None:
    """What was registered by that name in this process."""
    return _registered.get(name)


def _check_name(name: str) -> None:
    if name in LEVELS or name in _registered:
        raise ValueError(f"the name {quoted(name)} is taken")
    if not is_name(name):
        raise ValueError(f"{quoted(name)} cannot be a strategy's name; write a lower-case word")


def _found(name: str) -> Registration | ForeignCode:
    """What a resolved name stands for; ValueError if it stands for nothing that can be used."""
    if names_a_file(name):
        return ForeignCode(short(name), f"the strategy {quoted(name, 80)}", "file", name)
    if name in _registered:
        return _registered[name]
    for plug in plugins.installed()[0]:
        if plug.name == name:
            return _code_of(plug)
    raise ValueError(f"there is no strategy {quoted(name)}")


def _code_of(plug: "EntryPoint") -> ForeignCode:
    """Where the code of a plug-in is; ValueError with a sentence if its name cannot be used."""
    try:
        _check_name(plug.name)
    except ValueError as error:
        raise ValueError(f"{plugins.described(plug)} cannot be used: {error}") from None
    return plugins.code_of(plug)
