"""The board editor: a position is set up by hand."""

from typing import TYPE_CHECKING

from ..game.timeline import Timeline
from ..rules.notation import Piece, Placement
from ..rules.position import Position
from ..rules.variant import COLOURS, Colour
from ..support.text import counted, quoted
from .activity import SQUARE, Activity, Line, deed
from .analysis import AnalysisBoard
from .game import which_side

if TYPE_CHECKING:
    from ..game.pdn import PdnGame


class Editor(Activity):
    """A position in the making, which may be empty; ``brush`` is the piece that Enter puts down.

    Of the ``boards`` it has had, the one after so many ``changes`` is shown.
    """

    edits = True

    def __init__(self, position: Position, analysis: AnalysisBoard | None = None) -> None:
        """``analysis`` is the analysis board that it comes from."""
        #: A position knows nothing of the moves before it: those of kings count in some games.
        self.boards = [Timeline.begin(Position(position.variant, position.state))]
        self.changes = 0
        self.brush: Piece = Piece(position.turn)
        self.analysis = analysis

    @property
    def timeline(self) -> Timeline:
        return self.boards[self.changes]

    @property
    def loses(self) -> str:
        return "The position you set up will be lost." if self.changes else ""

    def why_not_turn(self) -> str:
        return "pieces are put down here, not moved"

    def touch(self, square: int) -> None:
        self.put(str(square))

    def paste(self, line: str) -> None:
        """Set up a position."""
        self.position_from(line)

    # Changes

    def _to(self, position: Position) -> None:
        """Take another position, from which undo leads back to this one."""
        if position != self.position:
            self.changes += 1
            self.boards[self.changes :] = [Timeline.begin(position)]

    def _with(self, pieces: dict[int, Piece], turn: Colour) -> Position:
        """A position; no game has an empty board, but an edited one may be empty for a while."""
        if not pieces:
            return Position(self.variant, (0, 0, 0, 0, turn.side))
        return Position.from_placement(self.variant, Placement(turn, pieces))

    def _put(self, square: str, piece: Piece | None) -> bool:
        """Put a piece on a square, or nothing, and say whether that was a change.

        A man on the row where it is crowned becomes a king.
        """
        number = int(square) if square.isdecimal() else 0
        if not 1 <= number <= self.variant.geometry.count:
            raise ValueError(f"{quoted(square)} is not a square; type a number such as 1")
        before, pieces = self.position, self.position.pieces()
        pieces.pop(number, None)
        if piece is not None:
            pieces[number] = piece
        self._to(self._with(pieces, before.turn))
        return self.position != before

    @deed(
        "1",
        "put down a black man",
        argument=SQUARE,
        name="black_man",
        given=(Colour.BLACK, False),
    )
    @deed("2", "a black king", argument=SQUARE, name="black_king", given=(Colour.BLACK, True))
    @deed("3", "a white man", argument=SQUARE, name="white_man", given=(Colour.WHITE, False))
    @deed("4", "a white king", argument=SQUARE, name="white_king", given=(Colour.WHITE, True))
    def choose(self, colour: Colour, king: bool, square: str) -> None:
        """Put such a piece on a square, and choose it for the next."""
        if king and not self.variant.crowns:
            raise ValueError(f"{self.variant} has no kings")
        piece = Piece(colour, king)
        self._put(square, piece)
        self.brush = piece

    @deed("enter space", "put down the chosen piece, remove it", "put down", argument=SQUARE)
    def put(self, square: str) -> None:
        """Put the chosen piece on a square; if that is what stands there, remove it."""
        if not self._put(square, self.brush):
            self._put(square, None)

    @deed("0 backspace", "remove the piece", "remove", argument=SQUARE)
    def remove(self, square: str) -> None:
        """Leave a square empty."""
        self._put(square, None)

    @deed("tab", "next kind of piece", "change", argument=SQUARE)
    def change(self, square: str) -> None:
        """Put the next kind of piece on a square, and choose it; after the last one nothing."""
        order = [None, *self.names]
        here = self.position.piece_at(int(square)) if square.isdecimal() else None
        for piece in [*order[order.index(here) + 1 :], None]:
            if self._put(square, piece):
                self.brush = piece or self.brush
                break

    @deed("o", "other side to move", "turn")
    def turn(self) -> None:
        """Let the other side be to move."""
        self._to(self._with(self.position.pieces(), self.position.turn.other))

    @deed("z C", "clear the board", "clear")
    def clear(self) -> None:
        """Remove all pieces."""
        self._to(self._with({}, self.position.turn))

    @deed("Z", "starting position")
    def start(self) -> None:
        """Set up the starting position."""
        self._to(Position.start(self.variant))

    @deed("p", "type a FEN", argument="FEN")
    def position_from(self, text: str) -> None:
        """Set up the position of a FEN."""
        self._to(Position.from_fen(text, self.variant))

    @deed("u", "undo", "undo", when=lambda e: e.changes, refused="there is no change to undo")
    def undo(self) -> None:
        """Undo the last change."""
        self.changes -= 1

    @deed(
        "r",
        "redo",
        when=lambda e: e.changes + 1 < len(e.boards),
        refused="there is no change to redo",
    )
    def redo(self) -> None:
        """Redo a change that was undone."""
        self.changes += 1

    # The position elsewhere

    def _finished(self) -> Position:
        if not self.position.pieces():
            raise ValueError("there is no piece on the board; put at least one there")
        return self.position

    @deed("a", "analysis board", "analyse")
    def analyse(self) -> None:
        """Go on with the analysis board at this position."""
        position = self._finished()
        self.world.close()
        if self.analysis is not None:
            self.analysis.explore(position)
        else:
            self.world.open(AnalysisBoard(Timeline.begin(position)))

    @deed("P", "play from here", "play")
    def play(self) -> None:
        """Start a game from here."""
        self.world.ask(which_side(self.world, Timeline.begin(self._finished())))

    def as_record(self) -> "PdnGame":
        self._finished()
        return super().as_record()

    # What is said

    @property
    def names(self) -> dict[Piece, str]:
        """What the pieces are called, in the order of their keys."""
        variant = self.variant
        kinds = ((False, variant.man_name), (True, variant.king_name))[: 1 + variant.crowns]
        return {Piece(side, king): f"{side} {name}" for side in COLOURS for king, name in kinds}

    def title(self) -> str:
        return "board editor"

    def story(self) -> list[Line]:
        position = self.position
        black, white = (counted(position.count(side), str(side), str(side)) for side in COLOURS)
        lines = [
            (f"{position.turn.capitalize()} to move. {black}, {white}", "strong"),
            (f"Chosen: {self.names[self.brush]}", "dim"),
        ]
        return [*lines, ("", "text"), (position.fen(), "dim")] if position.pieces() else lines
