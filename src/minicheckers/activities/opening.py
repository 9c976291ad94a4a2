"""What the command line asks for, as an activity."""

from typing import TYPE_CHECKING

from ..coach.requests import PuzzleOrder
from ..rules.variant import Variant
from .activity import Activity

if TYPE_CHECKING:
    from ..game.request import GameRequest
    from ..game.session import Session


def activity_of(request: "GameRequest", session: "Session") -> Activity:
    """A game to be played, to be watched or to be stepped through."""
    # Imported here so that the board appears sooner.
    if request.replaying:
        from .recorded import Recorded

        return Recorded(session, request.record)
    if session.is_watched:
        from .watch import Watch

        return Watch(session)
    from .game import Game

    return Game(session, warns=request.coach == "warn", insight=request.coach == "show")


def study_of(subject: PuzzleOrder | Variant) -> Activity:
    """Puzzles, or the lessons of a game."""
    if isinstance(subject, PuzzleOrder):
        from .puzzles import Puzzles

        return Puzzles(subject)
    from .lessons import Lessons

    return Lessons(subject)
