"""The rules once more, slowly: a dictionary of pieces and plain loops, for any Variant.

This is the written truth that the bitboards are held against, so it shares nothing with them but
the fields of Variant and the names of the colours. A square is (row, column), row 0 on top. A
piece is a letter: b and w are men, B and W are kings.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from minicheckers import Colour, Position, Variant
from minicheckers.rules.variant import Goal, Landing, LastRow, Priority, Removal, Stuck

Square = tuple[int, int]
Direction = tuple[int, int]

MAN = {Colour.BLACK: "b", Colour.WHITE: "w"}
KING = {Colour.BLACK: "B", Colour.WHITE: "W"}


@dataclass(frozen=True)
class RefereeMove:
    """The squares a piece touches and the squares it captures; a pass touches none.

    ``promoted``: the piece has become a king on the way.
    """

    path: tuple[Square, ...] = ()
    captured: tuple[Square, ...] = ()
    promoted: bool = False


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
        colour = 0 if self.variant.mirrored else 1
        return inside and (not self.variant.diagonal or (row + column) % 2 == colour)

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
        """Directions are written as Black sees them; White sees the board rotated."""
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
        allowed = self.variant.king_steps if king else self.variant.man_steps
        for direction in self.directions(allowed):
            end = beyond(start, direction)
            while self.is_empty(end):
                yield RefereeMove((start, end))
                if not (king and self.variant.king_flies):
                    break
                end = beyond(end, direction)

    def captures_of(self, start: Square) -> Iterator[RefereeMove]:
        # The piece is in hand while it captures, so its square is empty.
        lifted = Table(self.variant, self.turn, dict(self.pieces))
        king = lifted.pieces.pop(start) == KING[self.turn]
        yield from lifted.jumps_on(RefereeMove((start,)), king, None)

    def jumps_on(
        self, so_far: RefereeMove, king: bool, came: Direction | None
    ) -> Iterator[RefereeMove]:
        """All captures that begin like this one and make at least one more jump."""
        for victim, landings, direction in self.single_jumps(so_far, king, came):
            ends: list[RefereeMove] = []
            longer: list[RefereeMove] = []
            for landing in landings:
                after = self
                if self.variant.jumped_leave is Removal.AT_ONCE:
                    pieces = {at: piece for at, piece in self.pieces.items() if at != victim}
                    after = Table(self.variant, self.turn, pieces)
                at_last_row = not king and self.variant.crowns and landing[0] == self.last_row()
                rule = self.variant.last_row_in_capture
                promoted = so_far.promoted or (at_last_row and rule is LastRow.GOES_ON_AS_KING)
                move = RefereeMove((*so_far.path, landing), (*so_far.captured, victim), promoted)
                ends.append(move)
                stops = at_last_row and rule is LastRow.STOPS
                if self.variant.chains and not stops:
                    longer += after.jumps_on(move, king or promoted, direction)
            # If some landings let the capture continue, one of those must be chosen.
            yield from longer or ends

    def single_jumps(
        self, so_far: RefereeMove, king: bool, came: Direction | None
    ) -> Iterator[tuple[Square, list[Square], Direction]]:
        """The victim, the possible landings and the direction of every possible next jump."""
        flies = king and self.variant.king_flies
        allowed = self.variant.king_jumps if king else self.variant.man_jumps
        for direction in self.directions(allowed):
            if came == (-direction[0], -direction[1]) and king and not self.variant.turns_back:
                continue
            victim = beyond(so_far.path[-1], direction)
            while flies and self.is_empty(victim):
                victim = beyond(victim, direction)
            if not self.is_enemy(victim) or victim in so_far.captured:
                continue
            enemy_king = self.pieces[victim] == KING[self.turn.other]
            if enemy_king and not king and not self.variant.men_take_kings:
                continue
            landings = []
            landing = beyond(victim, direction)
            while self.is_empty(landing):
                landings.append(landing)
                if not flies or self.variant.king_lands is Landing.BEHIND:
                    break
                landing = beyond(landing, direction)
            if landings:
                yield victim, landings, direction

    # All moves

    def captures(self) -> list[RefereeMove]:
        """The captures that may be chosen; of several that count as one move, the first."""
        found = [move for square in self.own_squares() for move in self.captures_of(square)]
        for priority in self.variant.priority:
            best = max((self.rank(priority, move) for move in found), default=())
            found = [move for move in found if self.rank(priority, move) == best]
        return list({self.identity(move): move for move in reversed(found)}.values())[::-1]

    def identity(self, move: RefereeMove) -> object:
        """What two captures share if they count as one move."""
        captured: object = move.captured
        if self.variant.unique_captures:
            captured = frozenset(move.captured)
        return move.path[0], move.path[-1], captured, move.promoted

    def rank(self, priority: Priority, move: RefereeMove) -> tuple[int, ...]:
        """The score of a capture by one criterion; the best must be chosen."""
        kings = [self.pieces[at] == KING[self.turn.other] for at in move.captured]
        match priority:
            case Priority.MOST_PIECES:
                return (len(kings),)
            case Priority.MOST_VALUE:
                return (sum(99 if king else 50 for king in kings),)
            case Priority.MOST_KINGS:
                return (sum(kings),)
            case Priority.BY_KING:
                return (self.pieces[move.path[0]] == KING[self.turn],)
            case Priority.KINGS_SOONEST:
                return tuple(map(int, kings))

    def own_moves(self) -> list[RefereeMove]:
        if self.variant.goal is Goal.BREAKTHROUGH and set(self.pieces.values()) & {"B", "W"}:
            return []
        captures = self.captures()
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

    def after(self, move: RefereeMove) -> "Table":
        if not move.path:
            return self.turned_over()
        pieces = dict(self.pieces)
        piece = pieces.pop(move.path[0])
        for victim in move.captured:
            del pieces[victim]
        end = move.path[-1]
        crowned = move.promoted or self.is_crowned_on(piece, end)
        pieces[end] = KING[self.turn] if crowned else piece
        return Table(self.variant, self.turn.other, pieces)

    # The end

    def is_over(self) -> bool:
        return not self.moves()

    def winner(self) -> Colour | None:
        """The winner of a finished game, None for a draw."""
        if self.variant.goal is Goal.BREAKTHROUGH:
            if KING[self.turn.other] in self.pieces.values():
                return self.turn.other
            if KING[self.turn] in self.pieces.values():
                return self.turn
        own, enemy = len(self.own_squares()), len(self.enemy_squares())
        if self.variant.stuck is Stuck.LOSES:
            stronger = self.turn.other
        elif own == enemy:
            return None
        else:
            stronger = self.turn if own > enemy else self.turn.other
        return stronger.other if self.variant.goal is Goal.LOSING else stronger

    # Conversion to and from the program's positions, by square numbers

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

    def transitions(self) -> dict[object, str]:
        """Every legal move with the FEN it leads to, named as `named` does."""
        number = numbers(self.variant)
        return {
            named(
                self.variant,
                tuple(number[square] for square in move.path),
                tuple(number[square] for square in move.captured),
                move.promoted,
            ): self.after(move).fen()
            for move in self.moves()
        }


def named(
    variant: Variant, path: tuple[int, ...], captured: tuple[int, ...], promoted: bool
) -> object:
    """What identifies a move.

    Where a king may land on several squares behind a victim it is not which of them it took.
    """
    if variant.unique_captures:
        return path[:1], path[-1:], frozenset(captured), promoted
    if variant.king_flies and variant.king_lands is Landing.ANYWHERE:
        return path[:1], path[-1:], captured, promoted
    return path, captured


def moves_of(position: Position) -> dict[object, str]:
    """The legal moves of a position, in the same form as the referee's."""
    variant = position.variant
    on_the_way = variant.last_row_in_capture is LastRow.GOES_ON_AS_KING
    last_row = variant.size - 1 if position.turn is Colour.BLACK else 0
    told: dict[object, str] = {}
    for move, after in position.transitions().items():
        rows = [variant.geometry.place(square)[0] for square in move.path[1:]]
        piece = None if move.is_pass else position.piece_at(move.start)
        man = piece is not None and not piece.king
        promoted = bool(
            move.captured and variant.crowns and man and on_the_way and last_row in rows
        )
        told[named(variant, move.path, move.captured, promoted)] = after.fen()
    return told


@cache
def numbers(variant: Variant) -> dict[Square, int]:
    """The playing squares of a board, row by row, with their numbers."""
    table, size = Table(variant, variant.first), range(variant.size)
    every = ((row, column) for row in size for column in size)
    return {at: number for number, at in enumerate(filter(table.has_square, every), start=1)}


def beyond(square: Square, direction: Direction) -> Square:
    return square[0] + direction[0], square[1] + direction[1]


def start_table(variant: Variant) -> Table:
    """The board as it is set up for a game."""
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
