"""``minicheckers manpage``: the manual page, section 6, written from the parsers."""

import argparse
import textwrap
from collections.abc import Iterator

from .. import __version__
from ..plain.commands import COMMANDS
from .cli_model import Argument, CommandModel

_ENVIRONMENT = {
    "NO_COLOR": "when it is set and not empty, nothing is drawn in colour",
    "XDG_STATE_HOME": "where games, preferences and the record are kept, in a directory "
    "minicheckers; ~/.local/state if it is not set (on Windows: %LOCALAPPDATA%)",
    "TERM": "the kind of terminal; without one that can move its cursor the game is played "
    "line by line",
}
_FILES = {
    "game-N.json": "the unfinished game of the N-th program that runs at once",
    "preferences.json": "the last choices",
    "record.json": "wins, draws and losses",
    "*.bak": "what a file said before it was last written",
    "*.broken-N": "a file that could not be read, kept as it was",
}
_EXIT_CODES = {
    "0": "done, whoever won",
    "1": "failure",
    "2": "bad usage",
    "130": "interrupted (Ctrl-C)",
    "143": "terminated",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """This command has no arguments."""


def run(arguments: argparse.Namespace) -> int:
    """Print the manual page."""
    print(manpage(arguments.command_models()), end="")
    return 0


def manpage(models: list[CommandModel]) -> str:
    """The manual page in the language of man."""
    return "\n".join(_page(models)) + "\n"


def _page(commands: list[CommandModel]) -> Iterator[str]:
    game, others = commands[0], commands[1:]
    yield f'.TH MINICHECKERS 6 "" "minicheckers {__version__}" "Games"'
    yield ".SH NAME"
    yield rf"minicheckers \- {_roff(game.command.summary)}"
    yield ".SH SYNOPSIS"
    yield from _synopsis(game)
    for model in others:
        yield ".br"
        yield from _synopsis(model)
    yield ".SH DESCRIPTION"
    yield _roff(
        "Without a command the game opens: four kinds of checkers, against the computer, against "
        "another person, or recorded ones to look through. Where there is no terminal to draw on, "
        "it is played line by line."
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
        "Every line is a move (9-13, c3-d4, 9x16), the number of a move in the list, or a word. "
        "The end of input ends the game, which is saved."
    )
    yield from _definitions({f"{n} {w.argument}".strip(): w.summary for n, w in COMMANDS.items()})
    yield ".SH ENVIRONMENT"
    yield from _definitions(_ENVIRONMENT)
    yield ".SH FILES"
    yield from _definitions(_FILES)
    yield ".SH EXIT STATUS"
    yield from _definitions(_EXIT_CODES)
    yield ".SH EXAMPLES"
    yield from _example(game)


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
