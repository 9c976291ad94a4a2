"""Keys and clicks on the board: the cursor, picking up, putting down, and the game's commands."""

from dataclasses import replace

from ...rules.notation import Move
from ..events import Click, Effect, Prefer, Quit, Redraw, Step, Suspend
from ..layout import layout, turned
from ..state import Choice, Dialog, Help, Prompt, State, Table
from ..view.theme import THEMES
from . import game_flow as course
from .bindings import Action, Binding, Section, also
from .game_flow import table_of
from .refusal import why_not_pick, why_not_target, why_not_turn

SCROLL_STEP = 5


# The cursor


def mover(down: int, right: int) -> Action:
    """The action that moves the cursor one playing square over the screen."""

    def move(state: State) -> Step:
        table = table_of(state)
        variant = table.variant
        row, column = turned(variant, variant.geometry.place(table.focus), table.flipped)
        last = variant.size - 1
        row = min(max(row + down, 0), last)
        if variant.diagonal:
            # Two columns a step, and up and down zigzag: the cursor never leaves the dark squares.
            pair = min(max(column // 2 + right, 0), last // 2)
            column = 2 * pair + (row + 1) % 2
        else:
            column = min(max(column + right, 0), last)
        square = variant.geometry.square_at(*turned(variant, (row, column), table.flipped))
        return state.on_table(focus=square), ()

    return move


def jumper(step: int) -> Action:
    """The action that jumps to the next piece that can move, or to the next target."""

    def jump(state: State) -> Step:
        table = table_of(state)
        if not table.person_to_move:
            return state.saying(why_not_turn(table)), ()
        places = table.variant.geometry.places

        def seen(square: int) -> tuple[int, int]:
            return turned(table.variant, places[square - 1], table.flipped)

        squares = sorted(table.targets if table.picked else table.movable, key=seen)
        here = seen(table.focus)
        later = [s for s in squares if seen(s) > here]
        earlier = [s for s in squares if seen(s) < here]
        order = later + squares if step > 0 else earlier[::-1] + squares[::-1]
        return state.on_table(focus=order[0]), ()

    return jump


# Picking up and putting down


def select(state: State) -> Step:
    """Pick up the piece under the cursor, or put the picked-up piece down there."""
    table = table_of(state)
    if table.must_pass and not table.stepping:
        return course.play(state, Move(()))
    if table.failed:
        return course.think(state)
    if not table.person_to_move:
        return state.saying(why_not_turn(table)), ()
    return _put_down(state, table) if table.picked else _pick_up(state, table)


def _pick_up(state: State, table: Table) -> Step:
    if table.focus not in table.movable:
        return state.saying(why_not_pick(table, table.focus), "warning"), ()
    return course.stop_thinking(state.on_table(picked=(table.focus,)))


def _put_down(state: State, table: Table) -> Step:
    if table.focus in table.targets:
        path = (*table.picked, table.focus)
        whole = [move for move in table.candidates if move.path == path]
        return course.play(state, whole[0]) if whole else (state.on_table(picked=path), ())
    if len(table.picked) == 1:
        if table.focus == table.picked[0]:
            return state.on_table(picked=()), ()
        if table.focus in table.movable:
            return state.on_table(picked=(table.focus,)), ()
    return state.saying(why_not_target(table), "warning"), ()


def step_back(state: State) -> Step:
    """One landing of a chain back, or the piece back to where it stood."""
    table = table_of(state)
    if not table.picked:
        return state.on_table(hint=None), ()
    return state.on_table(
        picked=table.picked[:-1], focus=table.picked[max(0, len(table.picked) - 2)]
    ), ()


def click(state: State, event: Click) -> Step:
    """A click is the cursor moved there and Enter."""
    table = table_of(state)
    places = layout(table.variant, state.size)
    place = places.place(event.column, event.row, table.flipped) if places else None
    if place is None:
        return state, ()
    square = table.variant.geometry.square_at(*place)
    if square is None:
        return state.saying("pieces stand on the dark squares only"), ()
    return select(state.on_table(focus=square))


def type_move(first: str) -> Action:
    """The action that opens the line to type a move in."""

    def begin(state: State) -> Step:
        table = table_of(state)
        if not table.person_to_move:
            return state.saying(why_not_turn(table)), ()
        return replace(state.on_table(picked=()), overlay=Prompt("move", first)), ()

    return begin


# Commands


def new_game(state: State) -> Step:
    """Another game of the same players; a game under way is given up only on a yes."""
    if not _is_under_way(state):
        return course.again(state)
    choices = (Choice("New game", "y", "again"), Choice("Go on", "n", "close"))
    question = "The game on the board would be given up."
    return replace(state, overlay=Dialog("A new game?", question, choices, selected=1)), ()


def to_menu(state: State) -> Step:
    """Back to the menu; the game waits there to be continued."""
    row = "continue" if state.unfinished is not None else "game"
    state = replace(state, at_menu=True, overlay=None, menu=replace(state.menu, row=row))
    return course.stop_thinking(state.on_table(picked=(), animation=None))


def leave(state: State) -> Step:
    """Quit; asks only if the game would be lost, because it is not kept."""
    table = state.table
    kept = table is None or not (table.practice or state.keeping_failed)
    if kept or not _is_under_way(state):
        return state, (Quit(),)
    choices = (Choice("Quit", "y", "quit"), Choice("Go on", "n", "close"))
    question = (
        "The game could not be saved and would be lost."
        if state.keeping_failed
        else "The result is counted already; what was played since is not kept."
    )
    return replace(state, overlay=Dialog("Quit?", question, choices, selected=1)), ()


def _is_under_way(state: State) -> bool:
    table = state.table
    return (
        table is not None
        and table.session.line.ply > 0
        and table.outcome is None
        and not table.stepping
        and table.watch is None
    )


def flip(state: State) -> Step:
    """Turn the board around."""
    return state.on_table(flipped=not table_of(state).flipped), ()


def theme_changer(step: int) -> Action:
    """The action that takes the next or previous theme, which is kept for the next game."""

    def change(state: State) -> Step:
        if not state.looks.colour:
            return state.saying("colour is off, so there is only one theme"), ()
        names = list(THEMES)
        name = names[(names.index(state.looks.theme) + step) % len(names)]
        preferences = replace(state.preferences, theme=name)
        state = replace(state, looks=replace(state.looks, theme=name), preferences=preferences)
        return state.saying(f"theme {name}: {THEMES[name].summary}"), (Prefer(preferences),)

    return change


def save_as(state: State) -> Step:
    """Ask for a file to write the game to."""
    return replace(state, overlay=Prompt("save", f"{table_of(state).variant}.pdn")), ()


def show_help(state: State) -> Step:
    """Open the list of keys."""
    return replace(state, overlay=Help()), ()


def scroller(lines: int) -> Action:
    """The action that scrolls the move list back (positive) or forward."""

    def scroll(state: State) -> Step:
        table = table_of(state)
        last = len(table.session.line.played)
        return state.on_table(scroll=min(max(table.scroll + lines, 0), last)), ()

    return scroll


def _asking(effect: Effect) -> Action:
    return lambda state: (state, (effect,))


MOVING = Section(
    "Moving",
    (
        Binding(("up", "k"), mover(-1, 0), "move the cursor", "arrows, hjkl"),
        *(also(key, mover(1, 0)) for key in ("down", "j")),
        *(also(key, mover(0, -1)) for key in ("left", "h")),
        *(also(key, mover(0, 1)) for key in ("right", "l")),
        Binding(("enter", " "), select, "pick up, put down", "Enter, Space", "move"),
        Binding(("tab",), jumper(1), "next piece or target", "Tab", "next"),
        Binding(("shift-tab",), jumper(-1), "the one before", "Shift-Tab"),
        Binding(("escape",), step_back, "step back, put back", "Esc"),
        Binding(("1",), type_move("1"), "type a move: 9-13", "digits"),
        *(also(digit, type_move(digit)) for digit in "234567890"),
        Binding((":",), type_move(""), "type a move: c3-d4", ":"),
    ),
)

GAME = Section(
    "The game",
    (
        Binding(("u",), course.undo, "take back a turn", "u", "undo"),
        Binding(("r",), course.redo, "play it again", "r"),
        Binding(("c",), course.ask_coach, "the coach's hint", "c", "hint"),
        Binding(("n",), new_game, "new game", "n", "new"),
        Binding(("m",), to_menu, "menu", "m", "menu"),
        Binding(("s",), save_as, "save as PDN", "s"),
    ),
)

SCREEN = Section(
    "The screen",
    (
        Binding(("f",), flip, "turn the board", "f", "flip"),
        Binding(("t",), theme_changer(1), "next theme", "t"),
        Binding(("pageup",), scroller(SCROLL_STEP), "older moves", "PgUp"),
        Binding(("pagedown",), scroller(-SCROLL_STEP), "newer moves", "PgDn"),
        also("wheel-up", scroller(1)),
        also("wheel-down", scroller(-1)),
    ),
)

ALWAYS = Section(
    "Always",
    (
        Binding(("?", "f1"), show_help, "this help", "?, F1", "help"),
        Binding(("q",), leave, "quit", "q", "quit"),
        Binding(("ctrl-l",), _asking(Redraw()), "draw again", "Ctrl-L"),
        Binding(("ctrl-z",), _asking(Suspend()), "suspend", "Ctrl-Z"),
    ),
)
