"""Opening plain mode: the console, what the command line asks for, and what it leaves open."""

import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, BinaryIO, TextIO

from ..activities.game import Watch
from ..activities.setup import activity_of, study_of
from ..coach.requests import PuzzleOrder
from ..game.request import GameRequest, read_first
from ..game.session import Session
from ..rules.variant import Variant, get_variant
from ..storage.preferences import read_choices
from ..storage.store import Store
from ..support.named_files import configuration_directory
from ..support.text import counted, printable, quoted, sentence
from .desk import Desk
from .text import wrapped

if TYPE_CHECKING:
    from ..coach.course import Course

#: No move and no file name is longer, so nothing longer is kept in memory.
LONGEST_LINE = 4096


class EndOfInputError(Exception):
    """Nobody is left to answer a question."""


@dataclass(frozen=True)
class Console:
    """Where lines come from and go to; either may be missing.

    ``interactive``: a person sits at a terminal and can be asked.
    """

    source: BinaryIO | None
    sink: TextIO | None
    interactive: bool = False

    @classmethod
    def standard(cls) -> "Console":
        """Standard input and output."""
        source = getattr(sys.stdin, "buffer", None)
        if source is None:
            return cls(None, sys.stdout)
        # A thread may still read when the program ends: a raw file has no lock that Python needs.
        return cls(getattr(source, "raw", source), sys.stdout, sys.stdin.isatty())

    def say(self, *lines: str) -> None:
        if self.sink is not None:
            self.sink.write("".join(f"{line}\n" for line in lines))
            self.sink.flush()

    def ring(self) -> None:
        """Ring the terminal's bell, if there is one to hear it."""
        if self.sink is not None and self.interactive:
            self.sink.write("\a")
            self.sink.flush()

    def read(self) -> str | None:
        """The next line without its ending; None at the end of input.

        Raises ValueError for a line that is too long or not text.
        """
        if self.source is None:
            return None
        if self.interactive and self.sink is not None:
            self.sink.write("> ")
            self.sink.flush()
        line = self.source.readline(LONGEST_LINE + 1)
        if not line:
            return None
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = self.source.readline(LONGEST_LINE)
            raise ValueError(f"the line is too long; write at most {LONGEST_LINE} bytes")
        try:
            return line.decode().rstrip("\r\n")
        except UnicodeDecodeError:
            shown = quoted(line.decode(errors="backslashreplace").strip())
            raise ValueError(f"{shown} is not UTF-8 text") from None

    def ask(self, question: str, read: Callable[[str], str]) -> str:
        """The answer to a question, asked until it is understood; EndOfInputError without one."""
        while True:
            self.say(question)
            try:
                line = self.read()
                if line is None:
                    raise EndOfInputError
                return read(line)
            except ValueError as error:
                self.say(*wrapped(sentence(str(error))))


# What is opened


def run(
    request: GameRequest,
    store: Store,
    console: Console | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Play the game that was asked for until it is left, and return the exit code."""
    console = console or Console.standard()
    if (folder := configuration_directory()) is not None:
        store.configured, problems = read_choices(folder / "config.toml")
        for problem in problems:
            console.say(*wrapped(sentence(printable(problem))))
    try:
        if request.load is not None:
            request = _choose_recorded(request, request.load, store, console)
        session = request.session or _choose_game(request, store, console)
    except EndOfInputError:
        return 0
    activity = activity_of(request, session)
    if isinstance(activity, Watch):
        activity.speed = math.inf  # nobody sits there to look at a position
    return Desk(store, console, request, clock, reads=not session.is_watched).run(activity)


def study(
    subject: "PuzzleOrder | Course | Variant", store: Store, console: Console | None = None
) -> int:
    """Put puzzles to a person, or teach a game; return the exit code."""
    return Desk(store, console or Console.standard(), GameRequest()).run(study_of(subject))


def _choose_game(request: GameRequest, store: Store, console: Console) -> Session:
    """A new game, after asking for what the flags left out; the last choices fill the gaps."""
    from ..opponents.registry import chosen_level

    last = answers = store.preferences()
    variant = request.variant or get_variant(last.variant, last.size)
    if console.interactive and request.first is None:
        first = console.ask("Do you want to go first? (Y/N)", _read_first)
        answers = replace(answers, first=first)
    if console.interactive and request.level is None:
        level = console.ask(
            "What level of difficulty? (1 Easy, 2 Medium, 3 Hard, 4 Expert)", chosen_level
        )
        answers = replace(answers, level=level)
    if answers != last:  # flags hold only for this time
        store.set_preferences(answers)
    return request.new_session(
        variant, request.level or answers.level, request.first or answers.first
    )


def _read_first(line: str) -> str:
    """Who moves first, by the answer to the question."""
    try:
        return read_first(line)
    except ValueError:
        raise ValueError(f"{quoted(line)} is neither yes nor no; type Y or N") from None


def _choose_recorded(
    request: GameRequest, path: str, store: Store, console: Console
) -> GameRequest:
    """The request for one game of a file with several: a person is asked, a script gets the first.

    Raises EndOfInputError if nobody answers, ValueError if the file cannot be read.
    """
    from ..activities.files import open_recorded, read_recorded  # takes a while to load

    records = read_recorded(None, path, variant=request.variant)
    games = counted(len(records), "game")

    def number(line: str) -> str:
        if line.strip() not in map(str, range(1, len(records) + 1)):
            raise ValueError(
                f"{quoted(line)} is not the number of a game; type a number from 1 to "
                f"{len(records)}"
            )
        return line

    chosen = "1"
    if console.interactive:
        console.say(f"{printable(path)} has {games}:")
        console.say(*(record.described(n) for n, record in enumerate(records, start=1)))
        chosen = console.ask(f"Which one? (1 to {len(records)})", number)
    else:
        console.say(f"{printable(path)} has {games}; this is the first. For another, use --game N.")
    return open_recorded(request, records[int(chosen) - 1], store)
