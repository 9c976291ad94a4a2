"""A search to explore: its tree, each node's board and evaluation, its steps, its ideas.

`thinking/view.py` decides what there is to see; this file turns keys into calls and rows into
cells. The coach runs the searches themselves in the background.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from ...coach.requests import CoachRequest, FindHorizon, GrowTree, ProveCutoff
from ...game.player import DEEPEST, PERSON
from ...game.session import Session
from ...game.timeline import Timeline
from ...play.effects import CoachAnswered, CoachFailed, Consult, PlayEvent, StopConsulting, then
from ...rules.position import Position
from ...rules.variant import COLOURS, Variant
from ...thinking.algorithm import Algorithm
from ...thinking.cutoff import Proof
from ...thinking.formula import Term
from ...thinking.horizon import RESCUES, Horizon, told
from ...thinking.replay import steps
from ...thinking.search import Thinker
from ...thinking.seeds import DEFAULT_DEPTH, ENGINE, FORMULAS, SEEDS, formula_called, own_search
from ...thinking.tree import Kind, Tree
from ...thinking.view import LEFT_OUT, NODE, RowText, TreeView, opened_sensibly
from ...thinking.words import bound_text, kind_text, title, value_text, window_text
from ..events import Click, Copy, Effect, WatchSearch
from ..frame import Frame, Rect, shortened, whole_parts
from ..layout import rim_width, square_width
from ..state import AppState, Screen, Step, bottom_line, next_theme, open_screen
from ..widgets.board import Brush, draw_position
from ..widgets.keys import Action, Keymap, Section, bind
from ..widgets.picker import Picker
from .board import Line, leave, to_menu, wrapped
from .playing import GameScreen

#: The playback speeds in steps per second, slowest first.
SPEEDS = (1, 2, 5, 10, 30, 100, 1000)
#: The search ideas by the key that toggles them, each with a label and a shorter one.
SWITCHES = {
    "1": ("pruning", "alpha-beta", "alphabeta"),
    "2": ("ordering", "ordering", "order"),
    "3": ("table", "table", "table"),
    "4": ("quiescence", "quiescence", "quiet"),
    "5": ("deepening", "deepening", "deepen"),
    "6": ("nullwindow", "null window", "null"),
}
#: Why a node ended, abbreviated for narrow trees.
_ENDED = {"leaf": "leaf", "cutoff": "cut", "table": "table", "solved": "solved", "over": "over"}
#: The rows for the counters, and those for the status and the keys.
_ABOVE, _BELOW = 1, 2
#: On a narrower screen the switches have shorter labels, and the panel is narrower.
_FULL_WORDS = 72
#: On a screen lower than this, the switches have keys only.
_SWITCHES_FROM = 14
#: A screen this high has a blank row between the switches and the tree.
_ROOMY = 30
#: There is no panel beside a tree narrower than this; the panel's width is between these.
_NARROWEST_TREE, _NARROWEST_PANEL, _WIDEST_PANEL = 32, 18, 60
#: The board grows only if this many lines are left below it for the evaluation.
_LINES_OF_TEXT = 9
_LEAST_TEXT = 3
#: More evaluation terms than this go into two columns of this width, if there is room.
_MANY_TERMS, _TERM_WIDTH = 4, 22
#: Other columns are dropped before a row's title gets fewer columns than this.
_LEAST_TITLE = 12
#: Columns reserved for titles and numbers, so that little moves during playback.
_USUAL_TITLE, _USUAL_VALUE = 24, 5
#: A tree this wide says in words why a node ended.
_WORDED = 64
#: The rows that one turn of the mouse wheel scrolls.
_WHEEL = 3


class Switch(NamedTuple):
    """A word on the switch lines: its place, its text and ink, and the key it stands for."""

    column: int
    row: int
    text: str
    ink: str
    key: str


class Areas(NamedTuple):
    """The areas of the tree and, if there is room, of the board and evaluation beside it."""

    tree: Rect
    panel: Rect | None


@dataclass(frozen=True, kw_only=True)
class ThinkingScreen(Screen):
    """The tree of a search.

    ``thinker`` made the search; ``asked`` is the request running in the background and ``nodes``
    its node count so far. ``stepped_at`` is when the last playback step was due.
    ``horizons`` is how many horizons have been requested.
    """

    position: Position
    thinker: Thinker
    view: TreeView | None = None
    asked: CoachRequest | None = None
    nodes: int = 0
    seed: int | None = None
    flipped: bool = False
    playing: bool = False
    speed: int = 2
    stepped_at: float = 0.0
    horizon: Horizon | None = None
    horizons: int = 0
    below: Screen | None = None

    # Searching in the background

    def search(self, app: AppState, thinker: Thinker) -> Step:
        return self._ask(app, GrowTree(self.position, thinker, self.seed))

    def _ask(self, app: AppState, request: CoachRequest) -> Step:
        screen = replace(self, asked=request, nodes=0, playing=False)
        return app.with_screen(screen), (Consult(request),)

    def hear(self, app: AppState, event: PlayEvent) -> Step:
        asked, idle = self.asked, replace(self, asked=None)
        match event:
            case CoachAnswered(int(nodes), _):
                return app.with_screen(replace(self, nodes=nodes)), ()
            case CoachAnswered(Tree() as tree, _) if isinstance(asked, GrowTree):
                return idle.with_tree(app, tree, asked.thinker), ()
            case CoachAnswered(Proof() as proof, _) if isinstance(asked, ProveCutoff) and self.view:
                return idle.with_view(app, self.view.with_proof(asked.node, proof)), ()
            case CoachAnswered(Horizon() as horizon, _):
                idle = replace(idle, position=horizon.position, horizon=horizon)
                return idle.with_tree(app, horizon.blunder), ()
            case CoachAnswered(None, _):
                app = app.with_screen(idle)
                return app.saying("No such position was found. Try again.", "warning"), ()
            case CoachFailed(sentence):
                return app.with_screen(idle).saying(sentence, "warning"), ()
        return app, ()

    def with_tree(self, app: AppState, tree: Tree, thinker: Thinker | None = None) -> AppState:
        """The state with another tree, opened as far as there is room for."""
        if thinker is None:
            thinker = replace(
                own_search(tree.position.variant, tree.algorithm, tree.depth), formula=tree.formula
            )
        rows = self.areas(app.size).tree.height
        view = replace(TreeView.begin(tree), opened=opened_sensibly(tree, rows))
        return replace(self, thinker=thinker).with_view(app, view)

    def with_view(self, app: AppState, view: TreeView) -> AppState:
        """The state with another view of the tree, keeping the cursor in sight."""
        view = view.fitted(self.areas(app.size).tree.height)
        return app.with_screen(replace(self, view=view))

    @property
    def shown(self) -> TreeView:
        """The view of the tree; while there is none, raise ValueError saying what to do."""
        if self.view is None:
            raise ValueError(
                "the search is not finished yet; Esc stops it"
                if self.asked
                else "there is no tree yet; press Enter to search"
            )
        return self.view

    def put_aside(self, app: AppState) -> tuple[Screen, tuple[Effect, ...]]:
        return replace(self, asked=None, playing=False), (StopConsulting(),)

    def come_back(self, app: AppState) -> Step:
        """Search again if the search was given up."""
        return (app, ()) if self.view else self.search(app, self.thinker)

    def tick(self, app: AppState) -> Step:
        due = int((app.now - self.stepped_at) * SPEEDS[self.speed])
        if not self.playing or due < 1 or self.view is None:
            return app, ()
        view = self.view.forward(due)
        at_end = view.step == steps(view.tree) - 1
        stepped_at = self.stepped_at + due / SPEEDS[self.speed]
        screen = replace(self, stepped_at=stepped_at, playing=not at_end)
        return screen.with_view(app, view), ()

    @property
    def is_moving(self) -> bool:
        return self.playing

    @property
    def variant(self) -> Variant:
        return self.position.variant

    # Keys: the tree

    def look(self, app: AppState, change: Callable[[TreeView], TreeView]) -> Step:
        return self.with_view(app, change(self.shown)), ()

    def move(self, app: AppState, rows: int) -> Step:
        """Move the cursor that many rows down, or up if negative."""
        view = self.shown
        return self.with_view(app, view.down(rows) if rows > 0 else view.up(-rows)), ()

    def page(self, app: AppState, direction: int) -> Step:
        return self.move(app, direction * max(1, self.areas(app.size).tree.height - 1))

    def open(self, app: AppState) -> Step:
        """Open a branch; search moves that were cut off."""
        view = self.shown
        if view.cursor.part == LEFT_OUT and view.unproved is not None:
            return self._ask(app, ProveCutoff(view.unproved))
        return self.with_view(app, view.open()), ()

    def enter(self, app: AppState) -> Step:
        """Open or close the branch, search what was cut off, or search if there is no tree."""
        if self.view is None and self.asked is None:
            return self.search(app, self.thinker)
        view = self.shown
        is_open = view.cursor.part == NODE and view.cursor.node.number in view.opened
        return self.look(app, TreeView.close) if is_open else self.open(app)

    def next_cutoff(self, app: AppState, direction: int) -> Step:
        """Go to the next or previous cut-off; raise ValueError with a sentence if there is none."""
        view = self.shown
        found = view.next_cutoff() if direction > 0 else view.previous_cutoff()
        if found is view:
            where = "after" if direction > 0 else "before"
            raise ValueError(f"there is no cut-off {where} this node")
        return self.with_view(app, found), ()

    def other_look(self, app: AppState) -> Step:
        """At a horizon, switch between the search that blunders and the one that does not."""
        assert self.horizon is not None
        at_blunder = self.shown.tree is self.horizon.blunder
        tree = self.horizon.rescue if at_blunder else self.horizon.blunder
        return self.with_tree(app, tree), ()

    # Keys: step by step

    def step(self, app: AppState, count: int) -> Step:
        """Go a step forward or back, starting where the cursor is."""
        return replace(self, playing=False).look(app, partial(TreeView.forward, count=count))

    def play(self, app: AppState) -> Step:
        """Play the search back, from the beginning if it is at its end; or pause."""
        view = self.shown
        if self.playing:
            return app.with_screen(replace(self, playing=False)), ()
        if view.step in (None, steps(view.tree) - 1):
            view = view.at_step(0)
        return replace(self, playing=True, stepped_at=app.now).with_view(app, view), ()

    def change_speed(self, app: AppState, change: int) -> Step:
        """Play the steps back faster, or slower if negative."""
        speed = min(max(self.speed + change, 0), len(SPEEDS) - 1)
        app = app.with_screen(replace(self, speed=speed, stepped_at=app.now))
        return app.saying(f"{SPEEDS[speed]} step{'s' if speed else ''} a second"), ()

    def escape(self, app: AppState) -> Step:
        """Stop the search, or show the whole tree again."""
        if self.asked is not None:
            stopped = app.with_screen(replace(self, asked=None))
            return stopped.saying("Search stopped."), (StopConsulting(),)
        if self.view is None or self.view.step is None:
            return app, ()
        return replace(self, playing=False).look(app, TreeView.whole)

    # Keys: the search

    def toggle(self, app: AppState, idea: str) -> Step:
        algorithm = self.wanted.algorithm
        other = replace(algorithm, **{idea: not getattr(algorithm, idea)})
        return self._search_own(app, other, self.depth)

    def deeper(self, app: AppState, plies: int) -> Step:
        depth = min(max(self.depth + plies, 1), DEEPEST)
        return self._search_own(app, self.wanted.algorithm, depth)

    def _search_own(self, app: AppState, algorithm: Algorithm, depth: int) -> Step:
        """Search with settings that no longer belong to a seed."""
        own = own_search(self.variant, algorithm, depth)
        return self.search(app, replace(own, formula=self.wanted.formula))

    @property
    def wanted(self) -> Thinker:
        """The thinker now searching, or the one that made this tree."""
        return self.asked.thinker if isinstance(self.asked, GrowTree) else self.thinker

    @property
    def depth(self) -> int:
        """The depth of the search; if it is limited by time, the depth of the tree shown."""
        if self.wanted.seconds is None and (self.view is None or self.wanted is not self.thinker):
            return self.wanted.depth(self.position)
        return self.view.tree.depth if self.view else DEFAULT_DEPTH

    def judge_by(self, app: AppState, name: str) -> Step:
        formula = formula_called(name, self.variant)
        return self.search(app, replace(self.wanted, formula=formula))

    def find_horizon(self, app: AppState, rescue: str) -> Step:
        seed = app.puzzle_seed + self.horizons
        screen = replace(self, horizons=self.horizons + 1)
        formula = self.thinker.formula
        return screen._ask(app, FindHorizon(self.variant, formula, RESCUES[rescue], seed))

    def choose(self, app: AppState) -> Step:
        """Choose another search: a seed's player, another evaluation, or a horizon."""
        search, judge = ThinkingScreen.search, ThinkingScreen.judge_by
        entries: list[tuple[str, str, str, Action]] = [
            (seed.name, seed.summary, seed.game or "", partial(search, thinker=seed))
            for seed in sorted(SEEDS.values(), key=lambda seed: seed.game != self.variant.name)
        ]
        entries += [
            (name, formula.summary, "evaluation", partial(judge, name=name))
            for name, formula in FORMULAS.items()
        ]
        about = "what the computer plays with"
        entries.append((ENGINE, about, "evaluation", partial(judge, name=ENGINE)))
        for rescue, what in (("depth", "two more plies"), ("quiescence", "captures played on")):
            about = f"a position with a blunder that {what} see"
            find = partial(ThinkingScreen.find_horizon, rescue=rescue)
            entries.append((f"blunder ({rescue})", about, "horizon", find))
        labels, abouts, groups, actions = zip(*entries, strict=True)

        def take(screen: ThinkingScreen, app: AppState, number: int) -> Step:
            step: Step = actions[number](screen, app)
            return step

        return replace(app, overlay=Picker("Search", labels, take, 0, groups, abouts)), ()

    def compare(self, app: AppState) -> Step:
        from .comparing import open_comparison

        return open_comparison(app, self.position, self.depth, self.thinker.formula)

    # Keys: the board

    def flip(self, app: AppState) -> Step:
        return app.with_screen(replace(self, flipped=not self.flipped)), ()

    @property
    def line(self) -> Timeline:
        """The moves leading to the node under the cursor."""
        line = Timeline.begin(self.position)
        for move in self.view.details().line if self.view else ():
            line = line.play(move)
        return line

    def copy(self, app: AppState) -> Step:
        line = self.line
        return app, (Copy("fen", line.position.fen(), Session(line, PERSON, PERSON)),)

    def analyse(self, app: AppState) -> Step:
        from ...activities.exploration import Exploration  # rarely needed
        from .analysis import open_exploration

        return open_exploration(app, Exploration.of(self.line), flipped=self.flipped)

    def click(self, app: AppState, event: Click) -> Step:
        """Go to the clicked row, or open it on a second click; toggle a clicked switch."""
        for switch in self.switches(app.size):
            if switch.row == event.row and 0 <= event.column - switch.column < len(switch.text):
                action = SWITCH_ACTIONS[switch.key]
                return action(self, app)
        area = self.areas(app.size).tree
        if self.view is None or not area.contains(event.column, event.row):
            return app, ()
        rows = self.view.fitted(area.height).rows(area.height)
        if event.row - area.top >= len(rows):
            return app, ()
        row = rows[event.row - area.top]
        if row == self.view.cursor:
            return self.enter(app)
        return self.with_view(app, replace(self.view, cursor=row)), ()

    # Labels on the key line

    def enter_label(self, app: AppState) -> str:
        if self.view is None:
            return "" if self.asked else "search"
        row = self.view.cursor
        if row.part == LEFT_OUT:
            return "prove" if self.view.unproved else ""
        if row.part != NODE or not (row.node.has_children or row.node.kind is Kind.CUTOFF):
            return ""
        return "close" if row.node.number in self.view.opened else "open"

    def escape_label(self, app: AppState) -> str:
        if self.asked is not None:
            return "stop"
        return "whole tree" if self.view and self.view.step is not None else ""

    def other_label(self, app: AppState) -> str:
        assert self.horizon is not None
        return "rescue" if self.shown.tree is self.horizon.blunder else "blunder"

    def keymap(self) -> Keymap:
        horizon = (HORIZON,) if self.horizon else ()
        return (*horizon, TREE, STEPPING, SEARCHING, BOARD, LEAVING)

    # Drawing

    def least_size(self) -> tuple[int, int]:
        return 24, 9

    def areas(self, size: tuple[int, int]) -> Areas:
        columns, rows = size
        top = _ABOVE + len({switch.row for switch in self.switches(size)}) + (rows >= _ROOMY)
        height = max(1, rows - top - _BELOW)
        board = 2 * self.variant.size
        share = columns * 2 // 5 if columns >= _FULL_WORDS else columns // 3
        width = min(max(share, board), _WIDEST_PANEL, columns - _NARROWEST_TREE - 4)
        if width < _NARROWEST_PANEL:
            return Areas(Rect(1, top, columns - 2, height), None)
        tree = Rect(1, top, columns - width - 4, height)
        return Areas(tree, Rect(columns - width - 1, top, width, height))

    def draw(self, frame: Frame, app: AppState) -> None:
        areas = self.areas(app.size)
        line = Rect(1, 0, frame.width - 2, 1)
        frame.write(line, 0, whole_parts(self.counters(), line.width), "dim")
        for switch in self.switches(app.size):
            frame.put(switch.column, switch.row, switch.text, switch.ink)
        if self.view is not None:
            view = self.view.fitted(areas.tree.height)
            draw_tree(frame, areas.tree, view, app)
            if areas.panel is not None:
                self._draw_panel(frame, areas.panel, view, app)
        if app.last_message is None and not (app.overlay and app.overlay.takes_status_line):
            line = bottom_line(app)
            words, ink = self.status(app)
            words = app.spelled(words)
            if self.view is not None and self.view.step is None:
                words = whole_parts(words, line.width)
            frame.write(line, 0, words, ink)

    def counters(self) -> str:
        if isinstance(self.asked, GrowTree):
            return f"{self.variant}: searching, {self.nodes:,} nodes so far"
        if self.view is None:
            return f"{self.variant}: no search yet"
        seen = self.view.counters()
        return (
            f"{self.variant}: depth {seen.depth}, {seen.nodes:,} nodes, cut "
            f"{seen.cutoffs_at_max:,} at max, {seen.cutoffs_at_min:,} at min"
        )

    def switches(self, size: tuple[int, int]) -> list[Switch]:
        """The switches' labels; none on a screen too low for them."""
        columns, rows = size
        if rows < _SWITCHES_FROM:
            return []
        wanted, words = self.wanted, []
        for key, (idea, word, brief) in SWITCHES.items():
            is_on = getattr(wanted.algorithm, idea)
            shown = f" {word}" if columns >= _FULL_WORDS else brief
            ink = "strong" if is_on else "dim"
            words.append([(f"{key}[{'x' if is_on else ' '}]{shown}", ink, key)])
        words.append([("<", "key", "<"), (f" depth {self.depth} ", "text", "o"), (">", "key", ">")])
        name = wanted.formula.name
        if wanted.name in SEEDS:
            name = f"{wanted.name}, {name}"
        words.append([(name[: columns - 2], "text", "o")])
        found, column, row = [], 1, _ABOVE
        gap = 2 if columns >= _FULL_WORDS else 1
        for group in words:
            if column + sum(len(text) for text, _, _ in group) > columns - 1 and column > 1:
                column, row = 1, row + 1
            for text, ink, key in group:
                found.append(Switch(column, row, text, ink, key))
                column += len(text)
            column += gap
        return found

    def status(self, app: AppState) -> Line:
        """What is happening, or the details of the node under the cursor."""
        if self.asked is not None:
            return _BUSY[type(self.asked)], "strong"
        view = self.view
        if view is None:
            return "Press Enter to search", "strong"
        if view.step is not None:
            seen = view.counters()
            pace = f", {SPEEDS[self.speed]} a second" if self.playing else ""
            return f"Step {seen.step + 1:,} of {seen.steps:,}{pace}: {seen.event}", "text"
        node = view.cursor.node
        if self.at_horizon is not None:
            return told(self.at_horizon)[-1][0], "text"
        if node.parent is None:
            best = "the game is over" if view.tree.best is None else f"best is {view.tree.best}"
            return f"{view.tree.name}: {best}, {value_text(view.tree.value)}", "text"
        ascii_only = app.looks.ascii
        bound = bound_text(node, ascii_only=ascii_only)
        window = window_text(node.alpha, node.beta, ascii_only=ascii_only)
        why = kind_text(node) or ("leaf" if node.kind is Kind.LEAF else "all moves searched")
        return f"{title(node)} is {bound} in the window {window}, {why}", "text"

    def _draw_panel(self, frame: Frame, area: Rect, view: TreeView, app: AppState) -> None:
        details = view.details()
        lines = self.story(view, area.width, app)
        numbers = not app.spelling.letters
        rim = (0, 0) if numbers else (rim_width(self.variant), 1)
        scale, margin = _board_scale(self.variant, area.width - rim[0], area.height - rim[1])
        top, needed = 0, len(lines) if self.at_horizon else 0
        if scale and scale * self.variant.size + rim[1] + 1 + needed <= area.height:
            brush = Brush(app.glyphs, app.theme, scale, self.variant, margin, numbers)
            last = details.line[-1] if details.line else None
            corner = (area.left, area.top)
            draw_position(frame, corner, details.position, last, brush, self.flipped)
            top = scale * self.variant.size + rim[1] + 1
        for number, (text, ink) in enumerate(lines[: max(0, area.height - top)]):
            frame.write(area, top + number, text, ink)

    @property
    def at_horizon(self) -> Horizon | None:
        """The horizon if the cursor is on its root, where it is explained; otherwise None."""
        view = self.view
        told_now = view is not None and view.cursor.node.parent is None and view.step is None
        return self.horizon if told_now else None

    def story(self, view: TreeView, width: int, app: AppState) -> list[Line]:
        """The text below the board; at the root of a horizon, the explanation of it."""
        if self.at_horizon is not None:
            return [
                line
                for paragraph in told(self.at_horizon)[:-1]
                for text in paragraph
                for line in wrapped(
                    app.spelled(text), width, "dim" if text.startswith(" ") else "text"
                )
            ]
        details = view.details()
        role = "max" if details.is_max else "min"
        after = f"{app.spelling.move(details.line[-1])}: " if details.line else ""
        turn = details.position.turn.capitalize()
        heading = wrapped(f"{after}{turn} to move ({role})", width, "strong")
        # The proved result comes last in the sentences, but people want to read it first.
        told_first = (*details.sentences[2:], *details.sentences[:2])
        why = [line for text in told_first for line in wrapped(app.spelled(text), width)]
        if not details.terms:
            return [*heading, *why]
        side = COLOURS[view.tree.side].capitalize()
        total = _amount(f"sum for {side}", details.total, width)
        blank = [("", "text")] if why else []
        return [*heading, *why, *blank, (total, "strong"), *_terms(details.terms, width)]


def _terms(terms: tuple[Term, ...], width: int) -> list[Line]:
    """The terms of an evaluation, in two columns if there are many and there is room."""
    if len(terms) <= _MANY_TERMS or width < 2 * _TERM_WIDTH + 2:
        return [(_amount(name, number, width), "text") for name, number in terms]
    half = (width - 2) // 2
    texts = [_amount(name, number, half) for name, number in terms]
    rows = -(-len(texts) // 2)
    return [("  ".join(texts[row::rows]), "text") for row in range(rows)]


def _amount(name: str, number: int, width: int) -> str:
    """A name, with its number at the end of the line."""
    amount = f"{number:+}"
    room = max(1, width - len(amount) - 1)
    return f"{shortened(name, room):{room}} {amount}"


def _board_scale(variant: Variant, width: int, height: int) -> tuple[int, int]:
    """The scale of the panel's board and its margin; 0 if there is no room for it.

    It grows as long as the evaluation below it stays readable.
    """
    size = variant.size
    room = max(1, (height - _LINES_OF_TEXT) // size)
    scale = min(room, width // (2 * size))
    if scale < 1 or size > height - _LEAST_TEXT:
        return 0, 0
    margin = int(scale <= 2 and square_width(scale, 1) * size <= width)
    return scale, margin


class Columns(NamedTuple):
    """The widths of a tree's columns: title, value, both ends of the window, and the words for
    why a node ended; 0 for a column that does not fit.

    Titles are indented by ``indent`` cells per level and shifted left by ``shift`` cells.
    """

    title: int
    value: int
    alpha: int
    beta: int
    why: int
    indent: int
    shift: int

    @classmethod
    def of(cls, texts: list[RowText], width: int) -> "Columns":
        """The columns that show as much of these rows as possible."""
        full = [text for text in texts if text.value or text.window] or texts
        ends = [text.window.partition("..")[::2] for text in full]
        value = max(_USUAL_VALUE, *(len(text.value) + 2 for text in full))
        alpha = max(_USUAL_VALUE, *(len(end[0]) + 2 for end in ends))
        beta = max(_USUAL_VALUE, *(len(end[1]) + 2 for end in ends))
        why = max(len(_why(text, width)) for text in full) + 2
        longest = max(2 * text.level + len(text.title) for text in full)
        width -= 4  # the pointer, the mark, the star, and the arrow at the edge
        least = min(longest, _LEAST_TITLE)
        if least + value + alpha + beta + why > width:
            why = 0
        if least + value + alpha + beta > width:
            alpha = beta = 0
        title = min(max(longest, _USUAL_TITLE), width - value - alpha - beta - why)
        indent = 2 if longest <= title else 1
        deepest = max(indent * text.level + len(text.title) for text in full)
        return cls(title, value, alpha, beta, why, indent, max(0, deepest - title))


def draw_tree(frame: Frame, area: Rect, view: TreeView, app: AppState) -> None:
    """Draw the rows of a tree in columns: move, value, window, and why it ended."""
    now = view.moment
    rows = view.rows(area.height)
    texts = [view.text(row, ascii_only=app.looks.ascii, now=now) for row in rows]
    texts = [replace(text, title=app.spelled(text.title)) for text in texts]
    columns = Columns.of(texts, area.width)
    for number, (row, text) in enumerate(zip(rows, texts, strict=True)):
        line = Rect(area.left, area.top + number, area.width - 1, 1)
        chosen = row == view.cursor
        if chosen:
            frame.fill(line, "chosen", ink="chosen")
            frame.put(line.left, line.top, app.glyphs.pointer, "chosen")
            frame.cursor = (line.left, line.top)
        _draw_row(frame, line, text, columns, chosen)
    edge = area.left + area.width - 1
    above, below = view.before(rows[0]) is not None, view.after(rows[-1]) is not None
    frame.arrows(edge, area._replace(height=len(rows)), app.glyphs.more, above, below)


def _draw_row(frame: Frame, line: Rect, text: RowText, columns: Columns, chosen: bool) -> None:
    """Draw a row in its columns; a row without a value takes the whole line."""
    first, dim, last = ("chosen",) * 3 if chosen else _inks(text)
    level = max(0, columns.indent * text.level - columns.shift)
    head = f"{' ' * level}{text.mark}{'*' if text.principal else ' '}{text.title}"
    alone = not text.value and not text.window
    width = line.width - 1 if alone else columns.title + 2
    if alone and len(head) > width:
        head = head.partition(" (")[0]  # the moves are listed below once it is open
    frame.write(Rect(line.left + 1, line.top, width, 1), 0, head, first)
    if alone:
        return
    # If there is no room for the word, only the ink marks a cut-off.
    value_ink = last if text.role == "cutoff" and not columns.why else first
    alpha, dots, beta = text.window.partition("..")
    column = line.left + 1 + width
    for word, room, ink in (
        (text.value.rjust(columns.value), columns.value, value_ink),
        (alpha.rjust(columns.alpha), columns.alpha, dim),
        (f"{dots}{beta}", columns.beta, dim),
        (f"  {_why(text, line.width + 1)}", columns.why, last),
    ):
        if room:
            frame.write(Rect(column, line.top, room, 1), 0, word, ink)
        column += room


def _why(text: RowText, width: int) -> str:
    """Why a row ended, in as many words as fit a tree of this width."""
    if text.why == "searching":
        return text.why if width >= _WORDED else "now"
    brief = _ENDED.get(text.role, "")
    return text.why or brief if width >= _WORDED else brief


def _inks(text: RowText) -> tuple[str, str, str]:
    """The inks of a row's title and value, of its window, and of why it ended."""
    if text.pending or text.role == "left out":
        return ("dim",) * 3
    if text.role == "proved":
        return "good", "dim", "dim"
    first = "strong" if text.principal else "text"
    return first, "dim", "warning" if text.role == "cutoff" else "dim"


_BUSY: dict[type, str] = {
    GrowTree: "Searching... Esc stops the search",
    ProveCutoff: "Searching the moves that were cut off... Esc stops it",
    FindHorizon: "Looking for a position where the search blunders... Esc stops it",
}


# Opening it


def open_thinking(app: AppState, position: Position, *, flipped: bool) -> Step:
    """Search a position and show the tree; during a game this counts as help."""
    if isinstance(app.screen, GameScreen):
        app = app.with_screen(replace(app.screen, game=app.screen.game.helped()))
    screen = ThinkingScreen(
        position=position, thinker=own_search(position.variant), flipped=flipped
    )
    return _opened(app, screen)


def open_watched(app: AppState, watch: WatchSearch) -> Step:
    """Show the search requested on the command line."""
    screen = ThinkingScreen(position=watch.position, thinker=watch.thinker, seed=watch.seed)
    if watch.tree is not None:
        tree, thinker = watch.tree, watch.thinker
        return _opened(app, screen, lambda screen, app: (screen.with_tree(app, tree, thinker), ()))
    if watch.horizon is not None:
        return _opened(app, screen, partial(ThinkingScreen._ask, request=watch.horizon))
    return _opened(
        app, screen, ThinkingScreen.compare if watch.compare else ThinkingScreen.come_back
    )


def _opened(
    app: AppState, screen: ThinkingScreen, first: Action = ThinkingScreen.come_back
) -> Step:
    """The state with the screen on top, after its first action: usually, to search."""
    return then(open_screen(app, screen), lambda app: first(app.screen, app))


# Keys


_move, _look = ThinkingScreen.move, ThinkingScreen.look

TREE = Section(
    "The tree",
    (
        bind("up k", _move, "up, down", shown="↑↓", rows=-1),
        bind("down j", _move, rows=1),
        bind("enter", ThinkingScreen.enter, "open, close; prove", ThinkingScreen.enter_label),
        bind("right l", ThinkingScreen.open, "open a branch"),
        bind("left h", _look, "close it, then go up", change=TreeView.close),
        bind(
            ".",
            ThinkingScreen.next_cutoff,
            "next cut-off",
            "cut-off",
            when=lambda s: s.thinker.algorithm.pruning,
            direction=1,
        ),
        bind(",", ThinkingScreen.next_cutoff, "previous cut-off", direction=-1),
        bind("c", _look, "the best line, with *", "best line", change=TreeView.principal),
        bind("home", _look, "to the root", change=TreeView.root),
        bind("end", _look, "to the last row", change=TreeView.last),
        bind("pageup", ThinkingScreen.page, "a page up", direction=-1),
        bind("pagedown", ThinkingScreen.page, "a page down", direction=1),
        bind("wheel-up", _move, rows=-_WHEEL),
        bind("wheel-down", _move, rows=_WHEEL),
    ),
)

STEPPING = Section(
    "Step by step",
    (
        bind("space", ThinkingScreen.step, "a step forward", "step", count=1),
        bind("backspace", ThinkingScreen.step, "a step back", count=-1),
        bind(
            "p",
            ThinkingScreen.play,
            "play, pause",
            lambda screen, app: "pause" if screen.playing else "play",
        ),
        bind("+", ThinkingScreen.change_speed, "faster", change=1),
        bind("-", ThinkingScreen.change_speed, "slower", change=-1),
        bind("escape", ThinkingScreen.escape, "stop; the whole tree", ThinkingScreen.escape_label),
    ),
)

HORIZON = Section(
    "The horizon",
    (
        bind(
            "tab", ThinkingScreen.other_look, "the blunder, the rescue", ThinkingScreen.other_label
        ),
    ),
)

SEARCHING = Section(
    "The search",
    (
        bind("o", ThinkingScreen.choose, "other search", "search"),
        bind("d", ThinkingScreen.compare, "details of the search", "compare"),
        *(
            bind(digit, ThinkingScreen.toggle, f"{word} on, off", idea=idea)
            for digit, (idea, word, _) in SWITCHES.items()
        ),
        bind("<", ThinkingScreen.deeper, "less deep", plies=-1),
        bind(">", ThinkingScreen.deeper, "deeper", plies=1),
    ),
)

#: What a click on a switch does.
SWITCH_ACTIONS: dict[str, Callable[[ThinkingScreen, AppState], Step]] = {
    key: binding.action for binding in SEARCHING.bindings for key in binding.keys
}

BOARD = Section(
    "The board",
    (
        bind("f", ThinkingScreen.flip, "flip the board"),
        bind("e", ThinkingScreen.copy, "copy the position"),
        bind("t", next_theme, "next theme"),
    ),
)

LEAVING = Section(
    "Leaving",
    (
        bind("b w", leave, "back", "back", shown="b, w"),
        bind("a", ThinkingScreen.analyse, "analysis board", "analyse"),
        bind("m", to_menu, "menu", "menu"),
    ),
)
