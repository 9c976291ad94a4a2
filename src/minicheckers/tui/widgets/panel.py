"""The panel beside the board: the players, the move list, and what the computer thinks."""

import math
import textwrap
from typing import TYPE_CHECKING, NamedTuple

from ...engine.decision import Progress
from ...game.presentation import presentation
from ...game.session import Session
from ...game.timeline import Timeline
from ...rules.notation import Piece
from ...rules.variant import COLOURS, Colour
from ..frame import Frame, Rect, shortened
from ..glyphs import UNICODE
from ..state import AppState

if TYPE_CHECKING:
    from ..screens.board import BoardScreen

#: A panel as wide as this has room for more than the bare numbers.
_WIDE = 28
#: A screen as wide as this has room for the names of the sides beside the status.
_WORDED = 48
_PAIRS = 22
_COLUMN_GAP = 3
SCROLL_STEP = 5
#: Two players and a blank, a few moves, and what the computer thinks.
PLAYER_LINES, LEAST_MOVE_LINES, SEARCH_LINES = 3, 3, 5
#: A line of status that is shorter says nothing.
_LEAST_STATUS = 12
#: With so many seconds left it is time to hurry.
SHORT_OF_TIME = 20.0


# Words


def who(session: Session, colour: Colour) -> str:
    """Who plays a colour, in a word or two."""
    player = session.player(colour)
    if not player.is_person:
        return str(player)
    return "you" if session.person is colour else str(colour)


def opponents(session: Session) -> str:
    """Who plays whom."""
    if session.black.is_person and session.white.is_person:
        return "two players"
    black, white = (who(session, colour) for colour in COLOURS)
    return f"{black} (black) against {white} (white)"


def large(number: int) -> str:
    """A number in few characters: 950, 12.3k, 4.5M."""
    for factor, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= factor:
            return f"{number / factor:.1f}{letter}"
    return str(number)


def minutes(seconds: float) -> str:
    """A duration as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def search_lines(progress: Progress) -> tuple[str, ...]:
    """What a search knows, the most important first."""
    lines = [f"depth {progress.depth}, score {progress.score}"]
    speed = f", {large(round(progress.nodes_per_second))}/s" if progress.nodes_per_second else ""
    lines.append(f"{large(progress.nodes)} {'node' if progress.nodes == 1 else 'nodes'}{speed}")
    lines.append("expects " + (" ".join(map(str, progress.pv)) or "nothing yet"))
    return tuple(lines)


# Players


class Side(NamedTuple):
    """What the panel says about one side; ``hurried``: there is little time left."""

    colour: Colour
    name: str
    time: str
    to_move: bool = False
    hurried: bool = False


def side_of(session: Session, colour: Colour, name: str, running: float) -> Side:
    """A side of a game, of whose turn so many seconds have gone by."""
    to_move = session.position.turn is colour and session.outcome is None
    used = running if to_move else 0.0
    if session.clock is None:
        return Side(colour, name, minutes(session.elapsed[colour.side] + used), to_move)
    left = max(0.0, session.clock.of(colour) - used)
    return Side(colour, name, minutes(math.ceil(left)), to_move, left < SHORT_OF_TIME)


def draw_side(
    frame: Frame, area: Rect, line: int, app: AppState, screen: "BoardScreen", side: Side
) -> None:
    """Draw a line about one side: whose turn it is, who plays, pieces, captures, time."""
    position, colour = screen.position, side.colour
    start = screen.timeline.start
    captured = start.count(colour.other) - position.count(colour.other)
    pieces = position.count(colour)
    numbers = f"{pieces} +{captured}"
    if area.width >= _WIDE:
        kings = position.kings(colour)
        emblem = presentation(screen.variant).emblem
        extra = f" ({kings}{app.glyphs.small_piece(Piece(colour, True), emblem)})"
        numbers = f"{pieces}{extra if kings else ''}  captured {captured}  {side.time}"
    elif screen.has_clock:
        numbers = f"{pieces} {side.time}"
    pointer = app.glyphs.pointer if side.to_move else " "
    room = max(1, area.width - 5 - len(numbers))
    name = shortened(side.name, room)
    if app.theme.colourless and name != colour:
        name = shortened(f"{side.name} ({colour})", room)
    ink = "warning" if side.hurried else "strong" if side.to_move else "text"
    frame.write(area, line, f"{pointer} {_sign(app, colour)} {name}", ink)
    _draw_swatch(frame, area.left + 2, area.top + line, colour, app)
    if area.width > len(numbers):
        frame.put(area.left + area.width - len(numbers), area.top + line, numbers, ink)


def _sign(app: AppState, colour: Colour) -> str:
    """A character for a side: a man, to be coloured, or the letter that is on the men."""
    return colour.value[0] if app.theme.colourless else app.glyphs.small_piece(Piece(colour))


def _draw_swatch(frame: Frame, column: int, row: int, colour: Colour, app: AppState) -> None:
    """A man of a colour as it looks on the board, whatever the terminal's own background is."""
    if app.theme.colourless or app.looks.ascii:
        return  # there a shape, a letter or a word tells the sides apart
    if column < frame.width:
        frame.put(column, row, UNICODE.men[1], f"{colour}_rim", "dark")


def draw_summary(frame: Frame, line: Rect, app: AppState, screen: "BoardScreen") -> Rect:
    """Write both sides in a few characters at the end of a line; what is left of the line.

    That is for screens without a panel; without colours the sides are named.
    """
    start, position = screen.timeline.start, screen.position
    parts = []
    for side in screen.sides(app):
        colour = side.colour
        sign = (
            f"{colour} " if app.theme.colourless and app.size[0] >= _WORDED else _sign(app, colour)
        )
        captured = start.count(colour.other) - position.count(colour.other)
        numbers = f":{side.time}" if screen.has_clock else f"+{captured}"
        parts.append(f"{sign}{position.count(colour)}{numbers}")
    text = " ".join(parts)
    if line.width - len(text) < (0 if screen.has_clock else _LEAST_STATUS):
        return line
    left = line.left + line.width - len(text)
    frame.put(left, line.top, text, "strong")
    _draw_swatch(frame, left, line.top, Colour.BLACK, app)
    _draw_swatch(frame, left + text.rindex(" ") + 1, line.top, Colour.WHITE, app)
    return line._replace(width=max(0, line.width - len(text) - 1))


# Moves


def draw_moves(frame: Frame, area: Rect, line: Timeline, scroll: int, app: AppState) -> None:
    """Draw the move list in as many columns as fit, its end unless it is scrolled back."""
    if area.height < 1:
        return
    lines = move_lines(line, paired=area.width >= _PAIRS)
    width = max((len(text) for text, _ in lines), default=1) + _COLUMN_GAP
    columns = max(1, (area.width + _COLUMN_GAP) // width)
    hidden = max(0, len(lines) - columns * area.height)
    first = max(0, hidden - scroll)
    for number, (text, current) in enumerate(lines[first : first + columns * area.height]):
        column, row = divmod(number, area.height)
        part = Rect(area.left + column * width, area.top, area.width - column * width, area.height)
        frame.write(part, row, text, "strong" if current else "text")
    edge = area.left + area.width - 1
    if first > 0:
        frame.put(edge, area.top, app.glyphs.more[0], "dim")
    if first < hidden:
        frame.put(edge, area.top + area.height - 1, app.glyphs.more[1], "dim")


def move_lines(line: Timeline, paired: bool) -> list[tuple[str, bool]]:
    """The moves as lines, and whether the last is in it; those taken back in brackets."""
    words = [str(move) if ply < line.ply else f"({move})" for ply, move in enumerate(line.moves)]
    # A game that the second colour begins has an empty first place.
    offset = int(line.start.turn is not line.start.variant.first)
    words = ["..."] * offset + words
    last = line.ply + offset - 1
    if not paired:
        return [
            (f"{ply // 2 + 1:2}. {word}" if ply % 2 == 0 else f"    {word}", ply == last)
            for ply, word in enumerate(words)
        ]
    width = max(10, *(len(word) + 1 for word in words[::2])) if words else 10
    return [
        (
            f"{ply // 2 + 1:3}. {words[ply]:{width}}{''.join(words[ply + 1 : ply + 2])}",
            last in (ply, ply + 1),
        )
        for ply in range(0, len(words), 2)
    ]


# The search


def has_room_for_search(area: Rect) -> bool:
    """Whether a panel can show what the computer thinks; else the status line has to."""
    return (
        area.height >= PLAYER_LINES + LEAST_MOVE_LINES + 1 + SEARCH_LINES and area.width >= _PAIRS
    )


def draw_search(frame: Frame, area: Rect, thinker: str | None, progress: Progress | None) -> None:
    """Draw what the computer thinks, or what its last search has found."""
    if thinker is not None:
        frame.write(area, 0, f"{thinker} is thinking", "accent")
    else:
        frame.write(area, 0, "the last search", "dim")
    if progress is not None:
        ink = "text" if thinker is not None else "dim"
        *facts, expected = search_lines(progress)
        for number, text in enumerate((*facts, *textwrap.wrap(expected, area.width)), start=1):
            frame.write(area, number, text, ink)
