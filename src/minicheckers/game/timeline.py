"""Timeline: the moves of one game as a value, with the draws that only history can tell."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

from ..messages import ordinal, quoted
from ..rules.notation import Move
from ..rules.position import Outcome, Position
from ..rules.predicates import keeps_counting
from ..rules.variant import Variant


@dataclass(frozen=True)
class Timeline:
    """A game from its start: all its moves, of which the first ``ply`` count as played.

    The moves after ``ply`` have been taken back and can be played again. A value: every change
    makes a new one.
    """

    positions: tuple[Position, ...]
    moves: tuple[Move, ...] = ()
    ply: int = 0

    @classmethod
    def begin(cls, start: Position) -> Self:
        return cls((start,))

    @property
    def start(self) -> Position:
        return self.positions[0]

    @property
    def position(self) -> Position:
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

    @property
    def so_far(self) -> "Timeline":
        """The same game without the moves that were undone."""
        return Timeline(self.positions[: self.ply + 1], self.played, self.ply)

    def number_of(self, ply: int) -> int:
        """The number of a ply as people count moves: one for both sides, 1 for the first."""
        # A game that the second colour begins has no first half of its first move.
        offset = int(self.start.turn is not self.start.variant.first)
        return (ply + offset + 1) // 2

    def play(self, move: Move | str) -> "Timeline":
        """The game after a legal move; undone moves are forgotten.

        Raises ValueError if the move is illegal or the game is over.
        """
        if (outcome := self.outcome) is not None:
            raise _over(outcome, move)
        played = self.position.find(move)
        positions = (*self.positions[: self.ply + 1], self.position.play(played))
        moves = (*self.played, played)
        return Timeline((*positions[:-1], _barring(positions, moves)), moves, self.ply + 1)

    def at(self, ply: int) -> "Timeline":
        """The same game after `ply` moves; ValueError if it does not have that many."""
        if not 0 <= ply <= len(self.moves):
            raise ValueError(f"the game has plies 0 to {len(self.moves)}, not {ply}")
        return Timeline(self.positions, self.moves, ply)

    def undo(self, plies: int = 1) -> "Timeline":
        """The game with its last moves undone; ValueError if there are not that many."""
        if not 0 <= plies <= self.ply:
            raise ValueError("there is no move to undo")
        return self.at(self.ply - plies)

    def redo(self, plies: int = 1) -> "Timeline":
        """The game with undone moves redone; ValueError if there are none."""
        if not 0 <= plies <= len(self.moves) - self.ply:
            raise ValueError("there is no move to redo")
        return self.at(self.ply + plies)

    @property
    def repetitions(self) -> int:
        """How often the current position has stood on the board, now included."""
        # A capture or a man's advance cannot be undone by further moves, so nothing from before
        # the last one of them can come back.
        since = self.positions[self.ply - self.quiet_plies : self.ply + 1]
        return [position.state for position in since].count(self.position.state)

    @property
    def quiet_plies(self) -> int:
        """How many plies have passed since the last capture or advance of a man."""
        for quiet, ply in enumerate(reversed(range(self.ply))):
            if not _is_quiet(self.positions[ply], self.moves[ply]):
                return quiet
        return self.ply

    @cached_property
    def outcome(self) -> Outcome | None:
        """The result if the game is over, by the board or by one of the draw rules, else None."""
        outcome = self.position.outcome
        variant = self.start.variant
        if outcome is None and (variant.repetitions or variant.quiet_plies):
            outcome = _drawn(variant, self.repetitions, self.quiet_plies)
        return outcome or _drawn_by_material(self.positions[: self.ply + 1])


class TimelineBuilder:
    """Builds a timeline in linear time, for reading whole games.

    It refuses what `Timeline.play` refuses, with the same sentences.
    """

    def __init__(self, start: Position) -> None:
        self._positions = [start]
        self._moves: list[Move] = []
        #: How often each position has come up since the last capture or advance of a man.
        self._repetitions = {start.state: 1}
        self._quiet_plies = 0
        self._drawn: Outcome | None = None

    def play(self, text: str) -> None:
        """Add a legal move; ValueError if it is illegal or the game is over."""
        before = self._positions[-1]
        if self._drawn is not None:
            raise _over(self._drawn, text)
        try:
            move, after = before.follow(text)
        except ValueError:
            if (outcome := before.outcome) is not None:
                raise _over(outcome, text) from None
            raise
        self._positions.append(after)
        self._moves.append(move)
        self._positions[-1] = _barring(self._positions, self._moves)
        self._watch_for_draw(before, move, after)

    def _watch_for_draw(self, before: Position, move: Move, after: Position) -> None:
        if _is_quiet(before, move):
            self._quiet_plies += 1
        else:
            self._quiet_plies = 0
            self._repetitions.clear()
        times = self._repetitions[after.state] = self._repetitions.get(after.state, 0) + 1
        drawn = _drawn(before.variant, times, self._quiet_plies)
        drawn = drawn or _drawn_by_material(self._positions)
        if drawn is not None:
            self._drawn = after.outcome or drawn

    def timeline(self) -> Timeline:
        return Timeline(tuple(self._positions), tuple(self._moves), len(self._moves))


def replayed(start: Position, moves: Sequence[str]) -> Timeline:
    """The game of these moves; ValueError at the first one that is illegal or too many."""
    builder = TimelineBuilder(start)
    for move in moves:
        builder.play(move)
    return builder.timeline()


def _drawn(variant: Variant, repetitions: int, quiet_plies: int) -> Outcome | None:
    if 0 < variant.repetitions <= repetitions:
        time = ordinal(variant.repetitions)
        return Outcome(None, f"the same position has come up for the {time} time")
    if 0 < variant.quiet_plies <= quiet_plies:
        return Outcome(None, f"{quiet_plies} moves without a capture or a man's step forward")
    return None


def _drawn_by_material(positions: Sequence[Position]) -> Outcome | None:
    """The draw by a rule for the material that is on the board, None if there is none."""
    variant = positions[-1].variant
    for rule in variant.material_draws:
        first = len(positions) - 1 - rule.plies
        counts = keeps_counting(variant, rule)
        if first >= 0 and all(
            counts(positions[ply].state, positions[ply + 1].state)
            for ply in reversed(range(first, len(positions) - 1))
        ):
            if rule.lone_king:
                return Outcome(None, f"a lone king has held out for {rule.plies} moves")
            return Outcome(None, f"{rule.plies} moves without {rule.since}")
    return None


def _barring(positions: Sequence[Position], moves: Sequence[Move]) -> Position:
    """The last position, and in it barred a king that has moved as often in a row as it may."""
    last, most = positions[-1], positions[-1].variant.same_king_moves
    if not most or len(moves) < 2 * most or not last.state[0]:
        return last
    own = range(len(moves) - 2 * most, len(moves), 2)
    king = moves[own[0]].path[:1]
    for ply in own:
        before, move = positions[ply], moves[ply]
        bit = before.variant.geometry.bits[move.start - 1] if not move.is_pass else 0
        if move.captured or move.path[:1] != king or not bit & before.state[1]:
            return last
        king = move.path[-1:]
    bit = last.variant.geometry.bits[king[0] - 1]
    return replace(last, barred=bit) if bit & last.state[1] else last


def _over(outcome: Outcome, move: Move | str) -> ValueError:
    return ValueError(f"the game is over ({outcome}), so {quoted(str(move))} cannot be played")


def _is_quiet(before: Position, move: Move) -> bool:
    """Whether a move neither captures nor brings a man forward."""
    if move.captured or move.is_pass:
        return move.is_pass
    geometry = before.variant.geometry
    if geometry.bits[move.start - 1] & before.state[1]:  # a king of the side to move
        return True
    return geometry.places[move.start - 1][0] == geometry.places[move.end - 1][0]
