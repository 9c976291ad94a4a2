"""The help: pages to turn, each drawn whole and then shown as far as there is room."""

import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from ...game.presentation import presentation, rule_sentences
from ...rules.notation import Move, Piece
from ...rules.position import Position
from ...rules.variant import Colour, Variant
from ..frame import Frame, Rect
from ..layout import Layout
from ..state import AppState, Step
from .board import Brush, Mark, draw_one_square, draw_still
from .box import draw_box
from .keys import Keymap, Section, bind, spelled
from .sheet import SCROLLING, Page

_KEY_WIDTH = 16
_COLUMN_WIDTH = 40
#: The text needs this many columns beside a picture, or else it goes below.
_LEAST_TEXT = 26
_WIDEST = 2 * _COLUMN_WIDTH
#: The usual height of the help; the box is placed as if every page were this tall.
_USUAL_HEIGHT = 24
#: The rows of the help apart from its page: the frame and the keys.
_BESIDE_PAGE = 3
#: More lines than any page has.
_LONGEST_PAGE = 200
#: Every game has a capture within this many plies.
_PLIES_OF_AN_EXAMPLE = 30


class DrawnPage(NamedTuple):
    """A page drawn whole, and how many of its lines are in use."""

    frame: Frame
    height: int


@dataclass(frozen=True)
class Help(Page):
    """The help over the current screen: which of its pages is shown."""

    page: int = 0

    def keymap(self) -> Keymap:
        return (HELP,)

    def turned(self, app: AppState, step: int) -> Step:
        return replace(app, overlay=Help((self.page + step) % len(PAGES))), ()

    def draw(self, frame: Frame, app: AppState) -> None:
        from ..update import ALWAYS

        frame.cursor = None
        width = min(frame.width, _WIDEST)
        make = list(PAGES.values())[self.page]
        page = make(app, width - 4, (*app.screen.keymap(), ALWAYS))
        height = min(frame.height, page.height + _BESIDE_PAGE)
        # The titles stay in place when the page is turned.
        top = min(max(0, (frame.height - _USUAL_HEIGHT) // 2), frame.height - height)
        area = Rect((frame.width - width) // 2, top, width, height)
        inside = draw_box(frame, area, app.glyphs)
        _draw_titles(frame, area, self.page)
        room = inside.height - 1
        first = min(self.scroll, max(0, page.height - room))
        for line in range(min(room, page.height - first)):
            row, end = inside.top + line, inside.left + inside.width
            frame.characters[row][inside.left : end] = page.frame.characters[first + line]
            frame.styles[row][inside.left : end] = page.frame.styles[first + line]
        keys = spelled("←→ pages, Esc closes", app.looks.ascii)
        if page.height > room:
            keys = spelled("←→ pages, ↑↓ scroll, Esc closes", app.looks.ascii)
        frame.write(inside, inside.height - 1, keys, "dialog_dim", "dialog")


def _draw_titles(frame: Frame, area: Rect, page: int) -> None:
    """Draw the titles of all pages on the top edge, highlighting the current one."""
    column = area.left + 2
    for number, title in enumerate(PAGES):
        ink, paper = ("chosen", "chosen") if number == page else ("dialog", "dialog")
        if column + len(title) + 2 <= area.left + area.width - 1:
            frame.put(column, area.top, f" {title} ", ink, paper)
        column += len(title) + 2


def _blank(width: int) -> Frame:
    page = Frame(width, _LONGEST_PAGE)
    page.fill(Rect(0, 0, width, _LONGEST_PAGE), "dialog", ink="dialog")
    return page


# The pages


def keys_page(app: AppState, width: int, keymap: Keymap) -> DrawnPage:
    """The list of keys, in two columns if there is room."""
    lines = help_lines(keymap, app.looks.ascii)
    if width < _LEAST_TEXT:
        return _stacked(lines, width)
    columns = 2 if width + 4 >= 2 * _COLUMN_WIDTH else 1
    parts = [lines]
    if columns == 2:
        parts = _two_columns(lines)
        if max(map(len, parts)) > app.size[1] - _BESIDE_PAGE:
            parts = _two_columns([line for line in lines if any(line)])
    page = _blank(width)
    for column, part in enumerate(parts):
        place = Rect(column * (width // columns), 0, width // columns, _LONGEST_PAGE)
        key_width = min(_KEY_WIDTH, place.width // 2)
        beside = place._replace(left=place.left + key_width, width=place.width - key_width)
        for number, (key, text) in enumerate(part):
            frame_width = place if not text else place._replace(width=key_width)
            page.write(frame_width, number, key, "dialog_strong", "dialog")
            page.write(beside, number, text, "dialog", "dialog")
    return DrawnPage(page, max(map(len, parts)))


def _stacked(lines: Iterable[tuple[str, str]], width: int) -> DrawnPage:
    page = _blank(width)
    row = 0
    for key, text in lines:
        page.put(0, row, key.strip()[:width], "dialog_strong", "dialog")
        for line in textwrap.wrap(text, max(1, width - 2)):
            row += 1
            page.put(2, row, line, "dialog", "dialog")
        row += 1
    return DrawnPage(page, row)


def rules_page(app: AppState, width: int, keymap: Keymap) -> DrawnPage:
    """The rules of the game with a small picture of a capture."""
    variant = app.screen.variant
    assert variant is not None
    page = _blank(width)
    position, move = example(variant)
    size = position.variant.size
    scale = 2 if width - 4 * size >= _LEAST_TEXT else 1
    picture = Rect(0, 0, 2 * scale * size, scale * size)
    caption, marks, path = "the start", dict[int, Mark](), tuple[int, ...]()
    if move is not None:
        caption, path = app.spelling.move(move), move.path[1:]
        marks = {move.start: Mark("picked", app.glyphs.picked)}
        marks |= dict.fromkeys(path, Mark("target"))
    brush = Brush(app.glyphs, app.theme, scale, position.variant)
    draw_still(page, Layout(position.variant, scale, picture), brush, position, marks, path)
    page.put(0, picture.height, caption[: picture.width], "dialog_dim", "dialog")
    beside = width - picture.width - 2 >= _LEAST_TEXT
    left, top = (picture.width + 2, 0) if beside else (0, picture.height + 2)
    lines = [
        line
        for sentence in rule_sentences(variant)
        for line in textwrap.wrap(sentence, max(1, width - left))
    ]
    for number, line in enumerate(lines):
        page.put(left, top + number, line, "dialog", "dialog")
    return DrawnPage(page, max(top + len(lines), picture.height + 1))


def example(variant: Variant) -> tuple[Position, Move | None]:
    """A position and a capture in it; if none is found, just the start position."""
    captures = [
        (position, move)
        for position in _examples(variant)
        for move in position.legal_moves()
        if move.captured
    ]
    if not captures:
        return Position.start(variant), None
    return max(captures, key=lambda found: len(found[1].captured))


def _examples(variant: Variant) -> Iterator[Position]:
    """The positions of the lessons; for a game without lessons, those of its first moves."""
    from ...coach.lessons import lessons  # rarely needed

    try:
        yield from (lesson.position for lesson in lessons(variant))
    except ValueError:
        position = Position.start(variant)
        for ply in range(_PLIES_OF_AN_EXAMPLE):
            yield position
            legal = position.legal_moves()
            if not legal:
                return
            position = position.play(legal[ply % len(legal)])


def marks_page(app: AppState, width: int, keymap: Keymap) -> DrawnPage:
    """Every mark on the board, with its meaning."""
    glyphs, variant = app.glyphs, app.screen.variant
    assert variant is not None
    brush = Brush(glyphs, app.theme, 1, variant)
    man = Piece(Colour.BLACK)
    rows: list[tuple[Mark, Piece | None, bool, str]] = [
        (Mark("movable", glyphs.movable), man, False, "a piece that can move"),
        (Mark("picked", glyphs.picked), man, False, "the piece you have picked up"),
        (Mark("target"), None, False, "where it can go"),
        (Mark("target", glyphs.capture), None, False, "where it lands when it captures"),
        (Mark("capture", glyphs.taken), Piece(Colour.WHITE), False, "a piece you would take"),
        (Mark("last", glyphs.last_from), None, False, "where the last move began"),
        (Mark("last", glyphs.last_to), man, False, "where the last move ended"),
        (Mark("hint", glyphs.hint), man, False, "what the coach suggests"),
        (Mark("dark"), man, True, "the cursor"),
    ]
    if variant.capture_forced:
        must = (Mark("capture", glyphs.capture), man, False, "a piece that must capture")
        rows.insert(1, must)
    page = _blank(width)
    row = 0
    for mark, piece, focused, words in rows:
        target = mark.paper == "target"
        draw_one_square(page, (1, row), brush, 9, mark, piece, focused=focused, target=target)
        for number, line in enumerate(textwrap.wrap(words, max(1, width - 6))):
            page.put(6, row + number, line, "dialog", "dialog")
            row += int(number > 0)
        row += 1
    row += 1
    if variant.crowns:
        for colour in Colour:
            sign = glyphs.small_piece(Piece(colour, king=True), presentation(variant).emblem)
            page.put(1, row, sign, "dialog_strong", "dialog")
            page.put(6, row, f"a {colour} {variant.king_name}"[: width - 6], "dialog", "dialog")
            row += 1
    return DrawnPage(page, row)


_MOUSE = (
    ("click a piece", "pick it up"),
    ("click a marked square", "put it down there"),
    ("drag a piece", "pick it up and put it down in one go"),
    ("click any square", "play the move, if only one ends there"),
    ("click the end of a chain", "play the whole chain"),
    ("click each landing", "choose the route of a capture"),
    ("turn the wheel", "scroll the moves, a list or this help"),
    ("click a key or word below", "do what that key does"),
    ("click an answer", "choose it; to close the box, click outside it"),
    ("click a row of the menu", "select it; click again to change it"),
    ("hold Shift and drag", "select text to copy, in most terminals"),
)


def mouse_page(app: AppState, width: int, keymap: Keymap) -> DrawnPage:
    """What the mouse does."""
    first = max(len(what) for what, _ in _MOUSE) + 2
    if width - first < _LEAST_TEXT:
        return _stacked(_MOUSE, width)
    page = _blank(width)
    row = 0
    for what, does in _MOUSE:
        page.put(0, row, what, "dialog_strong", "dialog")
        for line in textwrap.wrap(does, width - first):
            page.put(first, row, line, "dialog", "dialog")
            row += 1
    return DrawnPage(page, row)


#: The pages in order, by title.
PAGES: dict[str, Callable[[AppState, int, Keymap], DrawnPage]] = {
    "Keys": keys_page,
    "Rules": rules_page,
    "Marks": marks_page,
    "Mouse": mouse_page,
}


HELP = Section(
    "This help",
    (
        bind("right l tab", Help.turned, "next page", "page", shown="←→", step=1),
        bind("left h shift-tab", Help.turned, step=-1),
        *SCROLLING,
        bind("escape ? f1 enter space", Help.close, "close the help", "close"),
    ),
)


def _two_columns(lines: list[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """Split into two columns of similar height; the second begins with a title."""
    titles = [row for row, (key, text) in enumerate(lines) if row and key and not text]
    row = min(titles, key=lambda row: max(row, len(lines) - row), default=len(lines))
    return [lines[:row], lines[row:]]


def help_lines(keymap: Keymap, ascii_only: bool = False) -> list[tuple[str, str]]:
    """The keys and what they do, section by section; a title has no text beside it."""
    lines: list[tuple[str, str]] = []
    for section in keymap:
        if lines:
            lines.append(("", ""))
        lines.append((section.title, ""))
        lines += [(f"  {spelled(b.shown, ascii_only)}", b.help) for b in section.bindings if b.help]
    return lines
