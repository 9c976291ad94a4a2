"""Looking an ending up."""

from collections.abc import Mapping

from ...rules.movegen import State, generator
from ...rules.variant import Variant
from ..score import DRAW, WIN
from .codes import DRAWN, OVER, WON, Ending, code_before, is_lost
from .placements import Material, numbers, placement_count


class Endings:
    """All positions of at most so many pieces of a game, both sides present, as codes.

    The codes of a material are given by the mover's placement and then by the other side's.
    """

    def __init__(self, variant: Variant, pieces: int, codes: Mapping[Material, bytes]) -> None:
        self.variant = variant
        self.pieces = pieces
        self.codes = codes
        self._successors = generator(variant)
        self._men_numbers = tuple(numbers(variant, side, crowned=False) for side in (0, 1))
        self._king_numbers = tuple(numbers(variant, side, crowned=True) for side in (0, 1))
        self._king_counts = [placement_count(variant, 0, kings) for kings in range(pieces)]
        self._counts = {
            (men, kings): placement_count(variant, men, kings)
            for men in range(pieces)
            for kings in range(pieces - men)
        }

    def __contains__(self, state: State) -> bool:
        men, kings, foe_men, foe_kings, _ = state
        return (men | kings | foe_men | foe_kings).bit_count() <= self.pieces and bool(
            (men or kings) and (foe_men or foe_kings)
        )

    def probe(self, state: State) -> Ending | None:
        """The truth about a position, None if there are too many pieces or a side has none."""
        return Ending.of(self.full_code(state)) if state in self else None

    def ending_of_move(self, after: State) -> Ending:
        """The truth about a move by where it leads, for the side that makes it.

        The move itself is counted. KeyError if there are too many pieces.
        """
        code = self.full_code(after)
        return Ending.of(code + 1 if code else DRAWN)

    def probe_score(self, state: State, ply: int) -> int | None:
        """The score of a node of a search, `ply` plies from the root; None if it is not known.

        The node is one after a capture: the 80-ply rule cannot prevent what the table says.
        """
        if state not in self:
            return None
        code = self.full_code(state)
        if code == DRAWN:
            return DRAW
        plies = code - 1
        return ply + plies - WIN if is_lost(code) else WIN - ply - plies

    def full_code(self, state: State) -> int:
        """The code of a position, its distance included; KeyError if there are too many pieces."""
        code = self.code(state)
        if code != WON:
            return code
        return code_before([self.code(child) for child in self._successors(state)])

    def code(self, state: State) -> int:
        """The code of a position; that of a win may lack the distance.

        A side without pieces has lost. KeyError if there are too many pieces.
        """
        men, kings, foe_men, foe_kings, side = state
        own = men.bit_count(), kings.bit_count()
        foe = foe_men.bit_count(), foe_kings.bit_count()
        if own == (0, 0):
            return OVER
        other = 1 - side
        own_number = (
            self._men_numbers[side][men] * self._king_counts[own[1]]
            + self._king_numbers[side][kings]
        )
        foe_number = (
            self._men_numbers[other][foe_men] * self._king_counts[foe[1]]
            + self._king_numbers[other][foe_kings]
        )
        return self.codes[own + foe][own_number * self._counts[foe] + foe_number]
