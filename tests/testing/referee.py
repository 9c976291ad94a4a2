"""The rules once more, slowly: a dictionary of pieces and plain loops, for any Variant.

This is the written truth that the bitboards are held against, so it shares nothing with them but
the fields of Variant and the names of the colours. A square is (row, column), row 0 on top. A
piece is a letter: b and w are men, B and W are kings.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from minicheckers import Colour, Position, Variant
from minicheckers.rules.variant import Stuck

Square = tuple[int, int]
Direction = tuple[int, int]

MAN = {Colour.BLACK: "b", Colour.WHITE: "w"}
KING = {Colour.BLACK: "B", Colour.WHITE: "W"}


@dataclass(frozen=True)
class RefereeMove:
    """The squares a piece touches and the squares it captures; a pass touches none."""

    path: tuple[Square, ...] = ()
    captured: tuple[Square, ...] = ()


@dataclass
class Table:
    """A board on a table, and whose turn it is."""

    variant: Variant
    turn: Colour
    pieces: dict[Square, str] = field(default_factory=dict)

    # The board

    def has_square(self, square: Square) -> bool:
        row, column = square
        inside = 0 <= row < self.variant.size and 0 <= column < self.variant.size
        return inside and (not self.variant.diagonal or (row + column) % 2 == 1)

    def squares(self) -> list[Square]:
        """All playing squares in the order of their numbers."""
        return list(numbers(self.variant))

    def is_empty(self, square: Square) -> bool:
        return self.has_square(square) and square not in self.pieces

    def is_enemy(self, square: Square) -> bool:
        enemy = self.turn.other
        return self.pieces.get(square) in (MAN[enemy], KING[enemy])

    def own_squares(self) -> list[Square]:
        own = (MAN[self.turn], KING[self.turn])
        return [square for square, piece in self.pieces.items() if piece in own]

    def enemy_squares(self) -> list[Square]:
        return [square for square in self.pieces if self.is_enemy(square)]

    def directions(self, black_directions: tuple[Direction, ...]) -> list[Direction]:
        """Directions are written down as Black sees them; White looks at the board turned."""
        if self.turn is Colour.BLACK:
            return list(black_directions)
        return [(-down, -right) for down, right in black_directions]

    def last_row(self) -> int:
        return self.variant.size - 1 if self.turn is Colour.BLACK else 0

    def is_crowned_on(self, piece: str, square: Square) -> bool:
        return self.variant.crowns and piece == MAN[self.turn] and square[0] == self.last_row()

    # The moves of one piece

    def steps_of(self, start: Square) -> Iterator[RefereeMove]:
        king = self.pieces[start] == KING[self.turn]
        allowed = self.variant.king_directions if king else self.variant.man_steps
        for direction in self.directions(allowed):
            end = beyond(start, direction)
            while self.is_empty(end):
                yield RefereeMove((start, end))
                if not (king and self.variant.king_flies):
                    break
                end = beyond(end, direction)

    def single_jumps_of(self, start: Square) -> Iterator[tuple[Square, Square]]:
        """(victim, landing) of every jump from a square, where one's own piece stands."""
        king = self.pieces[start] == KING[self.turn]
        allowed = self.variant.king_directions if king else self.variant.man_jumps
        for direction in self.directions(allowed):
            victim = beyond(start, direction)
            while king and self.variant.king_flies and self.is_empty(victim):
                victim = beyond(victim, direction)
            landing = beyond(victim, direction)
            if self.is_enemy(victim) and self.is_empty(landing):
                yield victim, landing

    def captures_of(self, start: Square) -> Iterator[RefereeMove]:
        for victim, landing in self.single_jumps_of(start):
            first = RefereeMove((start, landing), (victim,))
            crowned = self.is_crowned_on(self.pieces[start], landing)
            further = []
            if self.variant.chains and not crowned:
                # The jumped piece is gone and the start square is empty before the next jump.
                further = list(self.after_half_move(first).captures_of(landing))
            for rest in further:
                yield RefereeMove((start, *rest.path), (victim, *rest.captured))
            if not further:
                yield first

    # All moves

    def own_moves(self) -> list[RefereeMove]:
        captures = [move for square in self.own_squares() for move in self.captures_of(square)]
        if captures and self.variant.capture_forced:
            return captures
        return captures + [move for square in self.own_squares() for move in self.steps_of(square)]

    def turned_over(self) -> "Table":
        return Table(self.variant, self.turn.other, dict(self.pieces))

    def moves(self) -> list[RefereeMove]:
        """All legal moves; none when the game is over."""
        if self.variant.stuck is Stuck.LOSES:
            return self.own_moves()
        if not self.own_squares() or not self.enemy_squares():
            return []
        if not self.own_moves() and self.turned_over().own_moves():
            return [RefereeMove()]
        return self.own_moves()

    def after_half_move(self, move: RefereeMove) -> "Table":
        """The table after a move or a part of one, with the same side to move."""
        pieces = dict(self.pieces)
        piece = pieces.pop(move.path[0])
        for victim in move.captured:
            del pieces[victim]
        end = move.path[-1]
        pieces[end] = KING[self.turn] if self.is_crowned_on(piece, end) else piece
        return Table(self.variant, self.turn, pieces)

    def after(self, move: RefereeMove) -> "Table":
        return (self.after_half_move(move) if move.path else self).turned_over()

    # The end

    def is_over(self) -> bool:
        return not self.moves()

    def winner(self) -> Colour | None:
        """Who has won a game that is over, None for a draw."""
        if self.variant.stuck is Stuck.LOSES:
            return self.turn.other
        own, enemy = len(self.own_squares()), len(self.enemy_squares())
        if own == enemy:
            return None
        return self.turn if own > enemy else self.turn.other

    # To and from the other side of the comparison, by way of square numbers

    def number(self, square: Square) -> int:
        return numbers(self.variant)[square]

    @classmethod
    def of(cls, position: Position) -> "Table":
        table = cls(position.variant, position.turn)
        squares = table.squares()
        for number, piece in position.pieces().items():
            letters = KING if piece.king else MAN
            table.pieces[squares[number - 1]] = letters[piece.colour]
        return table

    def fen(self) -> str:
        number = numbers(self.variant)

        def listed(colour: Colour) -> str:
            marks = {MAN[colour]: "", KING[colour]: "K"}
            found = {number[at]: marks[p] for at, p in self.pieces.items() if p in marks}
            return ",".join(f"{found[n]}{n}" for n in sorted(found))

        turn = "B" if self.turn is Colour.BLACK else "W"
        return f"{turn}:W{listed(Colour.WHITE)}:B{listed(Colour.BLACK)}"

    def transitions(self) -> dict[tuple[tuple[int, ...], tuple[int, ...]], str]:
        """Every legal move as (path, captured) in numbers, with the FEN it leads to."""
        number = numbers(self.variant)
        return {
            (tuple(number[s] for s in m.path), tuple(number[s] for s in m.captured)): self.after(
                m
            ).fen()
            for m in self.moves()
        }


@cache
def numbers(variant: Variant) -> dict[Square, int]:
    """The playing squares of a board, row by row, with their numbers."""
    table, size = Table(variant, variant.first), range(variant.size)
    every = ((row, column) for row in size for column in size)
    return {at: number for number, at in enumerate(filter(table.has_square, every), start=1)}


def beyond(square: Square, direction: Direction) -> Square:
    return square[0] + direction[0], square[1] + direction[1]


def start_table(variant: Variant) -> Table:
    """The table as it is set up for a game."""
    table = Table(variant, variant.first)
    first = variant.empty_rows_behind
    for square in table.squares():
        row = square[0]
        rows_from_bottom = variant.size - 1 - row
        if first <= row < first + variant.rows_of_men:
            table.pieces[square] = "b"
        if first <= rows_from_bottom < first + variant.rows_of_men:
            table.pieces[square] = "w"
    return table
