"""The registry: every strategy by its name: built in, registered, installed, a file, an engine.

Files, saved games and other programs may name a strategy, and some names make us run a program.
Such a one is run only after the person at the keyboard has named it in this run (`chosen_level`) or
has confirmed it (`confirm`); until then `strategy_of` refuses it.
"""

import re
from collections.abc import Callable, Container
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from ..engine.solver import SOLVED
from ..game.player import Limits, Player
from ..rules.variant import DEFAULT, Variant, get_variant
from ..support.text import did_you_mean, printable, quoted, why
from .guard import CheckedStrategy, reason
from .levels import (
    EXTRA_LEVELS,
    LEVELS,
    NUMBERS,
    PERFECT,
    level_called,
    strength_name,
    strength_number,
)
from .strategy import Factory, Options, Strategy

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .foreign import ForeignCode
    from .hub_engine import HubEngine
    from .process import OutsideProgram

ENTRY_POINT_GROUP = "minicheckers.strategies"
_NAME = re.compile(r"[a-z][a-z0-9_.-]*")
_LONGEST_SUMMARY = 100
#: A strategy of a file, such as ./mine.py:Mine; the command of an engine may look like one.
_FILE = re.compile(r"(?!hub:)(?P<path>.+\.py)(?::(?P<name>[^:/\\]*))?", re.DOTALL)

F = TypeVar("F", bound=Factory)


@dataclass(frozen=True)
class StrategyInfo:
    """A strategy's name, a line about it, and the name of the package that brings it."""

    name: str
    summary: str
    package: str | None = None


#: What is built in: a line about it, what makes it in `built_in`, which is imported when it is to
#: play, and the first arguments of that.
_BUILT_IN: dict[str, tuple[Any, ...]] = {
    "random": ("any legal move", "RandomStrategy"),
    "alphabeta": (
        "alpha-beta to a fixed depth, 5 plies by default",
        "alphabeta",
    ),
    "dynamic": ("alpha-beta, deeper as pieces leave the board", "dynamic"),
    "timed": ("as deep as time allows, 3 seconds by default", "timed"),
    PERFECT: (f"perfect play, for {SOLVED} and its family", "SolverStrategy"),
    "novice": (
        "sees immediate captures, and makes a beginner's mistakes",
        "NoviceStrategy",
    ),
    "adaptive": ("keeps the game close by adapting to you", "AdaptiveStrategy"),
    **{
        strength_name(number): (
            f"step {number} of {len(NUMBERS)}, from beginner upwards",
            "strength",
            number,
        )
        for number in NUMBERS
    },
    **{
        name: (f"the original design: {how}", "OriginalStrategy", name)
        for name, how in (
            ("original-000-medium", "alpha-beta, five plies deep"),
            ("original-000-hard", "alpha-beta, 14 to 20 plies deep"),
            ("original-001", "minimax, five plies deep"),
            ("original-002", "two-stage evaluation, quiescence search"),
            ("original-003", "alpha-beta as deep as time allows"),
            ("original-004", "alpha-beta from depth 4 on, 30 seconds"),
        )
    },
}
#: What this process has registered: a line about it, and its factory.
_registered: dict[str, tuple[str, Factory]] = {}


#: What the person at the keyboard has named or confirmed in this run.
_confirmed: set[str] = set()


class UnconfirmedError(ValueError):
    """A level would run a program that nobody has named in this run; the text is a sentence."""

    def __init__(self, level: str) -> None:
        super().__init__(
            f"{quoted(level, 80)} is a program that you have not named in this run; name it once "
            "more as the level to run it, or choose another one"
        )
        self.level = level


def register(name: str, summary: str) -> Callable[[F], F]:
    """Register the decorated class or function, which makes a strategy from Options.

    Raises ValueError if the name is taken or is not a word.
    """

    def decorate(factory: F) -> F:
        _check_name(name)
        _registered[name] = (one_line(summary), factory)
        return factory

    return decorate


def registered(name: str) -> str | None:
    """The line about what was registered by that name in this process, None if nothing was."""
    return _registered[name][0] if name in _registered else None


def strategy(
    name: str,
    variant: str | Variant = DEFAULT,
    *,
    size: int | None = None,
    seed: int | None = None,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    table_bits: int | None = None,
) -> Strategy:
    """Make the strategy of that name or level for a variant; ValueError if there is none.

    The `choose` of one that is not built in raises StrategyError for whatever goes wrong in it.
    """
    player = Player(chosen_level(name), Limits(time, depth, nodes))
    return strategy_of(player, get_variant(variant, size), seed, table_bits)


def strategy_of(
    player: Player,
    variant: Variant,
    seed: int | None = None,
    table_bits: int | None = None,
    net_wins: int | None = None,
) -> Strategy:
    """Make the strategy of a player that is no person; ValueError if it cannot be made.

    UnconfirmedError, which is one, if it would run what nobody has named in this run. `net_wins` is
    how many more games than not the person has won against it, for strategies that learn from that.
    """
    name = player.level
    if name is None:
        raise ValueError("a person has no strategy")
    if name in LEVELS:
        name = LEVELS[name].strategy_for(variant)
    return _factory(name)(Options(variant, Random(seed), player.limits, table_bits, net_wins))


def is_built_in(level: str) -> bool:
    """Whether a level or strategy is one of ours, which keeps to what it is told."""
    return level in LEVELS or level in _BUILT_IN


def chosen_level(text: str) -> str:
    """The level or strategy that the person at the keyboard has named, which may then be run.

    ValueError as in `resolve_level`.
    """
    level = resolve_level(text)
    confirm(level)
    return level


def confirm(level: str) -> None:
    """Take note that the person at the keyboard wants this level to be run."""
    _confirmed.add(level)


def needs_confirmation(level: str) -> bool:
    """Whether a level would run a program of its own, and nobody has named it in this run.

    Built-in strategies and installed packages never do: the person has installed them.
    """
    return level not in _confirmed and runs_a_program(level)


def runs_a_program(level: str) -> bool:
    """Whether a level is a file or an engine of the person's own."""
    if is_built_in(level) or level in _registered:
        return False
    return names_a_file(level) or names_a_command(level) or level in engines()[0]


def resolve_level(text: str) -> str:
    """The name of the level or strategy a text means, 1 to 4 being the levels.

    ./mine.py:Mine is the strategy Mine of a file, hub:COMMAND an engine. Elsewhere upper and lower
    case are the same. Raises ValueError with all there is if there is none. A plug-in's name is
    known before it is imported: it may still fail when it is made, and so may an engine.
    """
    if names_a_command(text):
        from .hub_engine import engine_of

        return engine_of(text).name
    if names_a_file(text):
        return _absolute(text)
    word = _of_today("-".join(text.casefold().split()))  # strength 4 is strength-4
    if (level := level_called(word)) is not None:
        return level
    # Looking for plug-ins and engines takes a while: that is done only for names not known yet.
    if word in _BUILT_IN or word in _registered or word in (*names(), *engines()[0]):
        return word
    raise _unknown(text)


def _of_today(name: str) -> str:
    """A name as it is now: kept games call the original players seed-000 to seed-004."""
    return re.sub("^seed-(?=00[0-4])", "original-", name)


def _unknown(level: str) -> ValueError:
    strengths = f"{strength_name(NUMBERS[0])} to {strength_name(NUMBERS[-1])}"
    spelled = level.startswith("strength-")  # then it is the number that is wrong
    advice = did_you_mean(
        level.casefold(),
        [n for n in (*names(), *engines()[0]) if not (spelled and strength_number(n))],
        f"choose from {', '.join(LEVELS)} (1 to {len(LEVELS)}), {strengths}, or another name that "
        "'minicheckers levels' lists",
    )
    return ValueError(f"there is no level or strategy {quoted(level)}{advice}")


def names() -> tuple[str, ...]:
    """Every name that can be a level: the levels, built-in strategies, plug-ins; no engines."""
    plugged = (plug.name for plug in _installed()[0] if _NAME.fullmatch(plug.name))
    return tuple(dict.fromkeys([*LEVELS, *_BUILT_IN, *_registered, *plugged]))


def available() -> tuple[list[StrategyInfo], list[str]]:
    """Every strategy with a line about it, and what is wrong with those that cannot be used.

    Each plug-in is tried in a process of its own; engines are not started.
    """
    plugged, problems = plug_ins()
    found, complaints = engines()
    return _known_here() + plugged + _described(found), problems + complaints


def plug_ins() -> tuple[list[StrategyInfo], list[str]]:
    """The strategies of other packages, and what is wrong with those that cannot be used.

    Each is tried in a process of its own.
    """
    entries = []
    plugs, problems = _installed()
    for plug in plugs:
        try:
            summary = _plug_in(plug).summary()
        except ValueError as error:
            problems.append(str(error))
        else:
            entries.append(StrategyInfo(plug.name, summary, _package_of(plug)))
    return entries, problems


def others() -> list[StrategyInfo]:
    """The strategies that are no levels, each with a line about it. Nothing of theirs is run."""
    plugged = [
        StrategyInfo(plug.name, f"from the package {one_line(_package_of(plug))}")
        for plug in _installed()[0]
        if _NAME.fullmatch(plug.name)
    ]
    entries = [*_known_here(), *plugged, *_described(engines()[0])]
    return [entry for entry in entries if entry.name not in EXTRA_LEVELS]


def _known_here() -> list[StrategyInfo]:
    """What is built in, and what this process has registered."""
    built_in = [StrategyInfo(name, line) for name, (line, *_) in _BUILT_IN.items()]
    return built_in + [StrategyInfo(name, line) for name, (line, _) in _registered.items()]


def _described(found: "dict[str, HubEngine]") -> list[StrategyInfo]:
    return [
        StrategyInfo(name, f"the engine {one_line(' '.join(engine.command))}")
        for name, engine in found.items()
    ]


def _check_name(name: str, taken: Container[str] = ()) -> None:
    if is_built_in(name) or name in _registered or name in taken:
        raise ValueError(f"the name {quoted(name)} is taken")
    if _NAME.fullmatch(name) is None:
        raise ValueError(f"{quoted(name)} cannot be a strategy's name; write a lower-case word")


def one_line(text: object) -> str:
    """The first line of a docstring or summary, short and printable."""
    first = text.strip().partition("\n")[0] if isinstance(text, str) else ""
    shown = "".join(c for c in first if c.isprintable()).rstrip(".")
    return shown[:_LONGEST_SUMMARY] or "no description"


def _factory(name: str) -> Factory:
    """What makes the strategy of a resolved name; ValueError if nothing does, or may."""
    name = _of_today(name)
    if name in _BUILT_IN:
        from . import built_in

        _, kind, *arguments = _BUILT_IN[name]
        return partial(getattr(built_in, kind), *arguments)
    if name in _registered:
        return partial(CheckedStrategy, name, _registered[name][1])
    if needs_confirmation(name):
        raise UnconfirmedError(name)
    from .process import OutsideStrategy

    return partial(OutsideStrategy, _program(name))


def _program(name: str) -> "OutsideProgram":
    """The program that plays as the strategy of a name; ValueError if there is none."""
    if names_a_command(name):
        from .hub_engine import engine_of

        return engine_of(name)
    if names_a_file(name):
        from .foreign import ForeignCode

        path, attribute = file_and_name(_absolute(name))
        trouble = f"the strategy {quoted(name, 80)} cannot be used"
        return ForeignCode(f"{path.name}:{attribute}", trouble, "file", name)
    for plug in _installed()[0]:
        if plug.name == name:
            return _plug_in(plug)
    if name in (found := engines()[0]):
        return found[name]
    raise _unknown(name)


# Plug-ins: strategies of other packages. The name of an entry point is the strategy's name, its
# object a factory, the first line of whose docstring is shown to people.


def _installed() -> "tuple[list[EntryPoint], list[str]]":
    """The plug-ins that are installed, and a sentence if they cannot be listed."""
    from importlib.metadata import entry_points

    try:
        return list(entry_points(group=ENTRY_POINT_GROUP)), []
    except Exception as error:  # noqa: BLE001  one broken package's metadata can raise anything
        return [], [f"the plug-ins cannot be listed: {reason(error)}"]


def _plug_in(plug: "EntryPoint") -> "ForeignCode":
    """Where the code of a plug-in is; ValueError with a sentence if its name cannot be used."""
    from .foreign import ForeignCode

    whose = f"the strategy {quoted(plug.name)} of the package {quoted(_package_of(plug))}"
    trouble = f"{whose} cannot be used"
    try:
        _check_name(plug.name)
    except ValueError as error:
        raise ValueError(f"{trouble}: {error}") from None
    return ForeignCode(plug.name, trouble, ENTRY_POINT_GROUP, plug.value)


def _package_of(plug: "EntryPoint") -> str:
    return (plug.dist and plug.dist.name) or plug.value.partition(":")[0]


# Engines of other people that speak the Hub protocol: hub:COMMAND, or a name in the engines file.


def names_a_command(text: str) -> bool:
    """Whether a text means an engine by its command rather than by a name."""
    return text.strip().startswith("hub:")


def engines() -> "tuple[dict[str, HubEngine], list[str]]":
    """The engines of the engines file by name, and a sentence for each that cannot be used.

    None is started: which of our games one can play is known only where the file says so.
    """
    from .hub_engine import read_engines

    found, problems = read_engines()
    taken = names()
    for name, engine in tuple(found.items()):
        try:
            _check_name(name, taken)
        except ValueError as error:
            problems.append(f"{engine.trouble}: {error}")
            del found[name]
    return found, problems


# A strategy from a single file, without a package around it: ./mine.py:Mine.


def names_a_file(text: str) -> bool:
    """Whether a text means a strategy of a file rather than the name of one."""
    return _FILE.fullmatch(text.strip()) is not None


def file_and_name(text: str) -> tuple[Path, str]:
    """The file and the name in it; ValueError if the text is neither."""
    form = _FILE.fullmatch(text.strip())
    if form is None:
        raise ValueError(f"{quoted(text)} is not a file and a name")
    return Path(form["path"]), form["name"] or ""


def _absolute(text: str) -> str:
    """The same strategy whatever the current directory; ValueError if there is no such file."""
    path, name = file_and_name(text)
    if not name.isidentifier():
        raise ValueError(
            f"{quoted(text, 80)} does not say which strategy; write {printable(path.name)}:Name "
            "with the name of a class or function in the file"
        )
    try:
        path = path.expanduser()
        if path.is_file():
            return f"{path.resolve()}:{name}"
    except (OSError, RuntimeError) as error:
        # No such user, a name too long, a folder one may not enter, links in a circle.
        raise ValueError(f"cannot use {quoted(text, 80)}: {why(error)}") from None
    raise ValueError(f"there is no file {quoted(str(path), 80)}")
