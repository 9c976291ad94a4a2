"""Bitboard move generation: the one generator behind the game, the search and perft.

A *state* is five ints: men and kings of the side to move, men and kings of the other side, and
the side to move (0 Black, 1 White). The generator of a variant maps a state to the list of states
its legal moves lead to. Asked for *trails*, it also tells how each came about; a trail is
``(start, victim, landing, victim, landing, ...)`` as single bits, with victim 0 for a step, and
``()`` for a forfeited turn.
"""

from functools import cache
from typing import ClassVar, Protocol

from .geometry import Direction, Shift
from .variant import Stuck, Variant

# Five ints, but not declared as five: a compiled build would take such a tuple apart at every call
# and build it anew, which takes a quarter of its time.
State = tuple[int, ...]
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
        if not (foe_men or foe_kings):
            return []
        children = moves(state, trails)
        if children or not (men or kings):
            return children
        passed = (foe_men, foe_kings, men, kings, 1 - side)
        if not moves(passed):
            return []
        if trails is not None:
            trails.append(())
        return [passed]

    return successors


class MoveMasks(dict[int, tuple[int, ...]]):
    """For one shift: a mask of landing squares -> the mask of each move that ends there.

    A mask is start and landing together: flipping them moves a piece. Taking landings apart is the
    slowest part of generating, and the same ones come up again and again in a search, so each is
    taken apart once and remembered; not too many of them, for a small table is also the faster one.
    """

    LIMIT: ClassVar[int] = 2048

    def __init__(self, shift: Shift) -> None:
        super().__init__()
        self._left, self._right = shift

    def __missing__(self, landings: int) -> tuple[int, ...]:
        masks = []
        rest = landings
        while rest:
            landing = rest & -rest
            rest ^= landing
            masks.append(landing | landing << self._right >> self._left)
        if len(self) >= self.LIMIT:
            self.clear()
        self[landings] = found = tuple(masks)
        return found


def _own_moves(variant: Variant) -> Successors:
    """The moves of the side to move, before the question what having none of them means."""
    captures, steps = capture_generator(variant), step_generator(variant)
    forced = variant.capture_forced

    def successors(state: State, trails: list[Trail] | None = None) -> list[State]:
        children = captures(state, trails)
        if not children:
            return steps(state, trails)
        if not forced:
            children += steps(state, trails)
        return children

    return successors


@cache
def capture_generator(variant: Variant) -> Successors:
    """The generator of a variant's captures alone, be they a duty or not."""
    board = variant.geometry.board
    crowning = (variant.crowning_row(0), variant.crowning_row(1))
    man_jumps = both_sides(variant, variant.man_jumps)
    man_jumps_on = _man_jumps(variant)
    king_victims = _victim_masks(variant)[1]
    jump_on = _jumps(variant)

    def captures(state: State, trails: list[Trail] | None = None) -> list[State]:
        men, kings, foe_men, foe_kings, side = state
        foes = foe_men | foe_kings
        empty = board ^ (men | kings | foes)
        children: list[State] = []

        # The first jump of a man is written out here and not left to jump_on, which the kings and
        # the chains use: a call for every capture would cost a fifth of the speed.
        for left, right in man_jumps[side]:
            victims = men << left >> right & foes
            landings = victims << left >> right & empty if victims else 0
            while landings:
                landing = landings & -landings
                landings ^= landing
                victim = landing << right >> left
                start = victim << right >> left
                crown = crowning[side]
                rest = men ^ start
                spared_men, spared_kings = foe_men & ~victim, foe_kings & ~victim
                # A second jump cannot go back over a piece that is gone, so that start and victim,
                # which are empty by then, make no difference to it.
                for second_victim, second_landing in man_jumps_on[side][landing]:
                    if second_victim & foes and second_landing & empty:
                        lifted = (rest, kings, spared_men, spared_kings, side)
                        jump_on(lifted, False, (start, victim, landing), children, trails)
                        break
                else:
                    if landing & crown:
                        children.append((spared_men, spared_kings, rest, kings | landing, 1 - side))
                    else:
                        children.append((spared_men, spared_kings, rest | landing, kings, 1 - side))
                    if trails is not None:
                        trails.append((start, victim, landing))
        rest = kings
        while rest:
            start = rest & -rest
            rest ^= start
            if king_victims[side][start] & foes:
                lifted = (men, kings ^ start, foe_men, foe_kings, side)
                jump_on(lifted, True, (start,), children, trails)
        return children

    return captures


@cache
def step_generator(variant: Variant) -> Successors:
    """The generator of all other moves; where capturing is a duty, for states without a capture."""
    board = variant.geometry.board
    crowning = (variant.crowning_row(0), variant.crowning_row(1))
    masks_of = cache(MoveMasks)
    reach = range(1, variant.size) if variant.king_flies else (1,)
    man_steps = tuple(
        tuple((left, right, masks_of((left, right))) for left, right in shifts)
        for shifts in both_sides(variant, variant.man_steps)
    )
    king_slides = tuple(
        tuple(
            (left, right, tuple(masks_of((left * far, right * far)) for far in reach))
            for left, right in shifts
        )
        for shifts in both_sides(variant, variant.king_directions)
    )

    def steps(state: State, trails: list[Trail] | None = None) -> list[State]:
        men, kings, foe_men, foe_kings, side = state
        empty = board ^ (men | kings | foe_men | foe_kings)
        other = 1 - side
        crown = crowning[side]
        children: list[State] = []
        for left, right, masks in man_steps[side]:
            landings = men << left >> right & empty
            if landings & crown:
                for mask in masks[landings & crown]:
                    children.append((foe_men, foe_kings, men & ~mask, kings | mask & crown, other))
                landings &= ~crown
            for mask in masks[landings]:
                children.append((foe_men, foe_kings, men ^ mask, kings, other))
        if kings:
            for left, right, masks_by_distance in king_slides[side]:
                landings = kings
                for masks in masks_by_distance:
                    landings = landings << left >> right & empty
                    if not landings:
                        break
                    for mask in masks[landings]:
                        children.append((foe_men, foe_kings, men, kings ^ mask, other))
        if trails is not None:
            before = men | kings
            for _, _, own_men, own_kings, _ in children:
                after = own_men | own_kings
                trails.append((before & ~after, 0, after & ~before))
        return children

    return steps


class _Jump(Protocol):
    """Makes the captures of one piece, which has been lifted off the state."""

    def __call__(
        self,
        lifted: State,
        king: bool,
        trail: Trail,
        children: list[State],
        trails: list[Trail] | None,
    ) -> bool:
        """Add every move that goes on from the end of the trail; False if there is none."""


def _jumps(variant: Variant) -> _Jump:
    """The function that makes captures, each to its end.

    The jumping piece is lifted, so that its start square counts as empty, and a jumped piece is
    gone at once.
    """
    board = variant.geometry.board
    crowning = (variant.crowning_row(0), variant.crowning_row(1))
    man_jumps = both_sides(variant, variant.man_jumps)
    king_jumps = both_sides(variant, variant.king_directions)
    man_victims, king_victims = _victim_masks(variant)
    chains, flies = variant.chains, variant.king_flies

    def jump_on(
        lifted: State, king: bool, trail: Trail, children: list[State], trails: list[Trail] | None
    ) -> bool:
        men, kings, foe_men, foe_kings, side = lifted
        foes = foe_men | foe_kings
        empty = board ^ (men | kings | foes)
        start = trail[-1]
        if king:
            shifts, victims, crown = king_jumps[side], king_victims[side], 0
        else:
            shifts, victims, crown = man_jumps[side], man_victims[side], crowning[side]
        jumped = False
        for left, right in shifts:
            victim = start << left >> right
            if king and flies:
                while victim & empty:
                    victim = victim << left >> right
            if not (victim & foes and (landing := victim << left >> right & empty)):
                continue
            jumped = True
            spared_men, spared_kings = foe_men & ~victim, foe_kings & ~victim
            if chains and victims[landing] & foes & ~victim and not landing & crown:
                after = (men, kings, spared_men, spared_kings, side)
                path = (*trail, victim, landing) if trails is not None else (landing,)
                if jump_on(after, king, path, children, trails):
                    continue
            if king or landing & crown:
                children.append((spared_men, spared_kings, men, kings | landing, 1 - side))
            else:
                children.append((spared_men, spared_kings, men | landing, kings, 1 - side))
            if trails is not None:
                trails.append((*trail, victim, landing))
        return jumped

    return jump_on


#: The bits of a victim and of the landing behind it.
_JumpOn = tuple[int, int]


def _man_jumps(
    variant: Variant,
) -> tuple[dict[int, tuple[_JumpOn, ...]], dict[int, tuple[_JumpOn, ...]]]:
    """How a man of each side that has landed on a square may jump on, by the bit of the square.

    Not once he is crowned, and only where jumps chain.
    """
    board, bits = variant.geometry.board, variant.geometry.bits

    def from_square(start: int, shifts: tuple[Shift, ...], crown: int) -> tuple[_JumpOn, ...]:
        jumps: list[_JumpOn] = []
        if variant.chains and not start & crown:
            for left, right in shifts:
                victim = start << left >> right & board
                landing = victim << left >> right & board
                if landing:
                    jumps.append((victim, landing))
        return tuple(jumps)

    black, white = both_sides(variant, variant.man_jumps)
    return (
        {bit: from_square(bit, black, variant.crowning_row(0)) for bit in bits},
        {bit: from_square(bit, white, variant.crowning_row(1)) for bit in bits},
    )


#: For each side, by the bit of a square: where a piece standing there may find a victim.
_VictimMasks = tuple[dict[int, int], dict[int, int]]


def _victim_masks(variant: Variant) -> tuple[_VictimMasks, _VictimMasks]:
    """Where men and where kings may find a victim: a cheap look before the search for jumps."""
    board, bits = variant.geometry.board, variant.geometry.bits

    def squares(start: int, shifts: tuple[Shift, ...], flying: bool) -> int:
        found = 0
        for left, right in shifts:
            square = start << left >> right & board
            while square:
                found |= square
                square = square << left >> right & board if flying else 0
        return found

    def of_both_sides(directions: tuple[Direction, ...], flying: bool) -> _VictimMasks:
        black, white = both_sides(variant, directions)
        return (
            {bit: squares(bit, black, flying) for bit in bits},
            {bit: squares(bit, white, flying) for bit in bits},
        )

    men = of_both_sides(variant.man_jumps, False)
    return men, of_both_sides(variant.king_directions, variant.king_flies)


def both_sides(
    variant: Variant, directions: tuple[Direction, ...]
) -> tuple[tuple[Shift, ...], tuple[Shift, ...]]:
    """Black's directions as shifts, and White's, which are the same turned by 180 degrees."""
    shift = variant.geometry.shift
    return (
        tuple(shift(direction) for direction in directions),
        tuple(shift((-down, -right)) for down, right in directions),
    )
