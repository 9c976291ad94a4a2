"""Arguments in, one call out: finds the command a person means and runs it.

Every command lives in a module of ``commands`` that is loaded only when it is used. Such a module
has ``add_arguments(parser)`` and ``run(arguments) -> exit code``.
"""

import argparse
import sys
from dataclasses import dataclass
from importlib import import_module
from typing import NoReturn

from . import __version__


@dataclass(frozen=True)
class Command:
    """A word of the command line: where it lives, what it does, and an example that works."""

    name: str
    module: str
    summary: str
    example: str


#: The game itself, which needs no word.
GAME = Command("", "play", "play checkers in the terminal", "minicheckers --level hard --first you")

COMMANDS = {
    command.name: command
    for command in (
        Command(
            "perft",
            "perft",
            "count the paths of legal moves",
            "minicheckers perft 5 --variant english --divide",
        ),
        Command(
            "convert",
            "convert",
            "turn one form of board into another",
            "minicheckers convert B:W13-18:B1-6 --to diagram",
        ),
    )
}


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one sentence and exit code 2."""

    def error(self, message: str) -> NoReturn:
        """Print what was wrong and where help is, and exit with 2."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def make_parser(command: Command) -> Parser:
    """The parser of a command, its arguments and its help included."""
    prog = f"minicheckers {command.name}".rstrip()
    parser = Parser(
        prog=prog,
        description=command.summary[0].upper() + command.summary[1:] + ".",
        epilog=f"example:\n  {command.example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    if command is GAME:
        parser.add_argument("--version", action="version", version=f"minicheckers {__version__}")
    import_module(f".commands.{command.module}", __package__).add_arguments(parser)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run the command that the arguments name and return its exit code."""
    words = sys.argv[1:] if argv is None else argv
    if words[:1] == ["--version"]:
        print(f"minicheckers {__version__}")
        return 0
    command = COMMANDS.get(words[0], GAME) if words else GAME
    arguments = make_parser(command).parse_args(words if command is GAME else words[1:])
    module = import_module(f".commands.{command.module}", __package__)
    try:
        code: int = module.run(arguments)
    except ValueError as error:
        print(f"minicheckers: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        return 1
    return code
