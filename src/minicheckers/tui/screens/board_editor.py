"""The board editor: add and remove pieces with the keys or the mouse."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from ...activities.exploration import Exploration
from ...game.timeline import Timeline
from ...messages import counted
from ...play.board_editor import Editing, kinds, playable
from ...rules.notation import Piece
from ...rules.position import Position
from ...rules.variant import COLOURS, Colour, Variant
from ..events import Click, NewGame, StartGame
from ..frame import Frame, Rect
from ..state import AppState, Step, leave_screen, open_screen
from ..widgets.board import CURSOR, Board, Brush, Mark, draw_one_square, square_at
from ..widgets.dialog import Choice, Dialog, ask, stay
from ..widgets.keys import Keymap, Section, bind
from ..widgets.prompt import Prompt
from ..widgets.sheet import folded
from .board import LOOKING, BoardScreen, Line, leave, save_prompt


@dataclass(frozen=True, kw_only=True)
class EditorScreen(BoardScreen):
    """A position being edited; ``brush`` is the piece that Enter or a click puts down."""

    editing: Editing
    brush: Piece

    @property
    def timeline(self) -> Timeline:
        return Timeline.begin(self.editing.position)

    @property
    def names(self) -> dict[Piece, str]:
        """What the pieces are called, in the order of their keys."""
        variant = self.variant
        return {
            piece: f"{piece.colour} {variant.king_name if piece.king else variant.man_name}"
            for piece in kinds(variant)
        }

    # Updates

    def edited(self, app: AppState, editing: Editing) -> Step:
        return app.with_screen(replace(self, editing=editing)), ()

    def enter(self, app: AppState) -> Step:
        """Put the brush's piece on the square under the cursor, or remove it if already there."""
        return self.edited(app, self.editing.stamp(self.board.focus, self.brush))

    def put(self, app: AppState, number: int) -> Step:
        """Put the piece with this number under the cursor, and make it the brush for Enter."""
        pieces = kinds(self.variant)
        if number > len(pieces):
            raise ValueError(f"{self.variant} has no other pieces")
        piece = pieces[number - 1]
        screen = replace(self, brush=piece)
        return screen.edited(app, self.editing.put(self.board.focus, piece))

    def remove(self, app: AppState) -> Step:
        return self.edited(app, self.editing.put(self.board.focus, None))

    def cycle(self, app: AppState) -> Step:
        """Change the square under the cursor to the next kind of piece."""
        return self.edited(app, self.editing.cycle(self.board.focus))

    def click(self, app: AppState, event: Click) -> Step:
        """Treat a click on a square as Enter there; on a piece's name, choose that piece."""
        square = square_at(self, app, event.column, event.row)
        if square is not None:
            app = self.with_board(app, focus=square)
            return self.on(app).enter(app)
        places = app.layout
        if places is None or places.panel is None:
            return app, ()
        if places.board.contains(event.column, event.row):
            return app.saying("pieces stand on the dark squares only"), ()
        if not places.panel.contains(event.column, event.row):
            return app, ()
        number, pieces = event.row - places.panel.top, kinds(self.variant)
        if number < len(pieces):
            return app.with_screen(replace(self, brush=pieces[number])), ()
        action = number - len(pieces) - 1
        return DEEDS[action].action(self, app) if 0 <= action < len(DEEDS) else (app, ())

    def paste(self, app: AppState, line: str) -> Step:
        """Put a pasted or typed FEN on the board; raise ValueError if it is not valid."""
        return self.edited(app, self.editing.set_fen(line))

    def ask_for_fen(self, app: AppState) -> Step:
        return replace(app, overlay=Prompt("FEN", "set up", EditorScreen.paste)), ()

    def save_as(self, app: AppState) -> Step:
        self.editing.finished()
        return replace(app, overlay=save_prompt(f"{self.variant}.fen", proposed=True)), ()

    def analyse(self, app: AppState) -> Step:
        from .analysis import AnalysisScreen, open_exploration

        exploration = Exploration.begin(self.editing.finished())
        app, effects = leave_screen(app)
        if isinstance(app.screen, AnalysisScreen):
            app, more = app.screen.explore(app, exploration)
        else:
            app, more = open_exploration(app, exploration, flipped=self.board.flipped)
        return app, (*effects, *more)

    def ask_to_leave(self, app: AppState) -> Step:
        """Go back to the previous screen; ask first if changes would be lost."""
        if not self.editing.past:
            return leave_screen(app)
        words = "The position you set up will be lost."
        return ask(app, "Leave the editor?", words, "Leave", leave, "Keep editing")

    def ask_to_play(self, app: AppState) -> Step:
        return ask_to_play(app, self.editing.finished())

    # Drawing

    def keymap(self) -> Keymap:
        return (EDITING, LOOKING)

    def title(self) -> str:
        return "board editor"

    def status(self, app: AppState, width: int) -> Line:
        position = self.editing.position
        black, white = (
            counted(position.count(colour), str(colour), str(colour)) for colour in COLOURS
        )
        words = f"{position.turn.capitalize()} to move. {black}, {white}"
        return words, "text"

    def draw_panel(self, frame: Frame, area: Rect, app: AppState) -> None:
        """Draw the pieces with their keys, the chosen one marked, and the available actions."""
        brush = Brush(app.glyphs, app.theme, 1, self.variant)
        longest = max(map(len, (*self.names.values(), *(deed.help for deed in DEEDS))))
        narrow = area.width < longest + _BESIDE_WORDS
        gap = "" if narrow else " "
        for number, (piece, name) in enumerate(self.names.items()):
            chosen = piece == self.brush
            pointer = app.glyphs.pointer if chosen else " "
            ink = "strong" if chosen else "text"
            if len(name) + _BESIDE_WORDS - 1 > area.width:
                name = name.split()[-1]  # the picture shows the colour
            frame.write(area, number, f"{pointer}{gap}{number + 1}    {name}", ink)
            corner = (area.left + 3 + len(gap), area.top + number)
            draw_one_square(frame, corner, brush, 0, Mark("dark"), piece)
        below = len(self.names) + 1
        for number, deed in enumerate(DEEDS, start=below):
            # The labels on the key line are shorter.
            words = deed.label if narrow and isinstance(deed.label, str) else deed.help
            if number < area.height:
                frame.write(area, number, f" {gap}{deed.keys[0]}    {words or deed.help}", "dim")
        below += len(DEEDS) + 1
        rest = Rect(area.left, area.top + below, area.width, area.height - below)
        if rest.height > 0 and self.position.pieces():
            fen = folded(self.position.fen(), area.width)
            self.draw_lines(frame, rest, app, [(part, "dim") for part in fen])


def open_editor(app: AppState, position: Position, *, flipped: bool) -> Step:
    """Edit a position; the current screen waits."""
    free = Position(position.variant, position.state)  # drop any history of king moves
    board = Board(focus=_middle(position.variant), flipped=flipped)
    return open_screen(
        app, EditorScreen(editing=Editing(free), brush=Piece(position.turn), board=board)
    )


def _middle(variant: Variant) -> int:
    def distance(square: int) -> int:
        row, column = variant.geometry.place(square)
        return abs(2 * row + 1 - variant.size) + abs(2 * column + 1 - variant.size)

    return min(range(1, variant.geometry.count + 1), key=distance)


def ask_to_play(app: AppState, position: Position) -> Step:
    """Ask which side the person wants to play from a position, against the usual level."""
    playable(position)
    choices = (
        *(
            Choice(
                str(side).capitalize(), str(side)[0], partial(_play, position=position, side=side)
            )
            for side in COLOURS
        ),
        Choice("Two players", "t", partial(_play, position=position, side=None)),
        Choice("Neither", "n", stay),
    )
    words = f"The opponent is {app.preferences.level}."
    if app.own_game is not None and app.own_game.is_under_way:
        words += " Your other game is saved; continue it from the menu."
    selected = position.turn.side
    return replace(app, overlay=Dialog("Which side do you play?", words, choices, selected)), ()


def _play(screen: object, app: AppState, position: Position, side: Colour | None) -> Step:
    """Start a game from a position, as one side or for two people."""
    chosen = app.preferences
    level = None if side is None else chosen.level
    first = "you" if side is position.turn else "ai"
    return app, (StartGame(NewGame(position.variant, level, first, chosen.time, position)),)


def _change(screen: EditorScreen, app: AppState, by: Callable[[Editing], Editing]) -> Step:
    return screen.edited(app, by(screen.editing))


#: The columns of the panel not taken by the names of pieces and actions.
_BESIDE_WORDS = 7

#: Actions on the whole position, by key or by a click on a line in the panel.
DEEDS = (
    bind("o", _change, "other side to move", "turn", by=Editing.other_turn),
    bind("z", _change, "clear the board", "clear", by=Editing.clear),
    bind("Z", _change, "starting position", "start", by=Editing.start),
    bind("u", _change, "undo", by=Editing.undo),
    bind("a", EditorScreen.analyse, "analysis board", "analyse"),
    bind("P", EditorScreen.ask_to_play, "play from here", "play"),
    bind("s", EditorScreen.save_as, "save to a file", "save"),
)

EDITING = Section(
    "The editor",
    (
        *CURSOR,
        bind(
            "enter space", EditorScreen.enter, "put down, remove", "put down", shown="Enter, Space"
        ),
        bind("b escape", EditorScreen.ask_to_leave, "back", "back", shown="b, Esc"),
        bind("1", EditorScreen.put, "put down a piece", shown="digits", number=1),
        *(bind(str(n), EditorScreen.put, number=n) for n in (2, 3, 4)),
        bind("0 backspace", EditorScreen.remove, "remove the piece", "remove", shown="0, Del"),
        bind("tab", EditorScreen.cycle, "next kind of piece", "change"),
        *DEEDS,
        bind("r", _change, "redo", by=Editing.redo),
        bind("p", EditorScreen.ask_for_fen, "type a FEN"),
    ),
)
