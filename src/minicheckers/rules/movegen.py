"""Bitboard move generation: the one generator behind the game, the search and perft.

A *state* is five ints: men and kings of the side to move, men and kings of the other side, and
the side to move (0 Black, 1 White). The generator of a variant maps a state to the list of states
its legal moves lead to. Asked for *trails*, it also tells how each came about; a trail is
``(start, victim, landing, victim, landing, ...)`` as single bits, with victim 0 for a step, and
``()`` for a forfeited turn.
"""

from functools import cache
from typing import Protocol

from .geometry import Shift
from .variant import Stuck, Variant

State = tuple[int, int, int, int, int]
Trail = tuple[int, ...]


class Successors(Protocol):
    """``successors(state)``: the states after each legal move, [] when the game is over."""

    def __call__(self, state: State, trails: list[Trail] | None = None) -> list[State]:
        """Return the states after each legal move, and append the trail of each to `trails`."""


def start_state(variant: Variant) -> State:
    """The state every game of this variant begins with."""
    side = variant.first.side
    return (variant.home_men(side), 0, variant.home_men(1 - side), 0, side)


@cache
def generator(variant: Variant) -> Successors:
    """The move generator of a variant."""
    moves = _own_moves(variant)
    if variant.stuck is Stuck.LOSES:
        return moves

    def successors(state: State, trails: list[Trail] | None = None) -> list[State]:
        men, kings, foe_men, foe_kings, side = state
        if not foe_men | foe_kings or not men | kings:
            return []
        children = moves(state, trails)
        if children:
            return children
        passed = (foe_men, foe_kings, men, kings, 1 - side)
        if not moves(passed):
            return []
        if trails is not None:
            trails.append(())
        return [passed]

    return successors


def perft(variant: Variant, state: State, depth: int) -> int:
    """How many paths of exactly `depth` legal moves lead from a state."""
    successors = generator(variant)

    def count(state: State, depth: int) -> int:
        children = successors(state)
        if depth == 1:
            return len(children)
        depth -= 1
        return sum([count(child, depth) for child in children])

    return count(state, depth) if depth > 0 else 1


def _own_moves(variant: Variant) -> Successors:
    """The moves of the side to move, before the question what having none of them means."""
    board = variant.geometry.board
    crowning = (variant.crowning_row(0), variant.crowning_row(1))
    man_steps = both_sides(variant, variant.man_steps)
    man_jumps = both_sides(variant, variant.man_jumps)
    king_steps = both_sides(variant, variant.king_directions)
    finish_jump, jump_on = _jumps(variant)
    forced, flies = variant.capture_forced, variant.king_flies

    def successors(state: State, trails: list[Trail] | None = None) -> list[State]:
        men, kings, foe_men, foe_kings, side = state
        foes = foe_men | foe_kings
        empty = board ^ (men | kings | foes)
        children: list[State] = []
        for left, right in man_jumps[side]:
            landings = ((men << left >> right & foes) << left >> right) & empty
            while landings:
                landing = landings & -landings
                landings ^= landing
                victim = landing << right >> left
                start = victim << right >> left
                lifted = (men ^ start, kings, foe_men & ~victim, foe_kings & ~victim, side)
                finish_jump(lifted, False, (start, victim, landing), children, trails)
        rest = kings
        while rest:
            start = rest & -rest
            rest ^= start
            jump_on(
                (men, kings ^ start, foe_men, foe_kings, side), True, (start,), children, trails
            )
        if forced and children:
            return children

        other = 1 - side
        crown = crowning[side]
        for left, right in man_steps[side]:
            landings = (men << left >> right) & empty
            while landings:
                landing = landings & -landings
                landings ^= landing
                start = landing << right >> left
                if landing & crown:
                    children.append((foe_men, foe_kings, men ^ start, kings | landing, other))
                else:
                    children.append((foe_men, foe_kings, men ^ start | landing, kings, other))
                if trails is not None:
                    trails.append((start, 0, landing))
        if kings:
            for left, right in king_steps[side]:
                landings = (kings << left >> right) & empty
                while landings:
                    landing = landings & -landings
                    landings ^= landing
                    start = landing << right >> left
                    rest = kings ^ start
                    while landing:
                        children.append((foe_men, foe_kings, men, rest | landing, other))
                        if trails is not None:
                            trails.append((start, 0, landing))
                        landing = (landing << left >> right) & empty if flies else 0
        return children

    return successors


class _Jump(Protocol):
    """A step in the making of captures: a lifted piece, its trail so far, and where to add."""

    def __call__(
        self,
        lifted: State,
        king: bool,
        trail: Trail,
        children: list[State],
        trails: list[Trail] | None,
    ) -> bool:
        """Add to the lists every move that begins with the trail; False if there is none."""


def _jumps(variant: Variant) -> tuple[_Jump, _Jump]:
    """Two functions that take turns: put a jumping piece down, and look for its next jump.

    Both get a state from which the jumping piece has been lifted, so that its start square counts
    as empty, and with the jumped pieces already gone.
    """
    board = variant.geometry.board
    crowning = (variant.crowning_row(0), variant.crowning_row(1))
    man_jumps = both_sides(variant, variant.man_jumps)
    king_jumps = both_sides(variant, variant.king_directions)
    chains, flies = variant.chains, variant.king_flies

    def finish_jump(
        lifted: State, king: bool, trail: Trail, children: list[State], trails: list[Trail] | None
    ) -> bool:
        men, kings, foe_men, foe_kings, side = lifted
        landing = trail[-1]
        crowned = not king and landing & crowning[side]
        if chains and not crowned and jump_on(lifted, king, trail, children, trails):
            return True
        if king or crowned:
            kings |= landing
        else:
            men |= landing
        children.append((foe_men, foe_kings, men, kings, 1 - side))
        if trails is not None:
            trails.append(trail)
        return True

    def jump_on(
        lifted: State, king: bool, trail: Trail, children: list[State], trails: list[Trail] | None
    ) -> bool:
        men, kings, foe_men, foe_kings, side = lifted
        foes = foe_men | foe_kings
        empty = board ^ (men | kings | foes)
        start = trail[-1]
        jumped = False
        for left, right in (king_jumps if king else man_jumps)[side]:
            victim = start << left >> right
            if king and flies:
                while victim & empty:
                    victim = victim << left >> right
            if victim & foes and (landing := (victim << left >> right) & empty):
                rest = (men, kings, foe_men & ~victim, foe_kings & ~victim, side)
                jumped = finish_jump(rest, king, (*trail, victim, landing), children, trails)
        return jumped

    return finish_jump, jump_on


def both_sides(
    variant: Variant, directions: tuple[tuple[int, int], ...]
) -> tuple[tuple[Shift, ...], tuple[Shift, ...]]:
    """Black's directions as shifts, and White's, which are the same turned by 180 degrees."""
    shift = variant.geometry.shift
    return (
        tuple(shift(direction) for direction in directions),
        tuple(shift((-down, -right)) for down, right in directions),
    )
