"""What a step of play asks of the world, and what the world answers: plain values.

A step is a pure function that returns the new state and a tuple of effects. The board carries them
out in the background and hears the answers as events; plain mode carries them out one by one.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..coach.requests import CoachRequest
from ..engine.decision import Decision, Progress
from ..game.session import Session

if TYPE_CHECKING:
    from ..storage.store import Daily, KeptGame, Preferences, PuzzleStats, Stats

# Effects


class Say(NamedTuple):
    """Tell the person something."""

    text: str
    tone: str = "strong"


class Think(NamedTuple):
    """Find a move for the side to move, within that many seconds if given."""

    session: Session
    seconds: float | None = None


class StopThinking(NamedTuple):
    """Nobody waits for the move any more."""


class HurryUp(NamedTuple):
    """Answer now, with the best move so far."""


class ConfirmLevel(NamedTuple):
    """The person agrees to run the program behind this level."""

    level: str


class Consult(NamedTuple):
    """Ask the coach; an earlier request is given up."""

    request: CoachRequest


class StopConsulting(NamedTuple):
    """The coach's answer is no longer needed."""


class Save(NamedTuple):
    """Keep the unfinished game."""

    session: Session


class Finish(NamedTuple):
    """Keep the finished game: its result counts, once."""

    session: Session


class ResumeGame(NamedTuple):
    """Open the unfinished game with this number."""

    number: int


class ListUnfinished(NamedTuple):
    """Look for unfinished games."""


class SetAside(NamedTuple):
    """Another game begins: the unfinished one stays saved as it is."""


class ContinueRemote(NamedTuple):
    """A game with somebody elsewhere goes on: the one that is kept, if it is a copy of it."""

    session: Session


class CountPuzzle(NamedTuple):
    """Count a puzzle: `clean` if it was solved at once and without help."""

    name: str
    difficulty: int
    clean: bool


class MistakeFixed(NamedTuple):
    """Remember that a better move was found in the position with this name."""

    name: str


class ReadArchive(NamedTuple):
    """Read the finished games."""


class ReadDaily(NamedTuple):
    """Look whether today's puzzle is still to be solved."""


class SavePreferences(NamedTuple):
    """Keep the person's choices."""

    preferences: "Preferences"


class WritePdn(NamedTuple):
    """Write the game to a PDN file."""

    name: str
    session: Session


#: What the keeper carries out: everything that lasts.
KeptEffect = (
    Save
    | Finish
    | SetAside
    | ContinueRemote
    | ResumeGame
    | ListUnfinished
    | CountPuzzle
    | MistakeFixed
    | ReadArchive
    | ReadDaily
    | SavePreferences
    | WritePdn
)
PlayEffect = (
    Say | Think | StopThinking | HurryUp | ConfirmLevel | Consult | StopConsulting | KeptEffect
)
Effects = tuple[PlayEffect, ...]

# Events


class SearchProgress(NamedTuple):
    """The search has completed a depth."""

    progress: Progress


class SearchDone(NamedTuple):
    """The search has found its move."""

    decision: Decision


class SearchFailed(NamedTuple):
    """The search has ended without a move; a sentence says why.

    ``unconfirmed`` is the level, if it is a program that the person has not agreed to run.
    """

    sentence: str
    unconfirmed: str | None = None


class CoachAnswered(NamedTuple):
    """The coach has an answer; `done`: it will not get any better."""

    answer: Any
    done: bool


class CoachFailed(NamedTuple):
    """The coach cannot answer; a sentence says why."""

    sentence: str


class GameSaved(NamedTuple):
    """Whether the unfinished game could be saved."""

    session: Session
    done: bool


class RecordChanged(NamedTuple):
    """The record has the result of a finished game; `rated`: it has changed the rating."""

    record: "Stats"
    session: Session
    rated: bool = False


class GameResumed(NamedTuple):
    """An unfinished game is open again."""

    session: Session


class UnfinishedListed(NamedTuple):
    """The unfinished games, the one saved last first, and the number of the one that is open."""

    games: "tuple[KeptGame, ...]"
    open_game: int | None = None


class PuzzleCounted(NamedTuple):
    """The puzzle record has the puzzle."""

    record: "PuzzleStats"


class DailyRead(NamedTuple):
    """How it stands with the puzzles of today and of the days before."""

    daily: "Daily"


class ArchiveRead(NamedTuple):
    """The finished games that are kept, the latest first, and the mistakes that are fixed."""

    games: "tuple[KeptGame, ...]"
    fixed: frozenset[str]


class Notice(NamedTuple):
    """A sentence from outside, such as where a file went.

    One ``about_delay`` holds only until the disk has caught up.
    """

    text: str
    bad: bool = False
    about_delay: bool = False


class NotWritten(NamedTuple):
    """A file could not be written: a name to try instead, and why."""

    name: str
    sentence: str


PlayEvent = (
    SearchProgress
    | SearchDone
    | SearchFailed
    | CoachAnswered
    | CoachFailed
    | GameSaved
    | RecordChanged
    | GameResumed
    | UnfinishedListed
    | PuzzleCounted
    | DailyRead
    | ArchiveRead
    | Notice
    | NotWritten
)

S = TypeVar("S")
E = TypeVar("E")


def then(
    step: tuple[S, tuple[E, ...]], *functions: Callable[[S], tuple[S, tuple[E, ...]]]
) -> tuple[S, tuple[E, ...]]:
    """One step after another, with the effects of all of them."""
    state, effects = step
    for function in functions:
        state, more = function(state)
        effects += more
    return state, effects
