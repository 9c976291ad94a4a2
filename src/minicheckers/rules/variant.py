"""A game as data: what distinguishes mini, towers, english and pikachu, and nothing else."""

from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import cache, cached_property
from typing import Literal

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


#: How a king is drawn.
Emblem = Literal["crown", "tower", "ears"]


@dataclass(frozen=True)
class PieceWorth:
    """What an engine that knows no more of a game may go by, in hundredths of a man.

    ``home`` is for a man on its side's first two rows, ``freedom`` for a step that is open,
    ``advance`` for every row that a man has come forward.
    """

    king: int = 200
    home: int = 0
    freedom: int = 0
    advance: int = 0
    man: int = 100


@dataclass(frozen=True)
class Variant:
    """The rules of one game.

    Directions are given for Black. ``king_name`` is None where men are never crowned; ``emblem``
    is how a king is drawn: ``crown``, ``tower`` or ``ears``. ``sizes`` are the boards it may be
    played on beside its own. ``worth`` is for the games that the engine has no evaluation of.
    """

    name: str
    summary: str
    size: int
    diagonal: bool
    first: Colour
    rows_of_men: int
    empty_rows_behind: int
    man_steps: tuple[Direction, ...]
    man_jumps: tuple[Direction, ...]
    king_name: str | None
    king_directions: tuple[Direction, ...]
    king_flies: bool
    capture_forced: bool
    chains: bool
    stuck: Stuck
    man_name: str = "man"
    pdn_game_type: int | None = None
    emblem: Emblem = "crown"
    sizes: tuple[int, ...] = ()
    worth: PieceWorth = PieceWorth()

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

    @property
    def crowns(self) -> bool:
        """Whether a man that reaches its last row becomes a king."""
        return self.king_name is not None

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
    summary="Mini-Checkers on 6x6: forced single jumps, no kings, a stuck side passes",
    size=6,
    diagonal=True,
    first=Colour.BLACK,
    rows_of_men=2,
    empty_rows_behind=0,
    man_steps=DIAGONALLY_FORWARD,
    man_jumps=DIAGONALLY_FORWARD,
    king_name=None,
    king_directions=(),
    king_flies=False,
    capture_forced=True,
    chains=False,
    stuck=Stuck.PASSES,
)

TOWERS = Variant(
    name="towers",
    summary="simplified checkers on 8x8: optional single jumps, men become towers",
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
    emblem="tower",
)

ENGLISH = Variant(
    name="english",
    summary="English checkers on 8x8: forced jumps in chains, men become kings",
    size=8,
    diagonal=True,
    first=Colour.BLACK,
    rows_of_men=3,
    empty_rows_behind=0,
    man_steps=DIAGONALLY_FORWARD,
    man_jumps=DIAGONALLY_FORWARD,
    king_name="king",
    king_directions=ALL_DIAGONALS,
    king_flies=False,
    capture_forced=True,
    chains=True,
    stuck=Stuck.LOSES,
    pdn_game_type=21,
)

PIKACHU = Variant(
    name="pikachu",
    summary="straight checkers on NxN, N from 7 to 16: optional jumps, pikachus fly",
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
    emblem="ears",
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
