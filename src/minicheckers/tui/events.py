"""What can happen to the screen, and what the screen may ask of the world: plain values.

The values that the board shares with plain mode are in play/effects.py; these are the board's own.
Named tuples, because so many classes of any other kind would be felt at the start.
"""

from typing import TYPE_CHECKING, NamedTuple

from ..coach.requests import PuzzleOrder
from ..game.clock import TimeControl
from ..game.session import Session
from ..play.effects import PlayEffect, PlayEvent
from ..rules.notation import NotationChoice
from ..rules.position import Position
from ..rules.variant import Variant
from ..tui2.events import Click, Key, Paste, Release, Resized
from ..tui2.events import Ground as Background

__all__ = ["Background", "Click", "Key", "Paste", "Release", "Resized"]

if TYPE_CHECKING:  # reading PDN takes a while to load
    from ..game.pdn import PdnGame

# Events


class Tick(NamedTuple):
    """Time goes by."""


class Slow(NamedTuple):
    """The terminal takes long to draw: no more animation."""


class NewGame(NamedTuple):
    """The choices that make a new game; without a level two people play at one keyboard.

    ``time`` is how many seconds the computer may think about a move, ``start`` another position to
    begin with; in a game that is ``watched`` the level plays against itself. ``clock`` is the time
    that each side has.
    """

    variant: Variant
    level: str | None
    first: str
    time: float | None = None
    start: Position | None = None
    watched: bool = False
    clock: TimeControl | None = None


class GameReady(NamedTuple):
    """A game to put on the board; with ``replaying`` only to be looked at."""

    session: Session
    new_game: NewGame | None = None
    replaying: bool = False
    record: "PdnGame | None" = None


class RecordReady(NamedTuple):
    """A recorded game with its players: the person says what to do with it."""

    session: Session
    record: "PdnGame"


class ReviewReady(NamedTuple):
    """A recorded game to be graded."""

    session: Session


class StudyAsked(NamedTuple):
    """The command line asks for puzzles, or for the lessons of a game."""

    study: PuzzleOrder | Variant


class Recordings(NamedTuple):
    """Files with recorded games, or with a source the games of that file, to choose from."""

    purpose: str
    title: str
    labels: tuple[str, ...]
    source: str = ""


class StrategiesListed(NamedTuple):
    """The strategies that are no levels, each with a line about it."""

    entries: tuple[tuple[str, str], ...]


class BoardRead(NamedTuple):
    """A board from a file or a FEN."""

    name: str
    position: Position


class TextShown(NamedTuple):
    """A text to be copied by hand."""

    text: str


class OtherGameWaits(NamedTuple):
    """A game begins while the unfinished one of that number waits."""

    game: int


class NotRead(NamedTuple):
    """A file is of no use; a sentence says why."""

    purpose: str
    name: str
    sentence: str


#: What the person does, and the time.
Input = Key | Click | Release | Paste | Background | Resized | Tick | Slow
#: What the world has for the board alone.
BoardEvent = (
    GameReady
    | RecordReady
    | ReviewReady
    | StudyAsked
    | Recordings
    | StrategiesListed
    | BoardRead
    | TextShown
    | NotRead
    | OtherGameWaits
)
Event = Input | BoardEvent | PlayEvent


# Effects


class StartGame(NamedTuple):
    """Make a new game, which comes back as GameReady."""

    new_game: NewGame


class NewOpponents(NamedTuple):
    """A new game: whoever played the last one has forgotten it."""


class WriteFilm(NamedTuple):
    """Write the game as a film, in a theme, seen from a side, its moves as the person wants."""

    name: str
    session: Session
    theme: str
    flipped: bool
    notation: NotationChoice | None


class ListRecordings(NamedTuple):
    """Look for files with recorded games, which come back as Recordings."""

    purpose: str


class ListStrategies(NamedTuple):
    """Look for strategies that are no levels, which come back as StrategiesListed."""


class LoadPdn(NamedTuple):
    """Open the game of that number in a file, or in a text that has this name.

    None: choose if there are several.
    """

    name: str
    number: int | None = None
    purpose: str = "load"
    text: str | None = None


class ReadBoard(NamedTuple):
    """Read a board of a game from a file or a FEN, which comes back as BoardRead."""

    text: str
    variant: str


class Copy(NamedTuple):
    """Copy a game to the clipboard: as ``fen``, as ``pdn``, as a ``line``, or ``show`` all of it.

    ``record`` is what is to be written where the session does not say all.
    """

    form: str
    fen: str
    session: Session
    record: "PdnGame | None" = None


class WriteText(NamedTuple):
    """Write a game to a file, as the text that it is."""

    name: str
    text: str


class Fail(NamedTuple):
    """End the program with a sentence about what went wrong."""

    sentence: str


class Ring(NamedTuple):
    """Ring the terminal's bell."""


class Redraw(NamedTuple):
    """Paint the whole screen again."""


class Suspend(NamedTuple):
    """Give the terminal back to the shell until it says to go on."""


class Quit(NamedTuple):
    """End the program."""


BoardEffect = (
    StartGame
    | NewOpponents
    | WriteFilm
    | ListRecordings
    | ListStrategies
    | LoadPdn
    | ReadBoard
    | Copy
    | WriteText
    | Fail
    | Ring
    | Redraw
    | Suspend
    | Quit
)
Effect = PlayEffect | BoardEffect
