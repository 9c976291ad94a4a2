"""The command line as data, read off the parsers: for the completions and the manual page."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass

from ..game.request import FIRST_CHOICES
from ..players.registry import names
from ..rules.variant import VARIANTS
from ..thinking.algorithm import STAIRS
from ..thinking.seeds import FORMULAS, SEEDS
from .command import Command

#: What stands for a file's name. Everything else that takes a value is told by _VALUES.
_FILES = ("B", "BOARD", "FILE", "GAME.pdn")
#: What a value's name in the help stands for, where there are only so many.
_VALUES: dict[str, Callable[[], tuple[str, ...]]] = {
    "V": lambda: tuple(VARIANTS),
    "F": lambda: FIRST_CHOICES,
    "A": lambda: (*map(str, STAIRS), *SEEDS),
    "E": lambda: (*FORMULAS, "engine"),
    "L": names,
    "L1": names,
    "L2": names,
}


@dataclass(frozen=True)
class Argument:
    """A flag with its names, or without any a value that stands alone.

    ``value`` stands for the value it takes, None for a switch; ``choices`` are the values to
    suggest, and ``is_file`` says that any file's name may be one.
    """

    names: tuple[str, ...]
    value: str | None
    help: str
    choices: tuple[str, ...] = ()
    is_file: bool = False


@dataclass(frozen=True)
class CommandModel:
    """A command and its arguments; the game itself has no name."""

    command: Command
    flags: tuple[Argument, ...]
    values: tuple[Argument, ...]

    @property
    def name(self) -> str:
        """The word that calls it."""
        return self.command.name


def model_of(command: Command, parser: argparse.ArgumentParser) -> CommandModel:
    """A command as data, read off its parser."""
    arguments = [_argument(action) for action in parser._actions]
    return CommandModel(
        command,
        tuple(argument for argument in arguments if argument.names),
        tuple(argument for argument in arguments if not argument.names),
    )


def _argument(action: argparse.Action) -> Argument:
    choices = tuple(str(choice) for choice in action.choices or ())
    value = None
    if action.nargs != 0:
        value = str(action.metavar or "|".join(choices) or action.dest.upper())
    return Argument(
        names=tuple(action.option_strings),
        value=value,
        # Fills in what stands for the default and the like.
        help=argparse.HelpFormatter("")._expand_help(action) if action.help else "",
        choices=_VALUES[value]() if value in _VALUES else choices,
        is_file=value in _FILES,
    )
