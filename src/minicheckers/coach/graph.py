"""A graph of values over a game, drawn with letters."""

from collections.abc import Sequence

#: What stands for a value, and for the line at nought, with Unicode and without.
MARKS = {False: ("\N{BLACK SQUARE}", "\N{MIDDLE DOT}"), True: ("#", ".")}


def graph(values: Sequence[int], *, top: int, height: int, width: int, ascii: bool) -> list[str]:
    """The values as columns of a text, positive ones up, from `top` down to minus `top`.

    Every column is one value; if there are more than `width`, each column shows the value of the
    group of neighbours it stands for that is furthest from nought. `height` is the number of rows
    above nought, and as many are below it. A value that is not 0 never looks like 0.
    """
    mark, axis = MARKS[ascii]
    columns = [_level(value, top, height) for value in _condensed(values, width)]
    return [
        "".join(_cell(row, level, mark, axis) for level in columns).rstrip()
        for row in range(height, -height - 1, -1)
    ]


def _cell(row: int, level: int, mark: str, axis: str) -> str:
    if row == 0:
        return mark if level == 0 else axis
    return mark if (0 < row <= level or level <= row < 0) else " "


def _level(value: int, top: int, height: int) -> int:
    rows = -(-abs(value) * height // top)  # rounded up
    return min(height, rows) * (1 if value > 0 else -1)


def _condensed(values: Sequence[int], width: int) -> list[int]:
    group = max(1, -(-len(values) // width))
    return [max(values[n : n + group], key=abs) for n in range(0, len(values), group)]
