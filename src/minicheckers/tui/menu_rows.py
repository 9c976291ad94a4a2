"""The start menu as plain data: its rows, always the same ones in the same places."""

from collections.abc import Callable
from typing import NamedTuple

from ..game.presentation import presentation
from ..game.session import Session
from ..messages import counted
from ..players.levels import EXTRA_LEVELS, LEVELS
from ..rules.position import Position
from ..rules.variant import VARIANTS, Colour, Variant
from .state import AppState
from .view.status_text import opponents
from .view.theme import get_theme

#: The choice of two people at one keyboard, among the levels.
FRIEND = "a friend"

_FIRST = {"you": "you", "ai": "the computer", "random": "by chance"}


class Row(NamedTuple):
    """A row: its name, the words in front, the choice, and a sentence about it.

    ``enter`` is what Enter does there, in a word; left and right change a row that is
    ``changeable``. Nothing can be done on a row that is not ``enabled``: the cursor passes it by.
    """

    name: str
    title: str
    value: str = ""
    remark: str = ""
    enter: str = "play"
    changeable: bool = False
    enabled: bool = True


def chosen_variant(state: AppState) -> Variant:
    """The game that is chosen in the menu."""
    menu = state.menu
    game = VARIANTS[menu.variant]
    return game.of_size(menu.size if menu.size in game.sizes else None)


# The rows


def _continue(state: AppState) -> Row:
    session = state.unfinished
    if session is None:
        return Row("continue", "Continue", "no unfinished game", enabled=False)
    moves = counted(len(session.timeline.played), "move")
    return Row(
        "continue",
        "Continue",
        f"{session.variant}, {moves}",
        _described(session),
        enter="continue",
    )


def _described(session: Session) -> str:
    moves = counted(len(session.timeline.played), "move")
    return f"{session.variant}, {opponents(session)}, {moves} so far"


def _start(state: AppState) -> Row:
    return Row("start", "Play", "", "a new game with the choices below")


def _game(state: AppState) -> Row:
    summary = presentation(chosen_variant(state)).summary
    return Row("game", "Game", state.menu.variant, summary, changeable=True)


def _size(state: AppState) -> Row:
    variant = chosen_variant(state)
    value = f"{variant.size} x {variant.size}"
    remark = f"{variant.size} rows of {variant.size} squares"
    several = len(variant.possible_sizes) > 1
    return Row("size", "Size", value, remark, changeable=several, enabled=several)


def _opponent(state: AppState) -> Row:
    level = state.menu.level
    if level == FRIEND:
        about = "two people at one keyboard"
    elif level in LEVELS:
        about = LEVELS[level].summary
    else:
        about = EXTRA_LEVELS.get(level, "a strategy of another name")
    return Row("opponent", "Opponent", level, about, changeable=True)


def _first(state: AppState) -> Row:
    first = state.menu.first
    if state.menu.level == FRIEND:
        return Row("first", "First move", str(start_position(state).turn), enabled=False)
    about = f"whoever moves first has {start_position(state).turn}"
    return Row("first", "First move", _FIRST.get(first, first), about, changeable=True)


def _time(state: AppState) -> Row:
    time = state.menu.time
    if state.menu.level == FRIEND:
        return Row("time", "Thinking", "no computer plays", enabled=False)
    value = "as the level does" if time is None else f"{time:g} s a move"
    return Row(
        "time", "Thinking", value, "how long the computer may think about a move", changeable=True
    )


def _clock(state: AppState) -> Row:
    clock = state.menu.clock
    value = "none" if clock is None else str(clock)
    remark = "as much time as you like"
    if clock is not None:
        minutes, seconds = clock.seconds / 60, clock.increment
        remark = f"{minutes:g} min a side, {seconds:g} s more a move; none left loses"
    return Row("clock", "Clock", value, remark, changeable=True)


def _board(state: AppState) -> Row:
    board = state.menu.board
    value = "the usual start" if board is None else board.name
    remark = "Enter takes a position from a file or a FEN"
    if board is not None:
        remark += "; left goes back to the usual start"
    return Row("board", "Position", value, remark, enter="type a name")


def _theme(state: AppState) -> Row:
    theme = get_theme(state.looks.theme, state.looks.colour)
    return Row("theme", "Theme", theme.name, theme.summary, changeable=True)


def _watch(state: AppState) -> Row:
    return Row("watch", "Watch", "", "the computer plays itself at that level", enter="watch")


def _load(state: AppState) -> Row:
    return Row("load", "Load", "", "look through a recorded game, or go on with it", enter="load")


def _puzzle(state: AppState) -> Row:
    return Row("puzzle", "Puzzle", "", "find the one right move", enter="solve")


def _learn(state: AppState) -> Row:
    return Row("learn", "Learn", "", "the rules of the chosen game, hands on", enter="learn")


def _review(state: AppState) -> Row:
    return Row("review", "Review", "", "what every move of a game was worth", enter="review")


def _record(state: AppState) -> Row:
    return Row("record", "Record", record_line(state), "your wins, draws and losses", enter="show")


#: The rows in groups, from top to bottom.
GROUPS: tuple[tuple[Callable[[AppState], Row], ...], ...] = (
    (_continue, _start),
    (_game, _size, _opponent, _first, _time, _clock, _board, _theme),
    (_watch, _load, _puzzle, _learn, _review, _record),
)


def rows(state: AppState) -> tuple[Row, ...]:
    """The rows from top to bottom: always the same ones, whatever is chosen."""
    return tuple(make(state) for group in GROUPS for make in group)


def current_row(state: AppState) -> Row:
    """The row the person is on."""
    found = {row.name: row for row in rows(state)}
    here = found.get(state.menu.row)
    return here if here is not None and here.enabled else found["game"]


def record_line(state: AppState) -> str:
    """How the person has done in the chosen game against the chosen level, in a few words."""
    menu = state.menu
    if menu.level == FRIEND:
        return ""
    score = state.record.score(menu.variant, menu.level)
    return str(score) if score.games else "not played yet"


# The game that the choices make


def start_position(state: AppState) -> Position:
    """Where a new game would begin."""
    board = state.menu.board
    return Position.start(chosen_variant(state)) if board is None else board.position


def persons_colour(state: AppState) -> Colour | None:
    """The colour a person would have in a new game; None for two, or where chance decides."""
    menu, turn = state.menu, start_position(state).turn
    if menu.level == FRIEND or menu.first not in ("you", "ai"):
        return None
    return turn if menu.first == "you" else turn.other


def previewed(state: AppState) -> tuple[Position, Colour | None]:
    """The position that the preview shows, and whose side is below; None: White's, as ever."""
    session = state.unfinished
    if current_row(state).name == "continue" and session is not None:
        return session.position, session.person
    return start_position(state), persons_colour(state)
