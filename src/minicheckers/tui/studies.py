"""What else than a game can be on the board: something to explore, to review, to solve, to learn.

All of it values, like the rest of the state. ``takes_moves`` says whether the person may move.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ..rules.notation import Move
from ..rules.variant import Colour
from .questions import FindPuzzle, PuzzleOrder

if TYPE_CHECKING:
    from ..coach.exploring import Exploration
    from ..coach.lessons import Lesson
    from ..coach.review import GradedMove, Review
    from ..coach.solving import Solving
    from ..game.session import Session
    from ..storage.archive import ArchivedGame
    from ..storage.puzzles import PuzzleRecord


class Showing(NamedTuple):
    """Moves that are played on the board by themselves, to show what comes of something.

    ``session`` is where the board goes back to afterwards, when the person has seen it. ``brief``
    is the sentence without the moves, for small screens: they are seen on the board.
    """

    moves: tuple[Move, ...]
    next_at: float
    session: "Session"
    sentence: str = ""
    brief: str = ""


@dataclass(frozen=True)
class Exploring:
    """Both sides are played freely; ``insight_before``: whether there was insight before."""

    exploration: "Exploration"
    insight_before: bool = False
    takes_moves = True


@dataclass(frozen=True)
class Browsing:
    """The finished games are listed, the latest first, one of them on the board."""

    games: "tuple[ArchivedGame, ...]"
    mended: tuple[str, ...] = ()
    index: int = 0
    takes_moves = False


@dataclass(frozen=True)
class Reviewing:
    """A game is stepped through; its moves are graded one after the other."""

    session: "Session"
    graded: "tuple[GradedMove, ...]" = ()
    review: "Review | None" = None
    takes_moves = False


@dataclass(frozen=True)
class Retrying:
    """The person's mistakes are put up again, one after the other.

    ``games`` are those that are searched for mistakes, ``searched``: to the end. ``known`` are the
    names of positions where they were mended before; only with ``repeat`` they come again.
    ``tries`` counts the wrong moves at the present one, and ``mended`` says that it was found.
    """

    found: "tuple[GradedMove, ...]" = ()
    games: "tuple[tuple[Session, Colour], ...]" = ()
    searched: bool = True
    known: frozenset[str] = frozenset()
    repeat: bool = False
    index: int = 0
    tries: int = 0
    mended: bool = False

    @property
    def mistakes(self) -> "tuple[GradedMove, ...]":
        """Those that are put up, each position once."""
        from ..coach.puzzle_ids import id_of

        by_name = {id_of(graded.position): graded for graded in reversed(self.found)}
        wanted = (name for name in reversed(by_name) if self.repeat or name not in self.known)
        return tuple(by_name[name] for name in wanted)

    @property
    def mistake(self) -> "GradedMove | None":
        """The mistake on the board, None while none is found or when all are done."""
        mistakes = self.mistakes
        return mistakes[self.index] if self.index < len(mistakes) else None

    @property
    def takes_moves(self) -> bool:
        """Whether there is something to find."""
        return self.mistake is not None and not self.mended


@dataclass(frozen=True)
class Puzzling:
    """A puzzle is being solved. ``number`` is its number in the order."""

    order: PuzzleOrder
    number: int = 0
    solving: "Solving | None" = None
    record: "PuzzleRecord | None" = None
    counted: bool = False

    @property
    def question(self) -> FindPuzzle:
        """What is asked while there is no puzzle."""
        return FindPuzzle(self.order, self.number)

    @property
    def takes_moves(self) -> bool:
        """Whether there is something to find."""
        return self.solving is not None and not self.solving.is_solved


@dataclass(frozen=True)
class Learning:
    """The lessons of a game; ``done``: the one on the board is, and what it teaches is told."""

    lessons: "tuple[Lesson, ...]"
    index: int = 0
    done: bool = False

    @property
    def lesson(self) -> "Lesson":
        """The lesson on the board."""
        return self.lessons[self.index]

    @property
    def takes_moves(self) -> bool:
        """Whether the task is still to be done."""
        return not self.done


@dataclass(frozen=True)
class Sparring:
    """A position of a reviewed game is played out against the computer; nothing of it is kept."""

    takes_moves = True


Study = Exploring | Browsing | Reviewing | Retrying | Puzzling | Learning | Sparring
