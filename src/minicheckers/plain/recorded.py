"""Plain mode's choice among the recorded games of a file."""

from collections.abc import Callable
from dataclasses import replace

from ..game.pdn import read_games
from ..game.request import GameRequest
from ..messages import counted, quoted
from ..named_files import read_text_file
from ..storage.reading import LONGEST_PDN
from ..storage.store import Store
from .console import Console


def choose_recorded(request: GameRequest, path: str, store: Store, console: Console) -> GameRequest:
    """The request for one game of a file with several: a person is asked, a script gets the first.

    Raises EndOfInputError if nobody answers, ValueError if the file cannot be read.
    """
    records = list(read_games(read_text_file(path, LONGEST_PDN)))
    games = counted(len(records), "game")
    number = "1"
    if console.interactive:
        console.say(f"{path} has {games}:")
        console.say(*(record.described(n) for n, record in enumerate(records, start=1)))
        number = console.ask(f"Which one? (1 to {len(records)})", _reader(len(records)))
    else:
        console.say(f"{path} has {games}; this is the first (--game N takes another).")
    record = records[int(number) - 1]
    session, replaying = request.opened(record, store.preferences().level)
    return replace(request, session=session, replaying=replaying, record=record)


def _reader(count: int) -> Callable[[str], str]:
    def read(line: str) -> str:
        word = line.strip()
        if word not in map(str, range(1, count + 1)):
            raise ValueError(f"{quoted(line)} is no number of a game; write 1 to {count}")
        return word

    return read
