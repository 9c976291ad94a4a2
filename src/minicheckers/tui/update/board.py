"""Keys and clicks on the board: the cursor, picking up, putting down, and the game's commands."""

from dataclasses import replace

from ...rules.notation import Move
from ...rules.variant import Colour
from ..events import Click, Effect, Quit, Redraw, Release, SavePreferences, Step, Suspend
from ..layout import layout, on_screen
from ..state import AppState, Choice, Dialog, GameScreen, Prompt, Sheet
from ..studies import Sparring
from ..view.theme import THEMES
from . import clock, game_flow, tutor
from .bindings import Action, Binding, Section, also
from .game_flow import game_of
from .help_pages import show_help
from .labels import back_label, enter_label, new_label, next_label, offers_hint
from .person_moves import play
from .refusal import why_not_pick, why_not_target, why_not_turn
from .taking_back import TAKING_BACK

SCROLL_STEP = 5
#: More lines than there are about any study; drawing keeps the text on the screen.
LONGEST_TEXT = 30


# The cursor


def mover(down: int, right: int) -> Action:
    """The action that moves the cursor one playing square over the screen."""

    def move(state: AppState) -> Step:
        game = game_of(state)
        variant = game.variant
        row, column = on_screen(variant, variant.geometry.place(game.focus), game.flipped)
        last = variant.size - 1
        row = min(max(row + down, 0), last)
        if variant.diagonal:
            # Two columns a step, and up and down zigzag: the cursor never leaves the dark squares.
            pair = min(max(column // 2 + right, 0), last // 2)
            column = 2 * pair + (row + 1) % 2
        else:
            column = min(max(column + right, 0), last)
        square = variant.geometry.square_at(*on_screen(variant, (row, column), game.flipped))
        return state.with_game(focus=square), ()

    return move


def jumper(step: int) -> Action:
    """The action that jumps to the next piece that can move, or to the next target."""

    def jump(state: AppState) -> Step:
        game = game_of(state)
        if not game.person_to_move:
            return state.saying(why_not_turn(game)), ()
        places = game.variant.geometry.places

        def seen(square: int) -> tuple[int, int]:
            return on_screen(game.variant, places[square - 1], game.flipped)

        squares = sorted(game.targets if game.picked else game.movable, key=seen)
        here = seen(game.focus)
        later = [s for s in squares if seen(s) > here]
        earlier = [s for s in squares if seen(s) < here]
        order = later + squares if step > 0 else earlier[::-1] + squares[::-1]
        return state.with_game(focus=order[0]), ()

    return jump


# Picking up and putting down


def select(state: AppState) -> Step:
    """Pick up the piece under the cursor, or put the picked-up piece down there."""
    game = game_of(state)
    if game.must_pass and not game.replaying:
        return play(state, Move(()))
    if game.failed:
        return game_flow.think(state)
    if not game.person_to_move:
        return state.saying(why_not_turn(game)), ()
    if game.picked:
        return _put_down(state, game)
    if game.hint is not None and offers_hint(game):
        return play(state, game.hint)
    return _pick_up(state, game, game.focus)


def _pick_up(state: AppState, game: GameScreen, square: int) -> Step:
    """Pick a piece up, with the cursor on the best of its targets; the only one from anywhere."""
    if square not in game.movable:
        if len(game.movable) > 1:
            return state.saying(why_not_pick(game, square), "warning"), ()
        square = game.movable[0]
    state = state.with_game(picked=(square,))
    return game_flow.stop_thinking(state.with_game(focus=best_target(game_of(state))))


def best_target(game: GameScreen) -> int:
    """Where most would put the picked-up piece: a capture, forward, towards the middle."""
    variant = game.variant
    forward = 1 if game.position.turn is Colour.BLACK else -1

    def worth(square: int) -> tuple[int, int, int]:
        row, column = variant.geometry.place(square)
        captures = len(game.targets[square].captured)
        return captures, forward * row, -abs(2 * column + 1 - variant.size)

    return max(game.targets, key=worth)


def _put_down(state: AppState, game: GameScreen) -> Step:
    if game.focus in game.targets:
        path = (*game.picked, game.focus)
        whole = [move for move in game.candidates if move.path == path]
        if whole:
            return play(state, whole[0])
        state = state.with_game(picked=path)
        return state.with_game(focus=best_target(game_of(state))), ()
    ending = [move for move in game.candidates if move.end == game.focus]
    if len(ending) == 1:  # the last square of a chain says it all
        return play(state, ending[0])
    if len(game.picked) == 1:
        if game.focus == game.picked[0]:
            return state.with_game(picked=()), ()
        if game.focus in game.movable:
            return _pick_up(state, game, game.focus)
    return state.saying(why_not_target(game), "warning"), ()


def step_back(state: AppState) -> Step:
    """One landing of a chain back, or the piece back to where it stood."""
    game = game_of(state)
    if game.pending is not None:
        return tutor.take_back(state)
    if not game.picked:
        return state.with_game(hint=None, hint_step=0), ()
    return state.with_game(
        picked=game.picked[:-1], focus=game.picked[max(0, len(game.picked) - 2)]
    ), ()


def click(state: AppState, event: Click) -> Step:
    """A click is the cursor moved there and Enter; where only one move ends, it plays that."""
    game = game_of(state)
    places = layout(game.variant, state.size)
    if places is None or not places.board.contains(event.column, event.row):
        return state, ()
    square = square_at(state, event.column, event.row)
    if square is None:
        return state.saying("pieces stand on the dark squares only"), ()
    if game.person_to_move and not game.picked and square not in game.movable:
        ending = [move for move in game.legal if move.end == square]
        if len(ending) == 1:
            return play(state, ending[0])
        return state.with_game(focus=square).saying(why_not_pick(game, square), "warning"), ()
    return select(state.with_game(focus=square))


def drop(state: AppState, event: Release) -> Step:
    """Let go of a dragged piece: on a target it is put down, elsewhere it stays picked up."""
    game = game_of(state)
    square = square_at(state, event.column, event.row)
    if square is None or not game.picked or not game.person_to_move:
        return state, ()
    if square not in game.targets and sum(m.end == square for m in game.candidates) != 1:
        return state, ()
    return select(state.with_game(focus=square))


def square_at(state: AppState, column: int, row: int) -> int | None:
    """The playing square at a cell of the screen."""
    game = game_of(state)
    places = layout(game.variant, state.size)
    place = places.place(column, row, game.flipped) if places else None
    return None if place is None else game.variant.geometry.square_at(*place)


def type_move(first: str) -> Action:
    """The action that opens the line to type a move in."""

    def begin(state: AppState) -> Step:
        game = game_of(state)
        if not game.person_to_move:
            return state.saying(why_not_turn(game)), ()
        return replace(state.with_game(picked=()), overlay=Prompt("move", first)), ()

    return begin


# Commands


def new_game(state: AppState) -> Step:
    """Another game of the same players; a game under way is replaced only on a yes."""
    if not _is_under_way(state):
        return game_flow.again(state)
    choices = (Choice("New game", "y", "again"), Choice("Go on", "n", "close"))
    question = "It takes the place of the game on the board."
    return replace(state, overlay=Dialog("A new game?", question, choices, selected=1)), ()


def to_menu(state: AppState) -> Step:
    """Back to the menu; the game waits there to be continued."""
    row = "continue" if state.unfinished is not None else "game"
    state = clock.note_time(state)
    state = replace(state, at_menu=True, overlay=None, menu=replace(state.menu, row=row))
    return game_flow.then(
        game_flow.stop_thinking(state.with_game(picked=(), animation=None)), game_flow.keep_clock
    )


def leave(state: AppState) -> Step:
    """Quit; asks only if the game would be lost, because it is not kept."""
    if not state.keeping_failed or not _is_under_way(state):
        return state, (Quit(),)
    choices = (Choice("Quit", "y", "quit"), Choice("Go on", "n", "close"))
    question = "The game could not be saved and would be lost."
    return replace(state, overlay=Dialog("Quit?", question, choices, selected=1)), ()


def _is_under_way(state: AppState) -> bool:
    game = state.own_game
    return (
        game is not None
        and game.session.timeline.ply > 0
        and game.outcome is None
        and not game.replaying
        and game.watch is None
    )


def flip(state: AppState) -> Step:
    """Turn the board around."""
    return state.with_game(flipped=not game_of(state).flipped), ()


def theme_changer(step: int) -> Action:
    """The action that takes the next or previous theme, which is kept for the next game."""

    def change(state: AppState) -> Step:
        if not state.looks.colour:
            return state.saying("colour is off, so there is only one theme"), ()
        names = list(THEMES)
        name = names[(names.index(state.looks.theme) + step) % len(names)]
        preferences = replace(state.preferences, theme=name)
        state = replace(state, looks=replace(state.looks, theme=name), preferences=preferences)
        return state.saying(f"theme {name}: {THEMES[name].summary}"), (
            SavePreferences(preferences),
        )

    return change


def save_as(state: AppState) -> Step:
    """Ask for a file to write the game to."""
    return replace(state, overlay=Prompt("save", f"{game_of(state).variant}.pdn")), ()


def film_as(state: AppState) -> Step:
    """Ask for a file to write the game to as a film."""
    game = game_of(state)
    if not (game.session.timeline.moves if game.replaying else game.session.timeline.ply):
        return state.saying("there is no move to be shown yet"), ()
    return replace(state, overlay=Prompt("film", f"{game.variant}.svg")), ()


def show_details(state: AppState) -> Step:
    """All that is known about the last search."""
    return replace(state, overlay=Sheet("details")), ()


def scroller(lines: int) -> Action:
    """The action that scrolls the move list, or the text of a study, back (positive) or on."""

    def scroll(state: AppState) -> Step:
        game = game_of(state)
        if game.study is not None and not isinstance(game.study, Sparring):
            return state.with_game(scroll=min(max(game.scroll - lines, 0), LONGEST_TEXT)), ()
        last = len(game.session.timeline.played)
        return state.with_game(scroll=min(max(game.scroll + lines, 0), last)), ()

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
        Binding(("enter", " "), select, "pick up, put down", "Enter, Space", enter_label),
        Binding(("tab",), jumper(1), "next piece or target", "Tab", next_label),
        Binding(("shift-tab",), jumper(-1), "the one before", "Shift-Tab"),
        Binding(("escape",), step_back, "step back, put back", "Esc", back_label),
        Binding(("1",), type_move("1"), "type a move: 9-13", "digits"),
        *(also(digit, type_move(digit)) for digit in "234567890"),
        Binding((":",), type_move(""), "type a move: c3-d4", ":"),
    ),
)

GAME = Section(
    "The game",
    (
        *TAKING_BACK.bindings,
        Binding(("g",), clock.move_now, "let it move now", "g", clock.move_now_label),
        Binding(("x",), clock.resign, "resign", "x"),
        Binding(("n",), new_game, "new game", "n", new_label),
        Binding(("m",), to_menu, "menu", "m", "menu"),
        Binding(("s",), save_as, "save as PDN", "s"),
        Binding(("w",), film_as, "write as a film", "w"),
    ),
)

SCREEN = Section(
    "The screen",
    (
        Binding(("f",), flip, "turn the board", "f", "flip"),
        Binding(("t",), theme_changer(1), "next theme", "t"),
        Binding(("d",), show_details, "details of the search", "d"),
        Binding(("pageup",), scroller(SCROLL_STEP), "scroll back", "PgUp"),
        Binding(("pagedown",), scroller(-SCROLL_STEP), "scroll on", "PgDn"),
        also("wheel-up", scroller(1)),
        also("wheel-down", scroller(-1)),
    ),
)

#: Keys that are heard whatever lies over the screen.
SYSTEM = Section(
    "The terminal",
    (
        Binding(("ctrl-l",), _asking(Redraw()), "draw again", "Ctrl-L"),
        Binding(("ctrl-z",), _asking(Suspend()), "suspend", "Ctrl-Z"),
    ),
)

ALWAYS = Section(
    "Always",
    (
        Binding(("?", "f1"), show_help, "this help", "?, F1", "help"),
        Binding(("q",), leave, "quit", "q", "quit"),
        *SYSTEM.bindings,
    ),
)
