"""The start menu as plain data: its rows, and where they are on the screen."""

from typing import NamedTuple

from ..game.session import Session
from ..messages import counted
from ..players.levels import BESIDE_THE_LADDER, LEVELS
from ..rules.position import Position
from ..rules.variant import VARIANTS, Variant
from .frame import Rect
from .state import AppState
from .view.status_text import opponents
from .view.theme import get_theme

#: The choice of two people at one keyboard, among the levels.
FRIEND = "a friend"

_FIRST = {"you": "you", "ai": "the computer", "random": "by chance"}

WIDTH = 38
_GAP = 4
#: Title, the most rows, and a line below.
LEAST_SIZE = (WIDTH, 9)


class Row(NamedTuple):
    """A row: its name, the words in front, the choice, and a sentence about the choice."""

    name: str
    title: str
    value: str = ""
    remark: str = ""


def chosen_variant(state: AppState) -> Variant:
    """The game that is chosen in the menu."""
    menu = state.menu
    game = VARIANTS[menu.variant]
    return game.of_size(menu.size if menu.size in game.sizes else None)


def rows(state: AppState) -> tuple[Row, ...]:
    """The rows that matter for the choices so far, from top to bottom."""
    menu = state.menu
    found = []
    if state.unfinished is not None:
        found.append(Row("continue", "Continue", "", _described(state.unfinished)))
    found.append(Row("game", "Game", menu.variant, chosen_variant(state).summary))
    variant = chosen_variant(state)
    if variant.sizes:
        found.append(Row("size", "Board", f"{variant.size} x {variant.size}"))
    found.append(Row("opponent", "Opponent", menu.level, _opponent(menu.level)))
    if menu.level != FRIEND:
        found.append(Row("first", "First move", _FIRST.get(menu.first, menu.first)))
    theme = get_theme(state.looks.theme, state.looks.colour)
    found.append(Row("theme", "Theme", theme.name, theme.summary))
    found.append(Row("start", "Start"))
    return tuple(found)


def current_row(state: AppState) -> Row:
    """The row the person is on."""
    found = rows(state)
    return next((row for row in found if row.name == state.menu.row), found[0])


def _described(session: Session) -> str:
    moves = len(session.timeline.played)
    plies = counted(moves, "move")
    return f"{session.variant}, {opponents(session)}, {plies} so far"


def _opponent(level: str) -> str:
    if level == FRIEND:
        return "two people at one keyboard"
    if level in LEVELS:
        return LEVELS[level].summary
    return BESIDE_THE_LADDER.get(level, "a strategy of another name")


def record_line(state: AppState) -> str:
    """How the person has done in the chosen game against the chosen level, in a few words."""
    menu = state.menu
    if menu.level == FRIEND:
        return ""
    score = state.record.score(menu.variant, menu.level)
    return str(score) if score.games else "not played yet"


class MenuLayout(NamedTuple):
    """Where the menu's parts are; the preview of the board only where there is room for it."""

    area: Rect
    first_row: int
    preview: Rect | None
    scale: int


def preview_position(state: AppState) -> Position:
    """The position that the preview shows: the unfinished game's, or the start."""
    if current_row(state).name == "continue" and state.unfinished is not None:
        return state.unfinished.position
    return Position.start(chosen_variant(state))


def menu_layout(state: AppState) -> MenuLayout | None:
    """The layout of the menu, None if the screen is too small."""
    columns, lines = state.size
    found = rows(state)
    if columns < WIDTH or lines < max(LEAST_SIZE[1], len(found) + 2):
        return None
    size = preview_position(state).variant.size
    scale = min((columns - WIDTH - _GAP - 2) // (2 * size), (lines - 6) // size, 3)
    width = WIDTH + (_GAP + 2 * scale * size if scale > 0 else 0)
    left = (columns - width) // 2
    spaced = lines >= len(found) + 8
    height = max(len(found) + 2 + 2 * spaced, scale * size + 2 if scale > 0 else 0)
    top = max(0, (lines - 2 - height) // 2)
    first_row = top + 1 + spaced
    preview = None
    if scale > 0:
        middle = max(first_row, (lines - 2 - scale * size) // 2)
        preview = Rect(left + WIDTH + _GAP, middle, 2 * scale * size, scale * size)
    return MenuLayout(Rect(left, top, WIDTH, lines - top), first_row, preview, max(scale, 0))


def clicked_row(state: AppState, column: int, row: int) -> str | None:
    """The name of the row at a cell of the screen, None beside the rows."""
    places = menu_layout(state)
    if places is None or not places.area.contains(column, row):
        return None
    found = rows(state)
    index = row - places.first_row
    return found[index].name if 0 <= index < len(found) else None
