"""Finite games exactly: the value of a position under best play by both sides.

`docs/solver.md` tells how it is found, and what each idea is worth.
"""

from collections.abc import Callable

from ...rules.movegen import State
from ...rules.notation import Move
from ...rules.position import Position
from ...rules.variant import Variant
from ..endings.table import Ending, Result
from ..score import Score
from . import SOLVED
from .kept import MOST_POSITIONS, keep, read_kept
from .opening import opening_table
from .proof import ProofSearch, SearchStopped
from .referee import referee

__all__ = ["SearchStopped", "Solver"]

Stop = Callable[[], bool]

#: What took so many nodes is worth keeping on disk: a quarter of a second at least.
WORTH_KEEPING = 20_000


def _never() -> bool:
    return False


def _ignore(moves: int) -> None:
    pass


class Solver:
    """Solves positions of a finite game; what it learns serves the next question.

    All values are for the side to move: final differences in pieces, or 1, 0 and -1 in a game that
    is not won by pieces (`Referee.by_pieces`). A question raises SearchStopped soon after
    `stopped`, asked every few nodes, has said True; the solver can be asked again then. ValueError
    for a position of another variant, or with a king that goes on playing.
    """

    def __init__(self, variant: Variant = SOLVED, *, opening: bool = True) -> None:
        """Make a solver, with the opening table of mini or what was kept of other games, or not."""
        self._referee = referee(variant)
        self._search = ProofSearch(self._referee)
        self._opening = opening and variant == SOLVED
        self._keeps = opening and variant != SOLVED
        self._kept_at = 0
        if self._keeps:
            self._search.recall(read_kept(variant))
        self._looked_up = 0

    @property
    def nodes(self) -> int:
        """How many positions were looked at so far: expanded, or found in the table."""
        return self._search.nodes + self._looked_up

    @property
    def by_pieces(self) -> bool:
        """Whether values are differences in pieces."""
        return self._referee.by_pieces

    def score(self, value: int) -> Score:
        """A value as a score, which knows what it counts."""
        return Score.pieces(value) if self.by_pieces else Ending(Result.of_lead(value), None).score

    def knows(self, position: Position) -> bool:
        """Whether a position can be solved: the right game, and nobody goes backward."""
        variant = self._referee.variant
        _, kings, _, foe_kings, _ = position.state
        return position.variant == variant and (variant.crowns or not (kings or foe_kings))

    def value(self, position: Position, stopped: Stop = _never) -> int:
        self._prepare(position, stopped)
        return self._value(position.state)

    def move_values(
        self,
        position: Position,
        stopped: Stop = _never,
        on_move: Callable[[int], None] = _ignore,
    ) -> dict[Move, int]:
        """The value of every legal move; {} when the game is over.

        `on_move` hears how many moves have their value.
        """
        self._prepare(position, stopped)
        values = {}
        for move, after in position.transitions().items():
            values[move] = -self._value(after.state)
            on_move(len(values))
        return values

    def keep(self) -> None:
        """Keep what was found for the next time, if it took long enough to be worth it."""
        if self._keeps and self.nodes - self._kept_at >= WORTH_KEEPING:
            self._kept_at = self.nodes
            keep(self._referee.variant, self._search.longest(MOST_POSITIONS))

    def best_line(self, position: Position, stopped: Stop = _never) -> tuple[Move, ...]:
        """A line of best moves by both sides to the end of the game."""
        self._prepare(position, stopped)
        line = []
        value = self._value(position.state)
        while transitions := position.transitions():
            value = -value
            move, position = next(
                (move, after)
                for move, after in transitions.items()
                if not self._exceeds(after.state, value)
            )
            line.append(move)
        return tuple(line)

    def trap_score(self, position: Position, stopped: Stop = _never) -> tuple[float, float]:
        """How easily the side to move goes wrong: what makes one perfect move better than another.

        The share of the moves that give something away, and how much a random move gives away.
        Against a perfect opponent a drawn position stays drawn. Against others the more ways there
        are to go wrong, the better; what they would cost decides between equals.
        """
        values = self.move_values(position, stopped).values()
        if not values:
            return 0.0, 0.0
        losses = [max(values) - value for value in values]
        return sum(loss > 0 for loss in losses) / len(losses), sum(losses) / len(losses)

    def _prepare(self, position: Position, stopped: Stop) -> None:
        if not self.knows(position):
            raise ValueError(f"{self._referee.variant} is solved here, not {position.variant}")
        self._search.stopped = stopped

    def _value(self, state: State) -> int:
        packed = self._referee.pack(state)
        known = self._known(packed)
        return self._search.value(packed) if known is None else known

    def _exceeds(self, state: State, value: int) -> bool:
        packed = self._referee.pack(state)
        known = self._known(packed)
        return self._search.reaches(packed, value + 1) if known is None else known > value

    def _known(self, packed: int) -> int | None:
        known = opening_table().get(packed) if self._opening else None
        self._looked_up += known is not None
        return known
