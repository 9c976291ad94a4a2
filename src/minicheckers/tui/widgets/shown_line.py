"""Moves that are played on the board by themselves, to show what punishes a wrong move."""

from dataclasses import dataclass, replace

from ...game.timeline import Timeline
from ...play.wrong_move import WrongMove
from ...rules.notation import Move

#: How long to wait before every move that is shown, in seconds.
PAUSE = 0.7


@dataclass(frozen=True)
class ShownLine:
    """A line that grows on the board: the moves to come, and when the next one does.

    ``complete``: all the moves are known; before that the coach is looking for them.
    """

    timeline: Timeline
    moves: tuple[Move, ...] = ()
    next_at: float = 0.0
    complete: bool = False

    @classmethod
    def of(cls, before: Timeline, wrong: WrongMove) -> "ShownLine":
        """The line that begins with a wrong move."""
        return cls(before.play(wrong.move))

    def heard(self, wrong: WrongMove, now: float) -> "ShownLine":
        """The line once the coach has found what punishes the move."""
        if self.complete or wrong.refutation is None:
            return self
        return replace(self, moves=wrong.refutation.replies, next_at=now + PAUSE, complete=True)

    def advanced(self, now: float) -> "tuple[ShownLine, Move | None]":
        """The line with the next move, if its time has come."""
        if not self.moves or now < self.next_at:
            return self, None
        move, *rest = self.moves
        return replace(
            self, timeline=self.timeline.play(move), moves=tuple(rest), next_at=now + PAUSE
        ), move
