"""What the screen asks of files other than its own: recorded games and boards, read as events."""

from itertools import islice
from pathlib import Path

from ..game.player import PERSON
from ..game.request import GameRequest
from ..game.session import Session
from ..messages import quoted
from ..named_files import read_text_file
from ..storage.reading import LONGEST_PDN, is_fen, read_board_argument
from .events import BoardRead, Event, GameReady, LoadPdn, NotRead, Recordings, ReviewReady

#: More files than anybody looks through.
MOST_FILES = 200
#: More games of one file than anybody looks through.
MOST_GAMES = 2000


def recordings_here(purpose: str) -> Event:
    """The files with recorded games in the current directory, the latest first."""
    found = [path for path in Path.cwd().glob("*.pdn") if path.is_file()]
    latest = sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    names = tuple(path.name for path in latest[:MOST_FILES])
    return Recordings(purpose, "Recorded games", names)


def load_pdn(effect: LoadPdn, request: GameRequest, level: str) -> Event:
    """The game of a file, or all its games to choose from if there are several."""
    from ..game.pdn import read_games  # the board is there sooner without it

    try:
        text = read_text_file(str(Path(effect.name).expanduser()), LONGEST_PDN)
        records = list(islice(read_games(text), MOST_GAMES))
        if not records:
            raise ValueError(f"there is no game in {quoted(effect.name)}")
    except (ValueError, RuntimeError) as error:
        return NotRead(effect.purpose, effect.name, str(error))
    if effect.number is None and len(records) > 1:
        labels = tuple(record.described(n) for n, record in enumerate(records, start=1))
        return Recordings(effect.purpose, effect.name, labels, source=effect.name)
    record = records[(effect.number or 1) - 1]
    if effect.purpose == "review":
        return ReviewReady(Session(record.timeline, PERSON, PERSON))
    session, replaying = request.opened(record, level)
    return GameReady(session, replaying=replaying, record=record)


def read_board(text: str, variant: str) -> Event:
    """The board of a file or a FEN, read by the rules of a game."""
    try:
        position = read_board_argument(text, variant)
    except ValueError as error:
        return NotRead("board", text, str(error))
    return BoardRead("a FEN" if is_fen(text) else Path(text).name, position)
