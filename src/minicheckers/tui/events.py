"""What can happen to the screen, and what the screen may ask of the world: plain values.

Named tuples, because so many classes of any other kind would be felt at the start.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.decision import Decision, Progress
from ..game.session import Session
from ..rules.position import Position
from ..storage.format import Preferences, Record
from .questions import Question
from .state import AppState, NewGame

if TYPE_CHECKING:  # reading PDN takes a while to load
    from ..game.pdn import PdnGame
    from ..rules.variant import Variant
    from ..storage.archive import Archive
    from ..storage.puzzles import PuzzleRecord
    from .questions import PuzzleOrder

# Events


class Key(NamedTuple):
    """A key, by its name: a character, or a word such as ``up`` or ``ctrl-l``."""

    name: str


class Click(NamedTuple):
    """A press of the mouse's first button on a cell of the screen."""

    column: int
    row: int


class Release(NamedTuple):
    """The mouse's button is let go on a cell of the screen."""

    column: int
    row: int


class Paste(NamedTuple):
    """A text that was pasted; whatever it holds, it is not keys."""

    text: str


class Resized(NamedTuple):
    """The terminal has another size now."""

    columns: int
    rows: int


class Tick(NamedTuple):
    """Time goes by."""


class Slow(NamedTuple):
    """The terminal takes long to draw: no more animation."""


class SearchProgress(NamedTuple):
    """A search has completed a depth."""

    job: int
    progress: Progress


class SearchDone(NamedTuple):
    """A search has ended with a decision."""

    job: int
    decision: Decision


class SearchFailed(NamedTuple):
    """A search has ended without one; a sentence says why."""

    job: int
    sentence: str


class CoachAnswered(NamedTuple):
    """The coach has something to say about a question; done: that is all."""

    job: int
    answer: Any
    done: bool


class CoachFailed(NamedTuple):
    """The coach cannot answer; a sentence says why."""

    job: int
    sentence: str


class StudyAsked(NamedTuple):
    """The command line asks for puzzles, or for the lessons of a game."""

    study: "PuzzleOrder | Variant"


class PuzzleCounted(NamedTuple):
    """The puzzle record has the puzzle."""

    record: "PuzzleRecord"


class ArchiveRead(NamedTuple):
    """The finished games that are kept."""

    archive: "Archive"


class ReviewReady(NamedTuple):
    """A recorded game to be graded."""

    session: Session


class GameReady(NamedTuple):
    """A game to put on the board; the record is what its file says of it."""

    session: Session
    new_game: NewGame | None = None
    replaying: bool = False
    record: "PdnGame | None" = None


class Notice(NamedTuple):
    """A sentence from outside, such as where a file went."""

    text: str
    bad: bool = False


class NotWritten(NamedTuple):
    """A file could not be written; a sentence says why."""

    name: str
    sentence: str
    purpose: str = "save"


class GameSaved(NamedTuple):
    """Whether the unfinished game could be saved."""

    session: Session
    done: bool


class RecordChanged(NamedTuple):
    """The record has the result of a finished game."""

    record: Record
    session: Session


class Recordings(NamedTuple):
    """Files with recorded games, or with a source the games of that file, to choose from."""

    purpose: str
    title: str
    labels: tuple[str, ...]
    source: str = ""


class BoardRead(NamedTuple):
    """A board from a file or a FEN."""

    name: str
    position: Position


class NotRead(NamedTuple):
    """A file is of no use; a sentence says why."""

    purpose: str
    name: str
    sentence: str


#: What the person does, and the time.
Input = Key | Click | Release | Paste | Resized | Tick | Slow
#: What the computer, the coach and the disk have to say.
Report = (
    SearchProgress
    | SearchDone
    | SearchFailed
    | CoachAnswered
    | CoachFailed
    | StudyAsked
    | PuzzleCounted
    | ArchiveRead
    | ReviewReady
    | GameReady
    | Notice
    | NotWritten
    | GameSaved
    | RecordChanged
    | Recordings
    | BoardRead
    | NotRead
)
Event = Input | Report


# Effects


class Think(NamedTuple):
    """Ask the computer for the move of the side to move, within so many seconds if told."""

    job: int
    session: Session
    seconds: float | None = None


class Consult(NamedTuple):
    """Ask the coach something; what was asked before is given up."""

    job: int
    question: Question


class CountPuzzle(NamedTuple):
    """Add a puzzle to the puzzle record, which comes back as PuzzleCounted."""

    name: str
    difficulty: int
    clean: bool


class ReadArchive(NamedTuple):
    """Read the finished games, which come back as ArchiveRead."""


class Mended(NamedTuple):
    """Keep in mind that a mistake was mended, by the name of its position."""

    name: str


class StopConsulting(NamedTuple):
    """Nobody waits for the coach any more."""


class StopThinking(NamedTuple):
    """Nobody waits for the search under way any more."""


class HurryUp(NamedTuple):
    """Whoever thinks is to answer now, with the best move so far."""


class Ring(NamedTuple):
    """Ring the terminal's bell."""


class NewOpponents(NamedTuple):
    """A new game: whoever played the last one has forgotten it."""


class Save(NamedTuple):
    """Keep the unfinished game."""

    session: Session


class FindSaved(NamedTuple):
    """Look for an unfinished game that the menu can continue."""


class Forget(NamedTuple):
    """The finished game need not be kept."""

    session: Session


class Count(NamedTuple):
    """Add the result of a finished game to the record, and forget the game."""

    session: Session


class SavePreferences(NamedTuple):
    """Keep the person's choices."""

    preferences: Preferences


class WritePdn(NamedTuple):
    """Write the game to a file of that name."""

    name: str
    session: Session


class WriteFilm(NamedTuple):
    """Write the game as a film to a file of that name, in a theme and seen from a side."""

    name: str
    session: Session
    theme: str
    flipped: bool


class StartGame(NamedTuple):
    """Make a new game, which comes back as GameReady."""

    new_game: NewGame


class ListRecordings(NamedTuple):
    """Look for files with recorded games, which come back as Recordings."""

    purpose: str


class LoadPdn(NamedTuple):
    """Open the game of that number in a file; None: choose if there are several."""

    name: str
    number: int | None = None
    purpose: str = "load"


class ReadBoard(NamedTuple):
    """Read a board of a game from a file or a FEN, which comes back as BoardRead."""

    text: str
    variant: str


class Redraw(NamedTuple):
    """Paint the whole screen again."""


class Suspend(NamedTuple):
    """Give the terminal back to the shell until it says to go on."""


class Quit(NamedTuple):
    """End the program."""


Effect = (
    Think
    | Consult
    | StopConsulting
    | CountPuzzle
    | ReadArchive
    | Mended
    | StopThinking
    | HurryUp
    | Ring
    | NewOpponents
    | Save
    | FindSaved
    | Forget
    | Count
    | SavePreferences
    | WritePdn
    | WriteFilm
    | StartGame
    | ListRecordings
    | LoadPdn
    | ReadBoard
    | Redraw
    | Suspend
    | Quit
)

#: What every part of `update` returns.
Step = tuple[AppState, tuple[Effect, ...]]
