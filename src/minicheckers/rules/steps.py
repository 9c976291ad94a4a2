"""One step, made and checked without generating all the others: for reading long games.

It repeats no rule in other words: the same directions and masks as in the generator. A test holds
it against the generator.
"""

from collections.abc import Callable
from functools import cache

from .movegen import State, both_sides
from .probes import capture_pending
from .variant import Stuck, Variant

#: ``step(state, start, landing)``: the state after a piece's step, None if it is not legal.
Step = Callable[[State, int, int], State | None]


@cache
def stepper(variant: Variant) -> Step:
    """What makes the steps of a variant, from one square to another, given as bits."""
    board = variant.geometry.board
    crowning = (variant.crowning_row(0), variant.crowning_row(1))
    man_steps = both_sides(variant, variant.man_steps)
    king_steps = both_sides(variant, variant.king_directions)
    forced, flies = variant.capture_forced, variant.king_flies
    ends_without_foes = variant.stuck is not Stuck.LOSES
    pending = capture_pending(variant)

    def step(state: State, start: int, landing: int) -> State | None:
        men, kings, foe_men, foe_kings, side = state
        empty = board ^ (men | kings | foe_men | foe_kings)
        if not landing & empty or (ends_without_foes and not (foe_men or foe_kings)):
            return None
        if men & start:
            if all(start << left >> right != landing for left, right in man_steps[side]):
                return None
            crowned = landing & crowning[side]
            men, kings = men ^ start | landing ^ crowned, kings | crowned
        elif kings & start:
            for left, right in king_steps[side]:
                reached = start << left >> right & empty
                while flies and reached and reached != landing:
                    reached = reached << left >> right & empty
                if reached == landing:
                    break
            else:
                return None
            kings = kings ^ start | landing
        else:
            return None
        if forced and pending(state):
            return None
        return (foe_men, foe_kings, men, kings, 1 - side)

    return step
