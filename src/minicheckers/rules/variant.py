"""A game as data: what distinguishes the draughts of the world, and nothing else."""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, cached_property

from ..support.text import did_you_mean, listing, quoted
from .geometry import Direction, Geometry


class Colour(StrEnum):
    """The two sides. Black starts on top and moves down, White at the bottom and moves up."""

    BLACK = "black"
    WHITE = "white"

    @property
    def other(self) -> "Colour":
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    @property
    def side(self) -> int:
        """0 for Black, 1 for White: the number used inside states."""
        return 0 if self is Colour.BLACK else 1


#: Colours by side number.
COLOURS = (Colour.BLACK, Colour.WHITE)


# The rules that are more than a yes or a no. Their values are what house rules write.


class Stuck(StrEnum):
    """What happens to a side that has no legal move."""

    PASSES = "passes"
    LOSES = "loses"


class Goal(StrEnum):
    """Who wins: the side that is left, the side that is wiped out or stuck, the first to crown."""

    NORMAL = "normal"
    LOSING = "losing"
    BREAKTHROUGH = "breakthrough"


class Landing(StrEnum):
    """Where a flying king lands after a jump."""

    BEHIND = "directly behind"
    ANYWHERE = "anywhere behind"


class Removal(StrEnum):
    """When jumped pieces leave the board; until then they stand in the way."""

    AT_ONCE = "at once"
    AT_END = "at the end"


class LastRow(StrEnum):
    """What a man does that reaches its last row in the middle of a capture."""

    STOPS = "stops"
    GOES_ON_AS_MAN = "goes on as a man"
    GOES_ON_AS_KING = "goes on as a king"


class Priority(StrEnum):
    """What decides which captures may be chosen. A man has the value 50, a king 99."""

    MOST_PIECES = "most pieces"
    MOST_VALUE = "most value"
    BY_KING = "by a king"
    MOST_KINGS = "most kings"
    KINGS_SOONEST = "kings soonest"


class Since(StrEnum):
    """What restarts the count of a draw rule."""

    MAN_OR_CAPTURE = "a man's move or a capture"
    CROWNING_OR_CAPTURE = "a crowning or a capture"
    CAPTURE = "a capture"


@dataclass(frozen=True)
class MaterialDraw:
    """That many ``plies`` in a row make a draw while a certain material is on the board.

    ``pieces`` is the least and the most of both sides together. Both sides have a king, unless
    ``kings`` is False. ``lone_king``: one side has nothing but one king. ``only_kings``: there are
    no men. ``long_diagonal``: the lone king has the long diagonal to itself.
    """

    plies: int
    pieces: tuple[int, int]
    since: Since = Since.MAN_OR_CAPTURE
    kings: bool = True
    lone_king: bool = False
    only_kings: bool = False
    long_diagonal: bool = False


@dataclass(frozen=True)
class Notation:
    """How other programs write a game: its number in PDN, its name in the Hub protocol.

    ``squares`` is as PDN has it: A for letters or N for numbers, and the corner where they begin as
    seen by the side that moves first, 0 bottom left, 1 bottom right, 2 top left, 3 top right.
    Without it squares are numbered as ours are. ``capture`` stands between those of a capture.
    """

    game_type: int | None = None
    squares: str | None = None
    hub: str | None = None
    capture: str = "x"

    @property
    def letters(self) -> bool:
        """Whether squares are written a1, b2 and so on."""
        return self.squares is not None and self.squares[0] == "A"


# Directions as Black sees them, who moves down the board; White's are the same turned by 180.
# A straight direction on a diagonal board goes to the next playing square, two rows or columns on.
DIAGONALLY_FORWARD: tuple[Direction, ...] = ((1, -1), (1, 1))
ALL_DIAGONALS: tuple[Direction, ...] = ((1, -1), (1, 1), (-1, -1), (-1, 1))
FORWARD_AND_SIDEWAYS: tuple[Direction, ...] = ((1, 0), (0, -1), (0, 1))
ALL_STRAIGHTS: tuple[Direction, ...] = ((1, 0), (0, -1), (0, 1), (-1, 0))
STRAIGHT_OVER_DIAGONAL: tuple[Direction, ...] = ((2, 0), (0, -2), (0, 2), (-2, 0))


@dataclass(frozen=True)
class Variant:
    """The rules of one game. How it is shown and how an engine values it, others say.

    The board: ``diagonal`` uses only the dark squares, ``mirrored`` the light ones. Directions are
    given for Black. ``crowns``: a man becomes a king on its last row. ``sizes`` are the boards it
    may be played on beside its own.

    Captures: ``priority`` lists what decides, the first criterion first; without any, all captures
    may be chosen. ``unique_captures``: captures of the same pieces from one square to another are
    one move, whatever the route; else two routes are two moves. ``turns_back``: a king may go back
    along the line it has just jumped along, which matters only where it flies and jumped pieces
    leave at once. ``same_king_moves``: so often in a row may a king move while its side has men, 0:
    as often as it likes.

    Draws: a position that comes up for the ``repetitions``-th time, ``quiet_plies`` in a row
    without a capture and without a man's step forward (0 where there is no such rule), and
    ``material_draws``.

    ``base`` is the game that this one was made from by changing a rule or two.
    """

    name: str
    size: int
    rows_of_men: int
    first: Colour
    diagonal: bool = True
    mirrored: bool = False
    empty_rows_behind: int = 0
    man_steps: tuple[Direction, ...] = DIAGONALLY_FORWARD
    man_jumps: tuple[Direction, ...] = DIAGONALLY_FORWARD
    crowns: bool = True
    king_steps: tuple[Direction, ...] = ALL_DIAGONALS
    king_jumps: tuple[Direction, ...] = ALL_DIAGONALS
    king_flies: bool = False
    king_lands: Landing = Landing.ANYWHERE
    capture_forced: bool = True
    chains: bool = True
    priority: tuple[Priority, ...] = ()
    men_take_kings: bool = True
    jumped_leave: Removal = Removal.AT_ONCE
    unique_captures: bool = False
    turns_back: bool = True
    last_row_in_capture: LastRow = LastRow.STOPS
    same_king_moves: int = 0
    stuck: Stuck = Stuck.LOSES
    goal: Goal = Goal.NORMAL
    repetitions: int = 3
    quiet_plies: int = 80
    material_draws: tuple[MaterialDraw, ...] = ()
    man_name: str = "man"
    king_name: str = "king"
    notation: Notation = Notation()
    sizes: tuple[int, ...] = ()
    base: str | None = None

    @cached_property
    def geometry(self) -> Geometry:
        ways = (*self.man_steps, *self.man_jumps, *self.king_steps, *self.king_jumps)
        straight = self.diagonal and any(0 in way for way in ways)
        return Geometry(self.size, self.diagonal, self.mirrored, straight)

    @property
    def is_finite(self) -> bool:
        """Whether no position can come up again, whatever is played.

        Only men move: none becomes a king, or the game ends when one does. Every move of a man is a
        step towards its last row or takes a piece; so with every move the pieces get fewer or, at
        the same number, the rows that men have before them. A forfeited turn changes neither, but
        two in a row end the game. No draw by a count of moves interferes: such counts run while no
        man steps, or while there are kings.
        """
        forward = all(rows > 0 for rows, _ in self.man_steps)
        crowned = self.crowns and self.goal is not Goal.BREAKTHROUGH
        counted = any(not draw.kings for draw in self.material_draws)
        return forward and not crowned and not counted

    @property
    def family(self) -> str:
        """The name of the game that this one is, or was made from."""
        return self.base or self.name

    @property
    def possible_sizes(self) -> tuple[int, ...]:
        return self.sizes or (self.size,)

    def of_size(self, size: int | None) -> "Variant":
        """The game on a board of that size, None: the usual; ValueError if it has no such."""
        if size in (None, self.size):
            return self
        if size not in self.sizes:
            rows = listed(self.possible_sizes)
            raise ValueError(f"{self} is played on {rows} rows, not on {size}")
        return _resized(self, size)

    def with_goal(self, goal: Goal) -> "Variant":
        """The same game with another goal, under a name of its own such as russian-losing."""
        return self if goal is self.goal else _aiming_at(self, goal)

    def crowning_row(self, side: int) -> int:
        """The mask of the row where a side's men are crowned, 0 where they never are."""
        return self.geometry.row_masks[-1 if side == 0 else 0] if self.crowns else 0

    def promoting_row(self, side: int) -> int:
        """The mask of the row where a side's men become kings that go on capturing."""
        goes_on = self.last_row_in_capture is LastRow.GOES_ON_AS_KING
        return self.crowning_row(side) if goes_on else 0

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


# Mini and friends

MINI = Variant(
    name="mini",
    size=6,
    rows_of_men=2,
    first=Colour.BLACK,
    crowns=False,
    king_steps=(),
    king_jumps=(),
    chains=False,
    stuck=Stuck.PASSES,
    # Every move goes forward, so nothing can come up again.
    repetitions=0,
    quiet_plies=0,
)

TOWERS = Variant(
    name="towers",
    size=8,
    rows_of_men=3,
    first=Colour.BLACK,
    capture_forced=False,
    chains=False,
    king_name="tower",
)

PIKACHU = Variant(
    name="pikachu",
    size=8,
    rows_of_men=2,
    empty_rows_behind=1,
    first=Colour.WHITE,
    diagonal=False,
    man_steps=FORWARD_AND_SIDEWAYS,
    man_jumps=FORWARD_AND_SIDEWAYS,
    king_steps=ALL_STRAIGHTS,
    king_jumps=ALL_STRAIGHTS,
    king_flies=True,
    king_lands=Landing.BEHIND,
    capture_forced=False,
    chains=False,
    man_name="pichu",
    king_name="pikachu",
    sizes=tuple(range(7, 17)),
)

# The draughts of the world

ENGLISH = Variant(
    name="english",
    size=8,
    rows_of_men=3,
    first=Colour.BLACK,
    notation=Notation(21, "N1", "english"),
)

ITALIAN = Variant(
    name="italian",
    size=8,
    rows_of_men=3,
    first=Colour.WHITE,
    mirrored=True,
    men_take_kings=False,
    priority=(
        Priority.MOST_PIECES,
        Priority.BY_KING,
        Priority.MOST_KINGS,
        Priority.KINGS_SOONEST,
    ),
    repetitions=4,
    notation=Notation(22, "N2", "italian"),
)

INTERNATIONAL = Variant(
    name="international",
    size=10,
    rows_of_men=4,
    first=Colour.WHITE,
    man_jumps=ALL_DIAGONALS,
    king_flies=True,
    priority=(Priority.MOST_PIECES,),
    jumped_leave=Removal.AT_END,
    unique_captures=True,
    last_row_in_capture=LastRow.GOES_ON_AS_MAN,
    quiet_plies=50,
    material_draws=(
        MaterialDraw(32, (4, 4), lone_king=True),
        MaterialDraw(10, (2, 3), lone_king=True),
    ),
    notation=Notation(20, "N2", "normal"),
    sizes=(6, 8, 10, 12, 14),
)

CANADIAN = replace(
    INTERNATIONAL,
    name="canadian",
    size=12,
    rows_of_men=5,
    quiet_plies=80,
    material_draws=(),
    notation=Notation(27, "N2"),
    sizes=(),
)

BRAZILIAN = replace(
    INTERNATIONAL,
    name="brazilian",
    size=8,
    rows_of_men=3,
    quiet_plies=30,
    material_draws=(
        MaterialDraw(30, (4, 99), Since.CROWNING_OR_CAPTURE, lone_king=True, only_kings=True),
        MaterialDraw(10, (4, 4), Since.CAPTURE, lone_king=True, long_diagonal=True),
        MaterialDraw(10, (2, 3), Since.CAPTURE, lone_king=True),
        MaterialDraw(60, (4, 5), Since.CROWNING_OR_CAPTURE),
        MaterialDraw(120, (6, 7), Since.CROWNING_OR_CAPTURE),
    ),
    notation=Notation(26, "A0", "brazilian"),
    sizes=(),
)

RUSSIAN = replace(
    BRAZILIAN,
    name="russian",
    priority=(),
    last_row_in_capture=LastRow.GOES_ON_AS_KING,
    notation=Notation(25, "A0", "russian", capture=":"),
)

POOL = replace(
    BRAZILIAN,
    name="pool",
    first=Colour.BLACK,
    priority=(),
    material_draws=(),
    notation=Notation(23, "N1"),
)

SPANISH = replace(
    BRAZILIAN,
    name="spanish",
    mirrored=True,
    man_jumps=DIAGONALLY_FORWARD,
    priority=(Priority.MOST_PIECES, Priority.MOST_KINGS),
    last_row_in_capture=LastRow.STOPS,
    quiet_plies=80,
    material_draws=(),
    notation=Notation(24, "N1"),
)

CZECH = replace(
    SPANISH,
    name="czech",
    mirrored=False,
    priority=(Priority.BY_KING,),
    notation=Notation(29, "A0"),
)

THAI = Variant(
    name="thai",
    size=8,
    rows_of_men=2,
    first=Colour.BLACK,
    king_flies=True,
    king_lands=Landing.BEHIND,
    notation=Notation(31, "N2", capture="-"),
)

FRISIAN = replace(
    INTERNATIONAL,
    name="frisian",
    man_jumps=(*ALL_DIAGONALS, *STRAIGHT_OVER_DIAGONAL),
    king_jumps=(*ALL_DIAGONALS, *STRAIGHT_OVER_DIAGONAL),
    priority=(Priority.MOST_VALUE, Priority.BY_KING),
    same_king_moves=3,
    quiet_plies=80,
    material_draws=(
        MaterialDraw(14, (3, 3), lone_king=True, only_kings=True),
        MaterialDraw(4, (2, 2), lone_king=True, only_kings=True),
    ),
    notation=Notation(40, "N2", "frisian"),
    sizes=(),
)

TURKISH = Variant(
    name="turkish",
    size=8,
    rows_of_men=2,
    empty_rows_behind=1,
    first=Colour.WHITE,
    diagonal=False,
    man_steps=FORWARD_AND_SIDEWAYS,
    man_jumps=FORWARD_AND_SIDEWAYS,
    king_steps=ALL_STRAIGHTS,
    king_jumps=ALL_STRAIGHTS,
    king_flies=True,
    priority=(Priority.MOST_PIECES,),
    turns_back=False,
    # Sources differ; most say that it is crowned at the end of the move, if it is there then.
    last_row_in_capture=LastRow.GOES_ON_AS_MAN,
    material_draws=(MaterialDraw(4, (2, 2), Since.CAPTURE, kings=False),),
    notation=Notation(30, "A0", "turkish"),
)


#: Every game by name; a row more is all that a new game needs. Games from outside join it.
VARIANTS: dict[str, Variant] = {
    game.name: game
    for game in (
        *(MINI, TOWERS),
        *(ENGLISH, RUSSIAN, BRAZILIAN, POOL, ITALIAN, SPANISH, CZECH, THAI),
        *(INTERNATIONAL, FRISIAN, CANADIAN),
        *(PIKACHU, TURKISH),
    )
}

#: The game that is played where nobody names one, the game of a record or an engine's client that
#: names none, and the one that every program at the other end of a line knows.
DEFAULT, RECORD_DEFAULT, DXP_STANDARD = MINI, ENGLISH, INTERNATIONAL
#: The games that come with the package.
BUILT_IN = frozenset(VARIANTS)

#: Goals that other programs know by a name or a number of their own.
_GOAL_NOTATION = {
    ("international", Goal.LOSING): Notation(98, "N2", "losing"),
    ("international", Goal.BREAKTHROUGH): Notation(96, "N2", "bt"),
}


@cache
def _resized(variant: Variant, size: int) -> Variant:
    rows = variant.rows_of_men
    if variant.diagonal:  # as many empty rows between the men as on the usual board
        rows += (size - variant.size) // 2
    return replace(variant, size=size, rows_of_men=rows)


@cache
def _aiming_at(variant: Variant, goal: Goal) -> Variant:
    plain = variant.name.removesuffix(f"-{variant.goal}")
    told = replace(variant.notation, game_type=None, hub=None)
    return replace(
        variant,
        name=plain if goal is Goal.NORMAL else f"{plain}-{goal}",
        goal=goal,
        # Where nothing is ever crowned, the first man on the last row wins all the same.
        crowns=variant.crowns or goal is Goal.BREAKTHROUGH,
        # No king is ever on the board, and a lone man may still get there first.
        material_draws=() if goal is Goal.BREAKTHROUGH else variant.material_draws,
        notation=_GOAL_NOTATION.get((variant.name, goal), told),
        base=variant.family,
    )


def listed(sizes: tuple[int, ...]) -> str:
    """Sizes in words: 7 to 16, or 6, 8, 10 and 12."""
    if len(sizes) > 2 and sizes[-1] - sizes[0] == len(sizes) - 1:
        return f"{sizes[0]} to {sizes[-1]}"
    return listing(sizes)


def get_variant(name: "str | Variant", size: int | None = None) -> Variant:
    """The variant of that name, such as russian or russian-losing, and size; ValueError if none."""
    if isinstance(name, Variant):
        if size not in (None, name.size):
            raise ValueError(f"this {name} is played on {name.size} rows, not on {size}")
        return name
    if name in VARIANTS:
        return VARIANTS[name].of_size(size)
    game, _, goal = name.rpartition("-")
    if game in VARIANTS and goal in (Goal.LOSING, Goal.BREAKTHROUGH):
        return VARIANTS[game].of_size(size).with_goal(Goal(goal))
    advice = did_you_mean(name, VARIANTS, f"choose from {', '.join(VARIANTS)}")
    raise ValueError(f"there is no variant {quoted(name)}{advice}")
