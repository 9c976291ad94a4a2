"""The help: pages to turn, each drawn whole and then shown as far as there is room."""

import textwrap
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ..activities.activity import deed, deeds_of
from ..game.presentation import presentation, rule_sentences
from ..rules.notation import Move, Piece
from ..rules.position import Position
from ..rules.variant import Colour, Variant
from .boxes import Box, Places, draw_box
from .frame import Frame, Rect
from .keys import in_letters, keys_of, spelled
from .picture import MARKS, Brush, DrawnSquare, draw_diagram, square_picture

if TYPE_CHECKING:
    from .app import App

_WIDEST = 80
#: The text needs this many columns beside what it explains, or else it goes below.
_LEAST_TEXT = 26
_KEY_WIDTH = 12
#: The usual height of the help; the box is placed as if every page were this tall.
_USUAL_HEIGHT = 24
#: The rows of the help apart from its page: the frame and the keys.
_BESIDE_PAGE = 3
#: More lines than any page has.
_LONGEST_PAGE = 200
#: Every game has a capture within this many plies.
_PLIES_OF_AN_EXAMPLE = 30


class Part(NamedTuple):
    """A word or a picture, and a sentence that explains it."""

    what: str | Frame
    text: str

    @property
    def width(self) -> int:
        """How wide the word or the picture is."""
        return len(self.what) if isinstance(self.what, str) else self.what.width

    @property
    def height(self) -> int:
        """How many rows it has."""
        return 1 if isinstance(self.what, str) else self.what.height


class Help(Box):
    """The help over a screen: which of its pages is shown, and how far that is scrolled."""

    def __init__(self, app: "App") -> None:
        super().__init__(app, "Help")
        self.page = 0

    @deed("right l tab", "next page", "page", shown="←→", name="next_page", given=(1,))
    @deed("left h shift-tab", name="previous_page", given=(-1,))
    def turn(self, by: int) -> None:
        """Turn to the next page, or to the page before."""
        self.page, self.scroll = (self.page + by) % len(PAGES), 0

    @deed("escape enter space ? f1", "close the help", "close")
    def close(self) -> None:
        """Close it."""
        self.cancel()

    def _drawn(self) -> Frame:
        """The whole page."""
        width = min(self.app.size[0], _WIDEST) - 4
        return [*PAGES.values()][self.page](self.app, width)

    def places(self) -> Places:
        """Where it is; the titles stay in place when the page is turned."""
        columns, rows = self.app.size
        page = self._drawn()
        lines = ["".join(row).rstrip() for row in page.characters]
        while lines and not lines[-1]:
            lines.pop()
        top = max(0, (rows - _USUAL_HEIGHT) // 2)
        height = min(rows - top, len(lines) + _BESIDE_PAGE)
        area = Rect((columns - page.width - 4) // 2, top, page.width + 4, height)
        shown = min(len(lines), height - _BESIDE_PAGE)
        return Places(area, lines, min(self.scroll, len(lines) - shown), shown, {})

    def draw(self, frame: Frame) -> None:
        """Draw the titles, as much of the page as there is room for, and its keys."""
        frame.cursor = None
        area, lines, first, shown, _ = self.places()
        page, inside = self._drawn(), draw_box(frame, area, self.app.glyphs)
        column = area.left + 2
        for number, title in enumerate(PAGES):
            chosen = number == self.page
            ink, paper = ("chosen_text", "chosen") if chosen else ("dialog_text", "dialog")
            if column + len(title) + 2 < area.left + area.width:
                frame.put(column, area.top, f" {title} ", ink, paper)
            column += len(title) + 2
        for row in range(shown):
            here = slice(inside.left, inside.right)
            frame.characters[inside.top + row][here] = page.characters[first + row]
            frame.styles[inside.top + row][here] = page.styles[first + row]
        scroll = "↑↓ scroll, " if shown < len(lines) else ""
        keys = in_letters(self.app, f"←→ pages, {scroll}Esc closes")
        frame.write(inside, inside.height - 1, keys, "dialog_dim")


def _table(app: "App", parts: Sequence[Part], width: int) -> Frame:
    """Parts one below another, in two columns if they are many and there is room."""
    room = app.size[1] - _BESIDE_PAGE
    page = Frame(width, _LONGEST_PAGE, "dialog", "dialog_text")
    half = (width - 2) // 2
    if sum(part.height for part in parts) > room and half >= _LEAST_TEXT + _KEY_WIDTH:
        middle = (len(parts) + 1) // 2
        _draw_parts(page, Rect(0, 0, half, _LONGEST_PAGE), parts[:middle])
        _draw_parts(page, Rect(half + 2, 0, half, _LONGEST_PAGE), parts[middle:])
    else:
        _draw_parts(page, Rect(0, 0, width, _LONGEST_PAGE), parts)
    return page


def _draw_parts(page: Frame, area: Rect, parts: Sequence[Part]) -> int:
    """Draw each with its text beside it, or below it if there is no room; the row after them."""
    first = max((part.width for part in parts), default=0) + 2
    if all(isinstance(part.what, str) for part in parts):
        first = max(first, _KEY_WIDTH)
    beside = area.width - first >= _LEAST_TEXT
    indent, row = first if beside else 2, area.top
    for part in parts:
        if isinstance(part.what, str):
            page.put(area.left, row, part.what, "dialog_strong")
        else:
            page.stamp(area.left, row, part.what)
        below = row if beside else row + part.height
        row += part.height
        for line in part.text.split("\n"):
            for words in textwrap.wrap(line, max(1, area.width - indent)):
                page.put(area.left + indent, below, words, "dialog_text")
                below += 1
        row = max(row, below)
    return row


# The pages

#: What to know first: the deed and its usual key, or else only that, and what it does.
_FIRST = (
    ("", "arrows", "move the frame of the cursor; a click does it too"),
    ("", "Enter", "pick a piece up, and put it down on a dot"),
    ("", "Esc", "put it back; go back from everywhere"),
    ("hint", "c", "a hint: the piece, then the square"),
    ("undo", "u", "undo your last move"),
    ("help", "?", "this help"),
    ("quit", "q", "quit from everywhere; your game stays saved"),
)


def _start_page(app: "App", width: int) -> Frame:
    """What to know first: a few keys, what the board shows, and the game in a sentence."""
    page = Frame(width, _LONGEST_PAGE, "dialog", "dialog_text")
    area = Rect(0, 0, width, _LONGEST_PAGE)
    parts = [Part(" ".join(app.keys.get(name, (key,))), text) for name, key, text in _FIRST]
    row = _draw_parts(page, area, parts) + 1
    page.put(0, row, "What the board shows", "dialog_strong")
    pictures = [*_marks(app)]
    wide = max(picture.width + len(words) for picture, words in pictures) + 2
    columns = max(1, (width + 1) // wide)
    for number, (picture, words) in enumerate(pictures):
        down, across = divmod(number, columns)
        top, left = row + 1 + down * picture.height, across * wide
        page.stamp(left, top, picture)
        page.put(left + picture.width + 1, top, words, "dialog_text")
    row = top + picture.height + 1
    summary = f"{presentation(app.screen.variant).summary}."
    _draw_parts(page, area._replace(top=row), [Part("The game", summary)])
    return page


def _keys_page(app: "App", width: int) -> Frame:
    """What every key does here, the most important first."""
    return _table(app, [*_keys(app)], width)


def _keys(app: "App") -> Iterator[Part]:
    seen: set[str] = set()
    for owner in (*app.screen.owners(), app):
        for known in deeds_of(owner):
            free = {*keys_of(app, known)} - seen
            seen |= free
            if known.help and free:
                yield Part(spelled(app, known), known.help)


def _rules_page(app: "App", width: int) -> Frame:
    """The rules of the game with a small picture of a capture, the person below."""
    variant = app.screen.variant
    position, move = example(variant)
    size = position.variant.size
    scale = 2 if app.size[0] - 8 - 4 * size >= _LEAST_TEXT else 1
    picture = Frame(2 * scale * size, scale * size + 1, "dialog", "dialog_dim")
    marks: dict[int, str] = {}
    if move is not None:
        marks = dict.fromkeys(move.path[1:], "target") | {move.start: "picked"}
        words = app.spelling.move(move)
        picture.put(0, scale * size, words[: picture.width], "dialog_dim")
    brush = Brush(app.art, scale, position.variant)
    draw_diagram(picture, (0, 0), brush, position.pieces(), marks, app.screen.shows_black_below)
    bullet = "-" if app.looks.ascii else "•"
    rules = (f"{bullet} {sentence}" for sentence in rule_sentences(variant))
    return _table(app, [Part(picture, "\n".join(rules))], width)


@cache
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
    from ..coach.lessons import lessons  # rarely needed

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


def _marks(app: "App") -> Iterator[tuple[Frame, str]]:
    """Every mark on the board, with its meaning."""
    variant = app.screen.variant
    brush = Brush(app.art, 2, variant)
    man = DrawnSquare("dark", Piece(Colour.BLACK))
    for name, mark in MARKS.items():
        if mark.words and (name != "must" or variant.capture_forced):
            square = man._replace(mark=name, piece=None if mark.shape else man.piece)
            yield square_picture(brush, square), mark.words
    yield square_picture(brush, man._replace(focused=True)), "the cursor"
    for colour in Colour if variant.crowns else ():
        king = man._replace(piece=Piece(colour, king=True))
        yield square_picture(brush, king), f"a {colour} {variant.king_name}"


_MOUSE = (
    Part("click a piece", "pick it up"),
    Part("click a marked square", "put it down there"),
    Part("drag a piece", "pick it up and put it down in one go"),
    Part("click any square", "play the move, if only one ends there"),
    Part("click the end of a chain", "play the whole chain"),
    Part("click each landing", "choose the route of a capture"),
    Part("turn the wheel", "scroll the moves, a list or this help"),
    Part("click a key or word below", "do what that key does"),
    Part("click an answer", "choose it; to close the box, click outside it"),
    Part("click a row of the menu", "select it; click again to change it"),
    Part("hold Shift and drag", "select text to copy, in most terminals"),
)


def _mouse_page(app: "App", width: int) -> Frame:
    """What the mouse does."""
    return _table(app, _MOUSE, width)


#: The pages in order, by title.
PAGES = {"Start here": _start_page, "Keys": _keys_page, "Rules": _rules_page, "Mouse": _mouse_page}
