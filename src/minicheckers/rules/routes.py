"""The routes of a capture: by which landing squares it can be made.

A legal move names one route. Where a king may land on several squares, or pieces can be jumped in
another order, there are others that make the same move, and people enter and write those as well.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .movegen import State
from .notation import Move
from .variant import COLOURS, Colour, Landing, LastRow, Removal, Variant

#: What is left to do on a route: the square, the victims so far, and whether it is a king by now.
_Point = tuple[int, tuple[int, ...], bool]


class Routes:
    """All routes of one legal capture."""

    def __init__(self, variant: Variant, state: State, move: Move) -> None:
        self._variant, self._state, self._move = variant, state, move
        self._colour = COLOURS[state[4]]
        self._starts_as_king = bool(variant.bit(move.start) & state[1])
        # A man that is crowned on the way makes another move than one that takes a way round.
        crowned = any(map(self._is_promoted_on, move.path[1:]))
        self._ends_as_king = self._starts_as_king or crowned
        self._completable: dict[tuple[int, frozenset[int], bool], bool] = {}

    def follow(self, path: tuple[int, ...]) -> _Point | None:
        """Where the piece is after it has touched these squares, None if no route does."""
        start = (path[0], (), self._starts_as_king)
        points: list[_Point] = [start] if path[0] == self._move.start else []
        for landing in path[1:]:
            points = [
                after for point in points for after in self._jumps(point) if after[0] == landing
            ]
        return next(filter(self._can_be_completed, points), None)

    def landings(self, path: tuple[int, ...]) -> tuple[int, ...]:
        """Where the piece may land next; () if the path is no route, or a whole one."""
        point = self.follow(path)
        if point is None:
            return ()
        after = filter(self._can_be_completed, self._jumps(point))
        return tuple(sorted({landing for landing, _, _ in after}))

    def passes(self, squares: tuple[int, ...]) -> bool:
        """Whether the capture goes by way of these squares, its first and its last included.

        They are all squares of a route; a king that flies may leave some of them out.
        """
        point = self.follow(squares)
        if point is not None and self._is_complete(point):
            return True
        named = iter(self._move.path)
        flies = self._ends_as_king and self._variant.king_flies
        return flies and all(square in named for square in squares)

    def _can_be_completed(self, point: _Point) -> bool:
        at, jumped, king = point
        key = (at, frozenset(jumped), king)  # in whichever order: there can be very many
        if key not in self._completable:
            self._completable[key] = self._is_complete(point) or any(
                map(self._can_be_completed, self._jumps(point))
            )
        return self._completable[key]

    def _is_complete(self, point: _Point) -> bool:
        at, jumped, king = point
        whole = len(jumped) == len(self._move.captured) and at == self._move.end
        return whole and king == self._ends_as_king

    def _jumps(self, point: _Point) -> Iterator[_Point]:
        """The next jumps over a victim of this capture."""
        at, jumped, king = point
        variant, geometry = self._variant, self._variant.geometry
        flies = king and variant.king_flies
        for down, right in variant.king_jumps if king else variant.man_jumps:
            if self._colour is Colour.WHITE:
                down, right = -down, -right
            row, column = geometry.place(at)
            row, column = row + down, column + right
            while flies and self._is_empty(geometry.square_at(row, column), jumped):
                row, column = row + down, column + right
            victim = geometry.square_at(row, column)
            if victim is None or not self._is_next(victim, jumped):
                continue
            row, column = row + down, column + right
            while (landing := geometry.square_at(row, column)) is not None:
                if not self._is_empty(landing, jumped):
                    break
                yield landing, (*jumped, victim), king or self._is_promoted_on(landing)
                if not flies or variant.king_lands is Landing.BEHIND:
                    break
                row, column = row + down, column + right

    def _is_next(self, victim: int, jumped: tuple[int, ...]) -> bool:
        captured = self._move.captured
        if self._variant.unique_captures:
            return victim in captured and victim not in jumped
        return len(jumped) < len(captured) and captured[len(jumped)] == victim

    def _is_empty(self, square: int | None, jumped: tuple[int, ...]) -> bool:
        if square is None or (square in self._occupied and square != self._move.start):
            return square in jumped and self._variant.jumped_leave is Removal.AT_ONCE
        return True

    def _is_promoted_on(self, square: int) -> bool:
        crowned = self._variant.bit(square) & self._variant.crowning_row(self._colour.side)
        return bool(crowned) and self._variant.last_row_in_capture is LastRow.GOES_ON_AS_KING

    @cached_property
    def _occupied(self) -> frozenset[int]:
        men, kings, foe_men, foe_kings, _ = self._state
        return frozenset(self._variant.geometry.squares(men | kings | foe_men | foe_kings))


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


def entered(
    variant: Variant, state: State, legal: tuple[Move, ...], path: tuple[int, ...]
) -> Entered:
    """What a move is that has touched these squares so far, its start first, by any route."""
    jumped: tuple[int, ...] = ()
    king = bool(variant.bit(path[0]) & state[1])
    landings: dict[int, list[Move]] = {}
    complete = next((move for move in legal if move.path == path), None)
    for move in legal:
        if move.is_pass or move.start != path[0]:
            continue
        following = move.path[1:] if len(path) == 1 else ()
        if move.captured:
            routes = Routes(variant, state, move)
            point = routes.follow(path)
            if point is None:
                continue
            _, jumped, king = point
            following = routes.landings(path)
            if not following:
                complete = complete or move
        for landing in following:
            landings.setdefault(landing, []).append(move)
    ordered = {landing: tuple(landings[landing]) for landing in sorted(landings)}
    return Entered(jumped, king, ordered, complete)
