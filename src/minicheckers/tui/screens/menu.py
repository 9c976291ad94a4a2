"""The start menu: rows of choices to change with the arrows; Enter plays or opens a screen."""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from ...coach.player_rating import Rating, rating_in_words
from ...coach.requests import PUZZLE_GAMES, PuzzleOrder
from ...game.clock import TimeControl
from ...game.presentation import Group, presentation
from ...game.request import FIRST_CHOICES
from ...game.session import Session
from ...messages import counted
from ...play.effects import (
    ConfirmLevel,
    ListUnfinished,
    ReadArchive,
    ReadDaily,
    ResumeGame,
    SavePreferences,
)
from ...players.levels import (
    EXTRA_LEVELS,
    LEVELS,
    NUMBERS,
    fitting_strength,
    level_rating,
    strength_name,
    strength_number,
)
from ...rules.notation import NotationChoice, Piece
from ...rules.position import Position
from ...rules.variant import VARIANTS, Colour, Variant, get_variant
from ...storage.store import KeptGame
from ..events import (
    BoardRead,
    Click,
    ListRecordings,
    ListStrategies,
    NewGame,
    StartGame,
    StrategiesListed,
)
from ..frame import Frame, Rect, shortened
from ..state import AppState, Screen, Step, bottom_line, leave_screen, next_of, next_theme
from ..widgets.board import Brush, draw_preview
from ..widgets.keys import Action, Keymap, Section, bind
from ..widgets.panel import opponents
from ..widgets.picker import Picker
from ..widgets.sheet import Sheet
from .loading import ask_for_board

#: The choice, listed among the levels, of two people at one keyboard.
FRIEND = "a friend"
#: The choice of an opponent by strength; the next row has the number.
STRENGTH = "by strength"
#: The choice that leads to the strategies that are not levels.
OTHER = "other"
#: The thinking times on offer, in seconds; None means the level's default.
THINKING_TIMES = (None, 0.1, 0.3, 1.0, 2.0, 5.0, 10.0, 30.0)
#: The clocks on offer; None means no clock.
CLOCKS = (None, *map(TimeControl.parse, ("1+0", "3+2", "5+3", "10+0", "15+10", "30+0")))

#: How much the coach helps in a game, and what that means.
COACHING = {
    "off": "no warnings; press c for a hint at any time",
    "warn": "a warning before a blunder",
    "show": "the value of every move; such games are counted separately",
}

_FIRST = {"you": "you", "ai": "the computer", "random": "random"}

_WIDTH = 38
_GAP = 4
#: A title, a few rows, a remark and the key line.
_LEAST_SIZE = (_WIDTH, 9)
_WIDEST_PREVIEW = 48
_NARROWEST_PREVIEW = 12
_LARGEST_SCALE = 3
#: On a screen this wide, one line is enough for the remark about a row.
_ONE_LINE = 76
_TITLE_COLUMN, _VALUE_COLUMN = 2, 14


#: How Left (-1) or Right (1) changes a row.
Change = Callable[[Any, AppState, int], Step]


class ChosenBoard(NamedTuple):
    """A position to start from, and where it came from."""

    name: str
    position: Position


class Row(NamedTuple):
    """A row: its name, its label, the current choice, and a sentence about it.

    ``on_enter`` is what Enter does there, None for a new game; ``enter`` is one word for that.
    ``on_change`` is what Left and Right do; the row shows ``arrows`` for them. A row that is not
    ``enabled`` does nothing, and the cursor skips it. ``preview`` is the position shown beside
    the row and the side at the bottom, if that is not the start of a new game.
    """

    name: str
    title: str
    value: str = ""
    remark: str = ""
    enter: str = "play"
    on_enter: Action | None = None
    on_change: Change | None = None
    arrows: bool = True
    enabled: bool = True
    preview: tuple[Position, Colour | None] | None = None

    @property
    def changeable(self) -> bool:
        """Whether to show that Left and Right change this row."""
        return self.on_change is not None and self.arrows


class _Places(NamedTuple):
    """Where the parts of the menu are; nothing moves when a choice changes.

    ``lines`` are the rows on the screen, from ``area.top`` down, with None for a blank line;
    ``above`` and ``below`` tell whether there are more. The board preview is there only if
    there is room for it.
    """

    title: int | None
    area: Rect
    lines: tuple[Row | None, ...]
    scroll: int
    above: bool
    below: bool
    preview: Rect | None
    scale: int


@dataclass(frozen=True, kw_only=True)
class MenuScreen(Screen):
    """The choices so far, and which row the person is on.

    ``strength`` is the one that was chosen, None for the one that fits the person's rating.
    ``more`` shows the choices that seldom change. ``scroll`` is how many lines are scrolled off
    the top if they do not all fit. ``below`` is the person's game, if one is waiting to be
    continued. ``flags`` are the choices that flags have made, by the names of the preferences.
    """

    variant_name: str
    board_size: int
    level: str
    first: str
    levels: tuple[str, ...]
    strength: str | None = None
    row: str = "start"
    more: bool = False
    time: float | None = None
    clock: TimeControl | None = None
    start: ChosenBoard | None = None
    scroll: int = 0
    below: Screen | None = None
    flags: tuple[tuple[str, Any], ...] = ()

    is_home: ClassVar[bool] = True

    # The game these choices describe

    @property
    def variant(self) -> Variant:
        game = VARIANTS[self.variant_name]
        return game.of_size(self.board_size if self.board_size in game.sizes else None)

    @property
    def start_position(self) -> Position:
        return Position.start(self.variant) if self.start is None else self.start.position

    @property
    def persons_colour(self) -> Colour | None:
        """The person's colour; None for two people, or if it is drawn at random."""
        if self.level == FRIEND or self.first not in ("you", "ai"):
            return None
        turn = self.start_position.turn
        return turn if self.first == "you" else turn.other

    def against(self, level: str) -> "MenuScreen":
        """The menu with a level chosen as the opponent; a strength is one choice of them all."""
        if strength_number(level) is not None:
            return replace(self.against(STRENGTH), strength=level)
        return replace(self, level=level, levels=tuple(dict.fromkeys((*self.levels, level))))

    def opponent(self, app: AppState) -> str:
        """The chosen level, by strength the one that was chosen or fits the game best."""
        if self.level != STRENGTH:
            return self.level
        rating = app.record.ratings.get(self.variant_name, Rating())
        return self.strength or fitting_strength(self.variant, rating.value)

    def new_game(self, app: AppState) -> NewGame:
        return NewGame(
            self.variant,
            None if self.level == FRIEND else self.opponent(app),
            self.first,
            self.time,
            None if self.start is None else self.start.position,
            clock=self.clock,
        )

    # Rows

    def rows(self, app: AppState) -> tuple[Row, ...]:
        """The rows from top to bottom; they stay in place whatever is chosen."""
        return tuple(
            row if isinstance(row, Row) else row(self, app)
            for group in self.groups
            for row in group
        )

    @property
    def groups(self) -> "tuple[tuple[Row | MadeRow, ...], ...]":
        return GROUPS if self.more else GROUPS[:-1]

    def current(self, app: AppState) -> Row:
        found = {row.name: row for row in self.rows(app)}
        here = found.get(self.row)
        return here if here is not None and here.enabled else found["start"]

    # Actions

    def move(self, app: AppState, step: int) -> Step:
        """Go up or down a row, skipping the disabled ones."""
        names = [row.name for row in self.rows(app) if row.enabled]
        here = names.index(self.current(app).name)
        return self.at(app, names[(here + step) % len(names)]), ()

    def at_end(self, app: AppState, step: int) -> Step:
        names = [row.name for row in self.rows(app) if row.enabled]
        return self.at(app, names[0 if step < 0 else -1]), ()

    def at(self, app: AppState, row: str) -> AppState:
        """The menu with the cursor on a row, scrolled only as far as needed."""
        there = replace(self, row=row)
        places = there.places(app)
        return app.with_screen(there if places is None else replace(there, scroll=places.scroll))

    def change(self, app: AppState, step: int) -> Step:
        change = self.current(app).on_change
        return (app, ()) if change is None else change(self, app, step)

    def change_strength(self, app: AppState, step: int) -> Step:
        strength = next_of(tuple(map(strength_name, NUMBERS)), self.opponent(app), step)
        return app.with_screen(replace(self, strength=strength)), ()

    def change_start(self, app: AppState, step: int) -> Step:
        """Ask for a position on Right; go back to the usual one on Left."""
        if step > 0:
            return ask_for_board(self, app)
        return app.with_screen(replace(self, start=None)), ()

    def choose_game(self, app: AppState) -> Step:
        found = {name: presentation(variant) for name, variant in VARIANTS.items()}
        names = sorted(found, key=lambda name: list(Group).index(found[name].group))
        abouts = tuple(found[name].summary for name in names)
        groups = tuple(str(found[name].group) for name in names)
        here = names.index(self.variant_name)

        def choose(menu: MenuScreen, app: AppState, number: int) -> Step:
            name = names[number]
            size = VARIANTS[name].size
            chosen = replace(menu, variant_name=name, board_size=size, start=None)
            return app.with_screen(chosen), ()

        picker = Picker("Games", tuple(names), choose, here, groups, abouts, "choose")
        return replace(app, overlay=picker), ()

    def show_more(self, app: AppState) -> Step:
        return app.with_screen(replace(self, more=not self.more)), ()

    def choose(self, app: AppState) -> Step:
        """Do what Enter does on the current row: usually, play."""
        return (self.current(app).on_enter or MenuScreen.play)(self, app)

    def play(self, app: AppState) -> Step:
        """Start a new game, or choose an opponent first; an unfinished game stays saved."""
        return (app, (ListStrategies(),)) if self.level == OTHER else start(app)

    def watch(self, app: AppState) -> Step:
        new_game = self.new_game(app)
        level = new_game.level or app.preferences.level
        return app, (StartGame(new_game._replace(level=level, watched=True)),)

    def resume(self, app: AppState) -> Step:
        """Continue the waiting game or a saved one; ask which if there are several."""
        games = list(app.kept)
        choices: list[tuple[str, str, Callable[[AppState], Step]]] = []
        if self.below is not None and app.own_game is not None and app.own_game.is_unfinished:
            session = app.own_game.session
            opponent = session.black.level or session.white.level or "two players"
            line = f"on the board: {session.variant} {opponent}"
            choices.append((line, _so_far(session), leave_screen))
            games = [game for game in games if game.id != app.open_game]
        choices += [(*_unfinished_words(game), _resumer(game.id)) for game in games]
        if not choices:
            raise ValueError("there is no unfinished game")
        if len(choices) == 1:
            return choices[0][2](app)
        labels, abouts, openers = zip(*choices, strict=True)
        picker = Picker(
            "Unfinished games",
            labels,
            lambda menu, app, number: openers[number](app),
            abouts=abouts,
            verb="continue",
        )
        return replace(app, overlay=picker), ()

    def back(self, app: AppState) -> Step:
        """Go back from the menu to the waiting game, if there is one."""
        return leave_screen(app) if self.below is not None else (app, ())

    def puzzle(self, app: AppState) -> Step:
        return _open_puzzles(app, PuzzleOrder(self.variant, seed=app.puzzle_seed))

    def daily(self, app: AppState) -> Step:
        """Open today's puzzle, the same for everybody."""
        game = self.variant if self.variant.name in PUZZLE_GAMES else get_variant(PUZZLE_GAMES[0])
        return _open_puzzles(app, PuzzleOrder(game, day=app.daily.day, limit=1))

    def learn(self, app: AppState) -> Step:
        from .lesson import open_lessons  # imported here so that the menu appears sooner

        return open_lessons(app, self.variant)

    def review(self, app: AppState) -> Step:
        return app, (ReadArchive(),)

    def load(self, app: AppState) -> Step:
        return app, (ListRecordings("load"),)

    def show_record(self, app: AppState) -> Step:
        return replace(app, overlay=Sheet("Record", record_lines)), ()

    def edit_start(self, app: AppState) -> Step:
        from .board_editor import open_editor  # rarely needed

        return open_editor(app, self.start_position, flipped=self.persons_colour is Colour.BLACK)

    def with_board(self, app: AppState, event: BoardRead) -> AppState:
        variant = event.position.variant
        chosen = ChosenBoard(event.name, event.position)
        menu = replace(self, variant_name=variant.name, board_size=variant.size, start=chosen)
        return replace(app, screen=menu, overlay=None)

    def click(self, app: AppState, event: Click) -> Step:
        """Go to the clicked row and do what Enter does there.

        On a row with choices, the second click takes the next one or lists them all.
        """
        places = self.places(app)
        if places is None or not places.area.contains(event.column, event.row):
            return app, ()
        row = places.lines[event.row - places.area.top]
        if row is None or not row.enabled:
            return app, ()
        there = row.name == self.current(app).name
        app = self.at(app, row.name)
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        if not row.changeable or (there and row.on_enter is not None):
            return menu.choose(app)
        return menu.change(app, 1) if there else (app, ())

    def come_back(self, app: AppState) -> Step:
        """Look for unfinished games and for today's puzzle."""
        return app, (ListUnfinished(), ReadDaily())

    def keymap(self) -> Keymap:
        return (MENU,)

    # Drawing

    def least_size(self) -> tuple[int, int]:
        return _LEAST_SIZE

    def places(self, app: AppState) -> _Places | None:
        """Where the parts go; None if the screen is too small."""
        columns, height = app.size
        if columns < _LEAST_SIZE[0] or height < _LEAST_SIZE[1]:
            return None
        remark = 1 if columns >= _ONE_LINE else 2
        height -= remark + 1  # the key line is the last line
        lines = self._lines(app, height - 1)
        titled = len(lines) != height  # drop the title if that makes all the rows fit
        room = height - titled
        spaced = room > len(lines) + 1
        shown = min(len(lines), room)
        top = max(0, (height - shown - titled - spaced) // 2)
        names = [None if row is None else row.name for row in lines]
        here = names.index(self.current(app).name)
        scroll = min(max(self.scroll, here - shown + 1, 0), here, len(lines) - shown)
        beside = min(columns - _WIDTH - _GAP - 2, _WIDEST_PREVIEW)
        beside = beside if beside >= _NARROWEST_PREVIEW else 0
        left = (columns - _WIDTH - (_GAP + beside if beside else 0)) // 2
        preview, scale = self._preview(app, Rect(left + _WIDTH + _GAP, 1, beside, height - 2))
        return _Places(
            top if titled else None,
            Rect(left, top + titled + spaced, _WIDTH, shown),
            lines[scroll : scroll + shown],
            scroll,
            scroll > 0,
            scroll + shown < len(lines),
            preview,
            scale,
        )

    def _lines(self, app: AppState, room: int) -> tuple[Row | None, ...]:
        """All the rows, with a blank line between groups if there is room."""
        found = self.rows(app)
        if room < len(found) + len(self.groups) - 1:
            return found
        lines: list[Row | None] = []
        for group in self.groups:
            if lines:
                lines.append(None)
            first = sum(line is not None for line in lines)
            lines += found[first : first + len(group)]
        return tuple(lines)

    def _preview(self, app: AppState, room: Rect) -> tuple[Rect | None, int]:
        """The largest board that fits in the space, centred, with a line for words below."""
        size = self.previewed(app)[0].variant.size
        scale = min(room.width // (2 * size), (room.height - 1) // size, _LARGEST_SCALE)
        if scale < 1:
            return None, 0
        width, height = 2 * scale * size, scale * size
        left = room.left + (room.width - width) // 2
        return Rect(left, room.top + (room.height - 1 - height) // 2, width, height), scale

    def previewed(self, app: AppState) -> tuple[Position, Colour | None]:
        """The position to preview and the side at the bottom; None means White, the default."""
        return self.current(app).preview or (self.start_position, self.persons_colour)

    def draw(self, frame: Frame, app: AppState) -> None:
        places = self.places(app)
        assert places is not None
        area, glyphs = places.area, app.glyphs
        black, white = (glyphs.small_piece(Piece(colour)) for colour in Colour)
        title = f"{white}  {' '.join('minicheckers')}  {black}"
        if places.title is not None:
            frame.put(area.left + (_WIDTH - len(title)) // 2, places.title, title, "strong")
        here = self.current(app)
        for number, row in enumerate(places.lines):
            if row is None:
                continue
            line = Rect(area.left, area.top + number, _WIDTH, 1)
            chosen = row.name == here.name
            _draw_row(frame, line, row, chosen, app)
            if chosen:
                frame.cursor = (line.left, line.top)
        edge = area.left + _WIDTH - 1
        frame.arrows(edge, area, glyphs.more, places.above, places.below, "dim")
        if places.preview is not None:
            self._draw_preview(frame, app, places.preview, places.scale)
        if app.message is None:
            self._draw_remark(frame, app, here.remark, area.top + area.height)

    def _draw_remark(self, frame: Frame, app: AppState, remark: str, top: int) -> None:
        """Write the remark about a row, from ``top`` at the highest down to the status line."""
        last = bottom_line(app)
        lines = textwrap.wrap(remark, last.width)
        top = max(top, last.top + 1 - len(lines))
        place = last._replace(top=top, height=last.top + 1 - top)
        for number, line in enumerate(lines):
            frame.write(place, number, line, "dim")

    def _draw_preview(self, frame: Frame, app: AppState, area: Rect, scale: int) -> None:
        position, person = self.previewed(app)
        brush = Brush(app.glyphs, app.theme, scale, position.variant)
        flipped = person is Colour.BLACK
        draw_preview(frame, area, position.variant, position.pieces(), brush, flipped)
        words = f"you play {person}" if person else ""
        centred = area.left + max(0, (area.width - len(words)) // 2)
        left = min(centred, frame.width - len(words))  # the words may be wider than a small board
        frame.put(left, area.top + area.height, words, "dim")


def _draw_row(frame: Frame, line: Rect, row: Row, chosen: bool, app: AppState) -> None:
    ink, paper = ("chosen", "chosen") if chosen else ("text", "ground")
    if not row.enabled:
        ink = "dim"
    frame.fill(line, paper, ink=ink)
    if chosen:
        frame.put(line.left, line.top, app.glyphs.pointer, ink, paper)
    frame.put(line.left + _TITLE_COLUMN, line.top, row.title, ink, paper)
    if row.value:
        inside = Rect(line.left + _VALUE_COLUMN, line.top, _WIDTH - _VALUE_COLUMN, 1)
        value = shortened(row.value, inside.width - (4 if row.changeable else 2))
        before, after = app.glyphs.arrows if chosen and row.changeable else ("", "")
        frame.write(inside, 0, f"{before:1} {value} {after}".rstrip(), ink, paper)


# The rows


def _continue(menu: MenuScreen, app: AppState) -> Row:
    session = app.unfinished
    if session is None:
        return Row("continue", "Continue", "no unfinished game", enabled=False)
    value = f"{session.variant}, {_moves(session)}"
    if len(app.kept) > 1:
        value = f"{len(app.kept)} unfinished games"
    remark = f"{session.variant}, {opponents(session)}, {_moves(session)} so far"
    preview = (session.position, session.person)
    action = MenuScreen.resume
    return Row("continue", "Continue", value, remark, "continue", action, preview=preview)


def _resumer(number: int) -> Callable[[AppState], Step]:
    return lambda app: (app, (ResumeGame(number),))


def _unfinished_words(game: KeptGame) -> tuple[str, str]:
    """Describe an unfinished game: when it was saved, who plays, its length, and who is ahead."""
    try:
        return game.title, _so_far(game.session())
    except ValueError:
        return game.title, counted(game.moves, "move")


def _so_far(session: Session) -> str:
    """How long a game is, which side the person has, and who is ahead."""
    side = "" if session.person is None else f" as {session.person}"
    return f"{_moves(session)}{side}, {_stands(session)}"


def _stands(session: Session) -> str:
    side = session.person or Colour.BLACK
    own, others = (session.position.count(colour) for colour in (side, side.other))
    if session.person is None:
        return f"black {own}, white {others}"
    if own == others:
        return f"{own} pieces each"
    return f"you {'lead' if own > others else 'trail'} {own} to {others}"


def _moves(session: Session) -> str:
    return counted(session.timeline.number_of(session.timeline.ply), "move")


def _stepping(field: str, values: tuple[object, ...], **others: object) -> Change:
    """Return the action that steps a field through its values, along with any other changes."""

    def change(menu: MenuScreen, app: AppState, step: int) -> Step:
        changed: dict[str, Any] = {field: next_of(values, getattr(menu, field), step), **others}
        return app.with_screen(replace(menu, **changed)), ()

    return change


def _game(menu: MenuScreen, app: AppState) -> Row:
    about = presentation(menu.variant).summary
    # A position is only valid for its own game.
    change = _stepping("variant_name", tuple(VARIANTS), start=None)
    return Row("game", "Game", menu.variant_name, about, "list", MenuScreen.choose_game, change)


def _size(menu: MenuScreen, app: AppState) -> Row:
    size, sizes = menu.variant.size, menu.variant.possible_sizes
    remark = f"{size} rows of {size} squares"
    change = _stepping("board_size", sizes, start=None)
    return Row("size", "Size", f"{size} x {size}", remark, on_change=change, enabled=len(sizes) > 1)


def _opponent(menu: MenuScreen, app: AppState) -> Row:
    level = value = menu.level
    if level == FRIEND:
        about = "two people at one keyboard"
    elif level == OTHER:
        value, about = "other ...", "other strategies, engines and plug-ins"
    elif level == STRENGTH:
        about = f"{len(NUMBERS)} even steps, from beginner upwards"
    elif level in LEVELS:
        about = LEVELS[level].summary
    else:
        about = EXTRA_LEVELS.get(level, "another strategy")
    enter = "list" if level == OTHER else "play"
    change = _stepping("level", (*menu.levels, FRIEND, OTHER))
    return Row("opponent", "Opponent", value, about, enter, on_change=change)


def _strength(menu: MenuScreen, app: AppState) -> Row:
    if menu.level != STRENGTH:
        value = "-" if menu.level == FRIEND else "set by the opponent"
        return Row("strength", "Strength", value, enabled=False)
    level = menu.opponent(app)
    about = f"This opponent is rated {level_rating(menu.variant, level)}."
    if (rating := app.record.ratings.get(menu.variant_name)) is not None:
        about = f"{about} {rating_in_words(menu.variant, rating)}"
    value = f"{strength_number(level)} of {len(NUMBERS)}"
    return Row("strength", "Strength", value, about, on_change=MenuScreen.change_strength)


def _first(menu: MenuScreen, app: AppState) -> Row:
    turn = menu.start_position.turn
    if menu.level == FRIEND:
        return Row("first", "First move", str(turn), enabled=False)
    about = f"the first to move plays {turn}"
    value, change = _FIRST.get(menu.first, menu.first), _stepping("first", FIRST_CHOICES)
    return Row("first", "First move", value, about, on_change=change)


def _time(menu: MenuScreen, app: AppState) -> Row:
    if menu.level == FRIEND:
        return Row("time", "Thinking", "the computer does not play", enabled=False)
    value, remark = "level default", "how long the computer may think about a move"
    if menu.time is not None:
        value, remark = f"{menu.time:g} s a move", f"{remark}; such a game is not rated"
    change = _stepping("time", tuple(dict.fromkeys((*THINKING_TIMES, menu.time))))
    return Row("time", "Thinking", value, remark, on_change=change)


def _clock(menu: MenuScreen, app: AppState) -> Row:
    value, remark = "none", "as much time as you like"
    if (clock := menu.clock) is not None:
        value = str(clock)
        remark = f"{clock.seconds / 60:g} min per side, plus {clock.increment:g} s per move"
        remark = f"{remark}; such a game is not rated"
    change = _stepping("clock", tuple(dict.fromkeys((*CLOCKS, clock))))
    return Row("clock", "Clock", value, remark, on_change=change)


def _turning(menu: MenuScreen, app: AppState) -> Row:
    if menu.level != FRIEND:
        return Row("turning", "Flip board", "two players only", enabled=False)
    turning = app.preferences.turning
    value = "after every move" if turning else "off"
    remark = "the board flips for the side to move"

    def change(menu: MenuScreen, app: AppState, step: int) -> Step:
        return app.with_preferences(turning=not turning)

    return Row("turning", "Flip board", value, remark, on_change=change)


def _board(menu: MenuScreen, app: AppState) -> Row:
    value = "the usual start" if menu.start is None else menu.start.name
    remark = "press Enter to take a position from a file or a FEN, E to set one up"
    if menu.start is not None:
        remark = "press Left for the usual start"
    change, enter = MenuScreen.change_start, "type a name"
    return Row("board", "Position", value, remark, enter, ask_for_board, change, arrows=False)


def _notation(menu: MenuScreen, app: AppState) -> Row:
    wanted = app.preferences.notation
    written = "letters" if app.spelling.letters else "numbers"
    value = f"standard ({written})" if wanted is None else str(wanted)
    example = app.spelling.move(Position.start(menu.variant).legal_moves()[0])
    remark = f"how moves are shown: {example}; you can type either kind"

    def change(menu: MenuScreen, app: AppState, step: int) -> Step:
        return app.with_preferences(notation=next_of((None, *NotationChoice), wanted, step))

    return Row("notation", "Notation", value, remark, on_change=change)


def _theme(menu: MenuScreen, app: AppState) -> Row:
    return Row("theme", "Theme", app.theme.name, app.theme.summary, on_change=next_theme)


def _daily(menu: MenuScreen, app: AppState) -> Row:
    daily = app.daily
    value = "solved today" if daily.solved else "unsolved"
    if daily.streak > 1:
        value = f"{value}, {daily.streak} days"
    remark = "the same puzzle for everybody; solve one every day to keep your streak"
    return Row("daily", "Daily", value, remark, "solve", MenuScreen.daily)


def _open_puzzles(app: AppState, order: PuzzleOrder) -> Step:
    from .puzzle import open_puzzles  # imported here so that the menu appears sooner

    return open_puzzles(app, order)


def _puzzle(menu: MenuScreen, app: AppState) -> Row:
    if menu.variant.name not in PUZZLE_GAMES:
        return Row("puzzle", "Puzzles", "none for this game", enabled=False)
    return Row("puzzle", "Puzzles", "", "find the one right move", "solve", MenuScreen.puzzle)


def _record(menu: MenuScreen, app: AppState) -> Row:
    value, remark = "", "your wins, draws and losses"
    if menu.level not in (FRIEND, OTHER):
        level = menu.opponent(app)
        score = app.record.score(menu.variant_name, level)
        helped = app.record.helped_score(menu.variant_name, level)
        value = str(score) if score.games else "not played yet"
        if helped.games:
            remark = f"with help: {helped}"
            value = value if score.games else f"{counted(helped.games, 'game')} with help"
    if (rating := app.record.ratings.get(menu.variant_name)) is not None:
        told = f"{value}; {remark}" if value else remark
        remark = f"{told}. {rating_in_words(menu.variant, rating)}"
        value = f"rating {rating.value:.0f}"
    return Row("record", "Record", value, remark, "show", MenuScreen.show_record)


def _coach(menu: MenuScreen, app: AppState) -> Row:
    chosen = "show" if app.insight else "warn" if app.warns else "off"

    def change(menu: MenuScreen, app: AppState, step: int) -> Step:
        name = next_of(tuple(COACHING), chosen, step)
        return replace(app, warns=name == "warn", insight=name == "show"), ()

    return Row("coach", "Coach", chosen, COACHING[chosen], on_change=change)


def _more(menu: MenuScreen, app: AppState) -> Row:
    if menu.more:
        return Row("more", "Less", "", "hide the rows below", "hide", MenuScreen.show_more)
    about = "size, thinking time, clock, position, theme, notation, watching"
    return Row("more", "More", "", about, "show", MenuScreen.show_more)


#: The rows that are always the same.
START = Row("start", "Play", "", "start a new game with these settings")
LEARN = Row(
    "learn", "Learn", "", "learn the rules of this game step by step", "learn", MenuScreen.learn
)
REVIEW = Row(
    "review", "Review", "", "a grade for every move of a game", "review", MenuScreen.review
)
LOAD = Row(
    "load", "Load", "", "step through, review or continue a recorded game", "load", MenuScreen.load
)
WATCH = Row(
    "watch", "Watch", "", "the computer plays itself at this level", "watch", MenuScreen.watch
)

#: A row that depends on the choices.
MadeRow = Callable[[MenuScreen, AppState], Row]
#: The rows in groups, top to bottom: everyday choices first, then everything else, then what More
#: shows.
GROUPS: tuple[tuple[Row | MadeRow, ...], ...] = (
    (START, _continue),
    (_game, _opponent, _strength, _first, _coach),
    (_daily, _puzzle, LEARN, REVIEW, LOAD, _record, _more),
    (_size, _time, _clock, _turning, _board, _theme, _notation, WATCH),
)


def start(app: AppState) -> Step:
    """Start a new game with the menu's choices, and remember them for next time."""
    assert isinstance(app.screen, MenuScreen)
    new_game, last = app.screen.new_game(app), app.preferences
    preferences = replace(
        last.after_choosing(new_game.variant, new_game.level, new_game.first),
        time=new_game.time,
        clock=None if new_game.clock is None else str(new_game.clock),
    )
    # Flags hold only for this time: what the person has left as they made it is not a choice.
    flags = app.screen.flags
    left = {name for name, value in flags if getattr(preferences, name) == value}
    left -= {"variant", "size"} if not {"variant", "size"} <= left else set()
    preferences = replace(preferences, **{name: getattr(last, name) for name in left})
    app = replace(app, preferences=preferences, overlay=None)
    return app, (SavePreferences(preferences), StartGame(new_game))


def record_lines(app: AppState, width: int) -> tuple[str, ...]:
    """All results against the computer, abbreviated if there is no room for words."""
    kept = ((app.record.rows(), "", ""), (app.record.helped_rows(), " (with help)", " helped"))
    found = [
        (variant, level, score, remark, short)
        for scores, remark, short in kept
        for (variant, level), score in scores
    ]
    rows = [f"{v:8}  {level:10}  {score}{remark}" for v, level, score, remark, _ in found]
    if max(map(len, rows), default=0) > width:
        rows = [
            f"{v:7} {level:8} +{score.wins} ={score.draws} -{score.losses}{short}"
            for v, level, score, _, short in found
        ]
    rows += [
        line
        for game, rating in sorted(app.record.ratings.items())
        for line in textwrap.wrap(rating_in_words(VARIANTS[game], rating), width)
    ]
    return tuple(rows) or ("You have not finished a game against the computer yet.",)


def open_menu(app: AppState) -> Step:
    """Open the menu; the person's game waits there to be continued."""
    below, effects = app.screen.put_aside(app)
    waiting: Screen | None = below
    while waiting is not None and waiting.own_game is None:
        waiting = waiting.below
    menu = app.home
    assert isinstance(menu, MenuScreen)
    app = replace(app, screen=replace(menu, below=waiting), overlay=None)
    menu = replace(menu, below=waiting, row="start" if app.unfinished is None else "continue")
    app, more = menu.come_back(app.with_screen(menu))
    return app, (*effects, *more)


def hear_strategies(app: AppState, event: StrategiesListed) -> Step:
    """Let the person choose a strategy that is not one of the levels."""
    if not isinstance(app.screen, MenuScreen):  # the person has left the menu
        return app, ()
    names, abouts = zip(*event.entries, strict=True)

    def choose(menu: MenuScreen, app: AppState, number: int) -> Step:
        chosen = replace(menu.against(names[number]), row="opponent")
        return app.with_screen(chosen), (ConfirmLevel(names[number]),)

    return replace(app, overlay=Picker("Other opponents", names, choose, abouts=abouts)), ()


MENU = Section(
    "The menu",
    (
        bind("up k shift-tab wheel-up", MenuScreen.move, "go to a row", "row", shown="↑↓", step=-1),
        bind("down j tab wheel-down", MenuScreen.move, step=1),
        bind("home", MenuScreen.at_end, "first, last row", shown="Home, End", step=-1),
        bind("end", MenuScreen.at_end, step=1),
        bind(
            "left h",
            MenuScreen.change,
            "change it",
            lambda menu, app: "change" if menu.current(app).changeable else "",
            shown="←→",
            step=-1,
        ),
        bind("right l space", MenuScreen.change, step=1),
        bind("enter", MenuScreen.choose, "play, open", lambda menu, app: menu.current(app).enter),
        bind(
            "E",
            MenuScreen.edit_start,
            "edit the position",
            lambda menu, app: "edit" if menu.current(app).name == "board" else "",
        ),
        bind("escape", MenuScreen.back, "back to the board", "back", when=lambda s: s.below),
    ),
)
