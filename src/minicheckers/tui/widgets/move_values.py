"""Drawing the coach's values: each move's on its target and in the panel, and the score bar."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ...coach.wording import short, signed
from ...engine.score import Score, Unit, is_decided
from ...rules.notation import Move, Spelling
from ..frame import Frame, Rect
from ..layout import Layout
from ..state import AppState

if TYPE_CHECKING:
    from ...coach.analysis import Analysis
    from ..screens.board import BoardScreen
    from .board import Brush

#: If the score is closer to zero than this, in hundredths of a man, the game is even.
EVEN = 50
#: A side this many hundredths of a man ahead is a ten-to-one favourite.
_TEN_TO_ONE = 400
_MOST_PIECES = 6
_COLUMN_GAP = 2
#: The columns of the pointer at the best moves.
_POINTER = 2
#: The characters a value takes in a narrow panel.
_SHORT = 5


def tone(value: Score) -> str:
    """The role of a value: good, even or bad for the side to move."""
    even = 0 if value.is_exact or is_decided(value) else EVEN
    return "good" if value > even else "bad" if value < -even else "even"


def square_values(screen: "BoardScreen") -> dict[int, Score]:
    """The values by next square: for the picked-up piece's moves, or for all moves.

    If several moves lead to the same square, it shows the best of them.
    """
    analysis = screen.shown_analysis()
    if analysis is None:
        return {}
    goals = [(move.end, move) for move in analysis.moves if not move.is_pass]
    if screen.board.picked:
        landings = screen.board.entered(screen.position).landings
        goals = [(square, move) for square, moves in landings.items() for move in moves]
    values: dict[int, Score] = {}
    for square, move in goals:
        if move in analysis.moves:
            value = analysis.moves[move]
            values[square] = max(value, values.get(square, value))
    return values


def draw_value(frame: Frame, corner: tuple[int, int], brush: "Brush", value: Score) -> None:
    """Write a value at the bottom of a square."""
    width, scale = brush.width, brush.scale
    # Where every square is in play, a blank keeps a value from the one beside it.
    apart = scale > 1 and not brush.variant.diagonal
    text = short(value, value.is_exact, width - apart)
    if scale == 1:  # a digit of the square's number beside it would look like part of it
        text = text.center(width)
    left = corner[0] + (width - len(text)) // 2
    role = tone(value)
    frame.put(left, corner[1] + scale - 1, text, f"value_{role}", role)


def value_lines(analysis: "Analysis", width: int, app: AppState) -> list[list[tuple[str, str]]]:
    """The moves with their values, best first, in as many columns as fit, each with its ink.

    The best ones stand out: they have a pointer and strong ink.
    """
    spelling, best = app.spelling, analysis.best
    texts = [
        (
            f"{app.glyphs.pointer if move in best else ' '} "
            + _value_text(move, value, analysis.exact, width - _POINTER, spelling),
            "good" if move in best else "text",
        )
        for move, value in analysis.moves.items()
    ]
    widest = max((len(text) for text, _ in texts), default=1)
    columns = max(1, (width + _COLUMN_GAP) // (widest + _COLUMN_GAP))
    rows = -(-len(texts) // columns)
    lines = [texts[row::rows] for row in range(rows)]
    return [[(text.ljust(widest + _COLUMN_GAP), ink) for text, ink in line] for line in lines]


def _value_text(move: Move, value: Score, exact: bool, width: int, spelling: Spelling) -> str:
    """A move with its value; only the ends of a chain if the whole does not fit."""
    text = f"{spelling.move(move)} {signed(value, exact)}"
    if len(text) <= width:
        return text
    ends = replace(move, path=(move.start, move.end))
    return f"{spelling.move(ends)} {short(value, exact, _SHORT)}"


def heading(analysis: "Analysis", width: int) -> str:
    """The heading, which says whether the values are exact or estimates."""
    kind = "exact" if analysis.exact else "opinion"
    told = kind if analysis.exact else f"{kind}, depth {analysis.depth}"
    return next((words for words in (f"values ({told})", told) if len(words) <= width), kind)


def draw_values(frame: Frame, area: Rect, analysis: "Analysis", app: AppState) -> int:
    """List the moves with their values in an area; return the number of lines taken."""
    frame.write(area, 0, heading(analysis, area.width), "dim")
    lines = value_lines(analysis, area.width, app)
    shown = lines if len(lines) < area.height else lines[: max(0, area.height - 2)]
    for number, line in enumerate(shown, start=1):
        column = area.left
        for text, ink in line:
            text = text[: area.left + area.width - column].rstrip()
            frame.put(column, area.top + number, text, ink)
            column += max(len(text), len(line[0][0]))
    hidden = len(analysis.moves) - sum(map(len, shown))
    if hidden and area.height > 1:
        frame.write(area, len(shown) + 1, f".. {hidden} more", "dim")
    return min(area.height, len(shown) + 1 + bool(hidden))


def lines_needed(analysis: "Analysis", width: int, app: AppState) -> int:
    """How many lines it takes to list all the moves."""
    return len(value_lines(analysis, width, app)) + 1


def draw_bar(frame: Frame, places: Layout, balance: Score, flipped: bool, app: AppState) -> None:
    """Draw a bar beside the board: the more of it is White's, the better for White."""
    column = places.board.left + places.board.width
    if column >= frame.width:
        return
    height = places.board.height
    black = round(height * black_share(balance))
    for line in range(height):
        from_black = height - 1 - line if flipped else line
        colour = "black" if from_black < black else "white"
        if app.looks.ascii or app.theme.colourless:
            frame.put(column, places.board.top + line, colour[0], "text", "ground")
        else:
            frame.put(column, places.board.top + line, " ", "text", colour)


def black_share(value: Score) -> float:
    """Black's share of the bar, given the score from Black's point of view."""
    if value.unit is Unit.PIECES:
        return 0.5 + value / (2 * _MOST_PIECES)
    if is_decided(value):
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + 10 ** (-value / _TEN_TO_ONE))
