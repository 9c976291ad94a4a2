"""The registry of strategies: built-in ones, the four levels, and plug-ins of other packages.

A plug-in is an entry point of the group ``minicheckers.strategies``: its name is the strategy's
name, its object a factory, the first line of whose docstring is shown to people. Plug-ins are
imported only when they are asked for, and the built-in names are not theirs to take.
"""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, TypeVar

from ..messages import quoted
from ..rules.variant import Variant, get_variant
from .guard import Guarded
from .sandbox import EndlessError, FailedError, reason, run_within
from .single_file import absolute, load, names_a_file
from .strategy import Factory, Options, Strategy

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP = "minicheckers.strategies"
#: The deepest search that can be asked for.
DEEPEST = 100
#: The games for which there is perfect play.
SOLVED = ("mini",)

_BUILT_IN_MODULES = (f"{__package__}.builtin", f"{__package__}.perfect")
_NAME = re.compile(r"[a-z][a-z0-9_.-]*")
_LONGEST_SUMMARY = 100
#: How long the import of a plug-in and the making of a strategy may take, in seconds: some load
#: large libraries.
LOADING_SECONDS = 30.0

F = TypeVar("F", bound=Factory)
T = TypeVar("T")


@dataclass(frozen=True)
class Level:
    """One of the four opponents: a strategy by another name, maybe another in a solved game."""

    number: int
    name: str
    summary: str
    strategy: str
    where_solved: str | None = None

    def strategy_for(self, variant: Variant) -> str:
        """The name of the strategy that plays this level."""
        if self.where_solved and variant.name in SOLVED:
            return self.where_solved
        return self.strategy


LEVELS = {
    level.name: level
    for level in (
        Level(1, "easy", "any legal move, at random", "random"),
        Level(2, "medium", "looks five plies ahead", "alphabeta"),
        Level(3, "hard", "looks further ahead as pieces leave the board", "dynamic"),
        Level(
            4,
            "expert",
            "perfect play in mini; elsewhere as deep as 3 seconds allow",
            "timed",
            where_solved="solver",
        ),
    )
}


@dataclass(frozen=True)
class Registration:
    """A strategy that can be made: its name, a line about it, and where it comes from.

    ``package`` is the name of the package whose plug-in it is.
    """

    name: str
    summary: str
    factory: Factory
    package: str | None = None

    @property
    def built_in(self) -> bool:
        """Whether it is one of ours, and so need not be guarded."""
        return getattr(self.factory, "__module__", None) in _BUILT_IN_MODULES

    def make(self, options: Options) -> Strategy:
        """Make the strategy; ValueError with a sentence if it refuses or is none."""
        if self.built_in:
            return self.factory(options)

        def make() -> Strategy:
            made = self.factory(options)
            if not callable(getattr(made, "choose", None)):
                raise TypeError("it has no method 'choose'")
            return made

        made = _foreign(make, f"the strategy {quoted(self.name)} cannot be made")
        return Guarded(made, self.name, options.time)


@dataclass(frozen=True)
class Catalogue:
    """All strategies that can be used, and a sentence for each plug-in that cannot."""

    entries: tuple[Registration, ...]
    problems: tuple[str, ...]


_registered: dict[str, Registration] = {}
#: Strategies of single files, which are not on any list.
_files: dict[str, Registration] = {}


def register(name: str, summary: str) -> Callable[[F], F]:
    """Register the decorated class or function, which makes a strategy from Options.

    Raises ValueError if the name is taken or is not a word.
    """

    def decorate(factory: F) -> F:
        entry = Registration(name, _first_line(summary), factory)
        if not entry.built_in:
            # Built-in names are taken first, whatever is imported first.
            _load_built_ins()
        _check_name(name)
        _registered[name] = entry
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
    game = get_variant(variant, size)
    options = Options(
        game, Random(seed), check_time(time), check_depth(depth), check_nodes(nodes), table_bits
    )
    return _registration(strategy_name(name, game)).make(options)


def strategy_name(name: str, variant: Variant) -> str:
    """The name of the strategy that a level or a strategy's own name stands for in a game."""
    found = resolve_level(name)
    return LEVELS[found].strategy_for(variant) if found in LEVELS else found


def is_built_in(name: str) -> bool:
    """Whether a level or strategy is one of ours, which needs no guard."""
    found = resolve_level(name)
    return found in LEVELS or _registration(found).built_in


def resolve_level(text: str) -> str:
    """The name of the level or strategy a text means, 1 to 4 being the levels.

    ./mine.py:Mine is the strategy Mine of a file. Elsewhere upper and lower case are the same.
    Raises ValueError with all there is if there is none. A plug-in's name is known before it is
    imported: it may still fail when it is made.
    """
    if names_a_file(text):
        return absolute(text)
    word = text.strip().casefold()
    for level in LEVELS.values():
        if word in (level.name, str(level.number)):
            return level.name
    _load_built_ins()
    # Looking for plug-ins takes a while, so that is done only for names not known yet.
    if word in _registered or word in (known := names()):
        return word
    raise ValueError(
        f"there is no level or strategy {quoted(text)}; "
        f"there are {', '.join(known)}, and 1 to {len(LEVELS)} for the levels"
    )


def names() -> tuple[str, ...]:
    """Every name that can be a level: the four levels, built-in strategies, plug-ins."""
    _load_built_ins()
    plugged = (plug.name for plug in _plugs()[0] if _NAME.fullmatch(plug.name))
    return tuple(dict.fromkeys([*LEVELS, *_registered, *plugged]))


def catalogue() -> Catalogue:
    """Every strategy with a line about it, plug-ins loaded, and what is wrong with the others."""
    _load_built_ins()
    plugs, problems = _plugs()
    for plug in plugs:
        try:
            _load(plug)
        except ValueError as error:
            problems.append(str(error))
    return Catalogue(tuple(_registered.values()), tuple(problems))


def check_time(seconds: float | None) -> float | None:
    """The time if it can be one; ValueError if it is not a positive number of seconds."""
    if seconds is not None and not (math.isfinite(seconds) and seconds > 0):
        raise ValueError(f"the time must be more than 0 seconds, not {seconds:g}")
    return seconds


def check_depth(depth: int | None) -> int | None:
    """The depth if it can be one; ValueError if it is not in the range of search depths."""
    if depth is not None and not 1 <= depth <= DEEPEST:
        raise ValueError(f"the depth must be 1 to {DEEPEST} plies, not {depth}")
    return depth


def check_nodes(nodes: int | None) -> int | None:
    """The number of nodes if it can be one; ValueError if it is not positive."""
    if nodes is not None and nodes < 1:
        raise ValueError(f"the nodes must be 1 or more, not {nodes}")
    return nodes


def _load_built_ins() -> None:
    for module in _BUILT_IN_MODULES:
        import_module(module)


def _check_name(name: str) -> None:
    if name in LEVELS or name in _registered:
        raise ValueError(f"the name {quoted(name)} is taken")
    if _NAME.fullmatch(name) is None:
        raise ValueError(f"{quoted(name)} cannot be a strategy's name; write a lower-case word")


def _registration(name: str) -> Registration:
    """The entry of a name from `names`, loaded; ValueError if it is a plug-in that cannot be."""
    _load_built_ins()
    if name in _registered:
        return _registered[name]
    if names_a_file(name):
        return _from_file(name)
    for plug in _plugs()[0]:
        if plug.name == name:
            return _load(plug)
    raise ValueError(f"there is no strategy {quoted(name)}")


def _from_file(name: str) -> Registration:
    """The strategy of a file, which is read only once."""
    if name not in _files:
        factory = _foreign(lambda: load(name), f"the strategy {quoted(name, 80)} cannot be used")
        _files[name] = Registration(name, _first_line(factory.__doc__), factory)
    return _files[name]


def _plugs() -> "tuple[list[EntryPoint], list[str]]":
    """The plug-ins that are installed, and a sentence if they cannot be listed."""
    from importlib.metadata import entry_points

    try:
        return list(entry_points(group=ENTRY_POINT_GROUP)), []
    except Exception as error:  # noqa: BLE001  one broken package's metadata can raise anything
        return [], [f"the plug-ins cannot be listed: {reason(error)}"]


def _load(plug: "EntryPoint") -> Registration:
    """Register a plug-in, imported now; ValueError with a sentence if that fails."""
    package = _package(plug)
    known = _registered.get(plug.name)
    if known is not None and known.package == package:
        return known
    try:
        _check_name(plug.name)
    except ValueError as error:
        raise ValueError(f"{_described(plug)} cannot be used: {error}") from None

    def load() -> Registration:
        factory = plug.load()
        if not callable(factory):
            raise TypeError(f"{plug.value} is neither a class nor a function")
        # It may have registered itself while it was imported.
        known = _registered.get(plug.name)
        summary = known.summary if known else _first_line(factory.__doc__)
        return Registration(plug.name, summary, factory, package)

    _registered[plug.name] = _foreign(load, f"{_described(plug)} cannot be used")
    return _registered[plug.name]


def _foreign(work: Callable[[], T], trouble: str) -> T:
    """What foreign code makes; ValueError with a sentence that begins with `trouble`."""
    try:
        return run_within(work, LOADING_SECONDS)
    except EndlessError:
        raise ValueError(f"{trouble}: it was not done after {LOADING_SECONDS:g} seconds") from None
    except FailedError as failed:
        raise ValueError(f"{trouble}: {failed}") from failed.error


def _described(plug: "EntryPoint") -> str:
    return f"the strategy {quoted(plug.name)} of the package {quoted(_package(plug))}"


def _package(plug: "EntryPoint") -> str:
    return (plug.dist and plug.dist.name) or plug.value.partition(":")[0]


def _first_line(text: object) -> str:
    """The first line of a docstring or summary, short and printable."""
    first = text.strip().partition("\n")[0] if isinstance(text, str) else ""
    shown = "".join(c for c in first if c.isprintable()).rstrip(".")
    return shown[:_LONGEST_SUMMARY] or "no description"
