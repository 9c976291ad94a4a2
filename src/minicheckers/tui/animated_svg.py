"""A film of a recorded game as SVG that moves by itself: a still board, and CSS for what changes.

Everything is drawn once, where it stands at the start, so that the picture is whole without any
animation. A piece that moves has key frames of its own; what is shown for a while only (marks, a
hint, the words) appears and disappears. There is no script, and whoever asks for reduced motion
gets the still picture.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import NamedTuple
from xml.sax.saxutils import escape

from ..game.presentation import Spelling
from ..game.timeline import Timeline
from ..rules.notation import Move, Piece
from ..rules.variant import Colour
from .frame import Frame, Rect, runs
from .layout import Layout, rim_width
from .picture import Brush, DrawnSquare, base_paper, draw_diagram, draw_letters, square_picture
from .sprites import Art
from .theme import DEFAULT, Theme, hex_colour

CELL_WIDTH, CELL_HEIGHT = 9, 18
#: The terminal's own two colours.
GROUND, TEXT = "#1c1c22", "#d8d8d4"
#: What is printed faint is so opaque.
_DIM = 0.6
#: How long things take at the usual speed, in seconds.
OPENING, BEFORE_A_MOVE, A_LEG, AFTER_A_MOVE, A_HINT, THE_END = 1.2, 0.5, 0.35, 0.35, 1.6, 4.0
_MARKS = ("last_from", "last_to", "hint_from", "hint_to")
#: The rows of a square in cells, and those of words above and below the board.
_SCALE, _WORDS = 3, 2


class Scene(NamedTuple):
    """One ply: when its move is shown as a hint, if it is, and when it sets off."""

    ply: int
    move: Move
    hint_at: float | None
    moves_at: float

    def leg_at(self, leg: int) -> float:
        """When that many steps or jumps are done."""
        return self.moves_at + A_LEG * leg

    @property
    def lands_at(self) -> float:
        """When all of them are."""
        return self.leg_at(max(0, len(self.move.path) - 1))

    @property
    def ends_at(self) -> float:
        """When the next one may begin."""
        return self.lands_at + AFTER_A_MOVE


@dataclass(frozen=True)
class Film:
    """A recorded game and how to show it: who played, its result, speed, view, notation.

    A hint is shown before each ply of ``hints``; the film ends at the current ply of the game.
    """

    game: Timeline
    black: str = "black"
    white: str = "white"
    result: str = ""
    hints: tuple[int, ...] = ()
    speed: float = 1.0
    flipped: bool = False
    notation: Spelling | None = None

    @property
    def title(self) -> str:
        """Who plays whom."""
        if (self.black, self.white) == ("black", "white"):
            return "black - white"
        return f"{self.black} (black) - {self.white} (white)"

    @cached_property
    def scenes(self) -> tuple[Scene, ...]:
        """What happens when; ValueError for a hint before a ply that the game does not have."""
        game, now = self.game, OPENING
        if strange := [ply for ply in sorted(self.hints) if not 1 <= ply <= game.ply]:
            raise ValueError(
                f"the game has plies 1 to {game.ply}, so there is no hint at {strange[0]}"
            )
        scenes = []
        for ply, move in enumerate(game.played, start=1):
            hint_at = now if ply in self.hints else None
            moves_at = now + BEFORE_A_MOVE + (A_HINT if ply in self.hints else 0)
            scenes.append(Scene(ply, move, hint_at, moves_at))
            now = scenes[-1].ends_at
        return tuple(scenes)

    @property
    def seconds(self) -> float:
        """How long it takes at the usual speed."""
        return (self.scenes[-1].ends_at if self.scenes else OPENING) + THE_END


def film_svg(film: Film, theme: Theme) -> str:
    """The film as SVG in a theme."""
    return _Drawing(film, theme).svg()


class _Drawing:
    """The drawing of one film; ``css`` grows while its parts are drawn."""

    def __init__(self, film: Film, theme: Theme) -> None:
        self.film, self.theme = film, theme
        self.variant = variant = film.game.start.variant
        art = Art.LETTERS if theme.colourless else Art.BLOCKS
        self.brush = Brush(art, _SCALE, variant)
        side, rim = _SCALE * variant.size, rim_width(variant)
        self.picture = Frame(2 * side + 2 * rim + 2, side + 2 * _WORDS + 1)
        board = Rect(rim + 1, _WORDS, 2 * side, side)
        self.places = Layout(variant, _SCALE, board, self.picture.height, rim=rim)
        self.css: list[str] = []

    def svg(self) -> str:
        width, height = self.picture.width * CELL_WIDTH, self.picture.height * CELL_HEIGHT
        body = [*self._board(), *self._marks(), *self._pieces(), *self._words(width, height)]
        lines = [
            opening(width, height),
            f"<title>{escape(self.film.title)}</title>",
            "<style>",
            f".a,.s{{animation:{self.film.seconds / self.film.speed:.2f}s linear infinite}}",
            ".s{animation-timing-function:step-end}",
            *self.css,
            "@media (prefers-reduced-motion:reduce){.a,.s{animation:none}}",
            "</style>",
            f"<defs>{''.join(self._definitions())}</defs>",
            f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>',
            *body,
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    # What is drawn once

    def _definitions(self) -> Iterator[str]:
        """The pieces, and the squares with marks, each at (0, 0)."""
        pieces = [Piece(colour, king) for colour, king in product(Colour, (False, True))]
        drawn = {_name(piece): DrawnSquare("dark", piece) for piece in pieces}
        for mark, paper in product(_MARKS, ("dark", "alternate")):
            drawn[f"{mark}-{paper}"] = DrawnSquare(paper, None, mark)
        dark = _colour(self.theme.look("text", "dark", 256)[1], GROUND)
        for name, square in drawn.items():
            picture, ground = square_picture(self.brush, square), dark if square.piece else GROUND
            yield f'<g id="{name}">{"".join(frame_parts(picture, self.theme, ground))}</g>'

    def _board(self) -> Iterator[str]:
        draw_diagram(self.picture, self.places.board[:2], self.brush, {}, {}, self.film.flipped)
        draw_letters(self.picture, self.places, self.film.flipped)
        return frame_parts(self.picture, self.theme)

    # What changes

    def _pieces(self) -> Iterator[str]:
        """Every piece of the start with all that happens to it."""
        for square, piece in self.film.game.start.pieces().items():
            x, y = self._corner(square)
            here, still, crowned, gone = square, "translate(0px,0px)", None, None
            frames = [f"0%{{transform:{still}}}"]
            for scene in self.film.scenes:
                if here in scene.move.captured:
                    gone = scene.leg_at(scene.move.captured.index(here) + 1)
                    break
                if scene.move.is_pass or scene.move.start != here:
                    continue
                frames.append(f"{self._at(scene.moves_at)}{{transform:{still}}}")
                for leg, here in enumerate(scene.move.path[1:], start=1):
                    left, top = self._corner(here)
                    still = f"translate({left - x}px,{top - y}px)"
                    frames.append(f"{self._at(scene.leg_at(leg))}{{transform:{still}}}")
                landed = self.film.game.positions[scene.ply].piece_at(here)
                if landed is not None and landed.king and not piece.king and crowned is None:
                    crowned = scene.lands_at
            frames.append(f"100%{{transform:{still}}}")
            moving = self._animated("a", "".join(frames)) if len(frames) > 2 else ""
            parts = f'<use href="#{_name(piece)}"/>'
            if crowned is not None:
                king = self._shown(crowned)
                parts += f'<use href="#{_name(Piece(piece.colour, True))}"{king}/>'
            seen = self._shown(0, gone)
            yield f'<g transform="translate({x} {y})"{seen}><g{moving}>{parts}</g></g>'

    def _marks(self) -> Iterator[str]:
        """The squares of the last move, and of a move that is shown beforehand."""
        ends = [*(scene.lands_at for scene in self.film.scenes[1:]), None]
        for scene, end in zip(self.film.scenes, ends, strict=False):
            path = scene.move.path
            if scene.hint_at is not None:
                yield self._marked("hint", path, self._shown(scene.hint_at, scene.moves_at))
            yield self._marked("last", path[:1] + path[-1:], self._shown(scene.lands_at, end))

    def _marked(self, mark: str, squares: tuple[int, ...], shown: str) -> str:
        uses = ""
        for number, square in enumerate(squares):
            x, y = self._corner(square)
            paper = base_paper(self.variant, self.variant.geometry.place(square))
            end = "to" if number else "from"
            uses += f'<use href="#{mark}_{end}-{paper}" x="{x}" y="{y}"/>'
        return f"<g{shown}>{uses}</g>"

    def _words(self, width: int, height: int) -> Iterator[str]:
        film, game = self.film, self.film.game
        spelling = film.notation or Spelling.of(self.variant)
        text = f'text-anchor="middle" x="{width // 2}" fill="{TEXT}"'
        yield f'<text {text} y="{CELL_HEIGHT + 5}">{escape(film.title)}</text>'
        said = [(0.0, f"{game.start.turn.capitalize()} to move")]
        for scene in film.scenes:
            turn = game.positions[scene.ply - 1].turn
            words = "passes" if scene.move.is_pass else spelling.move(scene.move)
            if scene.hint_at is not None:
                said.append((scene.hint_at, f"Hint: {turn} {words}"))
            said.append((scene.moves_at, f"{game.number_of(scene.ply)}. {turn} {words}"))
        if film.scenes:
            result = film.result[:1].upper() + film.result[1:] or "the end of the record"
            said.append((film.scenes[-1].ends_at, result))
        for (start, words), end in zip(said, [*(at for at, _ in said[1:]), None], strict=True):
            shown = self._shown(start, end)
            yield f'<text {text} y="{height - CELL_HEIGHT // 2}"{shown}>{escape(words)}</text>'

    def _shown(self, start: float, end: float | None = None) -> str:
        """The attributes of something shown for a while; what begins at 0 is there without CSS."""
        hide = "" if end is None else f"{self._at(end)}{{opacity:0}}"
        if not start:
            return self._animated("s", f"0%{{opacity:1}}{hide}") if hide else ""
        frames = f"0%{{opacity:0}}{self._at(start)}{{opacity:1}}{hide}"
        return ' opacity="0"' + self._animated("s", frames)

    def _animated(self, kind: str, frames: str) -> str:
        """The attribute of an element with key frames, which move or step."""
        name = f"k{len(self.css)}"
        self.css.append(f"@keyframes {name}{{{frames}}}.{name}{{animation-name:{name}}}")
        return f' class="{kind} {name}"'

    def _at(self, seconds: float) -> str:
        return f"{100 * seconds / self.film.seconds:.3f}".rstrip("0").rstrip(".") + "%"

    def _corner(self, square: int) -> tuple[int, int]:
        place = self.variant.geometry.place(square)
        column, row = self.places.corner(place, self.film.flipped)
        return column * CELL_WIDTH, row * CELL_HEIGHT


def _name(piece: Piece) -> str:
    return f"{piece.colour}{'-king' * piece.king}"


# Frames


#: A rectangle in a cell: left, top, width and height.
Part = tuple[float, float, float, float]


def _block_parts() -> dict[str, tuple[Part, ...]]:
    """The rectangles that draw a block character; fonts leave gaps between them."""
    quarters = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟"
    parts: dict[str, tuple[Part, ...]] = {
        character: tuple(
            ((bit & 1) / 2, (bit >> 1) / 2, 0.5, 0.5) for bit in range(4) if number >> bit & 1
        )
        for number, character in enumerate(quarters)
        if number
    }
    for size, (low, left) in enumerate(zip("▁▂▃▄▅▆▇█", "▏▎▍▌▋▊▉█", strict=True), start=1):
        parts[low] = ((0, 1 - size / 8, 1, size / 8),)
        parts[left] = ((0, 0, size / 8, 1),)
    return parts | {"▀": ((0, 0, 1, 0.5),), "▐": ((0.5, 0, 0.5, 1),)}


_BLOCKS = _block_parts()


def opening(width: int, height: int) -> str:
    """The tag that a picture begins with."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="DejaVu Sans Mono, Menlo, Consolas, '
        'monospace" font-size="15">'
    )


def frame_parts(
    frame: Frame, theme: Theme, ground: str = GROUND, text: str = TEXT
) -> Iterator[str]:
    """The elements that draw a frame, its top left at (0, 0), on a terminal's two own colours."""
    yield '<g shape-rendering="crispEdges" xml:space="preserve">'
    for row in range(frame.height):
        for column, characters, style in runs(frame, row):
            front, back, attributes = theme.look(*style, 256)
            ink, paper = _colour(front, text), _colour(back, ground)
            if "reverse" in attributes:
                ink, paper = paper, ink
            if paper != ground:
                yield _rectangle((column, row, len(characters), 1), paper)
            for place, character in enumerate(characters, start=column):
                for left, top, width, height in _BLOCKS.get(character, ()):
                    yield _rectangle((place + left, row + top, width, height), ink)
            written = "".join(" " if cell in _BLOCKS else cell for cell in characters)
            if written.strip():
                yield _text(column, row, written, ink, attributes)
    yield "</g>"


def _colour(number: int, own: str) -> str:
    return own if number == DEFAULT else hex_colour(number)


def _rectangle(part: Part, fill: str) -> str:
    left, top, width, height = part
    return (
        f'<rect x="{left * CELL_WIDTH:g}" y="{top * CELL_HEIGHT:g}" '
        f'width="{width * CELL_WIDTH:g}" height="{height * CELL_HEIGHT:g}" fill="{fill}"/>'
    )


def _text(column: int, row: int, text: str, ink: str, attributes: frozenset[str]) -> str:
    bold = ' font-weight="bold"' if "bold" in attributes else ""
    faint = f' opacity="{_DIM}"' if "dim" in attributes else ""
    places = " ".join(f"{(column + i) * CELL_WIDTH:g}" for i in range(len(text)))
    y = (row + 0.75) * CELL_HEIGHT
    return f'<text x="{places}" y="{y:g}" fill="{ink}"{bold}{faint}>{escape(text)}</text>'
