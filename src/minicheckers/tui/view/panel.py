"""Drawing the panel: the players, the move list, and what the computer thinks."""

import textwrap

from ...game.presentation import presentation
from ...rules.notation import Piece
from ...rules.variant import COLOURS, Colour
from ..dialog_layout import dialog_box
from ..frame import Frame, Rect, shortened
from ..state import AppState, Dialog, GameScreen
from ..studies import Sparring
from .glyphs import UNICODE, Glyphs
from .status_text import is_short_of_time, name_in, search_lines, shown_time, thinker
from .study_panel import draw_study
from .theme import get_theme
from .values import draw_values, lines_needed, shown_analysis

#: A panel as wide as this has room for more than the bare numbers.
_WIDE = 28
#: A screen as wide as this has room for the names of the sides beside the status.
_WORDED = 48
_PAIRS = 22
_COLUMN_GAP = 3
#: Two players and a blank, a few moves, and what the computer thinks.
_PLAYER_LINES, _LEAST_MOVE_LINES, _SEARCH_LINES = 3, 3, 5


def draw_panel(frame: Frame, area: Rect, state: AppState, game: GameScreen, glyphs: Glyphs) -> None:
    """Draw the panel into an area."""
    top, bottom = area.top + _PLAYER_LINES, area.top + area.height
    if game.study is None or isinstance(game.study, Sparring):
        for line, colour in enumerate(_seating(game)):
            _draw_player(frame, area, line, state, game, colour, glyphs)
    else:
        top = area.top + draw_study(frame, area, state, game, glyphs.ascii) + 1
    analysis = shown_analysis(state)
    if isinstance(state.overlay, Dialog):
        box = dialog_box(state, state.overlay).area
        bottom = box.top - 1 if box.left >= area.left else bottom
    elif analysis is not None and bottom - top > _LEAST_MOVE_LINES:
        needed = lines_needed(analysis, area.width)
        height = min(needed, bottom - top - 1 - _LEAST_MOVE_LINES)
        bottom -= draw_values(frame, Rect(area.left, bottom - height, area.width, height), analysis)
        bottom -= 1
    elif has_room_for_search(area) and (game.last_search or state.thinking):
        bottom -= _SEARCH_LINES
        _draw_search(frame, Rect(area.left, bottom, area.width, _SEARCH_LINES), state, game)
        bottom -= 1
    if game.study is not None and not isinstance(game.study, Sparring):
        return
    draw_moves(frame, Rect(area.left, top, area.width, bottom - top), game, glyphs)


def has_room_for_search(area: Rect) -> bool:
    """Whether a panel can show what the computer thinks; else the status line has to."""
    least = _PLAYER_LINES + _LEAST_MOVE_LINES + 1 + _SEARCH_LINES
    return area.height >= least and area.width >= _PAIRS


def _seating(game: GameScreen) -> tuple[Colour, Colour]:
    """The colours as they sit at the board, the far one first."""
    near = Colour.BLACK if game.flipped else Colour.WHITE
    return near.other, near


def _draw_player(
    frame: Frame,
    area: Rect,
    line: int,
    state: AppState,
    game: GameScreen,
    colour: Colour,
    glyphs: Glyphs,
) -> None:
    session, position = game.session, game.position
    to_move = position.turn is colour and game.outcome is None
    captured = session.timeline.start.count(colour.other) - position.count(colour.other)
    time = shown_time(game, colour, state.now)
    pieces = position.count(colour)
    if area.width >= _WIDE:
        kings = position.kings(colour)
        emblem = presentation(game.variant).emblem
        extra = f" ({kings}{glyphs.small_piece(Piece(colour, True), emblem)})"
        numbers = f"{pieces}{extra if kings else ''}  captured {captured}  {time}"
    elif session.clock is not None:
        numbers = f"{pieces} {time}"
    else:
        numbers = f"{pieces} +{captured}"
    pointer = glyphs.pointer if to_move else " "
    disc = side_sign(state, colour, glyphs)
    name = shortened(name_in(game, colour), max(1, area.width - 5 - len(numbers)))
    ink = "strong" if to_move else "text"
    if is_short_of_time(game, colour, state.now):
        ink = "warning"
    if get_theme(state.looks.theme, state.looks.colour).colourless and name != colour:
        name = shortened(f"{name} ({colour})", max(1, area.width - 5 - len(numbers)))
    frame.write(area, line, f"{pointer} {disc} {name}", ink)
    draw_swatch(frame, area.left + 2, area.top + line, colour, state)
    if area.width > len(numbers):
        frame.put(area.left + area.width - len(numbers), area.top + line, numbers, ink)


def side_sign(state: AppState, colour: Colour, glyphs: Glyphs) -> str:
    """A character for a side: a man, to be coloured, or the letter that is on the men."""
    theme = get_theme(state.looks.theme, state.looks.colour)
    return colour.value[0] if theme.colourless else glyphs.small_piece(Piece(colour))


def draw_swatch(frame: Frame, column: int, row: int, colour: Colour, state: AppState) -> None:
    """A man of a colour as it looks on the board, whatever the terminal's own background is."""
    theme = get_theme(state.looks.theme, state.looks.colour)
    if theme.colourless or state.looks.ascii:
        return  # there a shape, a letter or a word tells the sides apart
    if column < frame.width:
        frame.put(column, row, UNICODE.men[1], f"{colour}_rim", "dark")


def draw_moves(frame: Frame, area: Rect, game: GameScreen, glyphs: Glyphs) -> None:
    """Draw the move list in as many columns as fit, its end unless it is scrolled back."""
    if area.height < 1:
        return
    lines = move_lines(game, paired=area.width >= _PAIRS)
    width = max((len(text) for text, _ in lines), default=1) + _COLUMN_GAP
    columns = max(1, (area.width + _COLUMN_GAP) // width)
    hidden = max(0, len(lines) - columns * area.height)
    first = max(0, hidden - game.scroll)
    for number, (text, current) in enumerate(lines[first : first + columns * area.height]):
        column, line = divmod(number, area.height)
        part = Rect(area.left + column * width, area.top, area.width - column * width, area.height)
        frame.write(part, line, text, "strong" if current else "text")
    edge = area.left + area.width - 1
    if first > 0:
        frame.put(edge, area.top, glyphs.more[0], "dim")
    if first < hidden:
        frame.put(edge, area.top + area.height - 1, glyphs.more[1], "dim")


def move_lines(game: GameScreen, paired: bool) -> list[tuple[str, bool]]:
    """The moves as lines, and whether the last is in it; those taken back in brackets."""
    line = game.session.timeline
    words = [str(move) if ply < line.ply else f"({move})" for ply, move in enumerate(line.moves)]
    # A game that the second colour begins has an empty first place.
    offset = int(line.start.turn is not game.variant.first)
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


def _draw_search(frame: Frame, area: Rect, state: AppState, game: GameScreen) -> None:
    thinking = state.thinking
    if thinking is not None:
        frame.write(area, 0, f"{thinker(thinking, game)} is thinking", "accent")
    else:
        frame.write(area, 0, "the last search", "dim")
    progress = thinking.progress if thinking is not None else game.last_search
    if progress is not None:
        ink = "text" if thinking else "dim"
        *facts, expected = search_lines(progress)
        for number, text in enumerate((*facts, *textwrap.wrap(expected, area.width)), start=1):
            frame.write(area, number, text, ink)


def summary(state: AppState, game: GameScreen, glyphs: Glyphs) -> str:
    """Both sides in a few characters, for a screen without a panel; without colours in words."""
    worded = get_theme(state.looks.theme, state.looks.colour).colourless
    start, position = game.session.timeline.start, game.position
    parts = []
    for colour in COLOURS:
        disc = side_sign(state, colour, glyphs)
        if worded and state.size[0] >= _WORDED:
            disc = f"{colour} "
        captured = start.count(colour.other) - position.count(colour.other)
        numbers = f"{position.count(colour)}+{captured}"
        if game.session.clock is not None:
            numbers = f"{position.count(colour)}:{shown_time(game, colour, state.now)}"
        parts.append(f"{disc}{numbers}")
    return " ".join(parts)
