"""A position set up by hand: pieces put down and removed, the side to move, undo. Pure."""

from dataclasses import dataclass, replace

from ..rules.notation import Piece, Placement
from ..rules.position import Position
from ..rules.variant import COLOURS, Colour, Variant


def kinds(variant: Variant) -> tuple[Piece, ...]:
    """The pieces that a game has: Black's man and king, then White's."""
    return tuple(
        Piece(colour, king) for colour in Colour for king in (False, True)[: 1 + variant.crowns]
    )


@dataclass(frozen=True)
class Editing:
    """A position in the making; it may be empty. A value: every change makes a new one."""

    position: Position
    past: tuple[Position, ...] = ()
    future: tuple[Position, ...] = ()

    @property
    def variant(self) -> Variant:
        return self.position.variant

    def put(self, square: int, piece: Piece | None) -> "Editing":
        """The position with a piece on a square, or with nothing there.

        A man on the row where it is crowned becomes a king.
        """
        pieces = self.position.pieces()
        pieces.pop(square, None)
        if piece is not None:
            pieces[square] = piece
        return self._with(pieces, self.position.turn)

    def stamp(self, square: int, piece: Piece) -> "Editing":
        """Put a piece on a square; if that is what stands there, remove it."""
        put = self.put(square, piece)
        return self.put(square, None) if put is self else put

    def cycle(self, square: int) -> "Editing":
        """The next kind of piece on a square; after the last one nothing, then the first."""
        here, order = self.position.piece_at(square), (None, *kinds(self.variant))
        for piece in order[order.index(here) + 1 :]:
            if (put := self.put(square, piece)) is not self:
                return put
        return self.put(square, None)

    def other_turn(self) -> "Editing":
        return self._with(self.position.pieces(), self.position.turn.other)

    def clear(self) -> "Editing":
        return self._with({}, self.position.turn)

    def start(self) -> "Editing":
        return self.to(Position.start(self.variant))

    def set_fen(self, text: str) -> "Editing":
        """The position of a FEN; ValueError with a sentence for a bad one."""
        return self.to(Position.from_fen(text, self.variant))

    def undo(self) -> "Editing":
        """Undo the last change; ValueError if there is none."""
        if not self.past:
            raise ValueError("there is no change to undo")
        return Editing(self.past[-1], self.past[:-1], (self.position, *self.future))

    def redo(self) -> "Editing":
        """Redo a change that was undone; ValueError if there is none."""
        if not self.future:
            raise ValueError("there is no change to redo")
        return Editing(self.future[0], (*self.past, self.position), self.future[1:])

    def _with(self, pieces: dict[int, Piece], turn: Colour) -> "Editing":
        if not pieces:  # no game has an empty board, but an edited one may be empty for a while
            return self.to(Position(self.variant, (0, 0, 0, 0, turn.side)))
        return self.to(Position.from_placement(self.variant, Placement(turn, pieces)))

    def to(self, position: Position) -> "Editing":
        """Another position, from which undo leads back to this one."""
        if position == self.position:
            return self
        return replace(self, position=position, past=(*self.past, self.position), future=())

    def finished(self) -> Position:
        """The position, to be looked at or saved; ValueError with a sentence if it is not one."""
        if not self.position.pieces():
            raise ValueError("there is no piece on the board; put at least one there")
        return self.position


def playable(position: Position) -> Position:
    """The position, if it can be played on from; ValueError with a sentence if not."""
    for colour in COLOURS:
        if not position.count(colour):
            raise ValueError(f"{colour} has no pieces; put at least one on the board")
    if (outcome := position.outcome) is not None:
        raise ValueError(f"there is nothing to play: the game would be over ({outcome})")
    return position
