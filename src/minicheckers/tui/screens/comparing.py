"""Search ideas side by side: one position, searched with one more idea each time, as a table."""

from dataclasses import dataclass, replace

from ...coach.requests import MOST_NODES_COMPARED, CompareIdeas
from ...play.effects import CoachAnswered, CoachFailed, Consult, PlayEvent, StopConsulting
from ...rules.position import Position
from ...rules.variant import Variant
from ...thinking.algorithm import STAIRS
from ...thinking.comparing import HEADING, NARROW_HEADING, Compared, differences, row_text
from ...thinking.formula import Formula
from ..events import Click, Effect
from ..frame import Frame, Rect, whole_parts
from ..state import AppState, Screen, Step, bottom_line, leave_screen, next_theme, open_screen
from ..widgets.keys import Keymap, Section, bind
from .board import AWAY, Line

#: The rows above the first search in the table.
_TOP = 3
#: A screen this wide has room for all the columns and a move.
_ALL_COLUMNS = 56


@dataclass(frozen=True, kw_only=True)
class ComparingScreen(Screen):
    """The searches so far; ``busy`` means more are to come."""

    request: CompareIdeas
    found: tuple[Compared, ...] = ()
    selected: int = 0
    busy: bool = True
    scroll: int = 0
    below: Screen | None = None

    @property
    def variant(self) -> Variant:
        return self.request.position.variant

    def hear(self, app: AppState, event: PlayEvent) -> Step:
        match event:
            case CoachAnswered(found, done):
                return app.with_screen(replace(self, found=found, busy=not done)), ()
            case CoachFailed(sentence):
                return app.with_screen(replace(self, busy=False)).saying(sentence, "warning"), ()
        return app, ()

    def put_aside(self, app: AppState) -> tuple[Screen, tuple[Effect, ...]]:
        return replace(self, busy=False), (StopConsulting(),)

    # Keys

    def select(self, app: AppState, rows: int) -> Step:
        """Go up or down; past the end of the table, scroll."""
        last = max(0, len(self.found) - 1)
        selected = min(max(self.selected + rows, 0), last)
        scroll = self.scroll
        if selected == self.selected:
            scroll = min(max(scroll + rows, 0), len(self.lines(app.size[0] - 2)))
        return app.with_screen(replace(self, selected=selected, scroll=scroll)), ()

    def open(self, app: AppState) -> Step:
        from .thinking import ThinkingScreen

        if not self.found:
            raise ValueError("no search is finished yet")
        tree = self.found[self.selected].tree
        if tree is None:
            raise ValueError("this tree is too large to be kept; search less deep")
        below, effects = self.below, (StopConsulting(),)
        assert isinstance(below, ThinkingScreen)
        app = replace(app, screen=below, overlay=None)
        return below.with_tree(app, tree), effects

    def escape(self, app: AppState) -> Step:
        if not self.busy:
            return leave_screen(app)
        stopped = app.with_screen(replace(self, busy=False))
        return stopped.saying("Search stopped."), (StopConsulting(),)

    def click(self, app: AppState, event: Click) -> Step:
        """Select the clicked search; a second click shows its tree."""
        number = event.row - _TOP
        if not 0 <= number < len(self.found):
            return app, ()
        if number == self.selected:
            return self.open(app)
        return app.with_screen(replace(self, selected=number)), ()

    def keymap(self) -> Keymap:
        return (COMPARING, AWAY, LOOKS)

    # Drawing

    def least_size(self) -> tuple[int, int]:
        return 24, 9

    def draw(self, frame: Frame, app: AppState) -> None:
        """Draw the table, and below it how the searches differ."""
        _, depth, formula = self.request
        width = frame.width - 2
        area = Rect(1, 0, width, max(0, frame.height - 2))
        title = f"{self.variant}: depth {depth}, {formula.name}, ideas added one by one"
        frame.write(area, 0, whole_parts(title, width), "dim")
        narrow = width < _ALL_COLUMNS
        frame.write(area, 2, f"  {NARROW_HEADING if narrow else HEADING}", "dim")
        for number, one in enumerate(self.found):
            chosen = number == self.selected
            ink, paper = ("chosen", "chosen") if chosen else ("text", None)
            if chosen and _TOP + number < area.height:
                frame.fill(Rect(1, _TOP + number, width, 1), "chosen", ink="chosen")
                frame.cursor = (1, _TOP + number)
            pointer = app.glyphs.pointer if chosen else " "
            row = app.spelled(row_text(one, MOST_NODES_COMPARED, narrow=narrow))
            frame.write(area, _TOP + number, f"{pointer} {row}", ink, paper)
        top = _TOP + len(STAIRS) + 1
        rest = Rect(1, top, width, max(0, area.height - top))
        lines = self.lines(width)
        first = min(self.scroll, max(0, len(lines) - rest.height))
        for number, (text, ink) in enumerate(lines[first : first + rest.height]):
            frame.write(rest, number, app.spelled(text), ink)
        if app.last_message is None:
            words, ink = "Enter shows the tree of a search", "text"
            if self.busy:
                idea = STAIRS[min(len(self.found), len(STAIRS) - 1)]
                words, ink = f"Searching {idea}...", "strong"
            frame.write(bottom_line(app), 0, words, ink)

    def lines(self, width: int) -> list[Line]:
        """Describe where a search finds something different from the one before it."""
        told = differences(self.found)
        if not told and not self.busy:
            told = ["Every search finds the same move with the same value."]
        return [(text, "dim" if text.startswith(" ") else "text") for text in told]


def open_comparison(app: AppState, position: Position, depth: int, formula: Formula) -> Step:
    """Search a position, adding one idea at a time."""
    request = CompareIdeas(position, depth, formula)
    return open_screen(app, ComparingScreen(request=request), (Consult(request),))


COMPARING = Section(
    "Ideas side by side",
    (
        bind("up k wheel-up", ComparingScreen.select, "up, down", "go", shown="↑↓", rows=-1),
        bind("down j wheel-down", ComparingScreen.select, rows=1),
        bind("enter space", ComparingScreen.open, "show its tree", "tree"),
        bind("escape", ComparingScreen.escape, "stop; back", "stop", when=lambda s: s.busy),
    ),
)

LOOKS = Section("The screen", (bind("t", next_theme, "next theme"),))
