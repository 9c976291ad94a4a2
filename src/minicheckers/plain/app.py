"""Plain mode: games, puzzles and lessons line by line, for screen readers, pipes and scripts."""

import time
from collections.abc import Callable
from dataclasses import replace

from ..coach.requests import PuzzleOrder
from ..game.request import GameRequest, read_first
from ..game.session import Session
from ..messages import counted, printable, quoted
from ..named_files import read_text_file
from ..play.effects import SavePreferences
from ..play.game import PlayedGame
from ..play.lesson import Learning
from ..play.puzzle import Puzzling
from ..play.recorded import Replaying
from ..rules.variant import Variant, get_variant
from ..storage.game_files import LONGEST_PDN
from ..storage.store import Store
from . import text
from .activity import Desk
from .commands import Game, Recorded
from .console import Console, EndOfInputError
from .studies import Lessons, Puzzles


def run(
    request: GameRequest,
    store: Store,
    console: Console | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Play the game that was asked for until it is left, and return the exit code.

    An unfinished game is in the store after every move, and so at every way out.
    """
    console = console or Console.standard()
    desk = Desk(store, console, clock, bell=request.bell, random=request.random)
    try:
        if request.load is not None:
            request = _choose_recorded(request, request.load, store, console)
        session = request.session or _choose_game(request, desk, console)
    except EndOfInputError:
        return 0
    if request.record is not None:
        console.say(*text.record_lines(request.record))
    show, warn = request.coach == "show", request.coach == "warn"
    if request.replaying:
        return desk.run(Recorded(desk, Replaying.of(session, request.record, insight=False)))
    game = PlayedGame.of(session, insight=show, warns=warn, confirms_pass=False)
    return desk.run(Game(desk, game))


def study(subject: PuzzleOrder | Variant, store: Store, console: Console | None = None) -> int:
    """Put puzzles to a person, or teach a game; return the exit code."""
    desk = Desk(store, console or Console.standard())
    if isinstance(subject, Variant):
        return desk.run(Lessons(desk, Learning.begin(subject)))
    return desk.run(Puzzles(desk, Puzzling.begin(subject)))


def _choose_game(request: GameRequest, desk: Desk, console: Console) -> Session:
    """A new game, after asking for what the flags left out; the last choices fill the gaps."""
    from ..players.registry import chosen_level

    last = desk.store.preferences()
    variant = request.variant or get_variant(last.variant, last.size)
    answers = last
    if console.interactive and request.first is None:
        first = console.ask("Do you want to go first? (Y/N)", _read_first)
        answers = replace(answers, first=first)
    if console.interactive and request.level is None:
        level = console.ask(
            "What level of difficulty? (1 Easy, 2 Medium, 3 Hard, 4 Expert)", chosen_level
        )
        answers = replace(answers, level=level)
    if answers != last:  # flags hold only for this time
        for _ in desk.perform(SavePreferences(answers)):
            pass  # a failure to write is reported
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
    number = "1"
    if console.interactive:
        console.say(f"{printable(path)} has {games}:")
        console.say(*(record.described(n) for n, record in enumerate(records, start=1)))
        number = console.ask(f"Which one? (1 to {len(records)})", _one_of(len(records)))
    else:
        console.say(f"{printable(path)} has {games}; this is the first. For another, use --game N.")
    return open_recorded(request, records[int(number) - 1], store)


def _one_of(count: int) -> Callable[[str], str]:
    def read(line: str) -> str:
        word = line.strip()
        if word not in map(str, range(1, count + 1)):
            raise ValueError(
                f"{quoted(line)} is not the number of a game; type a number from 1 to {count}"
            )
        return word

    return read
