"""Cheap questions about a state, asked at every leaf of the search, where generating is too slow.

They repeat no rule in other words: the same directions and masks as in the generator, without the
making of children, which would take several times as long. A test holds them against the generator,
by any rules.
"""

from collections.abc import Callable
from functools import cache

from .movegen import State, both_sides
from .variant import ALL_DIAGONALS, DIAGONALLY_FORWARD, Goal, Variant

Predicate = Callable[[State], bool]


@cache
def can_step(variant: Variant) -> Predicate:
    """Whether the side to move has a move that is no capture, capture duty aside."""
    board = variant.geometry.board
    man_steps = both_sides(variant, variant.man_steps)
    king_steps = both_sides(variant, variant.king_steps)

    def mobile(state: State) -> bool:
        men, kings, foe_men, foe_kings, side = state
        empty = board ^ (men | kings | foe_men | foe_kings)
        for left, right in man_steps[side]:
            if men << left >> right & empty:
                return True
        if kings:
            for left, right in king_steps[side]:
                if kings << left >> right & empty:
                    return True
        return False

    if variant.goal is Goal.BREAKTHROUGH:  # the first king ends the game
        return lambda state: not (state[1] or state[3]) and mobile(state)
    return mobile


@cache
def is_quiet(variant: Variant) -> Predicate:
    """Whether the side to move can step but not capture, so that its position may be judged."""
    forward = variant.man_steps == variant.man_jumps == DIAGONALLY_FORWARD
    all_ways = variant.king_steps == variant.king_jumps and variant.king_jumps in (
        (),
        ALL_DIAGONALS,
    )
    near = all_ways and not variant.king_flies
    if forward and near and variant.men_take_kings and variant.goal is not Goal.BREAKTHROUGH:
        return _is_quiet_diagonally(variant)
    board = variant.geometry.board
    man_jumps = both_sides(variant, variant.man_jumps)
    king_jumps = both_sides(variant, variant.king_jumps)
    flies, take_kings, mobile = variant.king_flies, variant.men_take_kings, can_step(variant)

    def quiet(state: State) -> bool:
        men, kings, foe_men, foe_kings, side = state
        foes = foe_men | foe_kings
        empty = board ^ (men | kings | foes)
        targets = foes if take_kings else foe_men
        for left, right in man_jumps[side]:
            if (men << left >> right & targets) << left >> right & empty:
                return False
        if kings:
            for left, right in king_jumps[side]:
                reached = kings << left >> right
                if flies:
                    sliding = reached & empty
                    while sliding:
                        sliding = sliding << left >> right
                        reached |= sliding
                        sliding &= empty
                if (reached & foes) << left >> right & empty:
                    return False
        return mobile(state)

    return quiet


def _is_quiet_diagonally(variant: Variant) -> Predicate:
    """The same where men go diagonally forward and kings one square: every direction written out.

    This is asked at nearly every leaf, and loops over directions would take twice the time.
    """
    board = variant.geometry.board
    (near, _), (far, _) = both_sides(variant, variant.man_jumps)[0]

    def quiet(state: State) -> bool:
        men, kings, foe_men, foe_kings, side = state
        foes = foe_men | foe_kings
        empty = board ^ (men | kings | foes)
        if side:
            one, two = men >> near, men >> far
            if (one & foes) >> near & empty or (two & foes) >> far & empty:
                return False
        else:
            one, two = men << near, men << far
            if (one & foes) << near & empty or (two & foes) << far & empty:
                return False
        if not kings:
            return (one | two) & empty != 0
        one_up, two_up, one_down, two_down = (
            kings >> near,
            kings >> far,
            kings << near,
            kings << far,
        )
        if (
            (one_up & foes) >> near & empty
            or (two_up & foes) >> far & empty
            or (one_down & foes) << near & empty
            or (two_down & foes) << far & empty
        ):
            return False
        return (one | two | one_up | two_up | one_down | two_down) & empty != 0

    return quiet


def is_reversible(state: State, child: State) -> bool:
    """Whether a move could be reversed by further moves: no capture, no man's step forward.

    Such plies are the ones that `quiet_plies` counts. A man's step sideways moves its bit by one; a
    step forward, by a row, moves it by more than one on every board.
    """
    moved = state[0] ^ child[2]
    return (not moved or bool(moved & moved << 1)) and child[:2] == state[2:4]
