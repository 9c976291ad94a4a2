"""A film as SVG that moves by itself: a still board, and CSS for what changes.

Everything is drawn once, where it stands at the start, so that the picture is whole without any
animation. A piece that moves has key frames of its own; what is shown during a ply only (the marks
of the last move, a hint, the words) has key frames that let it appear and disappear. There is no
script, and whoever asks for reduced motion gets the still picture.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar
from xml.sax.saxutils import escape

from ..game.presentation import presentation
from ..rules.notation import Piece
from ..rules.variant import Colour, Variant
from .film import Scene, Script
from .svg import GROUND, TEXT
from .theme import DEFAULT, Theme, hex_colour

T = TypeVar("T")

#: In pixels: a square, the rim on the left and below, the lines of words above and below.
SQUARE, RIM, WORDS = 48, 22, 34
_RADIUS = 19
_FADE = 0.15

#: What a king wears, drawn around the middle of its square.
_EMBLEMS = {
    "crown": "M-10 7L-11-6L-5 0L0-9L5 0L11-6L10 7Z",
    "tower": "M-9 8L-7-2L-10-2L-10-9L-6-9L-6-6L-2-6L-2-9L2-9L2-6L6-6L6-9L10-9L10-2L7-2L9 8Z",
    "ears": "M3-12L-9 2L-1 2L-4 12L9-3L1-3Z",
}


@dataclass
class _Actor:
    """A piece of the start position, and what happens to it."""

    piece: Piece
    square: int
    moves: list[Scene] = field(default_factory=list)
    crowned_at: float | None = None
    captured_at: float | None = None


def to_animated_svg(script: Script, theme: Theme, title: str = "", *, flipped: bool = False) -> str:
    """The film as SVG in a theme, seen from White's side, or from Black's if `flipped`."""
    return _Drawing(script, theme, title, flipped).svg()


@dataclass
class _Drawing:
    _script: Script
    _theme: Theme
    _title: str
    _flipped: bool
    _css: list[str] = field(default_factory=list)

    @property
    def _variant(self) -> Variant:
        return self._script.start.variant

    def svg(self) -> str:
        board = SQUARE * self._variant.size
        width, height = board + 2 * RIM, board + RIM + 2 * WORDS
        body = [
            *self._board(),
            *self._marks(),
            *self._pieces(),
            *self._hints(),
            *self._words(width, height),
        ]
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                f'width="{width}" height="{height}" text-anchor="middle" '
                'font-family="DejaVu Sans, Verdana, sans-serif" font-size="15">',
                f"<title>{escape(self._title or str(self._variant))}</title>",
                *self._style(),
                *self._definitions(),
                f'<rect width="{width}" height="{height}" rx="8" fill="{GROUND}"/>',
                *body,
                "</svg>",
                "",
            ]
        )

    # The still picture

    def _definitions(self) -> Iterator[str]:
        yield "<defs>"
        for colour in Colour:
            fill, rim, _ = self._piece_colours(colour)
            yield (
                f'<g id="{colour}"><circle r="{_RADIUS}" fill="{fill}" stroke="{rim}" '
                f'stroke-width="3"/><circle r="{_RADIUS - 6}" fill="none" stroke="{rim}"/></g>'
            )
            if self._variant.crowns:
                emblem = _EMBLEMS[presentation(self._variant).emblem]
                fill = self._piece_colours(colour)[2]
                yield f'<path id="{colour}-king" d="{emblem}" fill="{fill}"/>'
        yield "</defs>"

    def _board(self) -> Iterator[str]:
        variant, size = self._variant, self._variant.size
        side = SQUARE * size
        light = self._paper("light", shade="#3a3a42" if self._theme.colourless else None)
        yield f'<rect x="{RIM}" y="{WORDS}" width="{side}" height="{side}" fill="{light}"/>'
        for paper in ("dark", "alternate"):
            places = [
                place
                for place in variant.geometry.places
                if (paper == "dark") == (variant.diagonal or sum(place) % 2 == 1)
            ]
            if places:
                path = "".join(
                    f"M{x - SQUARE // 2} {y - SQUARE // 2}h{SQUARE}v{SQUARE}h-{SQUARE}z"
                    for x, y in map(self._middle_of, places)
                )
                yield f'<path d="{path}" fill="{self._paper(paper)}"/>'
        yield f'<g fill="{TEXT}" opacity="0.6" font-size="12">'
        for index in range(size):
            row, column = (size - 1 - index,) * 2 if self._flipped else (index, index)
            middle = SQUARE * index + SQUARE // 2
            letter = chr(ord("a") + column)
            yield f'<text x="{RIM // 2}" y="{WORDS + middle + 4}">{size - row}</text>'
            yield f'<text x="{RIM + middle}" y="{WORDS + side + 15}">{letter}</text>'
        yield "</g>"

    def _pieces(self) -> Iterator[str]:
        for number, actor in enumerate(self._cast()):
            x, y = self._middle(actor.square)
            colour = actor.piece.colour
            name = self._animated(f"p{number}", self._frames_of(actor))
            parts = f'<use href="#{colour}"/>'
            if actor.piece.king:
                parts += f'<use href="#{colour}-king"/>'
            elif actor.crowned_at is not None:
                frames = f"0%{{opacity:0}}{self._at(actor.crowned_at)}{{opacity:1}}"
                crown = self._animated(f"k{number}", frames, steps=True)
                parts += f'<use href="#{colour}-king" opacity="0"{crown}/>'
            yield f'<g transform="translate({x} {y})"><g{name}>{parts}</g></g>'

    def _cast(self) -> list[_Actor]:
        """Every piece of the start with all that happens to it."""
        actors = {
            square: _Actor(piece, square) for square, piece in self._script.start.pieces().items()
        }
        everybody = list(actors.values())
        for scene, after in self._with_next(self._script.last, lambda scene: scene.before):
            move = scene.move
            if move.is_pass:
                continue
            actor = actors.pop(move.start)
            actor.moves.append(scene)
            for leg, square in enumerate(move.captured, start=1):
                actors.pop(square).captured_at = scene.leg_at(leg)
            actors[move.end] = actor
            landed = after.piece_at(move.end)
            if actor.crowned_at is None and not actor.piece.king and landed and landed.king:
                actor.crowned_at = scene.lands_at
        return everybody

    def _with_next(self, last: T, value: Callable[[Scene], T]) -> Iterator[tuple[Scene, T]]:
        """Every scene with something of the next one; `last` stands for what has no next."""
        following = [value(scene) for scene in self._script.scenes[1:]]
        return zip(self._script.scenes, [*following, last], strict=False)

    # What changes

    def _frames_of(self, actor: _Actor) -> str:
        """The key frames of a piece: where it stands when, and when it is gone."""
        frames = []
        if actor.moves:
            frames.append("0%{transform:none}")
        home = self._middle(actor.square)
        here = (0, 0)
        for scene in actor.moves:
            frames.append(f"{self._at(scene.moves_at)}{{transform:{_translated(here)}}}")
            for leg, square in enumerate(scene.move.path[1:], start=1):
                x, y = self._middle(square)
                here = (x - home[0], y - home[1])
                frames.append(f"{self._at(scene.leg_at(leg))}{{transform:{_translated(here)}}}")
        if actor.moves:
            frames.append(f"100%{{transform:{_translated(here)}}}")
        if actor.captured_at is not None:
            gone = actor.captured_at
            frames.append(
                f"0%,{self._at(gone - _FADE)}{{opacity:1}}{self._at(gone)},100%{{opacity:0}}"
            )
        return "".join(frames)

    def _marks(self) -> Iterator[str]:
        """The squares of the last move, from its end to the end of the next one."""
        fill = self._paper("last", shade="#4a4a55")
        for scene, until in self._with_next(self._script.seconds, lambda scene: scene.lands_at):
            if not scene.move.is_pass:
                shown = self._shown(f"m{scene.ply}", scene.lands_at, until)
                squares = "".join(
                    f'<rect x="{x - SQUARE // 2}" y="{y - SQUARE // 2}" width="{SQUARE}" '
                    f'height="{SQUARE}" fill="{fill}"/>'
                    for x, y in map(self._middle, (scene.move.start, scene.move.end))
                )
                yield f"<g{shown}>{squares}</g>"

    def _hints(self) -> Iterator[str]:
        """The squares of a move that is shown beforehand, with a sign."""
        for scene in self._script.scenes:
            if scene.hint_at is None or scene.move.is_pass:
                continue
            shown = self._shown(f"h{scene.ply}", scene.hint_at, scene.moves_at)
            colour = self._paper("hint", shade=TEXT)
            frames = "".join(
                f'<rect x="{x - SQUARE // 2 + 2}" y="{y - SQUARE // 2 + 2}" width="{SQUARE - 4}" '
                f'height="{SQUARE - 4}" fill="none" stroke="{colour}" stroke-width="4"/>'
                for x, y in map(self._middle, scene.move.path)
            )
            points = " ".join(f"{x},{y}" for x, y in map(self._middle, scene.move.path))
            line = (
                f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="4" '
                'stroke-dasharray="6 6"/>'
            )
            yield f"<g{shown}>{frames}{line}</g>"

    def _named(self, scene: Scene) -> str:
        if scene.move.is_pass:
            return f"{scene.before.turn} passes"
        return f"{scene.before.turn} {self._script.spelling.move(scene.move)}"

    def _words(self, width: int, height: int) -> Iterator[str]:
        middle, top, bottom = width // 2, WORDS - 12, height - 12
        if self._title:
            yield f'<text x="{middle}" y="{top}" fill="{TEXT}">{escape(self._title)}</text>'
        said = [(0.0, f"{self._script.start.turn.capitalize()} to move")]
        for scene in self._script.scenes:
            if scene.hint_at is not None:
                said.append((scene.hint_at, f"Hint: {self._named(scene)}"))
            said.append((scene.moves_at, f"{scene.number}. {self._named(scene)}"))
        if self._script.scenes:
            words = self._script.result or "the end of the record"
            said.append((self._script.scenes[-1].ends_at, words))
        ends = [*(start for start, _ in said[1:]), self._script.seconds]
        for number, ((start, words), end) in enumerate(zip(said, ends, strict=True)):
            shown = self._shown(f"w{number}", start, end, first=number == 0)
            yield f'<text x="{middle}" y="{bottom}" fill="{TEXT}"{shown}>{escape(words)}</text>'

    def _shown(self, name: str, start: float, end: float, *, first: bool = False) -> str:
        """The attributes of something shown for a while; what is first is there from the start."""
        hide = "" if end >= self._script.seconds else f"{self._at(end)}{{opacity:0}}"
        if first:
            return self._animated(name, f"0%{{opacity:1}}{hide}", steps=True)
        frames = f"0%{{opacity:0}}{self._at(start)}{{opacity:1}}{hide}"
        return ' opacity="0"' + self._animated(name, frames, steps=True)

    def _animated(self, name: str, frames: str, *, steps: bool = False) -> str:
        """The attribute of an element with key frames, or nothing where there are none."""
        if not frames:
            return ""
        self._css.append(f"@keyframes {name}{{{frames}}}")
        self._css.append(f".{name}{{animation-name:{name}}}")
        return f' class="{"s" if steps else "a"} {name}"'

    def _style(self) -> Iterator[str]:
        yield "<style>"
        yield f".a,.s{{animation:{self._script.seconds:.2f}s linear infinite}}"
        yield ".s{animation-timing-function:step-end}"
        yield from self._css
        yield "@media (prefers-reduced-motion:reduce){.a,.s{animation:none}}"
        yield "</style>"

    # Places, times and colours

    def _at(self, seconds: float) -> str:
        share = 100 * max(0.0, min(1.0, seconds / self._script.seconds))
        return f"{share:.3f}".rstrip("0").rstrip(".") + "%"

    def _middle(self, square: int) -> tuple[int, int]:
        return self._middle_of(self._variant.geometry.place(square))

    def _middle_of(self, place: tuple[int, int]) -> tuple[int, int]:
        row, column = place
        if self._flipped:
            row, column = self._variant.size - 1 - row, self._variant.size - 1 - column
        return RIM + SQUARE * column + SQUARE // 2, WORDS + SQUARE * row + SQUARE // 2

    def _paper(self, role: str, shade: str | None = None) -> str:
        look = self._theme.papers[role]
        if "reverse" in look.attributes:
            return TEXT
        return (shade or GROUND) if look.colour == DEFAULT else hex_colour(look.colour)

    def _piece_colours(self, colour: Colour) -> tuple[str, str, str]:
        """The fill, the rim and the emblem of a colour's pieces, each to be seen on the first."""
        fill = self._paper(colour)
        rim = self._paper(f"{colour}_rim")
        ink = self._theme.inks[f"{colour}_emblem"]
        emblem = hex_colour(ink.colour) if ink.colour != DEFAULT else rim
        if rim == fill:
            rim = GROUND if fill == TEXT else TEXT
        return fill, rim, emblem if emblem != fill else rim


def _translated(offset: tuple[int, int]) -> str:
    return "translate({}px,{}px)".format(*offset)
