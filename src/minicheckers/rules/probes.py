"""Cheap questions about a state, asked at every leaf of the search, where generating is too slow.

They repeat no rule in other words: the same directions and masks as in the generator, without the
making of children. A test holds them against the generator.
"""

from collections.abc import Callable
from functools import cache

from .movegen import State, both_sides
from .variant import ALL_DIAGONALS, DIAGONALLY_FORWARD, Variant

Question = Callable[[State], bool]


@cache
def capture_pending(variant: Variant) -> Question:
    """Whether the side to move can capture."""
    board = variant.geometry.board
    man_jumps = both_sides(variant, variant.man_jumps)
    king_jumps = both_sides(variant, variant.king_directions)
    flies = variant.king_flies

    def pending(state: State) -> bool:
        men, kings, foe_men, foe_kings, side = state
        foes = foe_men | foe_kings
        empty = board ^ (men | kings | foes)
        for left, right in man_jumps[side]:
            if (men << left >> right & foes) << left >> right & empty:
                return True
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
                    return True
        return False

    return pending


@cache
def can_step(variant: Variant) -> Question:
    """Whether the side to move has a move that is no capture, capture duty aside."""
    board = variant.geometry.board
    man_steps = both_sides(variant, variant.man_steps)
    king_steps = both_sides(variant, variant.king_directions)

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

    return mobile


@cache
def is_quiet(variant: Variant) -> Question:
    """Whether the side to move can step but not capture, so that its position may be judged."""
    forward = variant.man_steps == variant.man_jumps == DIAGONALLY_FORWARD
    if forward and variant.king_directions in ((), ALL_DIAGONALS) and not variant.king_flies:
        return _is_quiet_diagonally(variant)
    pending, mobile = capture_pending(variant), can_step(variant)

    def quiet(state: State) -> bool:
        return not pending(state) and mobile(state)

    return quiet


def _is_quiet_diagonally(variant: Variant) -> Question:
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
    """Whether a move could be taken back by further moves: no capture, no man's step forward.

    Such plies are the ones the 80-ply rule counts. A man's step sideways moves its bit by one; a
    step forward, by a row, moves it by more than one on every board.
    """
    moved = state[0] ^ child[2]
    return (not moved or bool(moved & moved << 1)) and child[:2] == state[2:4]
