"""Puzzles that were long in the finding: their names, shipped as text, one a line.

`tools/puzzle_lists.py` makes the lists anew. A name is all that is kept; whoever opens a puzzle
proves it again.
"""

from functools import cache
from importlib import resources

from ..rules.variant import ENGLISH, TOWERS, Variant

#: The games whose puzzles are listed.
LISTS = {ENGLISH: "english.puzzles", TOWERS: "towers.puzzles"}


@cache
def listed_names(variant: Variant) -> tuple[str, ...]:
    """The names of a game's listed puzzles, () for a game without a list."""
    if variant not in LISTS:
        return ()
    text = resources.files(__package__).joinpath(LISTS[variant]).read_text(encoding="ascii")
    return tuple(text.split())
