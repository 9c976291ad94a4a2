"""The strong solution of mini: every position that play can reach, and what it is worth.

First forward, from the start: which positions are there? Then backward from the ends of games,
once for every goal: in which of them does Black reach it? All of it is done with sets of
positions, see `position_sets`. Every move but a pass shortens the way that all men together have
to go; positions are taken in the order of that way, so each is looked at once.

Black to move and White to move are kept apart, and either may begin. Turning the board makes the
one game the other, so the positions with Black to move are all there are, seen from the side to
move.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from minicheckers.engine.solver.referee import referee
from minicheckers.rules.movegen import State, generator
from minicheckers.rules.notation import Move
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI
from position_sets import (
    COLOURS,
    MOST_TO_GO,
    SIZE,
    Moves,
    PositionSet,
    black_ahead_by,
    both_present,
    can_move,
    locate,
    moves_of,
    rotated,
    undecided,
    with_to_go,
)

pack = referee(MINI).pack

_SHIFT = MINI.geometry.board.bit_length()

#: What Black may want to have more than White at the end: less is always had, and more never.
GOALS = range(-5, 7)

#: The lowest value a position can have; each goal that is reached makes it one more.
LOWEST = GOALS[0] - 1

#: How a value is written as a byte where there is no position.
ABSENT = 0xC0

#: Positions with Black to move, and positions with White to move.
Sides = tuple[PositionSet, PositionSet]

#: Called with the number of rows to go, each time that all positions with this many are done.
Report = Callable[[int], None]


def _ignore(_: int) -> None:
    pass


def reachable(begin: Iterable[tuple[int, int]], report: Report = _ignore) -> Sides:
    """All positions that play can reach from some, each given by its odd and its even rows.

    They are given with Black to move; the same rotated, with White to move, are meant as well. A
    position in which the game is over is reached, and not left.
    """
    reached: Sides = ({}, {})
    for odd, even in begin:
        _add(reached[0], odd, 1 << even)
        odd, even = rotated(odd, even)
        _add(reached[1], odd, 1 << even)
    for to_go in range(MOST_TO_GO, -1, -1):
        passes = []
        for side in (0, 1):
            moves, others = moves_of(COLOURS[side]), reached[1 - side]
            for odd, layer in _layer(reached[side], to_go):
                stuck = _spread(layer & both_present(odd), moves[odd], others)
                if stuck := stuck & can_move(odd, COLOURS[1 - side]) if stuck else 0:
                    _add(others, odd, stuck)
                    passes.append((1 - side, odd, stuck))
        for side, odd, layer in passes:
            _spread(layer, moves_of(COLOURS[side])[odd], reached[1 - side])
        report(to_go)
    return reached


def _add(positions: PositionSet, odd: int, more: int) -> None:
    positions[odd] = positions.get(odd, 0) | more


def _layer(positions: PositionSet, to_go: int) -> Iterator[tuple[int, int]]:
    """The positions with that many rows to go, by the content of the odd rows."""
    for odd, evens in positions.items():
        if layer := evens & with_to_go(odd, to_go):
            yield odd, layer


def _spread(layer: int, moves: Moves, into: PositionSet) -> int:
    """Make all moves in a layer; returns the positions that have none."""
    for kind in moves:  # captures first, and steps where there is none
        moved = 0
        for odd, where, by in kind:
            if here := layer & where:
                moved |= here
                _add(into, odd, here << by if by >= 0 else here >> -by)
        layer ^= moved
    return layer


def reaching(goal: int, reached: Sides, report: Report = _ignore) -> Sides:
    """The positions in which Black will have at least `goal` men more under best play."""
    # A side wins if some move leads to where the other has lost, so the lost ones are remembered.
    lost: Sides = ({}, {})
    for to_go in range(MOST_TO_GO + 1):
        passes = []
        for side in (0, 1):
            moves, others_lost = moves_of(COLOURS[side]), lost[1 - side]
            for odd, layer in _layer(reached[side], to_go):
                still_open = layer & undecided(odd, goal)
                good, stuck = _good(still_open, moves[odd], others_lost)
                passing = stuck & can_move(odd, COLOURS[1 - side]) if stuck else 0
                if settled := layer ^ still_open | stuck ^ passing:
                    ahead = black_ahead_by(odd, goal)
                    good |= settled & ~ahead if side else settled & ahead
                if passing:
                    passes.append((side, odd, passing))
                _add(lost[side], odd, layer ^ passing ^ good)
        for side, odd, passing in passes:
            _add(lost[side], odd, passing & ~lost[1 - side][odd])
        report(to_go)
    for odd, evens in reached[0].items():  # in place, to have it once in memory
        lost[0][odd] ^= evens
    return lost


class Reaching(NamedTuple):
    """The positions that reach a goal, and the memory of the process that has found them."""

    goal: int
    positions: PositionSet
    megabytes: int


def reach(reached: Sides, goal: int, report: Callable[[], None]) -> Reaching:
    """Find out where a goal is reached; goes to the processes with all positions."""
    positions = reaching(goal, reached, lambda _: report())[0]
    return Reaching(goal, positions, megabytes())


def megabytes() -> int:
    """The most memory that this process has had; 0 where nobody keeps count."""
    status = Path("/proc/self/status")
    if status.exists():  # Linux, where getrusage also counts what the parent had
        found = re.search(r"VmHWM:\s*(\d+) kB", status.read_text(encoding="ascii"))
        return round(int(found[1]) * 1024 / 1e6) if found else 0
    if sys.platform == "win32":
        return 0
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6)


def _good(layer: int, moves: Moves, lost: PositionSet) -> tuple[int, int]:
    """Where some move leads to a lost position, and where there is no move."""
    good = 0
    for kind in moves:
        moved = 0
        for odd, where, by in kind:
            if here := layer & where:
                moved |= here
                there = lost.get(odd, 0)
                good |= here & (there >> by if by >= 0 else there << -by)
        layer ^= moved
    return good, layer


class Values:
    """The value of each position of a set: how many goals are reached, counted in binary."""

    def __init__(self, positions: PositionSet) -> None:
        self.positions = positions
        self._planes: tuple[PositionSet, ...] = ({}, {}, {}, {})

    def count(self, reaching_a_goal: PositionSet) -> None:
        """Count one goal more for the positions that reach it."""
        for odd, carry in reaching_a_goal.items():
            for plane in self._planes:
                before = plane.get(odd, 0)
                plane[odd] = before ^ carry
                carry &= before

    def row(self, odd: int) -> bytes:
        """A byte for every content of the even rows: value - LOWEST, or `ABSENT`."""
        absent = ~self.positions.get(odd, 0) & (1 << SIZE) - 1
        row = _bits_apart(absent) * ABSENT
        for shift, plane in enumerate(self._planes):
            row |= _bits_apart(plane.get(odd, 0)) << shift
        return row.to_bytes(SIZE, "little")

    def value(self, odd: int, even: int) -> int:
        planes = enumerate(self._planes)
        return LOWEST + sum((plane[odd] >> even & 1) << shift for shift, plane in planes)


_ONES = int.from_bytes(b"\1" * SIZE)


def _bits_apart(bits: int) -> int:
    """The number with a byte, 0 or 1, for each of its bits."""
    return int.from_bytes(f"{bits:0{SIZE}b}".encode()) & _ONES


def one_byte_a_bit(bits: int) -> bytes:
    """A byte, 0 or 1, for each bit, the lowest first."""
    return _bits_apart(bits).to_bytes(SIZE, "little")


def unpack(packed: int) -> tuple[int, int]:
    """The men of the side to move and the foes, as masks."""
    return packed >> _SHIFT, packed & (1 << _SHIFT) - 1


def place(position: Position) -> tuple[int, int]:
    """The contents of the odd and of the even rows, as the side to move sees them."""
    return locate(*unpack(pack(position.state)))


class Solution:
    """What is known of all positions that play can reach from a start.

    It is made with the positions, seen from the side to move, and complete when every goal has
    been counted.
    """

    def __init__(self, start: Position, positions: PositionSet) -> None:
        self.start = start
        self.values = Values(positions)
        self.positions = sum(evens.bit_count() for evens in positions.values())
        alive = _with_both_sides(positions)
        self.wiped_out = self.positions - alive
        self._reaching = {LOWEST: alive, GOALS[-1] + 1: 0}

    def count(self, goal: int, reaching: PositionSet) -> None:
        """Take in which positions reach a goal."""
        self.values.count(reaching)
        self._reaching[goal] = _with_both_sides(reaching)

    def histogram(self) -> dict[int, int]:
        """How many positions have each value, of those in which no side is wiped out."""
        return {
            value: self._reaching[value] - self._reaching[value + 1] for value in (LOWEST, *GOALS)
        }

    def value(self, position: Position) -> int:
        return self.values.value(*place(position))

    def first_moves(self) -> dict[Move, int]:
        return {move: -self.value(after) for move, after in self.start.transitions().items()}

    def longest(self) -> int:
        """Of the games in which nobody gives anything away, how many plies the longest has."""
        known: dict[int, int] = {}

        def plies(state: State, value: int) -> int:
            packed = pack(state)
            if packed not in known:
                known[packed] = max(
                    (
                        1 + plies(child, -value)
                        for child in generator(MINI)(state)
                        if self.values.value(*locate(*unpack(pack(child)))) == -value
                    ),
                    default=0,
                )
            return known[packed]

        return plies(self.start.state, self.value(self.start))


def _with_both_sides(positions: PositionSet) -> int:
    return sum((evens & both_present(odd)).bit_count() for odd, evens in positions.items())
