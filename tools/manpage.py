"""Print the manual page, section 6, written from the parsers.

python tools/manpage.py
"""

import argparse
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from minicheckers import __version__
from minicheckers.activities.activity import deeds_of_class
from minicheckers.activities.game import CoachedGame
from minicheckers.cli import COMMANDS, Command, make_parser
from minicheckers.commands.completions import FILES
from minicheckers.plain.desk import Desk

_ENVIRONMENT = {
    "NO_COLOR": "if set and not empty, no colour is used",
    "XDG_STATE_HOME": "the directory that holds minicheckers/minicheckers.db, the database of your "
    "games, record and preferences; default: ~/.local/state (on Windows: %LOCALAPPDATA%)",
    "XDG_CONFIG_HOME": "the directory that holds minicheckers/ with your own files; default: "
    "~/.config",
    "TERM": "the type of your terminal; if it cannot move its cursor, you play line by line",
}
_FILES = {
    "minicheckers.db": "in $XDG_STATE_HOME/minicheckers: your games, record and preferences",
    "minicheckers.db.broken-N": "a database that could not be read, kept as it was",
    "engines.toml": "in $XDG_CONFIG_HOME/minicheckers: engines that can be named as a level",
    "themes/*.toml, variants/*.toml": "in the same directory: your own themes and games",
}
_EXIT_CODES = {
    "0": "done, whoever won",
    "1": "failure",
    "2": "bad usage, or no usable terminal",
    "129": "ended by SIGHUP, as when the terminal is closed",
    "130": "interrupted by Ctrl-C",
    "143": "ended by SIGTERM",
}


@dataclass(frozen=True)
class Argument:
    """A flag with its names, or without any a value that stands alone.

    ``value`` stands for the value it takes, None for a switch; ``is_file`` says that it is the name
    of a file.
    """

    names: tuple[str, ...]
    value: str | None
    help: str
    is_file: bool = False

    @classmethod
    def of(cls, action: argparse.Action) -> "Argument":
        value = None
        if action.nargs != 0:
            value = str(
                action.metavar or "|".join(map(str, action.choices or ())) or action.dest.upper()
            )
        return cls(
            names=tuple(action.option_strings),
            value=value,
            # Fills in what stands for the default and the like.
            help=argparse.HelpFormatter("")._expand_help(action) if action.help else "",
            is_file=value in FILES,
        )


@dataclass(frozen=True)
class CommandModel:
    """A command and its arguments; the first is the game, whose word is not needed."""

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


def command_models() -> list[CommandModel]:
    """The game and every command as data, read off their parsers."""
    return [CommandModel.of(command, make_parser(command)) for command in COMMANDS.values()]


def manpage(models: list[CommandModel]) -> str:
    """The manual page in the language of man."""
    return "\n".join(_page(models)) + "\n"


def _page(commands: list[CommandModel]) -> Iterator[str]:
    game, others = commands[0], commands[1:]
    yield f'.TH MINICHECKERS 6 "" "minicheckers {__version__}" "Games"'
    yield ".SH NAME"
    yield r"minicheckers \- play checkers in the terminal"
    yield ".SH SYNOPSIS"
    yield from _synopsis(game)
    for model in others:
        yield ".br"
        yield from _synopsis(model)
    yield ".SH DESCRIPTION"
    yield _roff(
        "Without a command the game opens: play checkers and draughts of many kinds against the "
        "computer or another person, or step through recorded games. Without a terminal to draw "
        "on, you play line by line."
    )
    yield ".SH OPTIONS"
    yield from _arguments(game)
    yield ".SH COMMANDS"
    for model in others:
        yield f".SS {_roff(model.name)}"
        yield _roff(model.command.summary[0].upper() + model.command.summary[1:] + ".")
        yield from _arguments(model)
        yield ".PP"
        yield "Example:"
        yield from _example(model)
    yield ".SH PLAIN MODE"
    yield _roff(
        "Each line is a move (9-13, c3-d4, 9x16), the number of a move in the list, or a command. "
        "The end of input ends the program; an unfinished game is saved."
    )
    yield from _definitions(plain_words())
    yield ".SH ENVIRONMENT"
    yield from _definitions(_ENVIRONMENT)
    yield ".SH FILES"
    yield from _definitions(_FILES)
    yield ".SH EXIT STATUS"
    yield from _definitions(_EXIT_CODES)
    yield ".SH EXAMPLES"
    yield from _example(game)


def plain_words() -> dict[str, str]:
    """What can be typed in a game, and what is said about it."""
    words: dict[str, str] = {}
    for owner in (CoachedGame, Desk):
        for known in deeds_of_class(owner):
            if known.help:
                name = f"{known.name.replace('_', ' ')} {known.argument}".strip()
                words.setdefault(name, known.help)
    return words


def _synopsis(model: CommandModel) -> Iterator[str]:
    words = [rf"\fB{_roff(model.command.prog)}\fR"]
    words += [rf"\fI{_roff(value.value or '')}\fR" for value in model.values]
    yield " ".join([*words, r"[\fIoptions\fR]"])


def _arguments(model: CommandModel) -> Iterator[str]:
    for argument in (*model.values, *model.flags):
        yield ".TP"
        yield _heading(argument)
        yield _roff(argument.help[:1].upper() + argument.help[1:] + ".")


def _heading(argument: Argument) -> str:
    shown = "" if argument.value is None else rf"\fI{_roff(argument.value)}\fR"
    names = ", ".join(rf"\fB{_roff(name)}\fR" for name in argument.names)
    return f"{names} {shown}".strip()


def _definitions(meanings: dict[str, str]) -> Iterator[str]:
    for name, meaning in meanings.items():
        yield ".TP"
        yield rf"\fB{_roff(name)}\fR"
        yield _roff(meaning[0].upper() + meaning[1:] + ".")


def _example(model: CommandModel) -> Iterator[str]:
    yield ".PP"
    yield ".nf"
    yield ".RS"
    yield _roff(model.command.example)
    yield ".RE"
    yield ".fi"


def _roff(text: str) -> str:
    """The text so that man shows it as it is: hyphens stay hyphens, no line is a request."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq")
    lines = textwrap.wrap(escaped, 90, break_long_words=False, break_on_hyphens=False)
    return "\n".join(rf"\&{line}" if line.startswith((".", "'")) else line for line in lines)


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(manpage(command_models()), end="")
