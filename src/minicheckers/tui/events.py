"""What can happen to the screen, and what the screen may ask of the world: plain values."""

from dataclasses import dataclass

from ..ai.strategy import Decision, Progress
from ..session import Session
from ..store_format import Preferences, Record
from .model import Deal, State

# Events


@dataclass(frozen=True)
class Key:
    """A key, by its name: a character, or a word such as ``up`` or ``ctrl-l``."""

    name: str


@dataclass(frozen=True)
class Click:
    """A press of the mouse's first button on a cell of the screen."""

    column: int
    row: int


@dataclass(frozen=True)
class Resized:
    """The terminal has another size now."""

    columns: int
    rows: int


@dataclass(frozen=True)
class Tick:
    """Time goes by."""


@dataclass(frozen=True)
class Slow:
    """The terminal takes long to draw: no more animation."""


@dataclass(frozen=True)
class News:
    """A search has completed a depth."""

    job: int
    progress: Progress


@dataclass(frozen=True)
class Thought:
    """A search has ended with a decision."""

    job: int
    decision: Decision


@dataclass(frozen=True)
class Failed:
    """A search has ended without one; a sentence says why."""

    job: int
    sentence: str


@dataclass(frozen=True)
class Dealt:
    """A game to put on the board."""

    session: Session
    deal: Deal | None = None
    stepping: bool = False


@dataclass(frozen=True)
class Notice:
    """A sentence from outside, such as where a file went."""

    text: str
    bad: bool = False


@dataclass(frozen=True)
class NotWritten:
    """A file could not be written; a sentence says why."""

    name: str
    sentence: str


@dataclass(frozen=True)
class Kept:
    """Whether the unfinished game could be saved."""

    session: Session
    done: bool


@dataclass(frozen=True)
class Counted:
    """The record has a new result."""

    record: Record


Event = (
    Key
    | Click
    | Resized
    | Tick
    | Slow
    | News
    | Thought
    | Failed
    | Dealt
    | Notice
    | NotWritten
    | Kept
    | Counted
)


# Effects


@dataclass(frozen=True)
class Think:
    """Ask the computer for the move of the side to move."""

    job: int
    session: Session


@dataclass(frozen=True)
class AskCoach:
    """Ask the coach for the best move."""

    job: int
    session: Session


@dataclass(frozen=True)
class StopThinking:
    """Nobody waits for the search under way any more."""


@dataclass(frozen=True)
class NewOpponents:
    """A new game: whoever played the last one has forgotten it."""


@dataclass(frozen=True)
class Save:
    """Keep the unfinished game."""

    session: Session


@dataclass(frozen=True)
class Forget:
    """The unfinished game is over or given up."""


@dataclass(frozen=True)
class Count:
    """Add the result of a finished game to the record."""

    session: Session


@dataclass(frozen=True)
class Prefer:
    """Keep the person's choices."""

    preferences: Preferences


@dataclass(frozen=True)
class WritePdn:
    """Write the game to a file of that name."""

    name: str
    session: Session


@dataclass(frozen=True)
class DealGame:
    """Make a new game, which comes back as Dealt."""

    deal: Deal


@dataclass(frozen=True)
class Redraw:
    """Paint the whole screen again."""


@dataclass(frozen=True)
class Suspend:
    """Give the terminal back to the shell until it says to go on."""


@dataclass(frozen=True)
class Quit:
    """End the program."""


Effect = (
    Think
    | AskCoach
    | StopThinking
    | NewOpponents
    | Save
    | Forget
    | Count
    | Prefer
    | WritePdn
    | DealGame
    | Redraw
    | Suspend
    | Quit
)

#: What every part of `update` returns.
Step = tuple[State, tuple[Effect, ...]]
