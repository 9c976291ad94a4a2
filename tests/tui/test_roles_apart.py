"""Every state of a square can be told from every other, by colour or shape, at every depth."""

from functools import cache
from itertools import combinations, product

import pytest

from minicheckers.rules.notation import Piece
from minicheckers.rules.variant import Colour, get_variant
from minicheckers.tui.frame import Frame
from minicheckers.tui.glyphs import ASCII, UNICODE
from minicheckers.tui.theme import DEFAULT, MONO, SYSTEM, THEMES, Theme, hex_colour
from minicheckers.tui.widgets.board import Brush, Mark, draw_one_square
from testing.colours import difference

XTERM = ("#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5")
DEPTHS: dict[str, tuple[int, tuple[str, ...]]] = {
    "direct": (1 << 24, SYSTEM),
    "256": (256, SYSTEM),
    "16": (16, SYSTEM),
}
DEPTHS |= {"8": (8, SYSTEM), "8 of xterm": (8, XTERM), "none": (0, SYSTEM)}
SCALES = (1, 2, 3, 4, 5, 7)
#: Colours that differ by less are one colour.
LEAST_DIFFERENCE = 9

Role = tuple[str, str, bool, bool]
#: The states of a square: its background, its sign, whether it is under the cursor or a target.
ROLES = {
    "dark": ("dark", "", False, False),
    "last": ("last", "last_to", False, False),
    "movable": ("movable", "movable", False, False),
    "capture": ("capture", "capture", False, False),
    "picked": ("picked", "picked", False, False),
    "hint": ("hint", "hint", False, False),
    "cursor": ("dark", "", True, False),
}
EMPTY_ROLES = {role: ROLES[role] for role in ("dark", "last", "hint", "cursor")} | {
    "alternate": ("alternate", "", False, False),
    "target": ("target", "", False, True),
    "target of a capture": ("target", "capture", False, True),
}
PIECES = [Piece(colour, king) for colour in Colour for king in (False, True)]

#: A character with the roles of its ink and paper.
Cell = tuple[str, str, str]
Drawn = tuple[Cell, ...]


@cache
def drawn(
    theme: str, ascii_only: bool, variant: str, scale: int, role: Role, piece: Piece | None
) -> Drawn:
    """The cells of a square."""
    paper, sign, focused, target = role
    glyphs = ASCII if ascii_only else UNICODE
    frame = Frame(2 * scale, scale)
    mark = Mark(paper, getattr(glyphs, sign) if sign else "")
    brush = Brush(glyphs, THEMES[theme], scale, get_variant(variant))
    draw_one_square(frame, (0, 0), brush, 12, mark, piece, focused, target)
    assert not frame.spilled
    return tuple(
        (character, *style)
        for characters, styles in zip(frame.characters, frame.styles, strict=True)
        for character, style in zip(characters, styles, strict=True)
    )


class Depth:
    """How a terminal with this many colours shows a theme."""

    def __init__(self, theme: Theme, depth: str) -> None:
        self._depth, self._system = DEPTHS[depth]
        self.theme = theme if self._depth else MONO
        self._known: dict[tuple[Cell, Cell], bool] = {}

    def apart(self, one: Drawn, other: Drawn) -> bool:
        """Whether some cell differs in its character, in reverse, or clearly in a colour."""
        return any(self._differ(a, b) for a, b in zip(one, other, strict=True) if a != b)

    def _differ(self, one: Cell, other: Cell) -> bool:
        if one[0] != other[0]:
            return True
        if (one, other) not in self._known:
            fore, back = self._colours(one)
            other_fore, other_back = self._colours(other)
            seen = one[0] != " " and _clearly(fore, other_fore)
            self._known[one, other] = seen or _clearly(back, other_back)
        return self._known[one, other]

    def _colours(self, cell: Cell) -> tuple[str, str]:
        _, ink, paper = cell
        front, back = map(self._code, self.theme.colours(ink, paper, self._depth))
        return (back, front) if "reverse" in self.theme.attributes(ink, paper) else (front, back)

    def _code(self, number: int) -> str:
        if number == DEFAULT:
            return ""
        return self._system[number] if number < 8 else hex_colour(number)


def _clearly(one: str, other: str) -> bool:
    if not one or not other:
        return one != other
    return difference(one, other) >= LEAST_DIFFERENCE


@pytest.fixture(params=THEMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    return THEMES[request.param]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("variant", ["english", "pikachu"])
@pytest.mark.parametrize("ascii_only", [False, True], ids=["unicode", "ascii"])
def test_every_role_of_a_square_is_told_apart(theme: Theme, ascii_only: bool, variant: str) -> None:
    alike = []
    for depth in DEPTHS:
        shown = Depth(theme, depth)
        for scale, piece in product(SCALES, (None, *PIECES)):
            roles = EMPTY_ROLES if piece is None else ROLES
            squares = {
                name: drawn(shown.theme.name, ascii_only, variant, scale, role, piece)
                for name, role in roles.items()
                # On the boards with unplayed squares no square is an alternate one.
                if variant == "pikachu" or name != "alternate"
            }
            alike += [
                (depth, scale, piece, one, other)
                for one, other in combinations(squares, 2)
                if not shown.apart(squares[one], squares[other])
            ]
    assert not alike


@pytest.mark.sampled(6)
@pytest.mark.parametrize("variant", ["english", "towers", "pikachu"])
@pytest.mark.parametrize("ascii_only", [False, True], ids=["unicode", "ascii"])
def test_every_piece_is_told_apart_on_every_kind_of_square(
    theme: Theme, ascii_only: bool, variant: str
) -> None:
    for depth in DEPTHS:
        shown = Depth(theme, depth)
        for scale, role in product(SCALES, ROLES.values()):
            squares = [
                drawn(shown.theme.name, ascii_only, variant, scale, role, piece)
                for piece in (None, *PIECES)
            ]
            for one, other in combinations(squares, 2):
                assert shown.apart(one, other), (depth, scale, role)
