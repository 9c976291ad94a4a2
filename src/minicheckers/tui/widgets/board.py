"""The board with its cursor and the picked-up piece: state and keys.

It is drawn in board_picture.py.
"""

import math
import re
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ...messages import listing
from ...rules.notation import Move, Spelling
from ...rules.position import Position
from ...rules.routes import Entered
from ...rules.variant import Colour, Variant
from ..events import Click, Release
from ..layout import on_screen
from ..state import AppState, Step
from .keys import Binding, Section, also
from .prompt import Prompt

if TYPE_CHECKING:
    from ..screens.board import BoardScreen

_LONGEST_LIST = 6
#: List at most this many paths of a capture.
_MOST_WAYS = 3


class PutDown(NamedTuple):
    """A piece put down: the squares touched, the squares jumped, and the move if it is complete."""

    path: tuple[int, ...]
    jumped: tuple[int, ...]
    move: Move | None


@dataclass(frozen=True)
class Board:
    """How a person sees a board.

    ``focus`` is the square under the cursor, ``picked`` the squares the picked-up piece has
    touched so far. ``flipped`` means Black sits at the bottom.
    """

    focus: int = 1
    flipped: bool = False
    picked: tuple[int, ...] = ()

    def entered(self, position: Position) -> Entered:
        """What the picked-up piece has done so far, and where it may go next."""
        return position.entered(self.picked) if self.picked else Entered()

    def put_down(self, position: Position, square: int) -> PutDown | None:
        """The result of putting the picked-up piece down on a square; None if it cannot go there.

        It may go to its next landing, or straight to a square where only one of its moves ends.
        """
        entered = self.entered(position)
        if square in entered.landings:
            path = (*self.picked, square)
            after = position.entered(path)
            return PutDown(path, after.jumped, after.move)
        if self.picked == (square,):  # it stays, even if a capture would lead back here
            return None
        ending = [move for move in entered.moves if move.end == square]
        return PutDown(ending[0].path, ending[0].captured, ending[0]) if len(ending) == 1 else None

    def dropped(self) -> "Board":
        """The board with nothing picked up."""
        return replace(self, picked=())


def movable(legal: tuple[Move, ...]) -> tuple[int, ...]:
    """The squares of the pieces that can move, in ascending order."""
    return tuple(sorted({move.start for move in legal if not move.is_pass}))


def first_board(position: Position, *, flipped: bool, moving: bool) -> Board:
    """A board with the cursor on the movable piece nearest to the person, or else near there."""
    variant = position.variant
    places = variant.geometry.places

    def nearness(square: int) -> tuple[int, int]:
        row, column = on_screen(variant, places[square - 1], flipped)
        return row, -abs(2 * column + 1 - variant.size)

    squares = movable(position.legal_moves()) if moving else ()
    return Board(max(squares or range(1, len(places) + 1), key=nearness), flipped)


def rested(screen: "BoardScreen") -> Board:
    """The board with its cursor on a piece that can move: the current one, or the nearest."""
    board, squares = screen.board, movable(screen.legal)
    if board.focus in squares or not squares:
        return board
    places = screen.variant.geometry.places
    here = places[board.focus - 1]
    nearest = min(squares, key=lambda square: math.dist(places[square - 1], here))
    return replace(board, focus=nearest)


# The cursor


def _move(screen: "BoardScreen", app: AppState, down: int = 0, right: int = 0) -> Step:
    """Move the cursor one playing square across the screen."""
    variant, board = screen.variant, screen.board
    row, column = on_screen(variant, variant.geometry.place(board.focus), board.flipped)
    last = variant.size - 1
    row = min(max(row + down, 0), last)
    if variant.diagonal:
        # Move two columns at a time and zigzag up and down, so as to stay on the dark squares.
        column = _playing_column(variant, row, column // 2 + right, board.flipped)
    else:
        column = min(max(column + right, 0), last)
    square = variant.geometry.square_at(*on_screen(variant, (row, column), board.flipped))
    assert square is not None
    return screen.with_board(app, focus=square), ()


def _playing_column(variant: Variant, row: int, pair: int, flipped: bool) -> int:
    """The playing column within a pair of columns in a row of the screen."""
    pair = min(max(pair, 0), (variant.size - 1) // 2)
    place = on_screen(variant, (row, 2 * pair), flipped)
    return 2 * pair + (variant.geometry.square_at(*place) is None)


def _jump(screen: "BoardScreen", app: AppState, step: int) -> Step:
    """Jump to the next piece that can move, or to the next target."""
    screen.check_turn()
    board, legal = screen.board, screen.legal
    places = screen.variant.geometry.places

    def seen(square: int) -> tuple[int, int]:
        return on_screen(screen.variant, places[square - 1], board.flipped)

    landings = board.entered(screen.position).landings
    squares = sorted(landings if board.picked else movable(legal), key=seen)
    here = seen(board.focus)
    later = [s for s in squares if seen(s) > here]
    earlier = [s for s in squares if seen(s) < here]
    order = later + squares if step > 0 else earlier[::-1] + squares[::-1]
    return screen.with_board(app, focus=order[0]), ()


# Picking up and putting down


def select(screen: "BoardScreen", app: AppState) -> Step:
    """Pick up the piece under the cursor, or put the picked-up piece down there."""
    screen.check_turn()
    if screen.board.picked:
        return _put_down(screen, app)
    return _pick_up(screen, app, screen.board.focus)


def _pick_up(screen: "BoardScreen", app: AppState, square: int) -> Step:
    """Pick a piece up, or the only one that can move, with the cursor on its best target."""
    squares = movable(screen.legal)
    if square not in squares:
        if len(squares) > 1:
            return app.saying(why_not_pick(screen, app, square), "warning"), ()
        square = squares[0]
    board = replace(screen.board, picked=(square,))
    return screen.with_board(app, picked=(square,), focus=_best_target(screen, board)), ()


def _best_target(screen: "BoardScreen", board: Board) -> int:
    """The likeliest target for the picked-up piece: a capture, forward, towards the middle.

    If it has only one move, that is where the move ends.
    """
    variant, entered = screen.variant, board.entered(screen.position)
    if len(entered.moves) == 1 and entered.moves[0].end != board.picked[-1]:
        return entered.moves[0].end
    forward = 1 if screen.position.turn is Colour.BLACK else -1

    def merit(square: int) -> tuple[int, int, int]:
        row, column = variant.geometry.place(square)
        captures = max(len(move.captured) for move in entered.landings[square])
        return captures, forward * row, -abs(2 * column + 1 - variant.size)

    return max(entered.landings, key=merit)


def _put_down(screen: "BoardScreen", app: AppState) -> Step:
    board = screen.board
    put = board.put_down(screen.position, board.focus)
    if put is not None:
        if put.move is not None:
            return screen.play(app, put.move)
        further = replace(board, picked=put.path)
        return screen.with_board(app, picked=put.path, focus=_best_target(screen, further)), ()
    if len(board.picked) == 1:
        if board.focus == board.picked[0]:
            return screen.with_board(app, picked=()), ()
        if board.focus in movable(screen.legal):
            return _pick_up(screen, app, board.focus)
    return app.saying(_why_not_target(screen, app), "warning"), ()


def step_back(screen: "BoardScreen", app: AppState) -> Step:
    """Go back one landing of a capture, or put the piece back where it was."""
    picked = screen.board.picked
    if not picked:
        return app, ()
    return screen.with_board(app, picked=picked[:-1], focus=picked[max(0, len(picked) - 2)]), ()


# The mouse


def square_at(screen: "BoardScreen", app: AppState, column: int, row: int) -> int | None:
    """The playing square at a screen cell."""
    places = app.layout
    place = places.place(column, row, screen.board.flipped) if places else None
    return None if place is None else screen.variant.geometry.square_at(*place)


def click(screen: "BoardScreen", app: AppState, event: Click) -> Step:
    """Move the cursor to the click and press Enter; if only one move ends there, play it."""
    places = app.layout
    if places is None or not places.board.contains(event.column, event.row):
        return app, ()
    square = square_at(screen, app, event.column, event.row)
    if square is None:
        return app.saying("pieces stand on the dark squares only"), ()
    app = screen.with_board(app, focus=square)
    moved = screen.on(app)
    if screen.takes_moves and not screen.board.picked and square not in movable(screen.legal):
        ending = [move for move in screen.legal if move.end == square]
        if len(ending) == 1:
            return moved.play(app, ending[0])
        return app.saying(why_not_pick(screen, app, square), "warning"), ()
    return moved.enter(app)


def drop(screen: "BoardScreen", app: AppState, event: Release) -> Step:
    """Drop a dragged piece: put it down on a target, or else keep it picked up."""
    square = square_at(screen, app, event.column, event.row)
    board = screen.board
    if square is None or not board.picked or not screen.takes_moves:
        return app, ()
    if board.put_down(screen.position, square) is None:
        return app, ()
    app = screen.with_board(app, focus=square)
    return select(screen.on(app), app)


# Typing a move


def _type_move(screen: "BoardScreen", app: AppState, first: str = "") -> Step:
    """Open the prompt for a move."""
    screen.check_turn()
    app = screen.with_board(app, picked=())
    return replace(app, overlay=screen.move_prompt(first)), ()


def move_prompt(first: str) -> Prompt:
    """The prompt for a move."""
    return Prompt(
        "Move",
        "play",
        _play_typed,
        first,
        complete=_completed,
        accepts=_means_a_move,
        nothing_fits="no legal move begins like that",
        names_squares=True,
    )


def _completed(screen: "BoardScreen", app: AppState, text: str) -> tuple[str, ...]:
    return completions(screen, text, app.spelling)


def completions(
    screen: "BoardScreen", text: str, preferred: Spelling | None = None
) -> tuple[str, ...]:
    """The legal moves that begin with a text, in the same notation.

    If nothing has been typed, use the preferred notation.
    """
    typed = _plain(text)
    spelling = Spelling(screen.variant, typed[:1].isalpha())
    if not typed and preferred is not None:
        spelling = preferred
    words = {spelling.move(move): move for move in screen.legal}
    found = tuple(word for word in words if _plain(word).startswith(typed))
    # The ends of a chain, or just its target, will do if they match only one move.
    ends = typed.strip("-").split("-")
    return found or tuple(
        word
        for word, move in words.items()
        if move.path and _ends_with(_plain(word).split("-"), ends)
    )


def _ends_with(path: list[str], typed: list[str]) -> bool:
    return path[-1:] == typed or [path[0], path[-1]] == typed


def _plain(text: str) -> str:
    """The text in one normal form, whichever way it was written."""
    text = re.sub(r"\s*[-x:]\s*|\s+", "-", text.strip().lower())
    return re.sub(r"(?<=[0-9])(?=[a-w])", "-", text)  # a5b4


def _meant(screen: "BoardScreen", text: str) -> Move:
    """The move a typed text stands for; raise ValueError with a sentence if there is none."""
    words = completions(screen, text.strip())
    return screen.position.find(words[0] if len(words) == 1 else text.strip())


def _play_typed(screen: "BoardScreen", app: AppState, text: str) -> Step:
    return screen.play(app, _meant(screen, text))


def _means_a_move(screen: "BoardScreen", app: AppState, text: str) -> bool:
    try:
        _meant(screen, text)
    except ValueError:
        return False
    return True


# Why not


def why_not_pick(screen: "BoardScreen", app: AppState, square: int) -> str:
    """Why the piece on a square cannot be picked up."""
    if not screen.takes_moves:
        return screen.why_not_turn()
    position, turn = screen.position, screen.position.turn
    piece, written = position.piece_at(square), app.spelling.square
    movables = _any_of(tuple(map(written, movable(screen.legal))))
    if piece is None:
        return f"square {written(square)} is empty; pick up {movables}"
    if piece.colour is not turn:
        return f"that is {turn.other.capitalize()}'s piece, and it is {turn.capitalize()}'s turn"
    if screen.variant.capture_forced and any(move.captured for move in screen.legal):
        return f"you must capture; pick up {movables}"
    return f"the piece on {written(square)} cannot move; pick up {movables}"


def _why_not_target(screen: "BoardScreen", app: AppState) -> str:
    """Why the picked-up piece cannot go to the square under the cursor."""
    board, written = screen.board, app.spelling.square
    entered = board.entered(screen.position)
    start = written(board.picked[-1])
    targets = _any_of(tuple(map(written, entered.landings)))
    ways = [app.spelling.move(move) for move in entered.moves if move.end == board.focus]
    if len(ways) > 1:
        words = " or ".join(ways[:_MOST_WAYS]) + (" ..." if ways[_MOST_WAYS:] else "")
        return f"{start} can go to {written(board.focus)} by {words}; choose each landing"
    if len(board.picked) > 1:
        return f"the capture continues from {start} to {targets}; Esc goes back"
    return f"{start} cannot go to {written(board.focus)}, only to {targets}"


def _any_of(squares: tuple[str, ...]) -> str:
    if len(squares) > _LONGEST_LIST:
        return ", ".join(squares[:_LONGEST_LIST]) + " ..."
    return listing(squares, "or")


# Keys


def enter_label(screen: "BoardScreen", app: AppState) -> str:
    """What Enter does on the board right now."""
    if (word := screen.enter_word(app)) is not None:
        return word
    board, legal = screen.board, screen.legal
    if not screen.takes_moves:
        return ""
    if not board.picked:
        squares = movable(legal)
        return "pick up" if board.focus in squares or len(squares) == 1 else ""
    put = board.put_down(screen.position, board.focus)
    if put is not None:
        return "jump on" if put.move is None else "put down"
    if len(board.picked) == 1 and board.focus == board.picked[0]:
        return "put back"
    return "pick up" if len(board.picked) == 1 and board.focus in movable(legal) else ""


def _next_label(screen: "BoardScreen", app: AppState) -> str:
    """The label for going to the next piece or target, if there is another one."""
    if not screen.takes_moves:
        return ""
    landings = screen.board.entered(screen.position).landings
    squares = landings if screen.board.picked else movable(screen.legal)
    return "next" if set(squares) - {screen.board.focus} else ""


CURSOR = (
    Binding(("up", "k"), partial(_move, down=-1), "move the cursor", "arrows, hjkl"),
    also(partial(_move, down=1), "down", "j"),
    also(partial(_move, right=-1), "left", "h"),
    also(partial(_move, right=1), "right", "l"),
)

MOVING = Section(
    "Moving",
    (
        *CURSOR,
        Binding(
            ("enter", " "),
            lambda screen, app: screen.enter(app),
            "pick up, put down",
            "Enter, Space",
            enter_label,
        ),
        Binding(("tab",), partial(_jump, step=1), "next piece or target", "Tab", _next_label),
        Binding(("shift-tab",), partial(_jump, step=-1), "previous one", "Shift-Tab"),
        Binding(
            ("escape",),
            lambda screen, app: screen.escape(app),
            "step back, put back",
            "Esc",
            lambda screen, app: "put back" if screen.board.picked else "",
        ),
        Binding(("1",), partial(_type_move, first="1"), "type a move: 9-13", "digits"),
        *(also(partial(_type_move, first=digit), digit) for digit in "234567890"),
        Binding((":",), _type_move, "type a move: c3-d4", ":"),
    ),
)
