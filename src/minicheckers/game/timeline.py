"""Timeline: the moves of one game as a value, with the draws that only history can tell."""

from dataclasses import dataclass
from typing import Self

from ..messages import quoted
from ..rules.notation import Move
from ..rules.position import Outcome, Position

#: In the games with kings: so many plies without a capture or a man's advance are a draw.
QUIET_PLIES_TO_DRAW = 80
REPETITIONS_TO_DRAW = 3


@dataclass(frozen=True)
class Timeline:
    """A game from its start: all its moves, of which the first ``ply`` count as played.

    The moves after ``ply`` have been taken back and can be played again. Lines are values: every
    change makes a new one.
    """

    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()
    ply: int = 0

    @classmethod
    def begin(cls, start: Position) -> Self:
        """The line with no moves yet."""
        return cls((start,))

    @property
    def start(self) -> Position:
        """The position the game began with."""
        return self.positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self.positions[self.ply]

    @property
    def history(self) -> tuple[Position, ...]:
        """The positions before the current one, oldest first."""
        return self.positions[: self.ply]

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves that led to the current position."""
        return self.moves[: self.ply]

    @property
    def last_move(self) -> Move | None:
        """The move that led to the current position, None at the start."""
        return self.moves[self.ply - 1] if self.ply else None

    def play(self, move: Move | str) -> "Timeline":
        """The line after a legal move; what had been taken back is forgotten.

        Raises ValueError if the move is illegal or the game is over.
        """
        if (outcome := self.outcome) is not None:
            raise ValueError(
                f"the game is over ({outcome}), so {quoted(str(move))} cannot be played"
            )
        played = self.position.find(move)
        after = self.position.play(played)
        return Timeline(
            (*self.positions[: self.ply + 1], after), (*self.played, played), self.ply + 1
        )

    def at(self, ply: int) -> "Timeline":
        """The same game after `ply` moves; ValueError if it does not have that many."""
        if not 0 <= ply <= len(self.moves):
            raise ValueError(f"the game has plies 0 to {len(self.moves)}, not {ply}")
        return Timeline(self.positions, self.moves, ply)

    def undo(self, plies: int = 1) -> "Timeline":
        """The line with its last moves taken back; ValueError if there are not so many."""
        if not 0 <= plies <= self.ply:
            raise ValueError("there is no move to take back")
        return self.at(self.ply - plies)

    def redo(self, plies: int = 1) -> "Timeline":
        """The line with moves played again that were taken back; ValueError if there are none."""
        if not 0 <= plies <= len(self.moves) - self.ply:
            raise ValueError("there is no move to play again")
        return self.at(self.ply + plies)

    @property
    def repetitions(self) -> int:
        """How often the current position has stood on the board, now included."""
        # A capture or a man's advance cannot be undone by further moves, so nothing from before
        # the last one of them can come back.
        return self.positions[self.ply - self.quiet_plies : self.ply + 1].count(self.position)

    @property
    def quiet_plies(self) -> int:
        """How many plies have passed since the last capture or advance of a man."""
        for quiet, ply in enumerate(reversed(range(self.ply))):
            if not _is_quiet(self.positions[ply], self.moves[ply]):
                return quiet
        return self.ply

    @property
    def outcome(self) -> Outcome | None:
        """The result if the game is over, by the board or by one of the draw rules, else None."""
        outcome = self.position.outcome
        if outcome is not None or not self.start.variant.crowns:
            return outcome
        if self.repetitions >= REPETITIONS_TO_DRAW:
            return Outcome(None, "the same position has come up for the third time")
        if self.quiet_plies >= QUIET_PLIES_TO_DRAW:
            return Outcome(
                None, f"{QUIET_PLIES_TO_DRAW} plies without a capture or a man's step forward"
            )
        return None


def _is_quiet(before: Position, move: Move) -> bool:
    """Whether a move neither captures nor brings a man forward."""
    if move.captured or move.is_pass:
        return move.is_pass
    piece = before.piece_at(move.start)
    place = before.variant.geometry.place
    return piece is None or piece.king or place(move.start)[0] == place(move.end)[0]
