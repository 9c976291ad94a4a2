"""Every role of a theme can be seen: contrast as WCAG measures it, and no two squares alike."""

from itertools import combinations

import pytest

from minicheckers.tui.svg import hex_colour
from minicheckers.tui.view.theme import THEMES, Theme

SQUARES = [
    "light",
    "dark",
    "alternate",
    "last",
    "movable",
    "capture",
    "picked",
    "target",
    "hint",
    "focus",
]
PLAYED = SQUARES[1:]
#: An ink, the papers it stands on, and the least contrast between them.
PAIRS = (
    *((ink, tuple(PLAYED), 3.0) for ink in ("number", "focus", "mark")),
    *((ink, ("dialog",), 4.5) for ink in ("dialog", "dialog_dim", "dialog_strong")),
    ("chosen", ("chosen",), 4.5),
    ("black_emblem", ("black",), 3.0),
    ("white_emblem", ("white",), 3.0),
)
COLOURED = [theme for theme in THEMES.values() if theme.name != "mono"]


def luminance(colour: int) -> float:
    code = hex_colour(colour)
    parts = [int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: int, other: int) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_every_ink_is_seen_on_its_papers(theme: Theme) -> None:
    poor = []
    for ink, papers, least in PAIRS:
        for paper in papers:
            measured = contrast(theme.ink(ink).colour, theme.paper(paper).colour)
            print(f"{theme.name:12} {ink:14} on {paper:10} {measured:5.2f}")
            if measured < least:
                poor.append((ink, paper, round(measured, 2)))
    assert not poor


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_no_two_kinds_of_square_look_the_same_in_256_colours(theme: Theme) -> None:
    alike = [
        pair
        for pair in combinations(SQUARES, 2)
        if theme.paper(pair[0]).colour == theme.paper(pair[1]).colour
    ]
    assert not alike
