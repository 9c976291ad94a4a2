"""Opening plain mode: what the command line asks for, and the questions that it leaves open."""

import math
import time
from collections.abc import Callable
from dataclasses import replace

from ..activities.setup import activity_of, study_of
from ..activities.watch import Watch
from ..coach.requests import PuzzleOrder
from ..game.request import GameRequest, read_first
from ..game.session import Session
from ..rules.variant import Variant, get_variant
from ..storage.game_files import LONGEST_PDN
from ..storage.store import Store
from ..support.named_files import read_text_file
from ..support.text import counted, printable, quoted
from .console import Console, EndOfInputError
from .desk import Desk


def run(
    request: GameRequest,
    store: Store,
    console: Console | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Play the game that was asked for until it is left, and return the exit code."""
    console = console or Console.standard()
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


def study(subject: PuzzleOrder | Variant, store: Store, console: Console | None = None) -> int:
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

    text = read_text_file(path, LONGEST_PDN)
    records = read_recorded(text, path, variant=request.variant)
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
