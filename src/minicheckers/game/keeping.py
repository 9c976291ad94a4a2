"""What is saved, counted and forgotten: one policy, for the board and for plain mode. Pure.

A game under way is saved after every move. A game of one person against the computer counts when
it is over, and only once, however often its end is taken back. A finished game is not kept.
"""

from enum import Enum

from .session import Session


class Keeping(Enum):
    """What is to be done for a game as it is now."""

    NOTHING = "leave everything as it is"
    SAVE = "save the unfinished game"
    COUNT = "count the result and forget the game, as one step"
    FORGET = "forget the finished game"


def keeping(session: Session) -> Keeping:
    """What is to be done after a change that led to this session.

    The game of two computers and a game without a move leave no trace; whoever replays a recorded
    game does not ask.
    """
    if not session.timeline.moves or not (session.black.is_person or session.white.is_person):
        return Keeping.NOTHING
    if session.outcome is None:
        return Keeping.SAVE
    if session.person is None or session.counted:
        return Keeping.FORGET
    return Keeping.COUNT
