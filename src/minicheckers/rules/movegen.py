"""Bitboard move generation: the one generator behind the game, the search and perft.

A *state* is five ints: men and kings of the side to move, men and kings of the other side, and
the side to move (0 Black, 1 White). The generator of a variant maps a state to the list of states
its legal moves lead to. Asked for *trails*, it also tells how each came about; a trail is
``(start, victim, landing, victim, landing, ...)`` as single bits, with victim 0 for a step, and
``()`` for a forfeited turn.
"""

from collections.abc import Callable
from functools import cache
from itertools import compress
from typing import Any, ClassVar, Protocol

from .geometry import Direction, Shift
from .variant import Goal, Landing, LastRow, Priority, Removal, Stuck, Variant

# Five ints, but not declared as five: a compiled build would take such a tuple apart at every call
# and build it anew, which takes a quarter of its time.
State = tuple[int, ...]
Trail = tuple[int, ...]

#: Nobody would live to see the end of the captures that some boards have, which no game leads to:
#: a hundred are many, each order of jumps counted. The generator stops after so many, and what it
#: has found by then says nothing about the longest; so no `Position` has more.
MOST_CAPTURES = 10_000


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
    captures, steps = capture_generator(variant), step_generator(variant)
    forced = variant.capture_forced

    def own_moves(state: State, trails: list[Trail] | None = None) -> list[State]:
        children = captures(state, trails)
        if not children:
            return steps(state, trails)
        if not forced:
            children += steps(state, trails)
        return children

    if variant.stuck is Stuck.LOSES:
        return own_moves

    def successors(state: State, trails: list[Trail] | None = None) -> list[State]:
        men, kings, foe_men, foe_kings, side = state
        if not (foe_men or foe_kings):
            return []
        children = own_moves(state, trails)
        if children or not (men or kings):
            return children
        passed = (foe_men, foe_kings, men, kings, 1 - side)
        if not own_moves(passed):
            return []
        if trails is not None:
            trails.append(())
        return [passed]

    return successors


def _until_crowned(variant: Variant, moves: Successors) -> Successors:
    """The moves, but none once there is a king where the first of them ends the game."""
    if variant.goal is not Goal.BREAKTHROUGH:
        return moves

    def successors(state: State, trails: list[Trail] | None = None) -> list[State]:
        return [] if state[1] or state[3] else moves(state, trails)

    return successors


# Steps


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
        for shifts in both_sides(variant, variant.king_steps)
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

    return _until_crowned(variant, steps)


# Captures


@cache
def capture_generator(variant: Variant) -> Successors:
    """The generator of a variant's captures alone, be they a duty or not."""
    made = every_capture(variant)
    criteria = tuple(_CRITERIA[priority] for priority in variant.priority)
    need_trails = any(priority in _SEEN_FROM_TRAILS for priority in variant.priority)
    unique = variant.unique_captures
    if not (criteria or unique):
        return _until_crowned(variant, made)

    def captures(state: State, trails: list[Trail] | None = None) -> list[State]:
        found: list[Trail] | None = [] if need_trails or trails is not None else None
        children = made(state, found)
        if len(children) > 1:
            for criterion in criteria:
                values = criterion(state, children, found or [])
                best = max(values)
                if min(values) != best:
                    chosen = [value == best for value in values]
                    children = list(compress(children, chosen))
                    if found is not None:
                        found = list(compress(found, chosen))
            if unique and len(children) > 1 and len(set(children)) < len(children):
                if found is None:
                    return captures(state, [])
                children, found = _without_doubles(children, found)
        if trails is not None and found is not None:
            trails += found
        return children

    return _until_crowned(variant, captures)


def _without_doubles(children: list[State], trails: list[Trail]) -> tuple[list[State], list[Trail]]:
    """One capture of those that lead from the same square to the same state.

    The square counts: two pieces may each capture in a circle and come back to where they were.
    """
    first: dict[tuple[int, State], Trail] = {}
    for child, trail in zip(children, trails, strict=True):
        first.setdefault((trail[0], child), trail)
    return [child for _, child in first], list(first.values())


#: Ranks captures, the best highest. They are told the state before, the states after, and, if the
#: criterion needs them, the trails.
_CRITERIA: dict[Priority, Callable[[State, list[State], list[Trail]], list[Any]]] = {
    Priority.MOST_PIECES: lambda _, children, __: [
        -(child[0] | child[1]).bit_count() for child in children
    ],
    Priority.MOST_VALUE: lambda _, children, __: [
        -50 * child[0].bit_count() - 99 * child[1].bit_count() for child in children
    ],
    Priority.MOST_KINGS: lambda _, children, __: [-child[1].bit_count() for child in children],
    Priority.BY_KING: lambda state, _, trails: [trail[0] & state[1] != 0 for trail in trails],
    # Of captures that are equally long.
    Priority.KINGS_SOONEST: lambda state, _, trails: [
        [victim & state[3] != 0 for victim in trail[1::2]] for trail in trails
    ],
}
_SEEN_FROM_TRAILS = (Priority.BY_KING, Priority.KINGS_SOONEST)


@cache
def every_capture(variant: Variant, every_stop: bool = False) -> Successors:
    """The generator of all captures, each to its end, before the question which may be chosen.

    With `every_stop` a king that goes on along its line stops wherever it may, which makes more
    trails of the same moves.
    """
    board = variant.geometry.board
    crowning = (variant.crowning_row(0), variant.crowning_row(1))
    promoting = (variant.promoting_row(0), variant.promoting_row(1))
    man_ways = _ways(variant, variant.man_jumps)
    next_jumps, king_victims = _next_jumps(variant), _king_victims(variant)
    take_kings = variant.men_take_kings
    jump_on = _jump_on(variant, every_stop)

    def captures(state: State, trails: list[Trail] | None = None) -> list[State]:
        men, kings, foe_men, foe_kings, side = state
        foes = foe_men | foe_kings
        empty = board ^ (men | kings | foes)
        targets = foes if take_kings else foe_men
        children: list[State] = []

        # The first jump of a man is written out here and not left to jump_on, which the kings and
        # the chains use: a call for every capture would cost a fifth of the speed.
        for left, right, onward, _ in man_ways[side]:
            victims = men << left >> right & targets
            if not victims:
                continue
            landings = victims << left >> right & empty
            while landings:
                landing = landings & -landings
                landings ^= landing
                victim = landing << right >> left
                start = victim << right >> left
                rest = men ^ start
                # A second jump cannot go back over a piece that is gone, so that start and victim,
                # which are empty by then, make no difference to it.
                for second_victim, second_landing in next_jumps[side][landing]:
                    if second_victim & targets and second_landing & empty:
                        lifted = (rest, kings, foe_men, foe_kings, side)
                        crowned = landing & promoting[side] != 0
                        trail = (start, victim, landing)
                        if jump_on(
                            lifted, crowned, landing, onward, victim, trail, children, trails
                        ):
                            break
                else:
                    spared_men, spared_kings = foe_men & ~victim, foe_kings & ~victim
                    if landing & crowning[side]:
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
                jump_on(lifted, True, start, 0, 0, (start,), children, trails)
        return children

    return captures


#: Makes the captures of one piece, which has been lifted off the state; see `_jump_on`.
_JumpOn = Callable[[State, bool, int, int, int, Trail, list[State], list[Trail] | None], bool]


def _jump_on(variant: Variant, every_stop: bool) -> _JumpOn:
    """The one recursion that makes captures, each to its end.

    The jumping piece is lifted, so that its start square counts as empty. Every capture that goes
    on from `at` is added to `children`, until there are too many; False if there is none. `taken`
    has been jumped on the way, and `way` is the row of `_king_ways` to go on by.
    """
    board = variant.geometry.board
    crowning = (variant.crowning_row(0), variant.crowning_row(1))
    promoting = (variant.promoting_row(0), variant.promoting_row(1))
    man_ways, king_ways = _ways(variant, variant.man_jumps), _king_ways(variant, every_stop)
    next_of_man = [
        {bit: sum(victim for victim, _ in jumps) for bit, jumps in by_square.items()}
        for by_square in _next_jumps(variant)
    ]
    nowhere = dict.fromkeys(variant.geometry.bits, 0)
    next_of_king = _king_victims(variant) if variant.chains else [nowhere, nowhere]
    flies = variant.king_flies
    slides = flies and variant.king_lands is Landing.ANYWHERE
    at_once = variant.jumped_leave is Removal.AT_ONCE
    take_kings = variant.men_take_kings

    def jump_on(
        lifted: State,
        king: bool,
        at: int,
        way: int,
        taken: int,
        trail: Trail,
        children: list[State],
        trails: list[Trail] | None,
    ) -> bool:
        if len(children) > MOST_CAPTURES:
            return True
        men, kings, foe_men, foe_kings, side = lifted
        foes = foe_men | foe_kings
        empty = board ^ (men | kings | foes)
        if taken:
            foes &= ~taken
            if at_once:
                empty |= taken
        if king:
            ways, near, crown, far, slide = (
                king_ways[side][way],
                next_of_king[side],
                0,
                flies,
                slides,
            )
            targets = foes
        else:
            ways, near, crown = man_ways[side], next_of_man[side], crowning[side]
            far = slide = False
            targets = foes if take_kings else foes & foe_men
        jumped = False
        for left, right, onward, aside in ways:
            victim = at << left >> right
            if far:
                while victim & empty:
                    victim = victim << left >> right
            if not (victim & targets and (landing := victim << left >> right & empty)):
                continue
            jumped = True
            all_taken = taken | victim
            went_on = False
            square = landing
            while True:
                if near[square] & (foes ^ victim):
                    as_king = king or square & promoting[side] != 0
                    path = (*trail, victim, square) if trails is not None else trail
                    if jump_on(lifted, as_king, square, onward, all_taken, path, children, trails):
                        went_on = True
                if not slide:
                    break
                square = square << left >> right & empty
                if not square:
                    break
                onward = aside
            if went_on:
                continue
            spared_men, spared_kings = foe_men & ~all_taken, foe_kings & ~all_taken
            while True:
                if king or landing & crown:
                    children.append((spared_men, spared_kings, men, kings | landing, 1 - side))
                else:
                    children.append((spared_men, spared_kings, men | landing, kings, 1 - side))
                if trails is not None:
                    trails.append((*trail, victim, landing))
                if not slide:
                    break
                landing = landing << left >> right & empty
                if not landing:
                    break
        return jumped

    return jump_on


#: A direction as (left, right), and two rows of `_king_ways`: how a king that has jumped this way
#: goes on from the first square behind its victim, and how from the squares further on.
_Way = tuple[int, int, int, int]
_Ways = tuple[_Way, ...]


def _king_ways(variant: Variant, every_stop: bool) -> tuple[tuple[_Ways, ...], ...]:
    """For each side: all ways of a king, and after them the rows that its ways refer to.

    They leave out the way back, where the game forbids it. From the squares further on they leave
    out the line it came along, too, where it would find the same as from the first.
    """
    directions = variant.king_jumps
    allowed = [directions]
    for down, right in directions:
        back = (-down, -right)
        onward = tuple(way for way in directions if variant.turns_back or way != back)
        aside = tuple(way for way in onward if way not in ((down, right), back))
        allowed += [onward, onward if every_stop else aside]
    return tuple(zip(*(_ways(variant, each) for each in allowed), strict=True))


def _ways(variant: Variant, directions: tuple[Direction, ...]) -> tuple[_Ways, ...]:
    rows = {way: 1 + 2 * number for number, way in enumerate(variant.king_jumps)}
    further = [(rows.get(way, 0), rows.get(way, -1) + 1) for way in directions]
    return tuple(
        tuple((*shift, *refers) for shift, refers in zip(shifts, further, strict=True))
        for shifts in both_sides(variant, directions)
    )


#: The bits of a victim and of the landing behind it.
_Jump = tuple[int, int]


def _next_jumps(variant: Variant) -> list[dict[int, list[_Jump]]]:
    """How a man of each side that has landed on a square may jump on, by the bit of the square.

    Only where jumps chain. A man that is crowned there stops, or goes on as a king, which finds its
    victims itself: then it is always asked.
    """
    board = variant.geometry.board
    stops = {LastRow.STOPS: list[_Jump](), LastRow.GOES_ON_AS_KING: [(board, board)]}

    def from_square(start: int, shifts: tuple[Shift, ...], crown: int) -> list[_Jump]:
        if not variant.chains:
            return []
        if start & crown and variant.last_row_in_capture in stops:
            return stops[variant.last_row_in_capture]
        victims = [(start << left >> right & board, left, right) for left, right in shifts]
        return [
            (victim, landing)
            for victim, left, right in victims
            if (landing := victim << left >> right & board)
        ]

    return [
        {bit: from_square(bit, shifts, variant.crowning_row(side)) for bit in variant.geometry.bits}
        for side, shifts in enumerate(both_sides(variant, variant.man_jumps))
    ]


def _king_victims(variant: Variant) -> list[dict[int, int]]:
    """For each side, by the bit of a square: where a king there may find a victim.

    It is a cheap look before the search for jumps.
    """
    board = variant.geometry.board

    def squares(start: int, shifts: tuple[Shift, ...]) -> int:
        found = 0
        for left, right in shifts:
            square = start << left >> right & board
            while square:
                found |= square
                square = square << left >> right & board if variant.king_flies else 0
        return found

    return [
        {bit: squares(bit, shifts) for bit in variant.geometry.bits}
        for shifts in both_sides(variant, variant.king_jumps)
    ]


def both_sides(
    variant: Variant, directions: tuple[Direction, ...]
) -> tuple[tuple[Shift, ...], tuple[Shift, ...]]:
    """Black's directions as shifts, and White's, which are the same turned by 180 degrees."""
    shift = variant.geometry.shift
    turned = [(-down, -right) for down, right in directions]
    return tuple(map(shift, directions)), tuple(map(shift, turned))
