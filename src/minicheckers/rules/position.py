"""Position: what is on the board and whose turn it is, as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Self

from ..support.text import Phrase
from . import notation
from .movegen import MOST_CAPTURES, State, Trail, every_capture, generator, start_state
from .notation import Move, Piece, Placement, Square
from .outcome import Outcome, Reason
from .variant import COLOURS, Colour, Goal, Stuck, Variant, get_variant

#: Over so few pieces there are never too many ways to capture.
_FEW_PIECES = 4
_TOO_MANY = "too many ways to capture"


@dataclass(frozen=True)
class Entered:
    """A move that is being entered, square by square.

    ``jumped`` are the squares of the pieces it has jumped so far, and ``king``: by now it is one.
    ``landings`` are where it may go next, each with the legal moves that it may become. ``move`` is
    the one that is complete.
    """

    jumped: tuple[int, ...] = ()
    king: bool = False
    landings: Mapping[int, tuple[Move, ...]] = field(default_factory=dict)
    move: Move | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The legal moves that it may become by going on."""
        return tuple(dict.fromkeys(move for moves in self.landings.values() for move in moves))


@dataclass(frozen=True, slots=True)
class Position:
    """An immutable position of any variant. ``state`` is what the move generator works on.

    ``barred`` is the bit of a king that has moved too often in a row in a game that minds, so that
    it may only capture; what came before a position tells, so a FEN does not.
    """

    variant: Variant
    state: State
    barred: int = 0

    @classmethod
    def start(cls, variant: str | Variant = "mini", size: int | None = None) -> Self:
        """The position a game begins with."""
        game = get_variant(variant, size)
        return cls(game, start_state(game))

    @classmethod
    def from_fen(cls, text: str, variant: str | Variant = "mini", size: int | None = None) -> Self:
        """The position of a FEN; ValueError with a sentence for a bad one."""
        game = get_variant(variant, size)
        return cls.from_placement(game, notation.parse_fen(game, text))

    @classmethod
    def from_placement(cls, variant: Variant, placement: Placement) -> Self:
        """The position with these pieces; a man on its crowning row is crowned.

        Raises ValueError for a square off the board, a king where there are none, no pieces, and
        more captures than a person, or the computer in front of them, could ever go through.
        """
        masks = ([0, 0], [0, 0])  # men and kings of either side
        if not placement.pieces:
            raise ValueError("the board is empty; it needs at least one piece")
        for square, piece in placement.pieces.items():
            bit = variant.bit(square)
            if piece.king and not variant.crowns:
                raise ValueError(
                    Phrase(f"{variant} has no kings, so none can stand on ", Square(square))
                )
            side = piece.colour.side
            king = piece.king or bool(bit & variant.crowning_row(side))
            masks[side][king] |= bit
        states = [(*masks[side], *masks[1 - side], side) for side in (0, 1)]
        if any(_is_crowded(variant, state) for state in states):
            raise ValueError(f"this board has {_TOO_MANY}; take some pieces off")
        return cls(variant, states[placement.turn.side])

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return COLOURS[self.state[4]]

    def masks(self, colour: Colour) -> tuple[int, int]:
        """The bitboards of a colour's men and kings."""
        men, kings, foe_men, foe_kings, side = self.state
        return (men, kings) if colour.side == side else (foe_men, foe_kings)

    def count(self, colour: Colour) -> int:
        """How many pieces a colour has."""
        men, kings = self.masks(colour)
        return (men | kings).bit_count()

    def kings(self, colour: Colour) -> int:
        """How many kings a colour has."""
        return self.masks(colour)[1].bit_count()

    def pieces(self) -> dict[int, Piece]:
        """Every piece by its square, squares ascending."""
        squares = self.variant.geometry.squares
        found = {
            square: Piece(colour, king)
            for colour in COLOURS
            for king, mask in zip((False, True), self.masks(colour), strict=True)
            for square in squares(mask)
        }
        return dict(sorted(found.items()))

    def piece_at(self, square: int) -> Piece | None:
        """The piece on a square, or None; ValueError if there is no such square."""
        bit = self.variant.bit(square)
        for colour in COLOURS:
            men, kings = self.masks(colour)
            if bit & (men | kings):
                return Piece(colour, king=bit & kings != 0)
        return None

    def transitions(self) -> Mapping[Move, "Position"]:
        """Every legal move with the position it leads to, ordered by the squares touched.

        A position with more captures than anyone could go through has none: `play` refuses to lead
        there.
        """
        return _transitions(self)

    def named(self, trail: Trail) -> Move:
        """The move of a generator's trail."""
        square = self.variant.geometry.square
        return Move(
            tuple(square(bit) for bit in trail[::2]),
            tuple(square(bit) for bit in trail[1::2] if bit),
        )

    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves: () when the game is over, a lone pass when the turn is forfeited."""
        return tuple(self.transitions())

    def find(self, move: Move | str) -> Move:
        """The legal move that a Move or a text means; ValueError if there is none or several."""
        legal = self.transitions()
        if isinstance(move, Move) and move in legal:
            return move
        return notation.find_move(self.variant, tuple(legal), str(move), self._passes)

    def _passes(self, move: Move, squares: tuple[int, ...]) -> bool:
        """Whether a capture goes by way of these squares, its first and its last included.

        They are all squares of a route; a king that flies may leave some of them out.
        """
        if any(way.path == squares and move in moves for way, moves in _routes(self).items()):
            return True
        named = iter(move.path)
        flies = self.variant.king_flies and _is_king_after(self, move)
        return flies and all(square in named for square in squares)

    def entered(self, path: tuple[int, ...]) -> Entered:
        """What a move is that has touched these squares so far, its start first, by any route."""
        return _entered(self, path)

    def play(self, move: Move | str) -> "Position":
        """The position after a legal move, given as a Move or its text; ValueError if illegal.

        And also if the opponent would have more captures than anyone could go through.
        """
        found = self.find(move)
        return _checked(found, self.transitions()[found])

    def follow(self, text: str) -> tuple[Move, "Position"]:
        """The move that a text means and the position after it; ValueError as in `find`.

        For reading long games: only the move that is played is made, and nothing is remembered.
        """
        squares = notation.numbered_squares(text)
        if squares is not None and not self.barred:
            bits = self.variant.geometry.bits
            if min(squares) > 0 and max(squares) <= len(bits):
                path = tuple([bits[square - 1] for square in squares])
                trails: list[Trail] = []
                states = generator(self.variant)(self.state, trails)
                found = [number for number, trail in enumerate(trails) if trail[::2] == path]
                if len(found) == 1:
                    made = self.named(trails[found[0]])
                    return made, _checked(made, Position(self.variant, states[found[0]]))
        move = self.find(text)
        return move, self.play(move)

    @property
    def outcome(self) -> Outcome | None:
        """The result if the game is over by what is on the board, else None."""
        if self.transitions():
            return None
        me, opponent = self.turn, self.turn.other
        if self.variant.goal is Goal.BREAKTHROUGH:
            for colour in (opponent, me):
                if self.kings(colour):
                    return Outcome(colour, Reason.LAST_ROW, colour)
        if _is_crowded(self.variant, self.state):
            return Outcome(None, Reason.TOO_MANY_CAPTURES)
        outcome = self._outcome_by_pieces(me, opponent)
        if self.variant.goal is Goal.LOSING and outcome.winner is not None:
            return replace(outcome, winner=outcome.winner.other)
        return outcome

    def _outcome_by_pieces(self, me: Colour, opponent: Colour) -> Outcome:
        """The result of a game in which nobody can move, if the remaining pieces decide it."""
        mine, theirs = self.count(me), self.count(opponent)
        if not mine:
            return Outcome(opponent, Reason.NO_PIECES, me)
        if self.variant.stuck is Stuck.LOSES:
            return Outcome(opponent, Reason.CANNOT_MOVE, me)
        if not theirs:
            return Outcome(me, Reason.NO_PIECES, opponent)
        if mine == theirs:
            return Outcome(None, Reason.AS_MANY_PIECES, number=mine)
        more = me if mine > theirs else opponent
        return Outcome(more, Reason.MORE_PIECES, more, max(mine, theirs), min(mine, theirs))

    def placement(self) -> Placement:
        """The pieces and the turn as plain data."""
        return Placement(self.turn, self.pieces())

    def fen(self) -> str:
        """The position as PDN FEN."""
        return notation.write_fen(self.placement())

    def seen_from_other_side(self) -> "Position":
        """The same position seen from the other side: turned by 180 degrees, colours swapped."""
        rotated = self.variant.geometry.rotated
        *masks, side = self.state
        return Position(self.variant, (*map(rotated, masks), 1 - side))

    def __str__(self) -> str:
        return self.fen()

    def __repr__(self) -> str:
        """The game, the FEN and, where there is a choice, the size, and a barred king."""
        told = [repr(self.variant.name), repr(self.fen())]
        if self.variant.sizes:
            told.append(f"size={self.variant.size}")
        if self.barred:
            told.append(f"barred={self.variant.geometry.square(self.barred)}")
        return f"Position({', '.join(told)})"


@lru_cache(maxsize=64)
def _transitions(position: Position) -> Mapping[Move, Position]:
    """What `Position.transitions` promises, worked out once while a position is in use.

    A game asks for the moves of the same position again and again: to check a move, to see whether
    it is over, to draw the board. A search asks the generator and leaves no trace here.
    """
    variant = position.variant
    if _is_crowded(variant, position.state):
        return MappingProxyType({})
    trails: list[Trail] = []
    states = generator(variant)(position.state, trails)
    moves = list(zip(map(position.named, trails), states, strict=True))
    if position.barred:
        square = variant.geometry.square(position.barred)
        free = [pair for pair in moves if pair[0].captured or pair[0].path[:1] != (square,)]
        moves = free or moves
    ordered = sorted(moves, key=lambda pair: (pair[0].path, pair[0].captured))
    return MappingProxyType({move: Position(variant, state) for move, state in ordered})


@lru_cache(maxsize=64)
def _routes(position: Position) -> Mapping[Move, list[Move]]:
    """Every way to make a legal move, named like a move, with the legal moves that it makes.

    A legal move names one way. Where a king may land on several squares, or pieces can be jumped in
    another order, there are others, and people enter and write those as well.
    """

    def made(way: Move, after: State) -> tuple[object, ...]:
        # Where captures are not unique, another order makes another move.
        return way.path[:1], after, () if position.variant.unique_captures else way.captured

    trails: list[Trail] = []
    states = every_capture(position.variant, every_stop=True)(position.state, trails)
    ways = dict(zip(map(position.named, trails), states, strict=True))
    moves: dict[tuple[object, ...], list[Move]] = {}
    for move, after in position.transitions().items():
        ways[move] = after.state
        moves.setdefault(made(move, after.state), []).append(move)
    return {way: same for way, after in ways.items() if (same := moves.get(made(way, after)))}


@lru_cache(maxsize=64)
def _entered(position: Position, path: tuple[int, ...]) -> Entered:
    """What `Position.entered` promises, remembered: a board asks again with every frame."""
    length = len(path)
    begun = Move(path[:1])
    complete = None
    landings: dict[int, set[Move]] = {}
    for way, moves in _routes(position).items():
        if way.path[:length] == path:
            begun = Move(path, way.captured[: length - 1])
            if way.path[length:]:
                landings.setdefault(way.path[length], set()).update(moves)
            else:
                complete = way if way in moves else moves[0]
    ordered = {landing: tuple(sorted(landings[landing])) for landing in sorted(landings)}
    return Entered(begun.captured, _is_king_after(position, begun), ordered, complete)


def _is_king_after(position: Position, move: Move) -> bool:
    """Whether a piece that has come this way goes on as a king."""
    variant, side = position.variant, position.turn.side
    promoting = variant.promoting_row(side) if move.captured else 0
    promoted = any(variant.bit(square) & promoting for square in move.path[1:])
    return promoted or bool(variant.bit(move.start) & position.state[1])


def _is_crowded(variant: Variant, state: State) -> bool:
    """Whether the side to move has more captures than the generator would go through."""
    if not variant.chains or (state[2] | state[3]).bit_count() <= _FEW_PIECES:
        return False
    return len(every_capture(variant)(state)) > MOST_CAPTURES


def _checked(move: Move, after: Position) -> Position:
    """The position after a move; ValueError with a sentence if it is crowded."""
    if _is_crowded(after.variant, after.state):
        raise ValueError(
            Phrase("after ", move, f" the board would have {_TOO_MANY}; make another move")
        )
    return after
