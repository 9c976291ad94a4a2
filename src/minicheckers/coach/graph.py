"""A graph of values over a game, drawn with letters."""

from collections.abc import Sequence

#: What stands for a value, and for the line at nought, with Unicode and without.
MARKS = {False: ("\N{FULL BLOCK}", "\N{MIDDLE DOT}"), True: ("#", ".")}


def graph(levels: Sequence[int], *, height: int, width: int, ascii: bool) -> list[str]:
    """Levels as columns of a text, positive ones up: `height` rows above nought and as many below.

    Every column is one level; if there are more than `width`, each column shows the level of the
    group of neighbours it stands for that is furthest from nought. What is beyond the height ends
    there.
    """
    mark, axis = MARKS[ascii]
    columns = [max(-height, min(height, level)) for level in _condensed(levels, width)]
    return [
        "".join(_cell(row, level, mark, axis) for level in columns).rstrip()
        for row in range(height, -height - 1, -1)
    ]


def _cell(row: int, level: int, mark: str, axis: str) -> str:
    if row == 0:
        return mark if level == 0 else axis
    return mark if (0 < row <= level or level <= row < 0) else " "


def _condensed(levels: Sequence[int], width: int) -> list[int]:
    group = max(1, -(-len(levels) // width))
    return [max(levels[n : n + group], key=abs) for n in range(0, len(levels), group)]
