"""draw: the whole screen as a frame, from nothing but the state."""

import textwrap

from ...rules.variant import Colour
from ..bottom_lines import HELP_ROOM, bottom, message_of, placed_message
from ..dialog_layout import box_place
from ..frame import Frame, Rect, shortened
from ..layout import Layout, layout, least_size
from ..menu_layout import LEAST_SIZE, menu_layout
from ..menu_rows import current_row
from ..state import AppState, Dialog, GameScreen, Help, Picker, Prompt, Sheet
from ..update.bindings import shown_keys
from ..update.keymaps import KEYMAPS, keymap
from ..update.overlay import completions
from ..update.situations import situation_below
from .board import Brush, draw_board
from .glyphs import ASCII, UNICODE, Glyphs
from .help_pages import draw_help
from .menu import draw_menu
from .overlay import draw_box, draw_dialog, draw_picker
from .panel import draw_panel, draw_swatch, has_room_for_search, summary
from .sheets import draw_sheet
from .status_text import players_of, status
from .study_panel import title as study_title
from .theme import get_theme
from .values import draw_bar

_PROMPTS = {
    "move": "move: ",
    "save": "save as: ",
    "film": "film as: ",
    "position": "FEN: ",
    "load": "load: ",
    "review": "review: ",
    "board": "file or FEN: ",
}


#: A line of status that is shorter says nothing.
_LEAST_STATUS = 12


def draw(state: AppState) -> Frame:
    """The frame of a state, of the size the state says."""
    frame = Frame(*state.size)
    glyphs = ASCII if state.looks.ascii else UNICODE
    game = state.board
    drawn = (
        _draw_menu(frame, state, glyphs) if game is None else _draw_game(frame, state, game, glyphs)
    )
    if not drawn:
        _draw_too_small(frame, state)
        return frame
    # What stays for long is part of what is below; what is said just now lies above all.
    for part in (_draw_message, _draw_overlay)[:: 1 if state.message is None else -1]:
        part(frame, state, glyphs)
    return frame


def _draw_overlay(frame: Frame, state: AppState, glyphs: Glyphs) -> None:
    """Draw what lies over the screen; a line to type in is part of what is below."""
    match state.overlay:
        case Dialog() as dialog:
            draw_dialog(frame, state, dialog, glyphs)
        case Picker() as picker:
            draw_picker(frame, state, picker, glyphs)
        case Help() as shown:
            frame.cursor = None
            draw_help(frame, state, shown, KEYMAPS[situation_below(state)])
        case Sheet() as sheet:
            frame.cursor = None
            draw_sheet(frame, state, sheet, glyphs)


def least_screen(state: AppState) -> tuple[int, int]:
    """The least (columns, rows) that what is shown now needs."""
    game = state.board
    if game is not None:
        return least_size(game.variant)
    return LEAST_SIZE


def _draw_too_small(frame: Frame, state: AppState) -> None:
    columns, lines = least_screen(state)
    words = f"This screen is {frame.width}x{frame.height}; at least {columns}x{lines} is needed."
    for row, line in enumerate(textwrap.wrap(words, frame.width)):
        frame.write(Rect(0, 0, frame.width, frame.height), row, line)


def _draw_menu(frame: Frame, state: AppState, glyphs: Glyphs) -> bool:
    places = menu_layout(state)
    if places is None:
        return False
    theme = get_theme(state.looks.theme, state.looks.colour)
    draw_menu(frame, state, places, glyphs, theme)
    line = bottom(state).status
    if isinstance(state.overlay, Prompt):
        _draw_prompt(frame, line, state, state.overlay)
    elif state.message is None:
        frame.write(line, 0, current_row(state).remark, "dim")
    _draw_keys(frame, state)
    return True


def _draw_game(frame: Frame, state: AppState, game: GameScreen, glyphs: Glyphs) -> bool:
    places = layout(game.variant, state.size)
    if places is None:
        return False
    theme = get_theme(state.looks.theme, state.looks.colour)
    brush = Brush(glyphs, theme, places.scale, game.variant)
    draw_board(frame, state, game, places, brush)
    if state.insight:
        draw_bar(frame, places, game, glyphs, theme)
    if places.panel is not None:
        draw_panel(frame, places.panel, state, game, glyphs)
    if places.title is not None:
        _draw_title(frame, places.title, game)
    _draw_status(frame, places, state, game, glyphs)
    _draw_keys(frame, state)
    return True


def _draw_title(frame: Frame, row: int, game: GameScreen) -> None:
    what = players_of(game) if game.study is None else study_title(game.study)
    words = f"{game.variant}: {what}"
    if len(words) > frame.width - 2:  # the panel tells the colours
        words = words.replace(" (black)", "").replace(" (white)", "")
    frame.write(Rect(1, row, frame.width - 2, 1), 0, words, "dim")


def _draw_status(
    frame: Frame, places: Layout, state: AppState, game: GameScreen, glyphs: Glyphs
) -> None:
    line = bottom(state).status
    if isinstance(state.overlay, Prompt):
        _draw_prompt(frame, line, state, state.overlay)
        return
    if message_of(state) is not None:
        return
    if places.keys is None:
        line = line._replace(width=line.width - HELP_ROOM)
    counts = summary(state, game, glyphs) if places.panel is None else ""
    timed = game.session.clock is not None
    if counts and line.width - len(counts) >= (0 if timed else _LEAST_STATUS):
        left = line.left + line.width - len(counts)
        frame.put(left, line.top, counts, "strong")
        draw_swatch(frame, left, line.top, Colour.BLACK, state)
        draw_swatch(frame, left + counts.rindex(" ") + 1, line.top, Colour.WHITE, state)
        line = line._replace(width=max(0, line.width - len(counts) - 1))
    detailed = places.panel is None or not has_room_for_search(places.panel)
    frame.write(line, 0, *status(state, game, detailed, line.width))


def _draw_message(frame: Frame, state: AppState, glyphs: Glyphs) -> None:
    """What is said now, on the lines at the bottom or, if it is long, in a box."""
    message = placed_message(state)
    if message is None:
        return
    left = bottom(state).status.left
    for row, text in message.lines:
        frame.put(left, row, text, message.ink)
    if message.box:
        width = max(map(len, message.box)) + 4
        area = box_place(state, width, min(len(message.box) + 2, frame.height))
        inside = draw_box(frame, area, glyphs)
        for number, text in enumerate(message.box):
            frame.write(inside, number, text, "dialog_strong", "dialog")


def _draw_prompt(frame: Frame, line: Rect, state: AppState, prompt: Prompt) -> None:
    words = _PROMPTS[prompt.purpose]
    room = max(1, line.width - len(words) - 1)
    typed = prompt.text[-room:]
    frame.write(line, 0, words + typed, "accent")
    end = len(words) + len(typed)
    frame.cursor = (line.left + min(end, line.width - 1), line.top)
    rest = line.width - end - 2
    game = state.board
    if prompt.purpose == "move" and game is not None and rest > 0:
        text = " ".join(completions(game, prompt.text)) or "no legal move begins like that"
        frame.put(line.left + end + 2, line.top, shortened(text, rest), "dim")


def _draw_keys(frame: Frame, state: AppState) -> None:
    """The most important keys, as many as fit; help and quit always."""
    shown = shown_keys(keymap(state), state)
    for word in shown.words:
        frame.put(word.column, shown.row, word.key, "key")
        frame.put(word.column + len(word.key) + 1, shown.row, word.word, "dim")
