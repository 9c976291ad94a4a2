"""Arguments in, one call out: finds the command a person means and runs it.

Every command lives in a module of ``commands`` that is loaded only when it is used. Such a module
has ``add_arguments(parser)`` and ``run(arguments) -> exit code``; those of a command without a
module of its own end with its name, as in ``run_join``.
"""

import argparse
import errno
import io
import math
import os
import signal
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from types import FrameType
from typing import Any, NoReturn

from . import __version__
from .support.signals import ENDING
from .support.text import did_you_mean, quoted
from .support.upgrades import UPGRADED, is_upgraded

DONE, FAILED, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130
_SECONDS_TO_END = 1.0
#: A module that the compiled build (`hatch_build.py`) always has, beside its source.
_COMPILED = os.path.join(os.path.dirname(__file__), "rules", "movegen")
#: How soon a signal that came at a bad moment is sent again, in seconds.
_AGAIN = 0.01


#: The words that explain the others, and that opens the game, which needs none.
HELP, PLAY = "help", "play"


@dataclass(frozen=True)
class Command:
    """A word of the command line: what it does, and what follows it in an example that works."""

    name: str
    summary: str
    words: str = ""
    #: The command in whose module it is, if it has none of its own.
    home: str = ""
    #: The heading of the short help below which it is only named.
    group: str = ""

    @property
    def prog(self) -> str:
        return "minicheckers" if self.name == PLAY else f"minicheckers {self.name}"

    @property
    def example(self) -> str:
        return f"{self.prog} {self.words}".rstrip()


_MORE, _RESEARCH = "More", "For engines and research"

COMMANDS = {
    command.name: command
    for command in (
        Command(PLAY, "play against the computer or a friend", "--level hard --first you"),
        Command("puzzle", "solve puzzles: find the only move that wins or draws", "--seed 1"),
        Command(
            "learn",
            "learn the rules of a game step by step, or to play it well",
            "--course --variant mini",
            home="puzzle",
        ),
        Command("review", "grade every move of your games or a recorded one", "game.pdn"),
        Command("watch", "watch the computer play itself", "--black easy --white medium --seed 1"),
        Command("games", "list, show or export your games", "--json"),
        Command(
            "host",
            "host a game for another terminal or program",
            "--variant english --code swordfish",
        ),
        Command(
            "join", "join a game that somebody else hosts", "localhost --code swordfish", "host"
        ),
        Command("record", "show your wins, draws, losses and ratings", group=_MORE),
        Command(
            "replay",
            "play back a recorded game, or save it as a film",
            "game.pdn --svg film.svg",
            group=_MORE,
        ),
        Command("levels", "list the opponents, including plug-ins", group=_MORE),
        Command("variants", "list the games", "--json", home="levels", group=_MORE),
        Command(
            "doctor",
            "check your games, the terminal, plug-ins and your own files",
            group=_MORE,
        ),
        Command("completions", "print a completion script for your shell", "bash", group=_MORE),
        Command(
            "analyse",
            "show the value of every legal move",
            "--position B:W13,14,18:B5,6,9",
            group=_RESEARCH,
        ),
        Command(
            "best",
            "show the move a level would play",
            "--level medium --position B:W13,14,18:B5,6,9 --json",
            group=_RESEARCH,
        ),
        Command(
            "think",
            "show the search tree",
            "--position W:W10,13,14:B1,5,8 --depth 3",
            group=_RESEARCH,
        ),
        Command(
            "match",
            "play a match between levels and compare their strength",
            "medium easy --games 4 --seed 1",
            group=_RESEARCH,
        ),
        Command(
            "hub",
            "run as an engine for other programs (Hub protocol)",
            "--level hard",
            group=_RESEARCH,
        ),
        Command(
            "convert",
            "convert a board to another format",
            "B:W13-18:B1-6 --to diagram",
            group=_RESEARCH,
        ),
        Command(
            "perft",
            "count move sequences, to test the move generator",
            "5 --variant english --divide",
            group=_RESEARCH,
        ),
        Command(
            "regret",
            "measure how far a level is from perfect play in mini",
            "medium --positions 20",
            group=_RESEARCH,
        ),
        Command("verify", "check the proofs that mini is a draw", group=_RESEARCH),
    )
}
GAME = COMMANDS[PLAY]

#: Flags with the same purpose, one for the game and one for the commands.
_OTHER_NAMES = {"--board": "--position", "--position": "--board"}
#: How wide the screen is that the short help fits on.
_SCREEN = 79


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one sentence and exit code 2."""

    def error(self, message: str) -> NoReturn:
        """Print what was wrong and where to find help, and exit with 2."""
        called = f"{self.prog} {PLAY}" if self.prog == GAME.prog else self.prog
        self.exit(BAD_USAGE, f"{self.prog}: {message} (see '{called} --help')\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        # The inherited one lists the choices, even if one of them was misspelt.
        if action.choices is not None and value not in action.choices:
            known = list(map(str, action.choices))
            advice = did_you_mean(str(value), known, f"choose from {', '.join(known)}")
            raise argparse.ArgumentError(action, f"{quoted(str(value))} is unknown{advice}")

    def _print_message(self, message: str, file: Any = None) -> None:
        # The inherited one hides that a help or version text could not be written.
        print(message, end="", file=file or sys.stderr)

    def parse_all(self, words: Sequence[str]) -> argparse.Namespace:
        """The arguments; words that mean nothing here are an error with advice."""
        arguments, extra = self.parse_known_args(words)
        if extra:
            self.error(self._about(extra[0]))
        return arguments

    def _about(self, word: str) -> str:
        if word in COMMANDS and word != PLAY:
            return f"put the command first, as in '{COMMANDS[word].example}'"
        if word.startswith("-"):
            flag = word.partition("=")[0]
            known = [flag for flag in self._option_string_actions if flag.startswith("--")]
            if _OTHER_NAMES.get(flag) in known:
                return f"unknown flag {quoted(flag)}; use {_OTHER_NAMES[flag]} here"
            if flag not in known and flag in make_parser(GAME)._option_string_actions:
                return f"{quoted(flag)} is not a flag of this command"
            return f"unknown flag {quoted(flag)}{did_you_mean(flag, known)}"
        return f"unexpected argument {quoted(word)}"


class HelpFormatter(argparse.HelpFormatter):
    """Help whose paragraphs are wrapped one by one; an example stays in one line."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(
            line
            if line.startswith("  minicheckers")
            else textwrap.fill(line, width, break_on_hyphens=False)
            for line in text.split("\n")
        )


def make_parser(command: Command) -> Parser:
    """The parser of a command, with its arguments and its help."""
    parser = Parser(
        prog=command.prog,
        description=command.summary[0].upper() + command.summary[1:] + ".",
        epilog=f"example:\n  {command.example}",
        formatter_class=HelpFormatter,
        allow_abbrev=False,
    )
    if command is GAME:
        parser.add_argument("--version", action="version", version=_version())
    _function(command, "add_arguments")(parser)
    return parser


NO_MEMORY = "not enough memory"
#: What imports say where there is no memory: compiled modules are mapped into it, and the
#: interpreter may lose the MemoryError on its way through them.
_SIGNS_OF_NO_MEMORY = (
    "failed to map segment",
    "without exception set",
    "without setting an exception",
)


def main(argv: list[str] | None = None) -> int:
    """Run the command that the arguments name and return its exit code."""
    words = sys.argv[1:] if argv is None else argv
    if sys.stderr is None:  # closed; print would take standard output instead
        sys.stderr = io.StringIO()
    if sys.stdout is None:
        sys.stdout = _ClosedOutput()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Do not fail because of a name that the terminal cannot show.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with _signals_raising():
            try:
                return _run(words)
            except Exception:
                if not is_upgraded():
                    raise
                return _complain(UPGRADED, FAILED)
            finally:
                _flush()
    except SystemExit:  # not an error
        raise
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # whoever read the output has gone
        return FAILED
    except ValueError as error:
        return _complain(str(error), BAD_USAGE)
    except OSError as error:
        return _complain(_about_file(error), FAILED)
    except (RecursionError, MemoryError):
        return _complain(NO_MEMORY, FAILED)
    except (ImportError, SystemError) as error:
        if not any(sign in str(error) for sign in _SIGNS_OF_NO_MEMORY):
            raise
        return _complain(NO_MEMORY, FAILED)
    except RuntimeError as error:
        if "new thread" not in str(error):
            raise
        return _complain("not enough threads; the system allows no more", FAILED)
    # Last, because looking it up opens files, which may be what went wrong.
    except _strategy_error() as error:
        return _complain(str(error), FAILED)
    finally:
        _finish_output()


def build_kind() -> str:
    """``compiled`` or ``pure Python``, found without loading anything."""
    found = any(os.path.exists(_COMPILED + suffix) for suffix in EXTENSION_SUFFIXES)
    return "compiled" if found else "pure Python"


def _version() -> str:
    return f"minicheckers {__version__} ({build_kind()})"


def _run(words: Sequence[str]) -> int:
    if list(words) == ["--version"]:  # other programs ask this often, so nothing is loaded for it
        print(_version())
        raise SystemExit(DONE)
    if words and words[0] == HELP:  # another way to say --help
        words = [*words[1:2], "--help"]
    if list(words) in (["--help"], ["-h"]):
        print(_overview())
        raise SystemExit(DONE)
    if not words or words[0].startswith("-"):
        command, rest = GAME, words
    elif words[0] in COMMANDS:
        command, rest = COMMANDS[words[0]], words[1:]
    else:
        raise ValueError(f"{_about_word(words[0])} (see 'minicheckers --help')")
    parser = make_parser(command)
    # For the completions, which tell what may follow any command.
    summaries = {name: other.summary for name, other in COMMANDS.items()}
    parser.set_defaults(parser_of=_parser_of, commands=summaries)
    arguments = parser.parse_all(rest)
    code: int = _function(command, "run")(arguments)
    return code


def _parser_of(word: str) -> Parser:
    """The parser of a command, or of the game if there is no such command."""
    return make_parser(COMMANDS.get(word, GAME))


def _about_word(word: str) -> str:
    """What somebody may have meant by a word that is not a command."""
    from .opponents.levels import EXTRA_LEVELS, level_called  # takes a while to load
    from .rules.variant import VARIANTS

    if level_called(word) or word in EXTRA_LEVELS:
        return f"{quoted(word)} is a level, not a command; write minicheckers --level {word}"
    if word in VARIANTS:
        return f"{quoted(word)} is a game, not a command; write minicheckers --variant {word}"
    if word.endswith(".pdn"):
        return f"{quoted(word)} is not a command; to open a game, write minicheckers --load FILE"
    advice = did_you_mean(word, [*COMMANDS, HELP], f"the commands are {', '.join(COMMANDS)}")
    return f"unknown command {quoted(word)}{advice}"


def _strategy_error() -> type[Exception]:
    from .opponents.guard import StrategyError  # takes a while to load

    return StrategyError


def _function(command: Command, name: str) -> Callable[..., Any]:
    guest = f"_{command.name}" if command.home and command is not GAME else ""
    found: Callable[..., Any] = getattr(_module(command), name + guest)
    return found


def _module(command: Command) -> Any:
    # An exception in the middle of an import may be lost in it. Nothing has begun yet, so that
    # Ctrl-C may as well end the program at once.
    loading = threading.current_thread() is threading.main_thread() and signal.getsignal(
        signal.SIGINT
    ) not in (signal.SIG_IGN, signal.SIG_DFL, None)
    before = signal.signal(signal.SIGINT, signal.SIG_DFL) if loading else None
    try:
        return import_module(f".commands.{command.home or command.name}", __package__)
    finally:
        if loading:
            signal.signal(signal.SIGINT, before)


def _overview() -> str:
    """The help of the whole program, on one screen."""
    groups: dict[str, list[Command]] = {}
    for command in COMMANDS.values():
        groups.setdefault(command.group, []).append(command)
    width = max(map(len, COMMANDS))
    lines = [
        "usage: minicheckers [COMMAND] [FLAGS]",
        "",
        "Play checkers in the terminal. Without a command the menu opens.",
        "",
        *(f"  {command.name:{width}}  {command.summary}" for command in groups.pop("")),
    ]
    for heading, commands in groups.items():
        names = ", ".join(command.name for command in commands)
        lines += ["", *textwrap.wrap(f"{heading}: {names}", _SCREEN, subsequent_indent="  ")]
    lines += ["", f"minicheckers {HELP} COMMAND explains a command and its flags."]
    return "\n".join([*lines, "", "example:", f"  {GAME.example}"])


def _about_file(error: OSError) -> str:
    what = error.strerror or str(error)
    return f"{quoted(str(error.filename))}: {what}" if error.filename is not None else what


def _complain(sentence: str, code: int) -> int:
    with suppress(OSError):  # the terminal may have gone
        print(f"minicheckers: {sentence}", file=sys.stderr)
    return code


@contextmanager
def _signals_raising() -> Iterator[None]:
    """Let the signals that end a program do so in order: everything open is closed first.

    Pressing Ctrl-C again and again counts once, because ending in order takes a moment.
    """
    last = -math.inf

    def end(number: int, frame: FrameType | None) -> None:
        nonlocal last
        if frame is not None and frame.f_code.co_filename.startswith("<frozen importlib"):
            # What is raised in a callback of the import system is reported and lost.
            threading.Timer(_AGAIN, os.kill, (os.getpid(), number)).start()
            return
        now = time.monotonic()
        if now - last >= _SECONDS_TO_END:
            last = now
            if number == signal.SIGINT:
                raise KeyboardInterrupt
            raise SystemExit(128 + number)

    previous: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for number in ENDING:
            # What somebody chose to ignore (nohup does) stays ignored.
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                previous[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


class _ClosedOutput(io.TextIOBase):
    """Standard output of a program that was started with it closed: every write fails."""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        """Fail, as writing to a closed file does."""
        raise OSError(errno.EBADF, "standard output is closed")


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _finish_output() -> None:
    """Write out what is left, so that Python has nothing to complain about when it ends."""
    try:
        _flush()
    except OSError:  # closed or full: the error was printed already, or nobody is left to read it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
