"""The panel beside the board: the players, the move list, and the computer's thoughts."""

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from ...game.clock import minutes
from ...game.player import PERSON
from ...game.presentation import presentation
from ...game.session import Session
from ...game.timeline import Timeline
from ...messages import counted
from ...rules.notation import Move, Piece, Spelling
from ...rules.variant import COLOURS, Colour
from ..frame import Frame, Rect, shortened
from ..glyphs import UNICODE
from ..state import AppState

if TYPE_CHECKING:
    from ..screens.board import BoardScreen

#: A screen this wide has room for the sides' names beside the status.
_WORDED = 48
_PAIRS = 22
_COLUMN_GAP = 3
#: The columns for a move's number.
_NUMBER = 5
SCROLL_STEP = 5
#: A panel this high has two lines for each side.
_ROOMY = 18
#: At least this many lines of moves are shown below whatever else is in the panel.
LEAST_MOVE_LINES = 3
#: A status line needs at least this many columns.
_LEAST_STATUS = 12
#: With this many seconds left, the clock is shown as running out.
SHORT_OF_TIME = 20.0


# Words


def who(session: Session, colour: Colour) -> str:
    """Who plays a colour, in a word or two."""
    player = session.player(colour)
    if not player.is_person or player.person is not None:
        return str(player)
    mine = session.person is colour or session.player(colour.other).person is not None
    return "you" if mine else str(colour)


def opponents(session: Session) -> str:
    """Who plays whom."""
    if session.black == session.white == PERSON:
        return "two players"
    black, white = (who(session, colour) for colour in COLOURS)
    return f"{black} (black) against {white} (white)"


def move_words(line: Timeline) -> str:
    """Which move is on the board, numbered as in the move list, and who played it."""
    last = line.last_move
    if last is None:
        return f"The start ({counted(line.number_of(len(line.moves)), 'move')})"
    colour = line.position.turn.other
    number, total = line.number_of(line.ply), line.number_of(len(line.moves))
    return f"Move {number} of {total}, {colour}: {last}"


# Players


class Side(NamedTuple):
    """What the panel says about one side; ``hurried`` means there is little time left."""

    colour: Colour
    name: str
    time: str
    to_move: bool = False
    hurried: bool = False


def side_of(session: Session, colour: Colour, name: str, running: float) -> Side:
    """One side of a game, with the seconds it has spent on this turn."""
    to_move = session.position.turn is colour and session.outcome is None
    used = running if to_move else 0.0
    if session.clock is None:
        return Side(colour, name, minutes(session.elapsed[colour.side] + used), to_move)
    left = max(0.0, session.clock.of(colour) - used)
    return Side(colour, name, minutes(math.ceil(left)), to_move, left < SHORT_OF_TIME)


def is_roomy(area: Rect) -> bool:
    """Whether a panel has two lines for each side, and puts both sides' moves on one line."""
    return area.height >= _ROOMY and area.width >= _PAIRS


def draw_sides(frame: Frame, area: Rect, app: AppState, screen: "BoardScreen") -> int:
    """Draw the players and their captures; return the lines taken, including a blank one.

    If there is room, the captured pieces get a line of their own.
    """
    roomy = is_roomy(area)
    lines = 2 if roomy else 1
    for number, side in enumerate(screen.seated(app)):
        place = Rect(area.left, area.top + number * lines, area.width, lines)
        _draw_side(frame, place, app, screen, side)
        if roomy:
            _draw_captured(frame, place, app, screen, side)
    return 2 * lines + 1


def _draw_side(frame: Frame, area: Rect, app: AppState, screen: "BoardScreen", side: Side) -> None:
    """Draw whose turn it is, who plays, how many pieces they have, and their time."""
    position, colour = screen.position, side.colour
    pieces = position.count(colour)
    numbers = f"{pieces} {side.time}" if screen.has_clock else str(pieces)
    if area.height == 1 and not screen.has_clock:
        numbers = (
            f"{pieces} +{screen.timeline.start.count(colour.other) - position.count(colour.other)}"
        )
    elif area.height > 1:
        kings = position.kings(colour)
        emblem = presentation(screen.variant).emblem
        extra = f" ({kings}{app.glyphs.small_piece(Piece(colour, True), emblem)})"
        numbers = f"{pieces}{extra if kings else ''}  {side.time}".rstrip()
    pointer = app.glyphs.pointer if side.to_move else " "
    room = max(1, area.width - 5 - len(numbers))
    name = shortened(side.name, room)
    if app.theme.colourless and name != colour:
        name = shortened(f"{side.name} ({colour})", room)
    ink = "warning" if side.hurried else "strong" if side.to_move else "text"
    frame.write(area, 0, f"{pointer} {_sign(app, colour)} {name}", ink)
    _draw_swatch(frame, area.left + 2, area.top, colour, app)
    if area.width > len(numbers):
        frame.put(area.left + area.width - len(numbers), area.top, numbers, ink)


def _draw_captured(
    frame: Frame, area: Rect, app: AppState, screen: "BoardScreen", side: Side
) -> None:
    """Draw the pieces a side has captured, as discs, and how far ahead it is."""
    start, position, other = screen.timeline.start, screen.position, side.colour.other
    captured = start.count(other) - position.count(other)
    lost = start.count(side.colour) - position.count(side.colour)
    left, row = area.left + 4, area.top + 1
    if captured <= 0 or area.width < 12:
        return
    shown = min(captured, area.width - 9)
    frame.put(left, row, _sign(app, other) * shown, "dim")
    if not (app.theme.colourless or app.looks.ascii):
        frame.put(left, row, UNICODE.men[1] * shown, f"{other}_rim", "dark")
    if captured > lost:
        frame.put(left + shown + 1, row, f"+{captured - lost}", "dim")


def _sign(app: AppState, colour: Colour) -> str:
    """A character for a side: a man to be coloured, or the letter shown on its men."""
    return colour.value[0] if app.theme.colourless else app.glyphs.small_piece(Piece(colour))


def _draw_swatch(frame: Frame, column: int, row: int, colour: Colour, app: AppState) -> None:
    """Draw a man of a colour as on the board, whatever the terminal's own background is."""
    if app.theme.colourless or app.looks.ascii:
        return  # a shape, a letter or a word tells the sides apart instead
    if column < frame.width:
        frame.put(column, row, UNICODE.men[1], f"{colour}_rim", "dark")


def _summary(app: AppState, screen: "BoardScreen") -> str:
    """Both sides in a few characters: their pieces, and their captures or their time."""
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
    return " ".join(parts)


def summary_width(app: AppState, screen: "BoardScreen") -> int:
    """The columns both sides take on a line, including a blank before them."""
    return len(_summary(app, screen)) + 1


def draw_summary(frame: Frame, line: Rect, app: AppState, screen: "BoardScreen") -> Rect:
    """Write both sides in a few characters at the end of a line; return the rest of the line.

    This is for screens without a panel; without colours the sides are named.
    """
    text = _summary(app, screen)
    if line.width - len(text) < (0 if screen.has_clock else _LEAST_STATUS):
        return line
    left = line.left + line.width - len(text)
    frame.put(left, line.top, text, "strong")
    _draw_swatch(frame, left, line.top, Colour.BLACK, app)
    _draw_swatch(frame, left + text.rindex(" ") + 1, line.top, Colour.WHITE, app)
    return line._replace(width=max(0, line.width - len(text) - 1))


# Moves


class MoveText(NamedTuple):
    """A move in the list: its column, its text and its ink."""

    column: int
    text: str
    ink: str = "text"
    current: bool = False


#: What is written after moves, by ply: a few signs each, and an ink.
Remarks = Mapping[int, tuple[str, str]]


def draw_moves(
    frame: Frame,
    area: Rect,
    line: Timeline,
    scroll: int,
    app: AppState,
    *,
    whole: bool = False,
    remarks: Remarks | None = None,
) -> None:
    """Draw the end of the move list, or scroll it back; moves in pairs get a heading.

    With ``whole``, list all the moves and keep the one on the board in view.
    """
    if area.height < 1 or not line.moves:
        return
    paired = area.width >= _PAIRS
    widest = max(10, (area.width - _NUMBER) // 2) if paired else area.width - _NUMBER + 1
    texts = _move_texts(line, app.spelling, whole, remarks or {}, widest - 1)
    left = min(widest, max(10, *(len(text) + 3 for text, _ in texts)))
    lines = list(_move_lines(line, texts, paired, left))
    width = max(last.column + len(last.text) for *_, last in lines) + _COLUMN_GAP
    if paired and area.height > LEAST_MOVE_LINES:
        area = _draw_heading(frame, area, line, left, app)
    columns = max(1, (area.width + _COLUMN_GAP) // width)
    hidden = max(0, len(lines) - columns * area.height)
    first = max(0, hidden - scroll)
    if whole:
        here = next((n for n, words in enumerate(lines) if any(w.current for w in words)), 0)
        first = min(max(0, here - area.height // 2), hidden)
    for number, words in enumerate(lines[first : first + columns * area.height]):
        column, row = divmod(number, area.height)
        part = Rect(area.left + column * width, area.top, area.width - column * width, area.height)
        for word in words:
            room = part._replace(left=part.left + word.column, width=part.width - word.column)
            ink = "strong" if word.current and word.ink == "text" else word.ink
            frame.write(room, row, word.text, ink)
            if word.current and whole and word.column:
                frame.put(room.left - 1, part.top + row, app.glyphs.pointer, "strong")
    edge = area.left + area.width - 1
    frame.arrows(edge, area, app.glyphs.more, first > 0, first < hidden, "dim")


def _draw_heading(frame: Frame, area: Rect, line: Timeline, left: int, app: AppState) -> Rect:
    """Draw the sides above their moves; return the rest of the area."""
    first = line.start.variant.first
    for column, colour in ((_NUMBER, first), (_NUMBER + left, first.other)):
        if column < area.width:
            frame.put(area.left + column, area.top, _sign(app, colour), "dim")
            _draw_swatch(frame, area.left + column, area.top, colour, app)
    return area._replace(top=area.top + 1, height=area.height - 1)


def _move_texts(
    line: Timeline, spelling: Spelling, whole: bool, remarks: Remarks, width: int
) -> list[tuple[str, str]]:
    """The moves with their annotations and inks; undone ones are in brackets.

    A chain that is too wide is cut down to its ends.
    """
    texts = []
    for ply, move in enumerate(line.moves, start=1):
        sign, ink = remarks.get(ply, ("", "text"))
        form = "{} {}" if whole or ply <= line.ply else "({} {})"
        ends = Move((move.start, move.end), move.captured) if move.captured else move
        for written in (move, ends):
            text = form.format(spelling.move(written), sign).replace(" )", ")").rstrip()
            if len(text) <= width:
                break
        texts.append((shortened(text, width), ink))
    return texts


def _move_lines(
    line: Timeline, texts: list[tuple[str, str]], paired: bool, left: int
) -> Iterator[list[MoveText]]:
    """The moves line by line after their numbers, with both sides on one line if paired."""
    words = [MoveText(0, text, ink, n == line.ply) for n, (text, ink) in enumerate(texts, start=1)]
    if line.number_of(2) > line.number_of(1):  # the second colour begins
        words.insert(0, MoveText(0, "...", "dim"))
    begin = _NUMBER if paired else _NUMBER - 1
    for number, index in enumerate(range(0, len(words), 2), start=1):
        label = MoveText(0, f"{number:{begin - 2}}.", "dim")
        first, *second = words[index : index + 2]
        whole = [label, first._replace(column=begin)]
        if paired:
            yield [*whole, *(word._replace(column=begin + left) for word in second)]
        else:
            yield from (whole, *([word._replace(column=begin)] for word in second))
