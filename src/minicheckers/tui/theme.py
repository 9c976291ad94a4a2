"""Themes: what the roles of inks and papers look like.

A look is a colour of the 256, one of the first 8 for terminals that have no more, and attributes
for those that have none. The colour DEFAULT is the terminal's own: the ground is never painted.
"""

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from ..tui2.theme import DEFAULT, SYSTEM, hex_colour, nearest

__all__ = ["DEFAULT", "SYSTEM", "hex_colour", "nearest"]


class Look(NamedTuple):
    """A colour among 256, the one among 8, and attributes such as ``bold reverse``."""

    colour: int = DEFAULT
    basic: int = DEFAULT
    attributes: str = ""


class Men(Enum):
    """How pieces tell their side: by colour, Black's as rings too, or by shapes and letters."""

    SOLID = "solid"
    HOLLOW = "hollow"
    LETTERS = "letters"


@dataclass(frozen=True, eq=False)
class Theme:
    """A look for every role; two themes are the same only if they are one.

    ``inks`` are the looks of characters, ``papers`` those of what is behind them. ``men`` is how
    the two sides are told apart. Without colours a pattern fills the squares not played on.
    """

    name: str
    summary: str
    papers: dict[str, Look] = field(repr=False)
    inks: dict[str, Look] = field(repr=False)
    men: Men = Men.SOLID

    @property
    def colourless(self) -> bool:
        """Whether the theme has no colours, so that only shapes and words tell things apart."""
        return self.men is Men.LETTERS

    def colours(self, ink: str, paper: str, depth: int) -> tuple[int, int]:
        """The numbers of an ink and a paper on a terminal with that many colours."""
        front, back = self.inks[ink], self.papers[paper]
        if depth >= 256:
            return front.colour, back.colour
        return (front.basic, back.basic) if depth >= 8 else (DEFAULT, DEFAULT)

    def look(self, ink: str, paper: str, depth: int) -> tuple[int, int, set[str]]:
        front, back = self.colours(ink, paper, depth)
        return front, back, self.attributes(ink, paper)

    def attributes(self, ink: str, paper: str) -> set[str]:
        return {*self.inks[ink].attributes.split(), *self.papers[paper].attributes.split()}


#: Papers and inks that do not depend on the board. Text on the terminal's own ground is the
#: terminal's own, or of a colour half-way between black and white: it is read on either. Where
#: there are only 8 colours, none is. ``good``, ``even`` and ``bad`` judge a move: as inks they
#: are for the ground, as papers they carry a value in the ink ``value_good`` and so on.
_PAPERS = {
    "ground": Look(),
    "black": Look(235, 0),
    "black_rim": Look(16, 0),
    "white": Look(254, 7),
    "white_rim": Look(231, 7),
    "chosen": Look(24, 7),
    "dialog": Look(237, 0),
    "good": Look(22, 2),
    "even": Look(238, 7),
    "bad": Look(88, 3),
}
_INKS = {
    "text": Look(),
    "dim": Look(243),
    "strong": Look(attributes="bold"),
    "key": Look(attributes="bold"),
    "rim": Look(243),
    "accent": Look(63, attributes="bold"),
    "warning": Look(131, attributes="bold"),
    "good": Look(29, attributes="bold"),
    "even": Look(243, attributes="bold"),
    "bad": Look(131, attributes="bold"),
    "value_good": Look(231, 0),
    "value_even": Look(231, 0),
    "value_bad": Look(231, 0),
    "chosen": Look(231, 0, "bold"),
    "dialog": Look(255, 7),
    "dialog_dim": Look(250, 7),
    "dialog_strong": Look(231, 7, "bold"),
    "number": Look(238, 0),
    "label": Look(232, 7),
    "mark": Look(16, 7, "bold"),
    "focus": Look(231, 7, "bold"),
    "focus_white": Look(16, 0, "bold"),
    "black": Look(235, 0),
    "black_rim": Look(16, 0),
    "black_emblem": Look(221, 3, "bold"),
    "white": Look(254, 7, "bold"),
    "white_rim": Look(231, 7, "bold"),
    "white_emblem": Look(94, 1, "bold"),
}


#: The papers of squares, in the order in which a theme gives their colours; and those among 8.
_SQUARES = (
    *("light", "dark", "alternate", "last", "movable"),
    *("capture", "picked", "target", "hint", "focus"),
)
_SQUARES_AMONG_8 = (7, 1, 5, 1, 5, 5, 5, 4, 5, 5)


def _squares(*colours: int, among_8: tuple[int, ...] = _SQUARES_AMONG_8) -> dict[str, Look]:
    return dict(zip(_SQUARES, map(Look, colours, among_8), strict=True))


def _theme(
    name: str, summary: str, papers: dict[str, Look], inks: dict[str, Look], men: Men = Men.SOLID
) -> Theme:
    return Theme(name, summary, _PAPERS | papers, _INKS | inks, men)


# Every square that a piece can stand on is of a middle brightness, so that both colours are seen
# on it. Of the 8 colours only red and magenta are: there signs tell the squares apart.

CLASSIC = _theme(
    "classic",
    "a wooden board",
    papers=_squares(223, 137, 94, 66, 101, 167, 136, 65, 104, 202),
    inks={"light": Look(180, 3)},
)

GREEN = _theme(
    "green",
    "tournament green and buff",
    papers=_squares(187, 29, 65, 66, 64, 167, 136, 31, 97, 202),
    inks={"light": Look(180, 3)},
)

BLUE = _theme(
    "blue",
    "cool blue, like a winter sky",
    papers=_squares(189, 67, 103, 66, 31, 168, 136, 29, 98, 202),
    inks={"light": Look(152, 6)},
)

DAYLIGHT = _theme(
    "daylight",
    "for terminals with a light background",
    papers=_squares(254, 138, 102, 66, 100, 167, 136, 65, 104, 202)
    | {"chosen": Look(25, 0), "dialog": Look(254, 7)},
    inks={
        "light": Look(250, 7),
        "dim": Look(242),
        "rim": Look(242),
        "accent": Look(25, attributes="bold"),
        "warning": Look(124, attributes="bold"),
        "good": Look(22, attributes="bold"),
        "even": Look(240, attributes="bold"),
        "bad": Look(124, attributes="bold"),
        "dialog": Look(234, 0),
        "dialog_dim": Look(240, 0),
        "dialog_strong": Look(16, 0, "bold"),
        "chosen": Look(231, 7, "bold"),
    },
)

COLOURBLIND = _theme(
    "colourblind",
    "blue and orange, colour-blind friendly",
    papers=_squares(253, 243, 103, 101, 67, 166, 136, 32, 133, 33)
    | {"chosen": Look(25, 7), "dialog": Look(236, 0), "good": Look(18, 6), "bad": Look(94, 3)},
    inks={
        "good": Look(63, attributes="bold"),
        "light": Look(250, 7),
        "black_emblem": Look(214, 3, "bold"),
        "white_emblem": Look(25, 4, "bold"),
    },
)

CONTRAST = _theme(
    "contrast",
    "black and bright, high contrast",
    men=Men.HOLLOW,
    papers=_squares(250, 16, 235, 18, 17, 52, 53, 237, 54, 19, among_8=(7, *(0,) * 9))
    | {
        "black": Look(16, 0),
        "black_rim": Look(226, 7),
        "white_rim": Look(231, 7),
        "chosen": Look(21, 7),
        "dialog": Look(16, 0),
    },
    inks={
        "light": Look(250, 7),
        "number": Look(250, 7),
        "label": Look(250, 7),
        "mark": Look(231, 7, "bold"),
        "focus": Look(33, 1, "bold"),
        "focus_white": Look(33, 1, "bold"),
        "black": Look(16, 0),
        "black_rim": Look(226, 7, "bold"),
        "black_emblem": Look(226, 3, "bold"),
        "white_rim": Look(231, 7, "bold"),
        "white_emblem": Look(16, 0, "bold"),
        "dialog_dim": Look(255, 7),
        "dim": Look(),
        "rim": Look(),
    },
)

_REVERSED = Look(attributes="reverse")
_REVERSED_PAPERS = ("white", "white_rim", "chosen", "good", "even", "bad")
_BOLD_INKS = (
    *("strong", "key", "accent", "warning", "good", "even", "bad", "mark", "focus", "focus_white"),
    *("black_emblem", "dialog_strong"),
)

MONO = Theme(
    "mono",
    "no colour at all",
    papers=dict.fromkeys(CLASSIC.papers, Look()) | dict.fromkeys(_REVERSED_PAPERS, _REVERSED),
    inks=dict.fromkeys(CLASSIC.inks, Look())
    | {"light": Look(attributes="dim")}  # a pattern; text that terminals make faint is hard to read
    | dict.fromkeys(_BOLD_INKS, Look(attributes="bold")),
    men=Men.LETTERS,
)

THEMES = {
    theme.name: theme for theme in (CLASSIC, GREEN, BLUE, DAYLIGHT, COLOURBLIND, CONTRAST, MONO)
}


def get_theme(name: str | None, colour: bool = True) -> Theme:
    """The theme of that name; classic if there is none; always mono where colour is off."""
    return THEMES.get(name or "", CLASSIC) if colour else MONO
