"""The command line as data: a command, and its arguments as its parser knows them.

The completions and the manual page are written from this.
"""

import argparse
from dataclasses import dataclass

#: What stands for a file's name.
_FILES = ("B", "BOARD", "FILE", "GAME.pdn")


@dataclass(frozen=True)
class Command:
    """A word of the command line: what it does, and what follows it in an example that works."""

    name: str
    summary: str
    words: str = ""

    @property
    def prog(self) -> str:
        return f"minicheckers {self.name}".rstrip()

    @property
    def example(self) -> str:
        return f"{self.prog} {self.words}".rstrip()


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

    @classmethod
    def of(cls, action: argparse.Action) -> "Argument":
        choices = tuple(str(choice) for choice in action.choices or ())
        value = None
        if action.nargs != 0:
            value = str(action.metavar or "|".join(choices) or action.dest.upper())
        return cls(
            names=tuple(action.option_strings),
            value=value,
            # Fills in what stands for the default and the like.
            help=argparse.HelpFormatter("")._expand_help(action) if action.help else "",
            choices=_named_values(value) or choices,
            is_file=value in _FILES,
        )


@dataclass(frozen=True)
class CommandModel:
    """A command and its arguments; the game itself has no name."""

    command: Command
    flags: tuple[Argument, ...]
    values: tuple[Argument, ...]

    @property
    def name(self) -> str:
        return self.command.name

    @classmethod
    def of(cls, command: Command, parser: argparse.ArgumentParser) -> "CommandModel":
        arguments = [Argument.of(action) for action in parser._actions]
        return cls(
            command,
            tuple(argument for argument in arguments if argument.names),
            tuple(argument for argument in arguments if not argument.names),
        )


def _named_values(name: str | None) -> tuple[str, ...]:
    """What a value's name in the help stands for, where there are only so many."""
    # Imported here because every run of the program loads this file.
    from ..game.request import FIRST_CHOICES
    from ..players.registry import names
    from ..rules.variant import VARIANTS
    from ..treeview.ideas import STAIRS
    from ..treeview.seeds import FORMULAS, SEEDS

    match name:
        case "V":
            return tuple(VARIANTS)
        case "F":
            return FIRST_CHOICES
        case "A":
            return (*map(str, STAIRS), *SEEDS)
        case "E":
            return (*FORMULAS, "engine")
        case "L" | "LEVEL":
            return names()
    return ()
