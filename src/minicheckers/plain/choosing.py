"""Which move a line means: its notation, or its number in the list."""

import re

from ..messages import quoted
from ..rules.notation import Move
from ..rules.position import Position


def chosen_move(position: Position, line: str) -> Move:
    """The legal move that a line means; ValueError with a sentence if it means none."""
    if not re.fullmatch(r"[0-9]+", line, re.ASCII):
        return position.find(line)
    legal = position.legal_moves()
    if not 1 <= (number := int(line[:9])) <= len(legal):
        raise ValueError(f"there is no move number {quoted(line)}; there are 1 to {len(legal)}")
    return legal[number - 1]
