"""The screen of a search: counters, switches and the rows of its tree, the board beside them."""

from typing import NamedTuple

from ..activities.activity import Deed, deeds_of
from ..activities.think import Think
from ..support.text import sentence
from ..treeview.ideas import IDEAS
from ..treeview.seeds import ORIGINALS
from ..treeview.view import RowText, TreeView, with_signs
from .app import Message
from .board import BoardScreen
from .frame import Frame, Rect, shortened, whole_parts
from .keys import spelled
from .layout import Layout, rim_width, without_board
from .panel import draw_panel
from .picture import draw_board

#: On a narrower screen the switches have shorter labels; on a lower one there are none.
_FULL_WORDS, _SWITCHES_FROM = 72, 14
#: There is no panel beside a tree narrower than this; the panel's width is between these.
_NARROWEST_TREE, _NARROWEST_PANEL, _WIDEST_PANEL = 32, 18, 60
#: The board grows as long as so many lines are left below it, and needs so many.
_LINES_OF_TEXT, _LEAST_TEXT = 9, 3
#: Levels of a deep tree are not indented if a title and its value would get fewer columns.
_KNOWN = 16


class Switch(NamedTuple):
    """A word above the tree: its place, its text and ink, and the deed that a click on it does."""

    column: int
    row: int
    text: str
    ink: str
    deed: Deed


class TreeScreen(BoardScreen):
    """The tree of a search; ``top`` is the number of the first row that is shown."""

    activity: Think
    has_cursor = False
    least_size = (24, 9)
    top = 0

    def begin(self) -> None:
        self.activity.rows = self._area.height
        super().begin()

    @property
    def is_moving(self) -> bool:  # type: ignore[override]
        return self.activity.walking

    def tick(self) -> None:
        self.activity.rows = self._area.height
        self.activity.tick()
        self.shown = self.activity.timeline

    # Places

    @property
    def _area(self) -> Rect:
        """Where the rows of the tree are."""
        places, (columns, rows) = self.layout, self.app.size
        top = max((switch.row for switch in self.switches()), default=0) + 1
        right = columns - 1 if places.panel is None else places.panel.left - 2
        return Rect(1, top, right - 1, max(1, rows - top - 2))

    @property
    def layout(self) -> Layout:
        """The board beside the tree with its panel below it, as far as there is room."""
        columns, rows = self.app.size
        variant, size = self.variant, self.variant.size
        rim = rim_width(variant) if self.shows_letters else 0
        wished = max(columns * 2 // 5, 2 * size + rim)
        width = min(wished, _WIDEST_PANEL, columns - _NARROWEST_TREE - 4)
        nowhere = without_board(variant, self.app.size)._replace(left=1)
        if width < _NARROWEST_PANEL:
            return nowhere
        left, height = columns - width - 1, rows - 5
        scale = min(max(1, (height - _LINES_OF_TEXT) // size), (width - rim) // (2 * size))
        if scale < 1 or size > height - _LEAST_TEXT:
            return nowhere._replace(panel=Rect(left, 3, width, height))
        board = Rect(left + rim, 3, 2 * scale * size, scale * size)
        above = board.height + 1 + bool(rim)
        panel = Rect(left, 3 + above, width, height - above)
        return nowhere._replace(scale=scale, board=board, panel=panel, rim=rim)

    def switches(self) -> list[Switch]:
        """The ideas of the search, its depth and its evaluation, in lines above the tree."""
        columns, rows = self.app.size
        if rows < _SWITCHES_FROM:
            return []
        think, wide = self.activity, columns >= _FULL_WORDS
        wanted, deeds = think.wanted, {known.name: known for known in deeds_of(think)}
        groups = []
        for name in ("pruning", *IDEAS):
            is_on = getattr(wanted.algorithm, name)
            label = deeds[name].help.partition(" on,")[0]
            label = f" {label}" if wide else label[:5].rstrip()
            text = f"{spelled(self.app, deeds[name])}[{'x' if is_on else ' '}]{label}"
            groups.append([(text, "strong" if is_on else "dim", name)])
        depth = (f" depth {think.depth} ", "text", "other")
        less, more = (
            (spelled(self.app, deeds[name]), "key", name) for name in ("shallower", "deeper")
        )
        judge = wanted.formula.name
        judge = f"{wanted.name}, {judge}" if wanted.name in ORIGINALS else judge
        groups += [[less, depth, more], [(judge[: columns - 2], "text", "other")]]
        found, column, row = [], 1, 1
        for group in groups:
            if column + sum(len(text) for text, _, _ in group) > columns - 1:
                column, row = 1, row + 1
            for text, ink, name in group:
                found.append(Switch(column, row, text, ink, deeds[name]))
                column += len(text)
            column += 1 + wide
        return found

    def click(self, column: int, row: int) -> None:
        """Go to the clicked row, or open it; do what a clicked switch stands for."""
        for switch in self.switches():
            if switch.row == row and 0 <= column - switch.column < len(switch.text):
                switch.deed.perform(self.activity)
        view, area = self.activity.view, self._area
        if view is None or not area.contains(column, row):
            return
        away = self.top + row - area.top - view.place
        if self.top + row - area.top < len(view.rows):
            self.activity.go(away) if away else self.activity.enter()

    def scroll_panel(self, rows: int) -> None:
        """Go a few rows up or down."""
        self.activity.go(rows)

    # Drawing

    def lasting_message(self) -> Message | None:
        room = self.app.size[0] - 2
        status = self.app.spelled(sentence(self.activity.status()))
        return Message(shortened(whole_parts(self._signed(status), room), room))

    def _signed(self, text: str) -> str:
        return text if self.app.looks.ascii else with_signs(text)

    def telling(self) -> list[tuple[str, str]]:
        return super().telling()[2:]  # the status is below

    def draw(self, frame: Frame) -> None:
        """Draw what there is room for."""
        line = Rect(1, 0, frame.width - 2, 1)
        frame.write(line, 0, whole_parts(self.activity.counters(), line.width), "dim")
        for switch in self.switches():
            frame.put(switch.column, switch.row, switch.text, switch.ink)
        places = self.layout
        if self.activity.view is not None:
            self._draw_rows(frame, self._area, self.activity.view)
        if places.panel is not None:
            if places.scale:
                draw_board(frame, self, places)
            draw_panel(frame, places.panel, self)

    def _draw_rows(self, frame: Frame, area: Rect, view: TreeView) -> None:
        """Draw the rows as they are printed, but so that what is known of siblings is aligned."""
        last = max(0, len(view.rows) - area.height)
        self.top = min(max(self.top, view.place - area.height + 1), view.place, last)
        texts = [view.text(row) for row in view.rows[self.top : self.top + area.height]]
        texts = [self._spelled(text) for text in texts]
        titles = [len(text.title) for text in texts if text.value or text.window]
        title, value = max(titles, default=0), max(len(text.value) for text in texts)
        above = max(max(text.level for text in texts) - (area.width - _KNOWN) // 2, 0)
        for number, text in enumerate(texts):
            text = text._replace(level=max(0, text.level - above))
            if text.value or text.window:
                text = text._replace(title=text.title.ljust(title), value=text.value.rjust(value))
            line = Rect(area.left, area.top + number, area.width - 1, 1)
            ink, dim = _ink(text), "dim"
            if self.top + number == view.place:
                ink = dim = "chosen_text"
                frame.fill(line, "chosen")
                frame.put(line.left, line.top, self.app.glyphs.pointer, ink)
                frame.cursor = (line.left, line.top)
            words = text.line(line.width - 1)
            frame.put(line.left + 1, line.top, words, dim)
            frame.put(line.left + 1, line.top, words[: len(f"{text.head}  {text.value}")], ink)
        frame.arrows(area.right - 1, area, self.app.glyphs.more, self.top, len(view.rows))

    def _spelled(self, text: RowText) -> RowText:
        """A row with the squares and signs that are shown here."""
        value, window = self._signed(text.value), self._signed(text.window)
        return text._replace(title=self.app.spelled(text.title), value=value, window=window)


def _ink(text: RowText) -> str:
    """The ink of what a row is and what it is worth."""
    inks = {"pending": "dim", "left out": "dim", "proved": "good"}
    return "strong" if text.principal else inks.get(text.role, "text")
