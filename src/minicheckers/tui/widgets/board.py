"""The board: its cursor and the picked-up piece, the keys for them, and its picture."""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, NamedTuple, cast

from ...messages import listing
from ...rules.notation import Move, Piece, Spelling
from ...rules.position import Position
from ...rules.routes import Entered
from ...rules.variant import Colour, Removal, Variant
from ..events import Click, Release
from ..frame import Frame, Rect
from ..glyphs import Glyphs
from ..layout import Layout, on_screen, piece_inset, rim_width, square_width
from ..sprites import Sprite, dot, sprite
from ..state import AppState, Step
from ..theme import Men, Theme
from .keys import Section, bind
from .move_values import draw_value, square_values
from .prompt import Prompt

if TYPE_CHECKING:
    from ..screens.board import BoardScreen

Place = tuple[int, int]

#: Up to this scale the cursor is a colour and an arrow; a border would crowd the piece.
_SMALL = 3
#: How many kinds of boards are cached, and how many squares of each.
_BOARDS, _SQUARES = 4, 1024
#: List at most this many squares.
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
    if not screen.takes_moves:
        raise ValueError(screen.why_not_turn())
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
    if not screen.takes_moves:
        raise ValueError(screen.why_not_turn())
    board = screen.board
    if not board.picked:
        return _pick_up(screen, app, board.focus)
    put = board.put_down(screen.position, board.focus)
    if put is not None and put.move is not None:
        return screen.play(app, put.move)
    if put is not None:
        further = replace(board, picked=put.path)
        return screen.with_board(app, picked=put.path, focus=_best_target(screen, further)), ()
    if board.picked == (board.focus,):
        return screen.with_board(app, picked=()), ()
    if len(board.picked) == 1 and board.focus in movable(screen.legal):
        return _pick_up(screen, app, board.focus)
    return app.saying(_why_not_target(screen, app), "warning"), ()


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


@dataclass(frozen=True)
class MovePrompt(Prompt):
    """The line to type a move in; meanwhile the pieces show the numbers of their squares."""

    nothing_fits: ClassVar[str] = "no legal move begins like that"

    def complete(self, app: AppState) -> tuple[str, ...]:
        return completions(cast("BoardScreen", app.screen), self.text, app.spelling)

    def accepts(self, app: AppState) -> bool:
        try:
            _meant(cast("BoardScreen", app.screen), self.text)
        except ValueError:
            return False
        return True


def _type_move(screen: "BoardScreen", app: AppState, first: str = "") -> Step:
    if not screen.takes_moves:
        raise ValueError(screen.why_not_turn())
    app = screen.with_board(app, picked=())
    return replace(app, overlay=MovePrompt("Move", "play", _play_typed, first)), ()


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
    if not screen.takes_moves:
        return ""
    landings = screen.board.entered(screen.position).landings
    squares = landings if screen.board.picked else movable(screen.legal)
    return "next" if set(squares) - {screen.board.focus} else ""


CURSOR = (
    bind("up k", _move, "move the cursor", shown="arrows, hjkl", down=-1),
    bind("down j", _move, down=1),
    bind("left h", _move, right=-1),
    bind("right l", _move, right=1),
)

MOVING = Section(
    "Moving",
    (
        *CURSOR,
        bind(
            "enter space",
            lambda screen, app: screen.enter(app),
            "pick up, put down",
            enter_label,
            shown="Enter, Space",
        ),
        bind("tab", _jump, "next piece or target", _next_label, step=1),
        bind("shift-tab", _jump, "previous one", step=-1),
        bind(
            "escape",
            lambda screen, app: screen.escape(app),
            "step back, put back",
            "put back",
            when=lambda s: s.board.picked,
        ),
        bind("1", _type_move, "type a move: 9-13", shown="digits", first="1"),
        *(bind(digit, _type_move, first=digit) for digit in "234567890"),
        bind(":", _type_move, "type a move: c3-d4"),
    ),
)


# The picture


class Brush(NamedTuple):
    """What pieces are drawn with; ``numbers`` means empty squares show theirs faintly."""

    glyphs: Glyphs
    theme: Theme
    scale: int
    variant: Variant
    margin: int = 0
    numbers: bool = False

    @property
    def width(self) -> int:
        return square_width(self.scale, self.margin)

    @property
    def inset(self) -> int:
        return piece_inset(self.scale, self.margin)

    @property
    def cursor_cell(self) -> Place:
        """Where in a square the terminal's own cursor sits, as (column, row).

        A letter is readable under it; a disc would look bitten, so there it stays in the corner.
        """
        if self.glyphs.ascii or self.theme.colourless:
            return self.inset + self.scale - 1, (self.scale - 1) // 2
        return self.width - 1, self.scale - 1

    @property
    def has_border(self) -> bool:
        """Whether the cursor is a coloured border, which stands out from any neighbour."""
        roomy = self.scale > _SMALL or (self.scale > 1 and self.inset > 0)
        return roomy and not self.theme.colourless

    def carries_signs(self, piece: Piece | None) -> bool:
        """Whether signs go on the piece: without a margin, a round man leaves no free corner."""
        if self.margin or piece is None or piece.king or self.scale != 2 or self.glyphs.ascii:
            return False
        hollow = self.theme.men is Men.HOLLOW and piece.colour is Colour.BLACK
        return not hollow and not self.theme.colourless

    def piece(self, piece: Piece, signed: bool = False) -> Sprite:
        return sprite(
            piece, self.variant, self.scale, self.glyphs, self.theme.men, signed and not self.margin
        )


class Mark(NamedTuple):
    """How a square is highlighted: its background and a sign in its corner."""

    paper: str
    sign: str = ""


def draw_board(
    frame: Frame, app: AppState, screen: "BoardScreen", places: Layout, brush: Brush
) -> None:
    """Draw a screen's board where the layout puts it."""
    variant, flipped, focus = screen.variant, screen.board.flipped, screen.board.focus
    marks = square_marks(screen, brush.glyphs)
    pieces = shown_pieces(screen)
    targets = frozenset(screen.board.entered(screen.position).landings)

    def corner(square: int) -> Place:
        return places.corner(variant.geometry.place(square), flipped)

    board = _Board(brush, places, flipped, (*pieces.items(),), (*marks.items(),), targets)
    board.stamp(frame)
    draw_trails(frame, screen, places, brush, pieces)
    if screen.has_cursor:
        left, top = corner(focus)
        frame.stamp(left, top, board.square_picture(focus, pieces, marks, focused=True))
        column, row = brush.cursor_cell
        frame.cursor = (left + column, top + row)
    typed = app.overlay.text[:1] if isinstance(app.overlay, MovePrompt) else None
    if typed is not None and (typed.isdigit() or (not typed and not app.spelling.letters)):
        for square in range(1, variant.geometry.count + 1):
            draw_label(frame, corner(square), brush, str(square), pieces.get(square))
    for square, value in square_values(screen).items():
        draw_value(frame, corner(square), brush, value)
    draw_moving_piece(frame, screen, places, brush)
    if app.spelling.letters or (typed is not None and typed.isalpha()):
        draw_rim(frame, places, flipped, variant.geometry.place(focus))


class _Board(NamedTuple):
    """The look of a board without its cursor."""

    brush: Brush
    places: Layout
    flipped: bool
    pieces: tuple[tuple[int, Piece], ...]
    marks: tuple[tuple[int, Mark], ...]
    targets: frozenset[int]

    def square_picture(
        self, square: int, pieces: dict[int, Piece], marks: dict[int, Mark], focused: bool = False
    ) -> Frame:
        variant = self.brush.variant
        mark = marks.get(square) or Mark(base_paper(variant, variant.geometry.place(square)))
        draw_picture = _square_pictures(self.brush)
        return draw_picture(square, mark, pieces.get(square), focused, square in self.targets)

    def stamp(self, frame: Frame) -> None:
        frame.stamp(self.places.board.left, self.places.board.top, _board_picture(self))


def draw_position(
    frame: Frame, corner: Place, position: Position, last: Move | None, brush: Brush, flipped: bool
) -> None:
    """Draw a board just for viewing, its last move marked, starting at the given cell.

    If it has no numbers it gets a rim, so that squares can be named.
    """
    variant, rim = position.variant, 0 if brush.numbers else rim_width(position.variant)
    width, height = brush.width * variant.size, brush.scale * variant.size
    area = Rect(corner[0] + rim, corner[1], width, height)
    places = Layout(variant, brush.scale, area, brush.margin, rim)
    draw_still(frame, places, brush, position, last_move_marks(last, brush.glyphs), flipped=flipped)
    if rim:
        draw_rim(frame, places, flipped)


def draw_still(
    frame: Frame,
    places: Layout,
    brush: Brush,
    position: Position,
    marks: dict[int, Mark],
    targets: tuple[int, ...] = (),
    flipped: bool = False,
) -> None:
    """Draw a position with some squares marked, and some as targets."""
    pieces = (*position.pieces().items(),)
    _Board(brush, places, flipped, pieces, (*marks.items(),), frozenset(targets)).stamp(frame)


@lru_cache(_BOARDS)
def _board_picture(board: _Board) -> Frame:
    """The board without its cursor, cached because most keys move only the cursor."""
    places, area = board.places, board.places.board
    picture = Frame(area.width, area.height)
    pieces, marks = dict(board.pieces), dict(board.marks)
    for square, place in enumerate(places.variant.geometry.places, start=1):
        column, row = places.corner(place, board.flipped)
        drawn = board.square_picture(square, pieces, marks)
        picture.stamp(column - area.left, row - area.top, drawn)
    here = places._replace(board=Rect(0, 0, area.width, area.height))
    draw_unplayed(picture, here, board.brush, board.flipped)
    return picture


@lru_cache(_BOARDS)
def _square_pictures(brush: Brush) -> Callable[[int, Mark, Piece | None, bool, bool], Frame]:
    """Return the function that draws the squares of a kind of board, with a cache."""

    @lru_cache(_SQUARES)
    def picture(square: int, mark: Mark, piece: Piece | None, focused: bool, target: bool) -> Frame:
        drawn = Frame(brush.width, brush.scale)
        draw_one_square(drawn, (0, 0), brush, square, mark, piece, focused, target)
        return drawn

    return picture


def draw_one_square(
    frame: Frame,
    corner: Place,
    brush: Brush,
    square: int,
    mark: Mark,
    piece: Piece | None,
    focused: bool = False,
    target: bool = False,
) -> None:
    """Draw a square with its piece and its highlights."""
    small = brush.scale <= _SMALL and not (brush.inset and brush.scale > 1)
    coloured = focused and (small or brush.has_border)
    draw_square(frame, corner, brush, "focus" if coloured else mark.paper)
    if focused and brush.has_border:
        edge = int(brush.scale > _SMALL)  # two rows are too few for an edge above and below
        inside = Rect(corner[0] + 1, corner[1] + edge, brush.width - 2, brush.scale - 2 * edge)
        frame.fill(inside, mark.paper)
    inner = (corner[0] + brush.inset, corner[1])
    if piece is not None:
        draw_sprite(frame, inner, brush.piece(piece, focused or bool(mark.sign)))
    elif target:
        # Without colours, a disc would be mistaken for a piece.
        scale = 1 if brush.theme.colourless else brush.scale
        middle = (inner[0] + brush.scale - scale, inner[1] + (brush.scale - scale) // 2)
        draw_sprite(frame, middle, dot(scale, brush.glyphs))
    elif brush.theme.men is not Men.SOLID and mark.paper == "alternate":
        draw_sprite(frame, inner, dot(brush.scale, brush.glyphs, "light", faint=True))
    if brush.numbers and not focused and mark.paper in ("dark", "alternate"):
        draw_number(frame, corner, brush, str(square), piece)
    if focused:
        draw_focus(frame, corner, brush, piece)
    framed = focused and not brush.has_border and (brush.scale == 1 or brush.inset)
    if piece is not None and brush.carries_signs(piece) and mark.sign:
        pointer = brush.glyphs.pointer if focused else " "
        write_on_man(frame, corner, piece, pointer + mark.sign)
    elif mark.sign and not framed:
        frame.put(corner[0] + brush.width - 1, corner[1], mark.sign, "mark")


def draw_preview(
    frame: Frame,
    area: Rect,
    variant: Variant,
    pieces: dict[int, Piece],
    brush: Brush,
    flipped: bool = False,
) -> None:
    """Draw a bare board, for the menu."""
    places = Layout(variant, brush.scale, area, brush.margin)
    for square, place in enumerate(variant.geometry.places, start=1):
        corner = places.corner(place, flipped)
        draw_square(frame, corner, brush, base_paper(variant, place))
        if square in pieces:
            draw_sprite(frame, (corner[0] + brush.inset, corner[1]), brush.piece(pieces[square]))
    draw_unplayed(frame, places, brush, flipped)


def base_paper(variant: Variant, place: Place) -> str:
    """The background of a playing square without highlights."""
    return "dark" if variant.diagonal or sum(place) % 2 else "alternate"


def shown_pieces(screen: "BoardScreen") -> dict[int, Piece]:
    """The pieces standing still: all but the one being moved and those it has captured."""
    animation = screen.animation
    if animation is not None:
        pieces = animation.before.pieces()
        del pieces[animation.move.start]
        legs = len(animation.move.path) - 1
        gone = int(animation.progress * legs + 0.5)
        for square in animation.move.captured[:gone]:
            pieces.pop(square, None)
        return pieces
    pieces = screen.position.pieces()
    picked = screen.board.picked
    if len(picked) > 1:
        piece, entered = pieces.pop(picked[0]), screen.board.entered(screen.position)
        if screen.variant.jumped_leave is Removal.AT_ONCE:
            for square in entered.jumped:
                del pieces[square]
        pieces[picked[-1]] = replace(piece, king=entered.king)
    return pieces


def last_move_marks(last: Move | None, glyphs: Glyphs) -> dict[int, Mark]:
    """Where the last move began and ended."""
    if last is None or last.is_pass:
        return {}
    return {last.start: Mark("last", glyphs.last_from), last.end: Mark("last", glyphs.last_to)}


def square_marks(screen: "BoardScreen", glyphs: Glyphs) -> dict[int, Mark]:
    """The highlights of the squares, the more important ones on top."""
    marks = last_move_marks(screen.timeline.last_move, glyphs)
    if screen.animation is not None:
        return marks
    hint = dict.fromkeys(screen.shown_hint(), Mark("hint", glyphs.hint))
    if not screen.takes_moves:
        return marks | hint
    board, legal = screen.board, screen.legal
    if board.picked:
        return marks | _entered_marks(screen, glyphs)
    for move in legal:
        captures = bool(move.captured) and screen.variant.capture_forced
        marks[move.start] = (
            Mark("capture", glyphs.capture) if captures else Mark("movable", glyphs.movable)
        )
    return marks | hint


def _entered_marks(screen: "BoardScreen", glyphs: Glyphs) -> dict[int, Mark]:
    """The path of the picked-up piece so far, where it can go, and what it would capture."""
    board, position = screen.board, screen.position
    entered = board.entered(position)
    put = board.put_down(position, board.focus)
    marks: dict[int, Mark] = {}
    for square, moves in entered.landings.items():
        marks[square] = Mark("target", glyphs.capture if moves[0].captured else "")
    for square in put.path[len(board.picked) :] if put is not None else ():
        marks.setdefault(square, Mark("target", glyphs.capture))
    for square in entered.jumped if put is None else put.jumped:
        marks.setdefault(square, Mark("capture", glyphs.taken))
    for square in board.picked[:-1]:
        marks.setdefault(square, Mark("picked", glyphs.last_from))
    marks[board.picked[-1]] = Mark("picked", glyphs.picked)
    return marks


def draw_trails(
    frame: Frame, screen: "BoardScreen", places: Layout, brush: Brush, pieces: dict[int, Piece]
) -> None:
    """Draw the path of the last move faintly, and that of a hint, as dots between squares."""
    if screen.animation is not None or screen.board.picked:
        return
    last = screen.timeline.last_move
    ways = [] if last is None else [(last.path, brush.glyphs.dot, "number")]
    ways.append((screen.shown_hint(), brush.glyphs.trail, "mark"))
    square_at, flipped = screen.variant.geometry.square_at, screen.board.flipped
    for path, character, ink in ways:
        for column, row in trail(places, path, flipped):
            place = places.place(column, row, flipped)
            square = None if place is None else square_at(*place)
            # A dot beside a number or a sign would look like part of it.
            free = not "".join(frame.characters[row][max(0, column - 1) : column + 2]).strip()
            if square is not None and square not in pieces and free:
                frame.put(column, row, character, ink)


def trail(places: Layout, path: tuple[int, ...], flipped: bool) -> Iterator[Place]:
    """The (column, row) cells on straight lines from the middle of each square to the next.

    They are about as far apart as adjacent rows.
    """
    corners = (places.corner(places.variant.geometry.place(square), flipped) for square in path)
    middles = [(x + places.square_width / 2, y + places.scale / 2) for x, y in corners]
    for (left, top), (right, bottom) in pairwise(middles):
        across, down = right - left, bottom - top
        steps = round(max(abs(across) / 2, abs(down)))
        for share in (step / steps for step in range(steps + 1)):
            # If the middle falls between two cells, use the one to the left or above.
            yield math.ceil(left + across * share) - 1, math.ceil(top + down * share) - 1


def draw_square(frame: Frame, corner: Place, brush: Brush, paper: str) -> None:
    """Draw an empty square."""
    frame.fill(Rect(*corner, brush.width, brush.scale), paper)


def draw_unplayed(frame: Frame, places: Layout, brush: Brush, flipped: bool) -> None:
    """Draw the squares that are never used in play."""
    variant = places.variant
    character = brush.glyphs.shade if brush.theme.colourless else " "
    picture = Frame(brush.width, brush.scale)
    picture.fill(Rect(0, 0, picture.width, picture.height), "light", character, "light")
    for row in range(variant.size):
        for column in range(variant.size):
            if variant.geometry.square_at(row, column) is None:
                frame.stamp(*places.corner((row, column), flipped), picture)


def draw_sprite(frame: Frame, corner: Place, picture: Sprite) -> None:
    """Draw a picture on a square."""
    left, top = corner
    for dab in picture:
        frame.put(left + dab.column, top + dab.row, dab.text, dab.ink, dab.paper)


def draw_focus(frame: Frame, corner: Place, brush: Brush, piece: Piece | None) -> None:
    """Draw the cursor: a frame inside the square, or an arrow beside the piece if it is small."""
    left, top = corner
    right, bottom = left + brush.width - 1, top + brush.scale - 1
    on_white = piece is not None and piece.colour is Colour.WHITE and not brush.margin
    ink = "focus_white" if on_white else "focus"
    if brush.inset and brush.scale == 1:
        frame.put(left, top, "[", ink)
        frame.put(right, top, "]", ink)
    elif piece is not None and brush.carries_signs(piece):
        write_on_man(frame, corner, piece, f"{brush.glyphs.pointer} ")
    elif brush.has_border or (brush.scale <= _SMALL and not brush.inset):
        frame.put(right, bottom, brush.glyphs.cursor, ink)
        # With 8 colours, other marks share the cursor's colour, so two arrows tell it apart.
        if brush.has_border or brush.scale == _SMALL:
            frame.put(left, bottom, brush.glyphs.pointer, ink)
    else:
        _draw_ring(frame, Rect(*corner, brush.width, brush.scale), brush.glyphs, ink)


def _draw_ring(frame: Frame, area: Rect, glyphs: Glyphs, ink: str) -> None:
    """Draw a frame inside the edges of a square, as far as the piece leaves room."""
    left, top, right, bottom = *area[:2], area.left + area.width - 1, area.top + area.height - 1
    corners = ((left, top), (right, top), (left, bottom), (right, bottom))
    for (column, row), sign in zip(corners, glyphs.focus, strict=True):
        frame.put(column, row, sign, ink)
    above, below, before, behind = glyphs.edges
    edges = [
        ((x, y), sign)
        for x in range(left + 1, right)
        for y, sign in ((top, above), (bottom, below))
    ]
    edges += [
        ((x, y), sign)
        for y in range(top + 1, bottom)
        for x, sign in ((left, before), (right, behind))
    ]
    for (column, row), sign in edges:
        if frame.characters[row][column] == " ":
            frame.put(column, row, sign, ink)


def draw_number(
    frame: Frame, corner: Place, brush: Brush, number: str, piece: Piece | None
) -> None:
    """Write a square's number faintly in its corner if it does not touch the piece."""
    left, top = corner
    blank = all(c == " " for c in frame.characters[top][left : left + len(number)])
    bare = piece is None or brush.scale > 4
    # Leave a blank after it; the smallest squares have no room, but some lie far apart.
    alone = brush.scale == 1 and brush.variant.diagonal
    if blank and bare and (alone or len(number) < brush.width):
        frame.put(left, top, number, "number")


def draw_label(frame: Frame, corner: Place, brush: Brush, number: str, piece: Piece | None) -> None:
    """Write a square's number on its piece or in its corner, to help with typing a move."""
    if piece is None:
        frame.put(corner[0], corner[1], number[: brush.width], "label")
    elif brush.scale > 1:
        left = corner[0] + brush.inset + brush.scale - (len(number) + 1) // 2
        row = corner[1] + (brush.scale - 1) // 2
        hollow = brush.theme.men is Men.HOLLOW and piece.colour is Colour.BLACK
        paper = None if hollow or brush.theme.colourless else f"{piece.colour}_rim"
        frame.put(left, row, number, f"{piece.colour}_emblem", paper)


def write_on_man(frame: Frame, corner: Place, piece: Piece, text: str) -> None:
    """Write two characters on the upper half of a two-row man."""
    frame.put(corner[0] + 1, corner[1], text, f"{piece.colour}_emblem", f"{piece.colour}_rim")


def draw_moving_piece(frame: Frame, screen: "BoardScreen", places: Layout, brush: Brush) -> None:
    """Draw the piece that is being moved."""
    animation, flipped = screen.animation, screen.board.flipped
    if animation is None:
        return
    path = animation.move.path
    along = min(animation.progress, 0.999) * (len(path) - 1)
    leg = int(along)
    place = screen.variant.geometry.place
    here = places.corner(place(path[leg]), flipped)
    there = places.corner(place(path[leg + 1]), flipped)
    corner = (
        here[0] + round((there[0] - here[0]) * (along - leg)),
        here[1] + round((there[1] - here[1]) * (along - leg)),
    )
    inner = (corner[0] + brush.inset, corner[1])
    draw_sprite(frame, inner, brush.piece(animation.before.pieces()[path[0]]))


def draw_rim(frame: Frame, places: Layout, flipped: bool, focus: Place = (-1, -1)) -> None:
    """Write the column letters and row numbers around the board; the cursor's stand out."""
    variant, scale, board = places.variant, places.scale, places.board
    for index in range(variant.size):
        row, column = on_screen(variant, (index, index), flipped)
        number = str(variant.size - row).rjust(places.rim - 1)
        ink = "strong" if row == focus[0] else "rim"
        frame.put(
            board.left - places.rim, board.top + scale * index + (scale - 1) // 2, number, ink
        )
        ink = "strong" if column == focus[1] else "rim"
        letter = chr(ord("a") + column)
        middle = board.left + places.square_width * index + places.inset + scale - 1
        frame.put(middle, board.top + board.height, letter, ink)
