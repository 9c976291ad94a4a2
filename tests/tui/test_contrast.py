"""Every role of a theme can be seen at every colour depth: contrast as WCAG measures it."""

from itertools import combinations

import pytest

from minicheckers.tui.theme import DEFAULT, SYSTEM, THEMES, Men, Theme, hex_colour, nearest
from minicheckers.tui2.terminal import colour_number
from testing.colours import contrast, difference, luminance

#: The first 8 colours as two common sets of terminals have them.
XTERM = ("#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5")
DEPTHS = {"256": (256, SYSTEM), "8": (8, SYSTEM), "8 of xterm": (8, XTERM)}
BLACK, WHITE = "#000000", "#ffffff"

#: The squares that a piece may stand on, those that are always empty, and those not played on.
OCCUPIED = ("dark", "alternate", "last", "movable", "capture", "picked", "hint", "focus")
PLAYED = (*OCCUPIED, "target")
SQUARES = ("light", *PLAYED)
#: An ink, the papers it stands on, and the least contrast between them.
ON_PAPERS = (
    *((ink, PLAYED, 3.0) for ink in ("label", "mark", "focus")),
    ("number", PLAYED, 1.5),
    ("focus_white", OCCUPIED, 3.0),
    *((ink, ("dialog",), 4.5) for ink in ("dialog", "dialog_dim", "dialog_strong")),
    ("chosen", ("chosen",), 4.5),
    *((f"value_{judged}", (judged,), 4.5) for judged in ("good", "even", "bad")),
    ("black_emblem", ("black",), 3.0),
    ("white_emblem", ("white",), 3.0),
)
#: The cursor beside a piece.
BESIDE = (("focus", "black"), ("focus_white", "white"))
#: Text on the terminal's own background.
ON_GROUND = ("text", "strong", "key", "dim", "rim", "accent", "warning", "good", "even", "bad")
COLOURED = [theme for theme in THEMES.values() if theme.name != "mono"]


class Colours:
    """The colours of a theme at a depth, as red, green and blue."""

    def __init__(self, theme: Theme, depth: str) -> None:
        self.theme = theme
        self.depth, self.system = DEPTHS[depth]

    def ink(self, role: str) -> str:
        return self.code(self.theme.colours(role, "ground", self.depth)[0])

    def paper(self, role: str) -> str:
        return self.code(self.theme.colours("text", role, self.depth)[1])

    def piece(self, colour: str) -> str:
        """The colour that a piece ends with where it meets its square."""
        return self.paper(f"{colour}_rim")

    def code(self, number: int) -> str:
        assert number >= 0
        return self.system[number] if number < 8 else hex_colour(number)


@pytest.fixture(params=COLOURED, ids=lambda theme: theme.name)
def theme(request: pytest.FixtureRequest) -> Theme:
    found: Theme = request.param
    return found


@pytest.fixture(params=DEPTHS)
def colours(theme: Theme, request: pytest.FixtureRequest) -> Colours:
    return Colours(theme, request.param)


def test_every_ink_is_seen_on_its_papers(colours: Colours) -> None:
    poor = []
    for ink, papers, least in ON_PAPERS:
        for paper in papers:
            measured = contrast(colours.ink(ink), colours.paper(paper))
            print(f"{colours.theme.name:12} {ink:14} on {paper:10} {measured:5.2f}")
            if measured < least:
                poor.append((ink, paper, round(measured, 2)))
    assert not poor


def test_numbers_of_squares_are_faint(theme: Theme) -> None:
    colours = Colours(theme, "256")
    on_dark = {
        ink: contrast(colours.ink(ink), colours.paper("dark")) for ink in ("number", "label")
    }
    assert on_dark["number"] <= 3.1 or theme.men is Men.HOLLOW
    assert on_dark["number"] <= on_dark["label"]


def test_pieces_are_seen_on_every_square(colours: Colours) -> None:
    poor = []
    for colour in ("black", "white"):
        for paper in OCCUPIED:
            measured = contrast(colours.piece(colour), colours.paper(paper))
            print(f"{colours.theme.name:12} {colour:14} on {paper:10} {measured:5.2f}")
            if measured < 3:
                poor.append((colour, paper, round(measured, 2)))
    assert not poor


def test_signs_are_seen_on_the_men_that_carry_them(colours: Colours) -> None:
    hollow = colours.theme.men is Men.HOLLOW
    for colour in ("white",) if hollow else ("black", "white"):
        measured = contrast(colours.ink(f"{colour}_emblem"), colours.piece(colour))
        print(f"{colours.theme.name:12} sign on {colour:10} {measured:5.2f}")
        assert measured >= 3, colour


def test_the_cursor_is_seen_beside_a_piece(colours: Colours) -> None:
    for ink, piece in BESIDE:
        measured = contrast(colours.ink(ink), colours.piece(piece))
        print(f"{colours.theme.name:12} {ink:14} by {piece:10} {measured:5.2f}")
        assert measured >= 3, (ink, piece)


def test_text_is_read_on_a_black_and_on_a_white_terminal(theme: Theme) -> None:
    grounds = (WHITE,) if theme.name == "daylight" else (BLACK, WHITE)
    for ink in ON_GROUND:
        look = theme.inks[ink]
        # With 8 colours there is none that is read on both: the terminal's own is taken.
        assert look.basic == DEFAULT, ink
        for ground in grounds if look.colour != DEFAULT else ():
            measured = contrast(hex_colour(look.colour), ground)
            print(f"{theme.name:12} {ink:14} on {ground:10} {measured:5.2f}")
            assert measured >= 4.5, (ink, ground)


@pytest.mark.parametrize("name", THEMES)
def test_no_text_is_left_to_the_terminal_to_make_faint(name: str) -> None:
    faint = {role for role, look in THEMES[name].inks.items() if "dim" in look.attributes}
    assert faint <= {"light"}  # the pattern of squares that are not played on


def test_no_two_kinds_of_square_look_the_same_in_256_colours(theme: Theme) -> None:
    colours = Colours(theme, "256")
    alike = []
    for one, other in combinations(SQUARES, 2):
        apart = difference(colours.paper(one), colours.paper(other))
        print(f"{theme.name:12} {one:10} and {other:10} differ by {apart:5.1f}")
        if apart < 9:
            alike.append((one, other, round(apart, 1)))
    assert not alike


def test_the_contrast_of_every_pair_of_roles(colours: Colours) -> None:
    """A table to be looked at: pytest -s -k every_pair."""
    papers = {role: colours.paper(role) for role in colours.theme.papers if role != "ground"}
    inks = {
        role: colours.ink(role)
        for role, look in colours.theme.inks.items()
        if colours.theme.colours(role, "ground", colours.depth)[0] >= 0
    }
    print(f"\n{colours.theme.name}, {colours.depth} colours, inks and papers on papers")
    print(" " * 14 + "".join(f"{role:>10.9}" for role in papers))
    for name, code in (*inks.items(), *((f"[{role}]", code) for role, code in papers.items())):
        row = [contrast(code, paper) for paper in papers.values()]
        print(f"{name:14}" + "".join(f"{measured:10.2f}" for measured in row))
        assert all(1 <= measured <= 21 for measured in row)


def test_direct_colours_are_those_of_the_256(theme: Theme) -> None:
    for look in (*theme.papers.values(), *theme.inks.values()):
        number = colour_number(look.colour, direct=True)
        if look.colour < 8:
            assert number == look.colour
        else:
            assert f"#{number:06x}" == hex_colour(look.colour)


def test_colours_are_measured_as_everybody_does() -> None:
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast("#767676", WHITE) == pytest.approx(4.54, abs=0.01)
    assert luminance("#ff0000") == pytest.approx(0.2126)
    assert difference(WHITE, WHITE) == 0
    assert difference(BLACK, WHITE) == pytest.approx(100, abs=0.1)
    assert nearest("#ff0000") == 196
    assert [nearest(hex_colour(number)) for number in (16, 137, 240)] == [16, 137, 240]
