"""A page of facts over the screen: the statistics, or the details of a search."""

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..frame import Frame, Rect
from ..state import AppState, Overlay, Step
from .box import FRAME_WIDTH, STRONG, draw_box
from .keys import Keymap, Section, bind, spelled

_PAGE = 10


@dataclass(frozen=True, kw_only=True)
class Page(Overlay):
    """A text to scroll through; ``scroll`` is how far."""

    scroll: int = 0

    def keymap(self) -> Keymap:
        return (SHEET,)

    def scrolled(self, app: AppState, lines: int) -> Step:
        """Scroll the text; drawing stops it from going too far."""
        return replace(app, overlay=replace(self, scroll=max(0, self.scroll + lines))), ()


@dataclass(frozen=True)
class Sheet(Page):
    """A page: its title, and a function giving its lines for a width."""

    title: str
    lines: Callable[[AppState, int], tuple[str, ...]]

    def draw(self, frame: Frame, app: AppState) -> None:
        frame.cursor = None
        room = max(1, frame.width - FRAME_WIDTH)
        lines = [
            part for line in self.lines(app, room) for part in textwrap.wrap(line, room) or [""]
        ]
        width = min(frame.width, max(len(self.title) + 4, *map(len, lines)) + FRAME_WIDTH)
        height = min(max(3, frame.height - 1), len(lines) + 2)
        area = Rect((frame.width - width) // 2, (frame.height - 1 - height) // 2, width, height)
        inside = draw_box(frame, area, app.glyphs, self.title)
        hidden = max(0, len(lines) - inside.height)
        first = min(self.scroll, hidden)
        for number, text in enumerate(lines[first : first + inside.height]):
            frame.write(inside, number, text, "dialog", "dialog")
        edge = area.left + area.width - 1
        frame.arrows(edge, inside, app.glyphs.more, first > 0, first < hidden, *STRONG)


@dataclass(frozen=True)
class TextPage(Page):
    """A text over the whole screen, without a frame, so that it can be selected by hand."""

    text: str

    def draw(self, frame: Frame, app: AppState) -> None:
        """Draw as much of the text as fits, breaking long lines where possible."""
        frame.cursor = None
        place = Rect(0, 0, frame.width, max(1, frame.height - 1))
        frame.fill(Rect(0, 0, frame.width, frame.height), "ground")
        lines = [part for line in self.text.splitlines() for part in folded(line, place.width)]
        first = min(self.scroll, max(0, len(lines) - place.height))
        for number, text in enumerate(lines[first : first + place.height]):
            frame.write(place, number, text)
        hint = "Select with the mouse, most terminals need Shift. Esc closes"
        keys = f"{'↑↓ scroll. ' if len(lines) > place.height else ''}{hint}"
        bottom = Rect(0, frame.height - 1, frame.width, 1)
        frame.write(bottom, 0, spelled(keys, app.looks.ascii), "dim")


def folded(line: str, width: int) -> list[str]:
    """A line split into parts that fit, at a space or after a comma."""
    if len(line) <= width:
        return [line]
    words, parts = re.findall(r"[^\s,]+,?|,|\s+", line), [""]
    for word in words:
        if parts[-1] and len((parts[-1] + word).rstrip()) > width:
            parts.append("")
        parts[-1] += word if parts[-1] else word.lstrip()
    return parts


SCROLLING = (
    bind("down j wheel-down", Page.scrolled, "scroll", shown="↑↓", lines=1),
    bind("up k wheel-up", Page.scrolled, lines=-1),
    bind("pagedown", Page.scrolled, lines=_PAGE),
    bind("pageup", Page.scrolled, lines=-_PAGE),
)
SHEET = Section(
    "A page of facts", (bind("escape enter space d ? f1", Page.close, "close", "close"), *SCROLLING)
)
