"""A film of a recorded game as SVG that moves by itself: a still board, and CSS for what changes.

Everything is drawn once, where it stands at the start, so that the picture is whole without any
animation. A piece that moves has key frames of its own; what is shown for a while only (marks, a
hint, the words) appears and disappears. There is no script, and whoever asks for reduced motion
gets the still picture.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple
from xml.sax.saxutils import escape

from ..game.timeline import Timeline
from ..rules.notation import Move, Piece, Spelling
from ..rules.variant import Colour
from ..tui.frame import Frame, Rect, Style
from .layout import Layout, rim_width
from .picture import Brush, Square, base_paper, draw_diagram, draw_letters, square_picture, stamp
from .sprites import Art
from .svg import CELL_HEIGHT, CELL_WIDTH, DARK, GROUND, TEXT, Display, frame_parts
from .theme import Theme

#: How long things take at the usual speed, in seconds.
OPENING, BEFORE_A_MOVE, A_LEG, AFTER_A_MOVE, A_HINT, THE_END = 1.2, 0.5, 0.35, 0.35, 1.6, 4.0
#: The rows of a square in cells, and the rows of words above and below the board.
_SCALE, _WORDS = 3, 2
_FADE = 0.15


class Scene(NamedTuple):
    """One ply: when its move is shown as a hint, if it is, when it sets off and when it is over."""

    ply: int
    move: Move
    hint_at: float | None
    moves_at: float
    lands_at: float
    ends_at: float

    def leg_at(self, leg: int) -> float:
        """When that many steps or jumps are done."""
        legs = max(1, len(self.move.path) - 1)
        return self.moves_at + (self.lands_at - self.moves_at) * leg / legs


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
            lands_at = moves_at + A_LEG * max(0, len(move.path) - 1)
            now = lands_at + AFTER_A_MOVE
            scenes.append(Scene(ply, move, hint_at, moves_at, lands_at, now))
        return tuple(scenes)

    @property
    def seconds(self) -> float:
        """How long it takes at the usual speed."""
        return (self.scenes[-1].ends_at if self.scenes else OPENING) + THE_END


def film_svg(film: Film, theme: Theme) -> str:
    """The film as SVG in a theme."""
    return _Drawing(film, theme).svg()


@dataclass
class _Actor:
    """A piece of the start, and what happens to it."""

    piece: Piece
    square: int
    moves: list[Scene] = field(default_factory=list)
    crowned_at: float | None = None
    captured_at: float | None = None


class _Drawing:
    """The drawing of one film; ``css`` grows while its parts are drawn."""

    def __init__(self, film: Film, theme: Theme) -> None:
        self.film, self.theme = film, theme
        self.variant = variant = film.game.start.variant
        art = Art.LETTERS if theme.colourless else Art.BLOCKS
        self.brush = Brush(art, _SCALE, variant)
        self.spelling = film.notation or Spelling.of(variant)
        side, rim = _SCALE * variant.size, rim_width(variant)
        self.columns, self.rows = 2 * side + 2 * rim, side + 2 * _WORDS
        self.places = Layout(variant, _SCALE, Rect(rim, _WORDS, 2 * side, side), self.rows, rim=rim)
        self.css: list[str] = []

    def svg(self) -> str:
        width, height = self.columns * CELL_WIDTH, self.rows * CELL_HEIGHT
        body = [*self._board(), *self._marks(), *self._pieces(), *self._words(width, height)]
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                f'width="{width}" height="{height}" font-family="DejaVu Sans Mono, Menlo, '
                'Consolas, monospace" font-size="15">',
                f"<title>{escape(self.film.title)}</title>",
                "<style>",
                f".a,.s{{animation:{self.film.seconds / self.film.speed:.2f}s linear infinite}}",
                ".s{animation-timing-function:step-end}",
                *self.css,
                "@media (prefers-reduced-motion:reduce){.a,.s{animation:none}}",
                "</style>",
                "<defs>",
                *self._definitions(),
                "</defs>",
                f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>',
                *body,
                "</svg>",
                "",
            ]
        )

    # What is drawn once

    def _definitions(self) -> Iterator[str]:
        """The pieces, and the squares with marks, each at (0, 0)."""
        dark = DARK.colours(self.theme, Style("text", "dark"))[1]
        for colour in Colour:
            for king in (False, True)[: 1 + self.variant.crowns]:
                picture = Frame(2 * _SCALE, _SCALE)
                picture.fill(Rect(0, 0, picture.width, picture.height), "dark")
                piece = Piece(colour, king)
                stamp(picture, 0, 0, self.brush.sprite(piece), self.brush.inks(colour))
                yield from self._defined(f"{colour}{'-king' * king}", picture, Display(dark))
        for mark in ("last_from", "last_to", "hint_from", "hint_to"):
            for paper in ("dark", "alternate")[: 2 - self.variant.diagonal]:
                picture = square_picture(self.brush, Square(paper, None, mark))
                yield from self._defined(f"{mark}-{paper}", picture, DARK)

    def _defined(self, name: str, picture: Frame, display: Display) -> Iterator[str]:
        yield f'<g id="{name}">'
        yield from frame_parts(picture, self.theme, display)
        yield "</g>"

    def _board(self) -> Iterator[str]:
        picture = Frame(self.columns, self.rows)
        draw_diagram(picture, self.places.board[:2], self.brush, {}, {}, self.film.flipped)
        draw_letters(picture, self.places, self.film.flipped)
        yield from frame_parts(picture, self.theme, DARK)

    # What changes

    def _pieces(self) -> Iterator[str]:
        for number, actor in enumerate(self._cast()):
            colour = actor.piece.colour
            parts = f'<use href="#{colour}{"-king" * actor.piece.king}"/>'
            if actor.crowned_at is not None:
                frames = f"0%{{opacity:0}}{self._at(actor.crowned_at)}{{opacity:1}}"
                crown = self._animated(f"k{number}", frames, steps=True)
                parts += f'<use href="#{colour}-king" opacity="0"{crown}/>'
            moves = self._animated(f"p{number}", self._frames_of(actor))
            x, y = self._corner(actor.square)
            yield f'<g transform="translate({x} {y})"><g{moves}>{parts}</g></g>'

    def _cast(self) -> list[_Actor]:
        """Every piece of the start with all that happens to it."""
        game = self.film.game
        actors = {square: _Actor(piece, square) for square, piece in game.start.pieces().items()}
        everybody = list(actors.values())
        for scene in self.film.scenes:
            move = scene.move
            if move.is_pass:
                continue
            actor = actors.pop(move.start)
            actor.moves.append(scene)
            for leg, square in enumerate(move.captured, start=1):
                actors.pop(square).captured_at = scene.leg_at(leg)
            actors[move.end] = actor
            landed = game.positions[scene.ply].piece_at(move.end)
            if landed and landed.king and not actor.piece.king and actor.crowned_at is None:
                actor.crowned_at = scene.lands_at
        return everybody

    def _frames_of(self, actor: _Actor) -> str:
        """The key frames of a piece: where it stands when, and when it is gone."""
        left, top = self._corner(actor.square)
        here = "none"
        frames = ["0%{transform:none}"] if actor.moves else []
        for scene in actor.moves:
            frames.append(f"{self._at(scene.moves_at)}{{transform:{here}}}")
            for leg, square in enumerate(scene.move.path[1:], start=1):
                x, y = self._corner(square)
                here = f"translate({x - left}px,{y - top}px)"
                frames.append(f"{self._at(scene.leg_at(leg))}{{transform:{here}}}")
        if actor.moves:
            frames.append(f"100%{{transform:{here}}}")
        if actor.captured_at is not None:
            fading, gone = self._at(actor.captured_at - _FADE), self._at(actor.captured_at)
            frames.append(f"0%,{fading}{{opacity:1}}{gone},100%{{opacity:0}}")
        return "".join(frames)

    def _marks(self) -> Iterator[str]:
        """The squares of the last move, and of a move that is shown beforehand."""
        scenes = self.film.scenes
        ends = [*(scene.lands_at for scene in scenes[1:]), self.film.seconds]
        for scene, end in zip(scenes, ends, strict=True):
            if scene.move.is_pass:
                continue
            yield self._marked(f"m{scene.ply}", "last", scene.move, scene.lands_at, end)
            if scene.hint_at is not None:
                times = scene.hint_at, scene.moves_at
                yield self._marked(f"h{scene.ply}", "hint", scene.move, *times)

    def _marked(self, name: str, mark: str, move: Move, start: float, end: float) -> str:
        squares = ""
        for square, kind in ((move.start, "from"), *((s, "to") for s in move.path[1:])):
            if mark == "last" and square not in (move.start, move.end):
                continue
            x, y = self._corner(square)
            paper = base_paper(self.variant, self.variant.geometry.place(square))
            squares += f'<use href="#{mark}_{kind}-{paper}" x="{x}" y="{y}"/>'
        return f"<g{self._shown(name, start, end)}>{squares}</g>"

    def _words(self, width: int, height: int) -> Iterator[str]:
        film, game = self.film, self.film.game
        x, bottom = width // 2, height - CELL_HEIGHT // 2
        text = f'text-anchor="middle" x="{x}" fill="{TEXT}"'
        yield f'<text {text} y="{CELL_HEIGHT + 5}">{escape(film.title)}</text>'
        said = [(0.0, f"{game.start.turn.capitalize()} to move")]
        for scene in film.scenes:
            turn = game.positions[scene.ply - 1].turn
            words = "passes" if scene.move.is_pass else self.spelling.move(scene.move)
            if scene.hint_at is not None:
                said.append((scene.hint_at, f"Hint: {turn} {words}"))
            said.append((scene.moves_at, f"{game.number_of(scene.ply)}. {turn} {words}"))
        if film.scenes:
            result = film.result[:1].upper() + film.result[1:] or "the end of the record"
            said.append((film.scenes[-1].ends_at, result))
        ends = [*(start for start, _ in said[1:]), film.seconds]
        for number, ((start, words), end) in enumerate(zip(said, ends, strict=True)):
            shown = self._shown(f"w{number}", start, end)
            yield f'<text {text} y="{bottom}"{shown}>{escape(words)}</text>'

    def _shown(self, name: str, start: float, end: float) -> str:
        """The attributes of something shown for a while; what begins at 0 is there without CSS."""
        hide = "" if end >= self.film.seconds else f"{self._at(end)}{{opacity:0}}"
        if not start:
            return self._animated(name, f"0%{{opacity:1}}{hide}", steps=True)
        frames = f"0%{{opacity:0}}{self._at(start)}{{opacity:1}}{hide}"
        return ' opacity="0"' + self._animated(name, frames, steps=True)

    def _animated(self, name: str, frames: str, *, steps: bool = False) -> str:
        """The attribute of an element with key frames, or nothing where there are none."""
        if not frames:
            return ""
        self.css += [f"@keyframes {name}{{{frames}}}", f".{name}{{animation-name:{name}}}"]
        return f' class="{"s" if steps else "a"} {name}"'

    def _at(self, seconds: float) -> str:
        share = 100 * min(1.0, max(0.0, seconds) / self.film.seconds)
        return f"{share:.3f}".rstrip("0").rstrip(".") + "%"

    def _corner(self, square: int) -> tuple[int, int]:
        place = self.variant.geometry.place(square)
        column, row = self.places.corner(place, self.film.flipped)
        return column * CELL_WIDTH, row * CELL_HEIGHT
