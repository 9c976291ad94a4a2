"""A list to choose from, in a box over the screen; typing narrows it down."""

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from ..events import Click
from ..frame import Frame, Rect
from ..state import AppState, Overlay, Step, bottom_line
from .box import STRONG, draw_box
from .keys import Keymap, Section, bind

_WIDEST = 116
#: A list with words about the chosen entry below it is this wide, or as wide as the screen.
_WIDTH_WITH_WORDS = 60
#: Words go below the list only if this many entries can still be seen.
_LEAST_ENTRIES = 3
_PAGE = 10
#: The columns of a list apart from its texts and headings: its frame, the pointer, a blank.
_FRAME = 6
#: More entries than any list has, and more moves than any game.
FAR = 10**6


class PickerBox(NamedTuple):
    """The frame of a list, the lines inside it, and the number of the first entry shown.

    ``texts`` are the entries as shown on their lines; ``below`` are the lines for whatever the
    chosen entry's line leaves out, and may be empty.
    """

    area: Rect
    inside: Rect
    first: int
    texts: tuple[str, ...]
    below: Rect


@dataclass(frozen=True)
class Picker(Overlay):
    """A list with a title; ``choose`` gets the screen below and the number of the chosen entry.

    ``groups`` are the entries' headings, if they have any, and ``abouts`` a few words on each:
    after the entry if they all fit, else below the list for the chosen one only. ``typed``
    narrows the list down, and ``selected`` is an index into the entries that are left.
    """

    title: str
    labels: tuple[str, ...]
    choose: Callable[[Any, AppState, int], Step]
    selected: int = 0
    groups: tuple[str, ...] = ()
    abouts: tuple[str, ...] = ()
    verb: str = "open"
    typed: str = ""

    takes_letters: ClassVar[bool] = True

    @property
    def shown(self) -> tuple[int, ...]:
        """The numbers of the entries that fit what was typed.

        Those that begin with it come first, then those that contain it; the words on them count
        only if no entry itself fits.
        """
        wanted = self.typed.casefold()
        names = [label.casefold() for label in self.labels]
        begin = [n for n, name in enumerate(names) if name.startswith(wanted)]
        contain = [n for n, name in enumerate(names) if wanted in name and n not in begin]
        if begin or contain:
            return (*begin, *contain)
        return tuple(n for n, about in enumerate(self.abouts) if wanted in about.casefold())

    @property
    def _whole(self) -> tuple[str, ...]:
        if not self.abouts:
            return self.labels
        column = max(map(len, self.labels)) + 2
        return tuple(
            f"{label:{column}}{about}".rstrip()
            for label, about in zip(self.labels, self.abouts, strict=True)
        )

    @property
    def _group_room(self) -> int:
        return max((len(group) + 3 for group in self.groups), default=0)

    @property
    def heading(self) -> str:
        """The title, with what was typed; in a long list it says that typing helps."""
        if self.typed:
            return f"{self.title}: {self.typed}"
        return f"{self.title} (type to filter)" if len(self.labels) > _PAGE else self.title

    def type(self, app: AppState, name: str) -> Step | None:
        """Narrow the list down by a letter, unless nothing would be left."""
        narrower = None
        if name == "backspace" and self.typed:
            narrower = replace(self, typed=self.typed[:-1], selected=0)
        elif len(name) == 1 and name.isprintable():
            narrower = replace(self, typed=self.typed + name, selected=0)
        return (replace(app, overlay=narrower), ()) if narrower and narrower.shown else None

    def keymap(self) -> Keymap:
        return (LIST,)

    def select(self, app: AppState, step: int) -> Step:
        """Go up or down; a single step wraps around at the ends."""
        last = len(self.shown) - 1
        if abs(step) == 1:
            selected = (self.selected + step) % len(self.shown)
        else:
            selected = min(max(self.selected + step, 0), last)
        return replace(app, overlay=replace(self, selected=selected)), ()

    def take(self, app: AppState) -> Step:
        return self.choose(app.screen, replace(app, overlay=None), self.shown[self.selected])

    def click(self, app: AppState, event: Click) -> Step:
        """Choose the clicked entry; close the list on a click outside it."""
        box = self.box(app)
        if not box.area.contains(event.column, event.row):
            return self.close(app)
        number = box.first + event.row - box.inside.top
        if not box.inside.contains(event.column, event.row) or number >= len(self.shown):
            return app, ()
        return replace(self, selected=number).take(app)

    def box(self, app: AppState) -> PickerBox:
        """Where to draw it: in the middle, as large as it needs to be and the screen allows."""
        columns, rows = app.size
        widest, most_lines = min(columns, _WIDEST), max(1, rows - 3)
        beside = _FRAME + self._group_room
        texts, least = self._whole, len(self.heading) + 6
        words: tuple[str, ...] = ()
        if max(map(len, texts)) > widest - beside:
            texts, words, least = self.labels, self.abouts or self.labels, _WIDTH_WITH_WORDS
        width = min(max(least, max(map(len, texts)) + beside), widest)
        below = max((len(_words_below(text, width)) for text in words), default=0)
        if below and most_lines - below - 1 < _LEAST_ENTRIES:
            below = 0
        under = below + 1 if below else 0  # plus a line to separate them
        height = min(len(self.labels) + under, most_lines)
        area = Rect((columns - width) // 2, max(0, (rows - 3 - height) // 2), width, height + 2)
        inside = Rect(area.left + 1, area.top + 1, width - 2, height - under)
        place = Rect(area.left + 2, inside.top + inside.height + 1, width - 4, below)
        # The chosen entry is in the middle, except near the ends of the list.
        hidden = max(0, len(self.shown) - inside.height)
        first = min(max(0, self.selected - inside.height // 2), hidden)
        return PickerBox(area, inside, first, texts, place)

    def draw(self, frame: Frame, app: AppState) -> None:
        box = self.box(app)
        draw_box(frame, box.area, app.glyphs, self.heading)
        inside = box.inside
        group, group_room = "", self._group_room
        if group_room > inside.width // 2:
            group_room = 0
        self._draw_words(frame, app, box)
        for number, entry in enumerate(self.shown[box.first : box.first + inside.height]):
            label, chosen = box.texts[entry], box.first + number == self.selected
            ink, paper = ("chosen", "chosen") if chosen else ("dialog", "dialog")
            pointer = app.glyphs.pointer if chosen else " "
            line = Rect(inside.left, inside.top + number, inside.width, 1)
            frame.fill(line, paper, ink=ink)
            room = line._replace(width=line.width - group_room)
            frame.write(room, 0, f"{pointer} {label}", ink, paper)
            if group_room and self.groups[entry] != group:
                group = self.groups[entry]
                left = line.left + line.width - len(group) - 1
                frame.put(left, line.top, group, ink if chosen else "dialog_dim", paper)
            if chosen:
                frame.cursor = (line.left, line.top)
        edge = box.area.left + box.area.width - 1
        below = box.first + inside.height < len(self.shown)
        frame.arrows(edge, inside, app.glyphs.more, box.first > 0, below, *STRONG)
        if self.abouts and app.message is None:  # clear the status of the screen below
            frame.fill(bottom_line(app), "ground")

    def _draw_words(self, frame: Frame, app: AppState, box: PickerBox) -> None:
        place = box.below
        if not place.height:
            return
        frame.put(
            place.left, place.top - 1, app.glyphs.horizontal * place.width, "dialog_dim", "dialog"
        )
        words = (self.abouts or self.labels)[self.shown[self.selected]]
        for number, line in enumerate(_words_below(words, box.area.width)):
            frame.write(place, number, line, "dialog", "dialog")


def _words_below(words: str, width: int) -> list[str]:
    return textwrap.wrap(words, max(1, width - 4))


LIST = Section(
    "A list",
    (
        bind("up shift-tab wheel-up", Picker.select, "go up and down", "go", shown="↑↓", step=-1),
        bind("down tab wheel-down", Picker.select, step=1),
        bind("pageup", Picker.select, step=-_PAGE),
        bind("pagedown", Picker.select, step=_PAGE),
        bind("home", Picker.select, step=-FAR),
        bind("end", Picker.select, step=FAR),
        bind("enter", Picker.take, "open it", lambda picker, app: picker.verb),
        bind("escape", Picker.close, "close", "close"),
    ),
)
