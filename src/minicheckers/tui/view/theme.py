"""Themes: what the roles of inks and papers look like.

A look is a colour of the 256, one of the first 8 for terminals that have no more, and attributes
for those that have none. The colour DEFAULT is the terminal's own: the ground is never painted.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

DEFAULT = -1


class Look(NamedTuple):
    """A colour among 256, the one among 8, and attributes such as ``bold reverse``."""

    colour: int = DEFAULT
    basic: int = DEFAULT
    attributes: str = ""


@dataclass(frozen=True)
class Theme:
    """A look for every role.

    In a ``hollow`` theme Black's pieces are rings and White's are full, so that no colour is
    needed to tell them apart; ``shaded`` fills the squares that are not played on with a pattern.
    """

    name: str
    summary: str
    papers: dict[str, Look] = field(repr=False)
    inks: dict[str, Look] = field(repr=False)
    hollow: bool = False
    shaded: bool = False

    def ink(self, role: str) -> Look:
        """The look of a character."""
        return self.inks[role]

    def paper(self, role: str) -> Look:
        """The look of what is behind a character."""
        return self.papers[role]


def _inks(**own: Look) -> dict[str, Look]:
    """The inks of a theme: those for text on the terminal's own ground, and its own."""
    return {
        "text": Look(),
        "dim": Look(attributes="dim"),
        "strong": Look(attributes="bold"),
        "accent": Look(32, 6, "bold"),
        "warning": Look(166, 3, "bold"),
        "good": Look(35, 2, "bold"),
        "key": Look(attributes="bold"),
        "rim": Look(attributes="dim"),
        "chosen": Look(231, 7, "bold"),
        "dialog": Look(255, 7),
        "dialog_dim": Look(250, 7),
        "dialog_strong": Look(231, 7, "bold"),
    } | own


CLASSIC = Theme(
    "classic",
    "a wooden board",
    papers={
        "ground": Look(),
        "light": Look(223, 3),
        "dark": Look(137, 2),
        "alternate": Look(180, 3),
        "last": Look(109, 6),
        "movable": Look(143, 2),
        "capture": Look(167, 1),
        "picked": Look(221, 3),
        "target": Look(108, 6),
        "hint": Look(104, 4),
        "focus": Look(215, 3),
        "black": Look(235, 0),
        "black_rim": Look(239, 0),
        "white": Look(255, 7),
        "white_rim": Look(250, 7),
        "chosen": Look(24, 4),
        "dialog": Look(237, 4),
    },
    inks=_inks(
        light=Look(180, 3),
        number=Look(234, 0),
        mark=Look(232, 0, "bold"),
        focus=Look(52, 1, "bold"),
        black=Look(235, 0),
        black_rim=Look(239, 0),
        black_emblem=Look(221, 3, "bold"),
        white=Look(255, 7, "bold"),
        white_rim=Look(250, 7, "bold"),
        white_emblem=Look(94, 1, "bold"),
    ),
)

CONTRAST = Theme(
    "contrast",
    "black and bright, for weak eyes and poor screens",
    hollow=True,
    papers={
        "ground": Look(),
        "light": Look(250, 7),
        "dark": Look(16, 0),
        "alternate": Look(236, 0),
        "last": Look(18, 4),
        "movable": Look(58, 0),
        "capture": Look(88, 1),
        "picked": Look(21, 4),
        "target": Look(22, 2),
        "hint": Look(53, 5),
        "focus": Look(24, 4),
        "black": Look(16, 0),
        "black_rim": Look(226, 3),
        "white": Look(231, 7),
        "white_rim": Look(231, 7),
        "chosen": Look(21, 4),
        "dialog": Look(16, 0),
    },
    inks=_inks(
        light=Look(250, 7),
        number=Look(250, 7),
        mark=Look(231, 7, "bold"),
        focus=Look(51, 6, "bold"),
        black=Look(16, 0),
        black_rim=Look(226, 3, "bold"),
        black_emblem=Look(226, 3, "bold"),
        white=Look(231, 7, "bold"),
        white_rim=Look(231, 7, "bold"),
        white_emblem=Look(16, 0, "bold"),
        dialog_dim=Look(255, 7),
    ),
)

COLOURBLIND = Theme(
    "colourblind",
    "blue and orange, told apart by every eye",
    papers={
        "ground": Look(),
        "light": Look(253, 7),
        "dark": Look(246, 6),
        "alternate": Look(249, 2),
        "last": Look(187, 3),
        "movable": Look(152, 6),
        "capture": Look(208, 3),
        "picked": Look(222, 3),
        "target": Look(74, 4),
        "hint": Look(176, 5),
        "focus": Look(229, 3),
        "black": Look(233, 0),
        "black_rim": Look(238, 0),
        "white": Look(231, 7),
        "white_rim": Look(254, 7),
        "chosen": Look(25, 4),
        "dialog": Look(236, 4),
    },
    inks=_inks(
        accent=Look(32, 4, "bold"),
        good=Look(32, 4, "bold"),
        warning=Look(172, 3, "bold"),
        light=Look(250, 7),
        number=Look(238, 0),
        mark=Look(232, 0, "bold"),
        focus=Look(17, 4, "bold"),
        black=Look(233, 0),
        black_rim=Look(238, 0),
        black_emblem=Look(214, 3, "bold"),
        white=Look(231, 7, "bold"),
        white_rim=Look(254, 7, "bold"),
        white_emblem=Look(25, 4, "bold"),
    ),
)

_REVERSE = Look(attributes="reverse")

MONO = Theme(
    "mono",
    "no colour at all",
    hollow=True,
    shaded=True,
    papers={
        "ground": Look(),
        "light": Look(),
        "dark": Look(),
        "alternate": Look(),
        "last": Look(),
        "movable": Look(),
        "capture": Look(),
        "picked": Look(),
        "target": Look(),
        "hint": Look(),
        "focus": Look(),
        "black": Look(),
        "black_rim": Look(),
        "white": _REVERSE,
        "white_rim": _REVERSE,
        "chosen": _REVERSE,
        "dialog": Look(),
    },
    inks=_inks(
        accent=Look(attributes="bold"),
        warning=Look(attributes="bold"),
        good=Look(attributes="bold"),
        light=Look(attributes="dim"),
        number=Look(attributes="dim"),
        mark=Look(attributes="bold"),
        focus=Look(attributes="bold"),
        black=Look(),
        black_rim=Look(),
        black_emblem=Look(attributes="bold"),
        white=Look(),
        white_rim=Look(),
        white_emblem=Look(),
        chosen=Look(),
        dialog=Look(),
        dialog_dim=Look(attributes="dim"),
        dialog_strong=Look(attributes="bold"),
    ),
)

THEMES = {theme.name: theme for theme in (CLASSIC, CONTRAST, COLOURBLIND, MONO)}


def get_theme(name: str | None, colour: bool = True) -> Theme:
    """The theme of that name; classic if there is none; always mono where colour is off."""
    return THEMES.get(name or "", CLASSIC) if colour else MONO
