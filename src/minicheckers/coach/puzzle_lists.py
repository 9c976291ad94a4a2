"""Puzzles that were long in the finding: their names, shipped as text, one a line.

`tools/puzzle_lists.py` makes the lists anew. A name is all that is kept; whoever opens a puzzle
proves it again.
"""

from functools import cache
from importlib import resources

from ..rules.variant import Variant


@cache
def listed_names(variant: Variant) -> tuple[str, ...]:
    """The names of a game's listed puzzles, () for a game without a list."""
    file = resources.files(__package__).joinpath(f"{variant.name}.puzzles")
    return tuple(file.read_text(encoding="ascii").split()) if file.is_file() else ()
