"""What lies over a screen: a box with a text and entries to choose from, and a line to type in."""

import os.path
import textwrap
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, Self

from ..activities.activity import Question, deed
from ..rules.notation import Piece
from .frame import Frame, Glyphs, Rect, folded, shortened
from .picture import Brush, draw_piece

if TYPE_CHECKING:
    from .app import App

#: How wide it is inside: at most, usually at least, and in a narrow panel.
_WIDEST, _NARROWEST, _LEAST = 72, 24, 14
#: The columns that the frame of a box takes, and the rows.
_FRAME_WIDTH, _FRAME_HEIGHT = 4, 2
#: In a longer list letters narrow it down; in a shorter one they choose an entry.
_SHORT = 6
#: A longer list says that typing helps.
_LONG = 10
#: At least so many entries stay in sight, however long the text above them is.
_LEAST_ENTRIES = 3
#: So many lines below a list are for what there is no room for beside its entries.
_ABOUT_LINES = 2
#: A question with no more letters than this may be wrapped to fit into the panel, where the cards
#: and the rules take so many rows.
_BRIEF, _CARDS = 200, 6
#: A box that nobody asked for ignores keys for so long, in seconds.
UNASKED = 0.3
#: A king beside a text takes so many columns, in a box so wide.
_KING, _KING_ROWS, _WITH_KING = 8, 3, 30
#: The columns of a result, if it may have so many.
_RESULT = 44
_PAGE = 10
#: No longer answer stands on the key line.
_LONGEST_WORD = 20
#: More than any list or text has.
_FAR = 10**6
LONGEST_TEXT = 200
#: Leave out the part of a question in brackets if the answer would get less room than this.
_LEAST_ROOM = 24


class Entry(NamedTuple):
    """Something to choose: its label, what that does, a word about it, and its group if any."""

    label: str
    act: Callable[[], None] | None = None
    about: str = ""
    group: str = ""


class Places(NamedTuple):
    """Where a box is, its lines of text, the first in sight and how many are, and its entries."""

    area: Rect
    lines: list[str]
    first: int
    shown: int
    rows: dict[int, int]


class Box:
    """A title, a text to scroll and entries to choose from; either may be missing.

    If a ``question`` is unasked, the first keys are not meant for it.
    """

    takes_status_line = False

    def __init__(
        self,
        app: "App",
        title: str,
        text: str = "",
        entries: Sequence[Entry] = (),
        selected: int = 0,
    ) -> None:
        self.app, self.title, self.text, self.all = app, title, text, tuple(entries)
        self.selected, self.scroll = selected, 0
        self.question = Question(title, text, {})
        self.typed = ""
        self.since = app.now

    @classmethod
    def of(cls, app: "App", question: Question) -> Self:
        """A question with its answers."""
        abouts = question.abouts or ("",) * len(question.answers)
        pairs = zip(question.answers.items(), abouts, strict=True)
        entries = [Entry(label, act, about) for (label, act), about in pairs]
        box = cls(app, question.title, app.spelled(question.text), entries)
        box.question = question
        return box

    @property
    def is_deaf(self) -> bool:
        """Whether it has come up so lately that keys were not meant for it."""
        return self.question.unasked and self.app.now < self.since + UNASKED

    @property
    def lets_through(self) -> bool:
        """Whether keys that it does not know count for the screen below."""
        return self.question.lets_through

    @property
    def takes_letters(self) -> bool:
        """Whether letters are typed into it."""
        return len(self.all) > _SHORT

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Those that begin with what was typed, then those that contain it, else by their words."""
        wanted = self.typed.casefold()

        def place(entry: Entry) -> int:
            return entry.label.casefold().find(wanted)

        named = sorted((e for e in self.all if place(e) >= 0), key=lambda e: place(e) > 0)
        return tuple(named or (e for e in self.all if wanted in e.about.casefold()))

    def type(self, name: str) -> bool:
        """Take a letter; whether it counts here."""
        if self.is_deaf:
            return not (self.lets_through and name.isalpha() and len(name) == 1)
        is_letter = len(name) == 1 and name.isprintable()
        if not self.takes_letters:
            letters = [entry.label[0].casefold() for entry in self.all]
            if not is_letter or name.casefold() not in letters:
                return False
            self.selected = letters.index(name.casefold())
            self.choose()
            return True
        before = self.typed
        if name == "backspace":
            self.typed = before[:-1]
        elif is_letter:
            self.typed += name
        self.typed = self.typed if self.entries else before
        self.selected = 0 if self.typed != before else self.selected
        return is_letter or self.typed != before

    @deed(
        "up k left h shift-tab wheel-up",
        "go up and down",
        "choose",
        shown="↑↓",
        name="up",
        given=(-1,),
    )
    @deed("down j right l tab wheel-down", name="down", given=(1,))
    @deed("pageup", name="page_up", given=(-_PAGE,))
    @deed("pagedown", name="page_down", given=(_PAGE,))
    @deed("home", name="first", given=(-_FAR,))
    @deed("end", name="last", given=(_FAR,))
    def step(self, by: int) -> None:
        """Go up or down, in a text or among the entries: there a single step goes around."""
        count = len(self.entries)
        if not self.all:
            places = self.places()
            self.scroll = min(max(0, places.first + by), len(places.lines) - places.shown)
        elif abs(by) == 1:
            self.selected = (self.selected + by) % count
        else:
            self.selected = min(max(0, self.selected + by), count - 1)
            self.scroll = max(0, self.scroll + (by > 0) - (by < 0))

    @deed("enter space", "choose it", lambda box: box.word, when=lambda box: box.entries)
    def choose(self) -> None:
        """Do what the entry says."""
        chosen = self.entries[self.selected] if self.entries else None
        self.app.overlay = None
        if chosen is not None and chosen.act is not None:
            chosen.act()

    @property
    def word(self) -> str:
        """What Enter does now: a short answer says it itself."""
        label = self.entries[self.selected].label
        return label.lower() if not self.takes_letters and len(label) < _LONGEST_WORD else "choose"

    @deed("escape", "close", "close")
    def cancel(self) -> None:
        """Close it."""
        self.app.overlay = None
        if self.question.closing is not None:
            self.question.closing()

    def paste(self, line: str) -> None:
        """Narrow a list down by a line."""
        for letter in line if self.takes_letters else "":
            self.type(letter)

    def click(self, column: int, row: int) -> None:
        """Choose the entry under the mouse; beside the box, close it."""
        places = self.places()
        if not places.area.contains(column, row):
            self.cancel()
        elif row in places.rows:
            self.selected = places.rows[row]
            self.choose()

    # Drawing

    @property
    def heading(self) -> str:
        """The title with what was typed; in a long list it says that typing helps."""
        if self.typed:
            return f"{self.title}: {self.typed}"
        return f"{self.title} (type to filter)" if len(self.all) > _LONG else self.title

    @property
    def _label_room(self) -> int:
        """How wide groups and labels are."""
        groups = max((len(entry.group) + 2 for entry in self.all if entry.group), default=0)
        gap = 4 if any(entry.about for entry in self.all) else 2
        return groups + max((len(entry.label) for entry in self.all), default=0) + gap

    def _width(self) -> int:
        """How wide it is inside."""
        abouts = max((len(entry.about) for entry in self.all), default=0)
        lines = map(len, self.text.split("\n"))
        told = _RESULT if self.question.facts() or self.question.winner else 0
        wanted = max(len(self.heading) + 2, self._label_room + abouts, told, *lines)
        width = min(max(wanted, _NARROWEST), _WIDEST, self.app.size[0] - _FRAME_WIDTH)
        panel = self.app.screen.layout.panel
        if panel is not None and not self.takes_letters and len(self.text) <= _BRIEF:
            width = min(width, max(_LEAST, self._label_room, panel.width - _FRAME_WIDTH))
        return width

    def _has_room(self, entry: Entry) -> bool:
        """Whether the words about an entry stand beside it; else they stand below the list."""
        return len(entry.about) <= self._width() - self._label_room

    def places(self) -> Places:
        """Where everything is now."""
        width, height = self._width(), self.app.size[1]
        if self.question.answers and _is_beside(self.app, width + _FRAME_WIDTH):
            height = self.app.screen.layout.sentence
        lines = self._lines(width)
        gap = bool(lines and self.all)
        below = 0 if all(map(self._has_room, self.all)) else _ABOUT_LINES
        room = height - _FRAME_HEIGHT - gap - below
        count = min(len(self.all), max(_LEAST_ENTRIES, room - len(lines)))
        shown = min(len(lines), room - count)
        first = min(self.scroll, len(lines) - shown)
        high = shown + gap + count + below + _FRAME_HEIGHT
        area = _place(self.app, width + _FRAME_WIDTH, min(high, height))
        top = area.top + 1 + shown + gap
        beyond = max(0, len(self.entries) - count)
        start = min(max(0, self.selected - count // 2), beyond)
        seen = range(start, min(start + count, len(self.entries)))
        return Places(area, lines, first, shown, {top + at - start: at for at in seen})

    def _lines(self, width: int) -> list[str]:
        """The text in lines, beside a king and above the facts if there are such."""
        facts, wide = self.question.facts(), width >= _WITH_KING
        beside = _KING if wide and self.question.winner is not None else 0
        texts = [part for line in self.text.split("\n") for part in folded(line, width - beside)]
        # A word may be longer than a line.
        texts = [part for text in texts for part in textwrap.wrap(text, width - beside) or [""]]
        lines = [" " * beside + text for text in texts]
        lines += [""] * (max(_KING_ROWS - len(lines), 0) * bool(beside) + bool(facts))
        for fact in facts:
            lines += folded(fact.row if wide else str(fact), width)
        return lines if self.text else []

    def draw(self, frame: Frame) -> None:
        """Draw it over the screen."""
        area, lines, first, shown, rows = self.places()
        more, winner = self.app.glyphs.more, self.question.winner
        panel = self.app.screen.layout.panel
        covers = panel is not None and area.height + _CARDS > panel.height
        if panel is not None and covers and panel.contains(*area[:2]):
            frame.fill(panel, "ground")
        inside = draw_box(frame, area, self.app.glyphs, shortened(self.heading, area.width - 6))
        frame.cursor = None
        seen = lines[first : first + shown]
        for number, line in enumerate(seen):
            frame.write(inside, number, line, "dialog_text")
        for fact in self.question.facts():
            if fact.row in seen:
                frame.write(inside, seen.index(fact.row), fact.label, "dialog_dim")
        if winner is not None and not first and shown >= _KING_ROWS and inside.width >= _WITH_KING:
            brush = Brush(self.app.art, _KING_ROWS, self.app.screen.variant)
            draw_piece(frame, inside.left, inside.top, brush, Piece(winner, king=True))
        text = inside._replace(height=max(1, shown))
        frame.arrows(area.right - 1, text, more, first, len(lines), "dialog_strong")
        if not rows:
            return
        listed = inside._replace(top=min(rows), height=len(rows))
        self._draw_entries(frame, listed, [*rows.values()])
        start = min(rows.values())
        frame.arrows(area.right - 1, listed, more, start, len(self.entries), "dialog_strong")
        if not self._has_room(chosen := self.entries[self.selected]):
            words = textwrap.wrap(chosen.about, inside.width)
            for number, part in enumerate(words[:_ABOUT_LINES], inside.height - _ABOUT_LINES):
                frame.write(inside, number, part, "dialog_dim")

    def _draw_entries(self, frame: Frame, area: Rect, numbers: list[int]) -> None:
        group = ""
        for line, number in enumerate(numbers):
            entry, place, chosen = self.entries[number], area.line(line), number == self.selected
            ink, quiet, pointer = "dialog_text", "dialog_dim", " "
            if chosen:
                ink = quiet = "chosen_text"
                pointer = self.app.glyphs.pointer
                frame.cursor = (place.left, place.top)
            frame.fill(place, "chosen" if chosen else "dialog", ink)
            frame.write(place, 0, f"{pointer} {entry.label}", ink)
            if self._has_room(entry):
                frame.put(place.left + self._label_room, place.top, entry.about, quiet)
            if entry.group != group:
                start = place.right - len(entry.group)
                frame.put(max(place.left, start), place.top, entry.group[: place.width], quiet)
            group = entry.group


class Page(Box):
    """A text over the whole screen, without a frame, so that it can be selected by hand."""

    def places(self) -> Places:
        """As many lines as fit, broken where possible."""
        width, height = self.app.size
        lines = [part for line in self.text.splitlines() for part in folded(line, width)]
        shown = min(len(lines), max(1, height - 1))
        first = min(self.scroll, len(lines) - shown)
        return Places(Rect(0, 0, width, height), lines, first, shown, {})

    def draw(self, frame: Frame) -> None:
        area, lines, first, shown, _ = self.places()
        frame.cursor = None
        frame.fill(area, "ground")
        for number, line in enumerate(lines[first : first + shown]):
            frame.write(area, number, line)
        scroll = f"{''.join(self.app.glyphs.more)} scroll. " if shown < len(lines) else ""
        hint = f"{scroll}Select with the mouse, most terminals need Shift. Esc closes"
        frame.write(area, area.height - 1, hint, "dim")


def draw_box(frame: Frame, area: Rect, glyphs: Glyphs, title: str = "") -> Rect:
    """Draw an empty box with a title and return the area inside it."""
    frame.fill(area, "dialog", "dialog_text")
    line, last = glyphs.horizontal * (area.width - 2), area.bottom - 1
    for row, corners in ((area.top, glyphs.box[:2]), (last, glyphs.box[2:])):
        frame.put(area.left, row, line.join(corners), "dialog_dim")
    for row in range(area.top + 1, last):
        for column in (area.left, area.right - 1):
            frame.put(column, row, glyphs.vertical, "dialog_dim")
    if title:
        frame.put(area.left + 2, area.top, f" {title} ", "dialog_strong")
    return Rect(area.left + 2, area.top + 1, area.width - 4, area.height - 2)


def _is_beside(app: "App", width: int) -> bool:
    """Whether a box has room beside the board."""
    places = app.screen.layout
    beside = places.panel is not None and places.panel.left >= places.board.right
    return beside and width <= app.size[0] - places.board.right


def _place(app: "App", width: int, height: int) -> Rect:
    """Where a box goes: in the panel, between its cards or over them, else in the middle."""
    (columns, rows), places = app.size, app.screen.layout
    panel = places.panel
    if panel is not None and panel.width >= width and panel.height >= height:
        left = panel.left + (panel.width - width) // 2
        below = _CARDS // 2 if height + _CARDS <= panel.height else (panel.height - height) // 2
        return Rect(left, panel.bottom - below - height, width, height)
    if _is_beside(app, width) and height <= places.sentence:
        return Rect(columns - width, places.sentence - height, width, height)
    return Rect((columns - width) // 2, (rows - height) // 2, width, height)


class Prompt:
    """A line to type in; ``finish`` gets the text, or refuses it with a sentence.

    A ``text`` is proposed: it gives way to the first letter typed, and any other key lets it be
    edited. ``verb`` is one word for what Enter does. ``complete`` gives the texts that begin like
    this one; if there are none, ``nothing_fits`` is said.
    """

    takes_letters = takes_status_line = True
    is_deaf = lets_through = False

    def __init__(
        self,
        app: "App",
        question: str,
        finish: Callable[[str], None],
        text: str = "",
        complete: Callable[[str], Iterable[str]] = lambda text: (),
        *,
        verb: str = "done",
        nothing_fits: str = "",
    ) -> None:
        self.app, self.question, self.finish, self.text = app, question, finish, text
        self.complete, self.verb, self.nothing_fits = complete, verb, nothing_fits
        self.proposed = bool(text)

    def type(self, name: str) -> bool:
        """Take a character, or take one away."""
        before, self.proposed = "" if self.proposed else self.text, False
        if len(name) == 1 and name.isprintable():
            self.text = (before + name)[:LONGEST_TEXT]
        elif name == "backspace" and self.text:
            self.text = self.text[:-1]
        elif name == "ctrl-u":
            self.text = ""
        else:
            return False
        return True

    def paste(self, line: str) -> None:
        """Take a whole line."""
        for letter in line:
            self.type(letter)

    def click(self, column: int, row: int) -> None:
        """A click closes it."""
        self.cancel()

    @deed("enter", "done typing", lambda p: p.verb, when=lambda p: p.text.strip())
    def done(self) -> None:
        """Hand the text over; if it is refused, it can be corrected."""
        self.app.overlay = None
        try:
            if self.text.strip():
                self.finish(self.text.strip())
        except (ValueError, OSError):
            self.app.overlay = self
            raise

    @deed("tab", "complete it", "complete", when=lambda p: len(p.common()) > len(p.text))
    def add_common(self) -> None:
        """Add what all that begins like this has in common."""
        if self.nothing_fits and not [*self.complete(self.text)]:
            raise ValueError(self.nothing_fits)
        self.text = self.common()

    def common(self) -> str:
        """The text, with what all completions have in common."""
        common = os.path.commonprefix([*self.complete(self.text)])  # noqa: RUF071  letters
        return common if len(common) > len(self.text) else self.text

    @deed("escape backspace", "cancel", "cancel")
    def cancel(self) -> None:
        """Close it."""
        self.app.overlay = None

    def draw(self, frame: Frame) -> None:
        """Draw it on the line of status."""
        row, _ = self.app.screen.bottom_rows()
        left = self.app.left
        line = Rect(left, row, frame.width - 2 * left, 1)
        words = f"{self.question}: "
        if line.width - len(words) < _LEAST_ROOM:
            words = f"{self.question.partition(' (')[0]}: "
        typed = self.text[-max(1, line.width - len(words) - 1) :]
        frame.fill(line, "ground")
        frame.write(line, 0, words + typed, "accent")
        if self.proposed:
            frame.put(left + len(words), row, typed, "chosen_text", "chosen")
        end = min(len(words) + len(typed), line.width - 1)
        frame.cursor = (left + end, row)
        fitting = " ".join(self.complete(self.text)) or self.nothing_fits
        rest = line._replace(left=left + end + 2, width=line.width - end - 2)
        if rest.width > 0:
            frame.write(rest, 0, fitting, "dim")
