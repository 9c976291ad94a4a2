"""What lies over a screen: a box with a text and entries to choose from, and a line to type in."""

import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..activities.activity import deed
from ..tui.frame import Frame, Rect, shortened
from ..tui.widgets.box import draw_box

if TYPE_CHECKING:
    from .app import App

_WIDEST, _NARROWEST = 72, 24
#: In a longer list letters narrow it down; in a shorter one they choose an entry.
_SHORT = 6
#: A question with no more letters than this may be wrapped to fit into the panel, where the cards
#: and the rules take so many rows.
_BRIEF, _CARDS = 200, 6
#: A box that nobody asked for ignores keys for so long, in seconds.
UNASKED = 0.3


class Entry(NamedTuple):
    """Something to choose: its label, what that does, and a word about it."""

    label: str
    act: Callable[[], None] | None = None
    about: str = ""


class Box:
    """A title, a text to scroll and entries to choose from; either may be missing.

    With ``unasked`` it has come up by itself, so that the first keys are not meant for it.
    """

    takes_letters = takes_status_line = False

    def __init__(
        self,
        app: "App",
        title: str,
        text: str = "",
        entries: Sequence[Entry] = (),
        *,
        selected: int = 0,
        unasked: bool = False,
        closing: Callable[[], None] | None = None,
        stands: Callable[[], bool] = lambda: True,
    ) -> None:
        self.app, self.title, self.text, self.all = app, title, text, tuple(entries)
        self.selected = selected
        self.closing, self.stands = closing, stands
        self.typed = ""
        self.deaf_until = app.now + UNASKED if unasked else 0.0

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries that begin like what was typed, or have a word that does."""
        wanted = self.typed.casefold()
        return tuple(
            entry
            for entry in self.all
            if any(word.startswith(wanted) for word in entry.label.casefold().split()) or not wanted
        )

    def type(self, name: str) -> bool:
        """Take a letter; whether it counts here."""
        if self.app.now < self.deaf_until:
            return True
        if len(self.all) <= _SHORT:
            letters = [entry.label[0].casefold() for entry in self.all]
            if name.casefold() in letters:
                self.selected = letters.index(name.casefold())
                self.choose()
                return True
            return False
        before = self.typed
        if name == "backspace":
            self.typed = before[:-1]
        elif len(name) == 1 and name.isprintable():
            self.typed += name
        if not self.entries:
            self.typed = before
        self.selected = 0 if self.typed != before else self.selected
        return self.typed != before

    def _step(self, by: int) -> None:
        """Go up or down: a single step goes around at the ends."""
        count = max(len(self.entries), 1)
        if self.entries and abs(by) == 1:
            self.selected = (self.selected + by) % count
        else:
            self.selected = max(0, self.selected + by)
            self.selected = min(self.selected, count - 1) if self.entries else self.selected

    @deed("up left shift-tab wheel-up", "go up and down", "choose", shown="↑↓")
    def up(self) -> None:
        """Go up."""
        self._step(-1)

    @deed("down right tab wheel-down")
    def down(self) -> None:
        """Go down."""
        self._step(1)

    @deed("pageup")
    def page_up(self) -> None:
        """Go up a page."""
        self._step(-10)

    @deed("pagedown")
    def page_down(self) -> None:
        """Go down a page."""
        self._step(10)

    @deed("enter space", "choose it", "choose", when=lambda box: box.entries)
    def choose(self) -> None:
        """Do what the entry says."""
        chosen = self.entries[self.selected] if self.entries else None
        self.app.overlay = None
        if chosen is not None and chosen.act is not None:
            chosen.act()

    @deed("escape", "close", "close")
    def cancel(self) -> None:
        """Close it."""
        self.app.overlay = None
        if self.closing is not None:
            self.closing()

    def paste(self, line: str) -> None:
        """There is nothing to paste into."""

    def click(self, column: int, row: int) -> None:
        """Choose the entry under the mouse; beside the box, close it."""
        area, _, rows = self._places()
        if not area.contains(column, row):
            self.cancel()
        elif row in rows:
            self.selected = rows[row]
            self.choose()

    def _places(self) -> tuple[Rect, list[str], dict[int, int]]:
        """Its area, the lines of text in it, and which entry stands in which row."""
        columns, height = self.app.size
        labels = [len(f"{entry.label}  {entry.about}") + 2 for entry in self.all]
        longest = max([_NARROWEST, len(self.title) + 2, *labels, *map(len, self.text.split("\n"))])
        panel = None if self.app.layout is None else self.app.layout.panel
        width = min(longest, _WIDEST - 4, columns - 4)
        if panel is not None and len(self.all) <= _SHORT and len(self.text) <= _BRIEF:
            width = min(width, max(_NARROWEST, panel.width - 4))
        lines = [part for line in self.text.split("\n") for part in textwrap.wrap(line, width)]
        gap = bool(lines and self.all)
        room = height - 4
        count = min(len(self.all), max(3, room - len(lines) - gap))
        lines_shown = min(len(lines), room - count - gap)
        hidden = max(0, len(lines) - lines_shown)
        first = min(self.selected, hidden) if not self.all else 0
        area = _place(self.app, width + 4, lines_shown + gap + count + 2)
        top = area.top + 1 + lines_shown + gap
        beyond = max(0, len(self.entries) - count)
        start = min(max(0, self.selected - count // 2), beyond)
        shown = range(start, min(start + count, len(self.entries)))
        rows = {top + number - start: number for number in shown}
        return area, lines[first : first + lines_shown], rows

    def draw(self, frame: Frame) -> None:
        """Draw it over the screen."""
        area, lines, rows = self._places()
        title = f"{self.title}: {self.typed}" if self.typed else self.title
        inside = draw_box(frame, area, self.app.glyphs, shortened(title, area.width - 6))
        frame.cursor = None
        for number, line in enumerate(lines):
            frame.write(inside, number, line, "dialog_text", "dialog")
        column = max((len(entry.label) for entry in self.all), default=0) + 2
        for row, number in rows.items():
            entry, chosen = self.entries[number], number == self.selected
            paper = "chosen" if chosen else "dialog"
            ink = f"{paper}_text"
            pointer = self.app.glyphs.pointer if chosen else " "
            place = Rect(inside.left, row, inside.width, 1)
            frame.fill(place, paper, ink=ink)
            words = f"{pointer} {entry.label:{column}}{entry.about}".rstrip()
            frame.write(place, 0, words, ink, paper)
            if chosen:
                frame.cursor = (place.left, row)
        above, below = bool(rows) and min(rows.values()) > 0, len(self.entries) - 1
        edge = area.left + area.width - 1
        more = bool(rows) and max(rows.values()) < below
        frame.arrows(edge, inside, self.app.glyphs.more, above, more, "dialog_strong", "dialog")


def _place(app: "App", width: int, height: int) -> Rect:
    """Where a box goes: between the cards of the panel if it fits, else in the middle."""
    columns, rows = app.size
    panel = None if app.layout is None else app.layout.panel
    if panel is None or panel.width < width or panel.height - _CARDS < height:
        return Rect((columns - width) // 2, (rows - height) // 2, width, height)
    left = panel.left + (panel.width - width) // 2
    return Rect(left, panel.top + panel.height - _CARDS // 2 - height, width, height)


class Prompt:
    """A line to type in; ``finish`` gets the text, or refuses it with a sentence.

    ``complete`` gives the texts that begin like this one.
    """

    takes_letters = takes_status_line = True

    def __init__(
        self,
        app: "App",
        question: str,
        finish: Callable[[str], None],
        text: str = "",
        complete: Callable[[str], Iterable[str]] = lambda text: (),
    ) -> None:
        self.app, self.question, self.finish, self.text = app, question, finish, text
        self.complete = complete

    def type(self, name: str) -> bool:
        """Take a character, or take one away."""
        if len(name) == 1 and name.isprintable():
            self.text += name
        elif name == "backspace" and self.text:
            self.text = self.text[:-1]
        elif name == "ctrl-u":
            self.text = ""
        else:
            return False
        return True

    def paste(self, line: str) -> None:
        """Take a whole line."""
        self.text += line

    def click(self, column: int, row: int) -> None:
        """A click closes it."""
        self.cancel()

    @deed("enter", "done typing", "done", when=lambda prompt: prompt.text.strip())
    def done(self) -> None:
        """Hand the text over; if it is refused, it can be corrected."""
        self.app.overlay = None
        try:
            if self.text.strip():
                self.finish(self.text.strip())
        except ValueError:
            self.app.overlay = self
            raise

    @deed("tab", "complete it", "complete", when=lambda p: len(p.common()) > len(p.text))
    def add_common(self) -> None:
        """Add what all that begins like this has in common."""
        self.text = self.common()

    def common(self) -> str:
        """The text, with what all completions have in common."""
        words = [*self.complete(self.text)]
        if not words:
            return self.text
        shortest, longest = min(words), max(words)
        same = (i for i, letter in enumerate(shortest) if longest[i] != letter)
        return shortest[: next(same, len(shortest))]

    @deed("escape backspace", "cancel", "cancel")
    def cancel(self) -> None:
        """Close it."""
        self.app.overlay = None

    def draw(self, frame: Frame) -> None:
        """Draw it on the line of status."""
        row, _ = self.app.screen.bottom_rows(self.app.size)
        left = self.app.left
        line = Rect(left, row, frame.width - 2 * left, 1)
        typed = f"{self.question}: {self.text}"[-line.width + 1 :]
        frame.write(line, 0, " " * line.width)
        frame.write(line, 0, typed, "accent")
        frame.cursor = (line.left + len(typed), row)
        fitting = " ".join(self.complete(self.text))
        rest = line._replace(left=line.left + len(typed) + 2, width=line.width - len(typed) - 2)
        frame.write(rest, 0, fitting, "dim")
