"""What the command line asks for, as an activity."""

from typing import TYPE_CHECKING

from ..coach.requests import PuzzleOrder
from ..rules.variant import Variant
from .activity import Activity

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..game.request import GameRequest
    from ..game.session import Session


def activity_of(
    request: "GameRequest", session: "Session", deal: "Callable[[], Session] | None" = None
) -> Activity:
    """A game to be played, to be watched or to be stepped through; ``deal`` makes another one."""
    # Imported here so that the board appears sooner.
    if request.replaying:
        from .recorded import Recorded

        return Recorded(session, request.record)
    if session.is_watched:
        from .watch import Watch

        return Watch(session)
    from .game import Game

    warns, insight = request.coach == "warn", request.coach == "show"
    return Game(session, warns=warns, insight=insight, deal=deal)


def study_of(subject: PuzzleOrder | Variant) -> Activity:
    """Puzzles, or the lessons of a game."""
    if isinstance(subject, PuzzleOrder):
        from .puzzles import Puzzles

        return Puzzles(subject)
    from .lessons import Lessons

    return Lessons(subject)
