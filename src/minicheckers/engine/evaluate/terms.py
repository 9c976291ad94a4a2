"""Terms that more than one game uses: pieces, how free they are, how far the men have come."""

from dataclasses import dataclass

from ...rules.movegen import State, both_sides
from ...rules.variant import Variant
from .base import Evaluator, EvaluatorMaker


def rows_from_home(variant: Variant, side: int) -> tuple[int, ...]:
    """One mask a row, the row a side starts from first."""
    rows = variant.geometry.row_masks
    return rows if side == 0 else rows[::-1]


def count_pieces(man: int, king: int) -> EvaluatorMaker:
    """The heuristic that counts men and kings, at that many points each."""

    def heuristic(variant: Variant, searcher: int) -> Evaluator:
        def evaluate(state: State) -> int:
            men, kings, foe_men, foe_kings, _ = state
            return man * (men.bit_count() - foe_men.bit_count()) + king * (
                kings.bit_count() - foe_kings.bit_count()
            )

        return evaluate

    return heuristic


@dataclass(frozen=True)
class Weights:
    """Hundredths of a man: for a king, a man on its first two rows, and a step that is open.

    A man at home guards the squares where the opponent would be crowned.
    """

    king: int
    home: int
    freedom: int
    man: int = 100


def guard_and_freedom(weights: Weights) -> EvaluatorMaker:
    """The heuristic of the diagonal games: pieces, men kept at home, steps that are open."""
    man, king, home, freedom = weights.man, weights.king, weights.home, weights.freedom

    def heuristic(variant: Variant, searcher: int) -> Evaluator:
        board = variant.geometry.board
        homes = tuple(sum(rows_from_home(variant, side)[:2]) for side in (0, 1))
        man_steps = both_sides(variant, variant.man_steps)
        king_steps = both_sides(variant, variant.king_steps)

        def evaluate(state: State) -> int:
            men, kings, foe_men, foe_kings, side = state
            other = 1 - side
            empty = board ^ (men | kings | foe_men | foe_kings)
            open_steps = 0
            for left, right in man_steps[side]:
                open_steps += (men << left >> right & empty).bit_count()
            for left, right in man_steps[other]:
                open_steps -= (foe_men << left >> right & empty).bit_count()
            score = man * (men.bit_count() - foe_men.bit_count()) + home * (
                (men & homes[side]).bit_count() - (foe_men & homes[other]).bit_count()
            )
            if kings | foe_kings:
                score += king * (kings.bit_count() - foe_kings.bit_count())
                for left, right in king_steps[side]:
                    open_steps += (kings << left >> right & empty).bit_count()
                    open_steps -= (foe_kings << left >> right & empty).bit_count()
            return score + freedom * open_steps

        return evaluate

    return heuristic


def advance(man: int, king: int, row: int) -> EvaluatorMaker:
    """Pieces, and so much for every row that a man has come forward.

    Row numbers are added up digit by digit: one count of all men whose number has a 1 there.
    """

    def heuristic(variant: Variant, searcher: int) -> Evaluator:
        digits = range((variant.size - 1).bit_length())
        masks = tuple([_rows_with(variant, side, digit) for digit in digits] for side in (0, 1))
        values = [row << digit for digit in digits]

        def evaluate(state: State) -> int:
            men, kings, foe_men, foe_kings, side = state
            score = man * (men.bit_count() - foe_men.bit_count()) + king * (
                kings.bit_count() - foe_kings.bit_count()
            )
            for value, mine, theirs in zip(values, masks[side], masks[1 - side], strict=True):
                score += value * ((men & mine).bit_count() - (foe_men & theirs).bit_count())
            return score

        return evaluate

    return heuristic


def _rows_with(variant: Variant, side: int, digit: int) -> int:
    """The squares of all rows, counted from home, whose number has a 1 at a binary digit."""
    rows = rows_from_home(variant, side)
    return sum(mask for number, mask in enumerate(rows) if number >> digit & 1)
