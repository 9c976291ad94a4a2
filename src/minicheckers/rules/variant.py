"""A game as data: what distinguishes mini, towers, english and pikachu, and nothing else."""

from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import cache, cached_property

from ..messages import quoted
from .geometry import Direction, Geometry


class Colour(StrEnum):
    """The two sides. Black starts on top and moves down, White at the bottom and moves up."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> "Colour":
        """The opponent."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    @property
    def side(self) -> int:
        """0 for Black, 1 for White: the number used inside states."""
        return 0 if self is Colour.BLACK else 1


#: Colours by side number.
COLOURS = (Colour.BLACK, Colour.WHITE)


class Stuck(Enum):
    """What it means for a side to have no legal move."""

    PASSES = "the turn is forfeited"
    LOSES = "that side loses"


# Directions as Black sees them, who moves down the board; White's are the same turned by 180.
DIAGONALLY_FORWARD: tuple[Direction, ...] = ((1, -1), (1, 1))
ALL_DIAGONALS: tuple[Direction, ...] = ((1, -1), (1, 1), (-1, -1), (-1, 1))
FORWARD_AND_SIDEWAYS: tuple[Direction, ...] = ((1, 0), (0, -1), (0, 1))
ALL_STRAIGHTS: tuple[Direction, ...] = ((1, 0), (0, -1), (0, 1), (-1, 0))


@dataclass(frozen=True)
class Variant:
    """The rules of one game. How it is shown and judged, others say.

    Directions are given for Black. ``crowns``: a man becomes a king on its last row. ``sizes`` are
    the boards it may be played on beside its own. A position that comes up for the
    ``repetitions``-th time is a draw, and so are ``quiet_plies`` in a row without a capture and
    without a man's step forward; 0 where there is no such rule.
    """

    name: str
    size: int
    diagonal: bool
    first: Colour
    rows_of_men: int
    empty_rows_behind: int
    man_steps: tuple[Direction, ...]
    man_jumps: tuple[Direction, ...]
    king_directions: tuple[Direction, ...]
    king_flies: bool
    capture_forced: bool
    chains: bool
    stuck: Stuck
    crowns: bool = True
    repetitions: int = 3
    quiet_plies: int = 80
    man_name: str = "man"
    king_name: str = "king"
    pdn_game_type: int | None = None
    sizes: tuple[int, ...] = ()

    @cached_property
    def geometry(self) -> Geometry:
        """The board this game is played on."""
        return Geometry(self.size, self.diagonal)

    @property
    def possible_sizes(self) -> tuple[int, ...]:
        """All sizes it may be played on."""
        return self.sizes or (self.size,)

    def of_size(self, size: int | None) -> "Variant":
        """The game on a board of that size, None: the usual; ValueError if it has no such."""
        if size in (None, self.size):
            return self
        if size not in self.sizes:
            raise ValueError(_why_not_size(self, size))
        return _resized(self, size)

    def crowning_row(self, side: int) -> int:
        """The mask of the row where a side's men are crowned, 0 where they never are."""
        return self.geometry.row_masks[-1 if side == 0 else 0] if self.crowns else 0

    def home_men(self, side: int) -> int:
        """The mask of a side's men at the start."""
        rows = self.geometry.row_masks if side == 0 else self.geometry.row_masks[::-1]
        first = self.empty_rows_behind
        return sum(rows[first : first + self.rows_of_men])

    def bit(self, square: int) -> int:
        """The bit of a square number; ValueError with a sentence if there is no such square."""
        if not 1 <= square <= self.geometry.count:
            raise ValueError(f"there is no square {square}; {self} has 1 to {self.geometry.count}")
        return self.geometry.bits[square - 1]

    def __str__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        # The name and the size tell registered games apart; equality still compares every field.
        return hash((self.name, self.size))


MINI = Variant(
    name="mini",
    size=6,
    diagonal=True,
    first=Colour.BLACK,
    rows_of_men=2,
    empty_rows_behind=0,
    man_steps=DIAGONALLY_FORWARD,
    man_jumps=DIAGONALLY_FORWARD,
    king_directions=(),
    king_flies=False,
    capture_forced=True,
    chains=False,
    stuck=Stuck.PASSES,
    crowns=False,
    # Every move goes forward, so nothing can come up again.
    repetitions=0,
    quiet_plies=0,
)

TOWERS = Variant(
    name="towers",
    size=8,
    diagonal=True,
    first=Colour.BLACK,
    rows_of_men=3,
    empty_rows_behind=0,
    man_steps=DIAGONALLY_FORWARD,
    man_jumps=DIAGONALLY_FORWARD,
    king_name="tower",
    king_directions=ALL_DIAGONALS,
    king_flies=False,
    capture_forced=False,
    chains=False,
    stuck=Stuck.LOSES,
)

ENGLISH = Variant(
    name="english",
    size=8,
    diagonal=True,
    first=Colour.BLACK,
    rows_of_men=3,
    empty_rows_behind=0,
    man_steps=DIAGONALLY_FORWARD,
    man_jumps=DIAGONALLY_FORWARD,
    king_directions=ALL_DIAGONALS,
    king_flies=False,
    capture_forced=True,
    chains=True,
    stuck=Stuck.LOSES,
    pdn_game_type=21,
)

PIKACHU = Variant(
    name="pikachu",
    size=8,
    diagonal=False,
    first=Colour.WHITE,
    rows_of_men=2,
    empty_rows_behind=1,
    man_steps=FORWARD_AND_SIDEWAYS,
    man_jumps=FORWARD_AND_SIDEWAYS,
    king_name="pikachu",
    king_directions=ALL_STRAIGHTS,
    king_flies=True,
    capture_forced=False,
    chains=False,
    stuck=Stuck.LOSES,
    man_name="pichu",
    sizes=tuple(range(7, 17)),
)


def pikachu(size: int) -> Variant:
    """The straight game of pichus and pikachus on a board of 7 to 16 rows."""
    return PIKACHU.of_size(size)


#: Every game by name; a row more is all that a new game needs.
VARIANTS: dict[str, Variant] = {game.name: game for game in (MINI, TOWERS, ENGLISH, PIKACHU)}


@cache
def _resized(variant: Variant, size: int) -> Variant:
    return replace(variant, size=size)


def _why_not_size(variant: Variant, size: int | None) -> str:
    if variant.sizes:
        return (
            f"{variant.name} is played on {variant.sizes[0]} to {variant.sizes[-1]} rows, "
            f"not on {size}"
        )
    others = ", ".join(game.name for game in VARIANTS.values() if game.sizes)
    return (
        f"{variant.name} is always played on {variant.size}x{variant.size}; "
        f"only {others} takes a size"
    )


def get_variant(name: "str | Variant", size: int | None = None) -> Variant:
    """The variant of that name (and, for pikachu, size); ValueError if there is none."""
    if isinstance(name, Variant):
        if size not in (None, name.size):
            raise ValueError(f"this {name} is played on {name.size} rows, not on {size}")
        return name
    if name not in VARIANTS:
        known = ", ".join(VARIANTS)
        raise ValueError(f"there is no variant {quoted(name)}; there are {known}")
    return VARIANTS[name].of_size(size)
