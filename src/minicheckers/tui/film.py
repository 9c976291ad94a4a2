"""A film of a recorded game: its script, and its frames as terminal output with times.

The output is for asciicast version 2, and to play it right here.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..game.player import Player
from ..game.session import Session
from ..game.timeline import Timeline
from ..play.recorded import Replaying
from ..rules.notation import Move, NotationChoice, Spelling
from ..rules.position import Position
from ..storage.store import Preferences
from .blocks import REVERSED
from .frame import Frame, Rect, Style, changed_cells, runs
from .screens.board import Animation
from .screens.replay import ReplayScreen
from .state import Appearance, AppState
from .theme import DEFAULT, Theme, get_theme
from .view import draw
from .widgets.board import Board

#: How long things take at the usual speed, in seconds.
OPENING, BEFORE_A_MOVE, A_LEG, AFTER_A_MOVE, A_HINT, THE_END = 1.2, 0.5, 0.35, 0.35, 1.6, 4.0
#: The size of a film in a file, in columns and rows.
SIZE = (80, 24)
#: How many frames a piece on its way gets for a leg.
FRAMES_A_LEG = 4

CLEAR = "\x1b[0m\x1b[2J\x1b[H\x1b[?25l"
RESTORE = "\x1b[0m\x1b[?25h"
_ATTRIBUTES = {"bold": "1", "dim": "2", "reverse": "7"}


# The script: what happens when, in seconds from its beginning


@dataclass(frozen=True)
class Scene:
    """One ply: the number of its move, the position before it, its move, and when it is shown.

    ``hint_at`` is when the move is shown as a hint beforehand, None where it is not. The piece is
    on its way from ``moves_at`` to ``lands_at``, and the ply is over at ``ends_at``.
    """

    ply: int
    number: int
    before: Position
    move: Move
    hint_at: float | None
    moves_at: float
    lands_at: float
    ends_at: float

    @property
    def legs(self) -> int:
        """How many steps or jumps the move has; none for a forfeited turn."""
        return max(0, len(self.move.path) - 1)

    def leg_at(self, leg: int) -> float:
        """When that many legs are done."""
        return self.moves_at + (self.lands_at - self.moves_at) * leg / max(1, self.legs)


@dataclass(frozen=True)
class Script:
    """A whole film. It ends with a ``last`` position and, if there is one, the result in words.

    ``spelling`` is how its moves are written.
    """

    start: Position
    scenes: tuple[Scene, ...]
    last: Position
    result: str
    seconds: float
    spelling: Spelling


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
    notation: NotationChoice | None = None

    @property
    def title(self) -> str:
        if (self.black, self.white) == ("black", "white"):
            return "black - white"
        return f"{self.black} (black) - {self.white} (white)"

    def script(self) -> Script:
        """What happens when; ValueError for a hint before a ply that the game does not have."""
        game, speed = self.game, self.speed
        if strange := [ply for ply in sorted(self.hints) if not 1 <= ply <= game.ply]:
            raise ValueError(
                f"the game has plies 1 to {game.ply}, so there is no hint at {strange[0]}"
            )
        now = OPENING / speed
        scenes = []
        for ply, move in enumerate(game.played, start=1):
            hint_at = None
            if ply in self.hints:
                hint_at = now
                now += A_HINT / speed
            moves_at = now + BEFORE_A_MOVE / speed
            lands_at = moves_at + A_LEG * max(0, len(move.path) - 1) / speed
            now = lands_at + AFTER_A_MOVE / speed
            number, before = game.number_of(ply), game.positions[ply - 1]
            scenes.append(Scene(ply, number, before, move, hint_at, moves_at, lands_at, now))
        words = self.result[:1].upper() + self.result[1:]
        spelling = Spelling.of(game.start.variant, self.notation)
        end = now + THE_END / speed
        return Script(game.start, tuple(scenes), game.position, words, end, spelling)


# Frames


@dataclass(frozen=True, kw_only=True)
class FilmScreen(ReplayScreen):
    """A recorded game as it is shown in a film, with a move as a hint before it is played."""

    hinted: Move | None = None

    def shown_hint(self) -> tuple[int, ...]:
        move = self.hinted
        return () if move is None else move.path


def moments(film: Film, size: tuple[int, int], looks: Appearance) -> Iterator[tuple[float, Frame]]:
    """The seconds at which the screen changes, each with the frame from then on."""
    script = film.script()
    session = Session(film.game.at(0), Player(film.black), Player(film.white))

    def at(ply: int) -> FilmScreen:
        line = replace(session, timeline=film.game.at(ply))
        replay = Replaying.of(line, None, insight=False)
        return FilmScreen(replay=replay, board=Board(flipped=film.flipped))

    screen = at(0)
    preferences = Preferences(notation=film.notation)
    app = AppState(screen, screen, size=size, looks=looks, preferences=preferences)
    yield 0.0, _frame(app)
    for scene in script.scenes:
        if scene.hint_at is not None:
            hinted = app.with_screen(replace(screen, hinted=scene.move))
            yield scene.hint_at, _frame(hinted.saying(f"Hint: {scene.move}"))
        screen = at(scene.ply)
        frames = FRAMES_A_LEG * scene.legs if looks.animation else 0
        for number in range(frames):
            progress = number / frames
            seconds = scene.lands_at - scene.moves_at
            moving = Animation(scene.before, scene.move, scene.moves_at, seconds, progress)
            moved = app.with_screen(replace(screen, animation=moving))
            yield scene.moves_at + progress * seconds, _frame(moved)
        app = app.with_screen(screen)
        yield scene.lands_at, _frame(app)
    if script.result:
        app = app.saying(script.result)
        yield script.scenes[-1].ends_at if script.scenes else 0.0, _frame(app)
    yield script.seconds, _frame(app)


def _frame(app: AppState) -> Frame:
    """The screen without the line of keys: nobody plays here."""
    frame = draw(app)
    frame.cursor = None
    _, keys = app.screen.bottom_rows(app.size)
    if app.is_large_enough and keys is not None:
        frame.fill(Rect(0, keys, frame.width, 1), "ground")
    return frame


# Output


def changes(before: Frame, after: Frame, theme: Theme) -> str:
    """What turns one frame on the screen into another of the same size."""
    parts = []
    for row in range(after.height):
        first, end = changed_cells(before, after, row)
        if first == end:
            continue
        parts.append(f"\x1b[{row + 1};{first + 1}H")
        for _, text, style, young in runs(after, row, REVERSED, (first, end)):
            shown = "".join(REVERSED.get(character, character) for character in text)
            parts.append(_sgr(style, theme, young) + shown)
    return "".join(parts)


def _sgr(style: Style, theme: Theme, reverse: bool) -> str:
    """Select a style, in reverse if need be, whatever was selected before."""
    attributes = theme.attributes(style.ink, style.paper)
    if reverse:
        attributes ^= {"reverse"}
    codes = ["0", *(code for name, code in _ATTRIBUTES.items() if name in attributes)]
    ink, paper = theme.colours(style.ink, style.paper, 256)
    if ink != DEFAULT:
        codes.append(f"38;5;{ink}")
    if paper != DEFAULT:
        codes.append(f"48;5;{paper}")
    return f"\x1b[{';'.join(codes)}m"


def output(film: Film, size: tuple[int, int], looks: Appearance) -> Iterator[tuple[float, str]]:
    """What is to be written to a terminal of that size at which second."""
    theme = get_theme(looks.theme, looks.colour)
    before, clear = Frame(*size), CLEAR
    for seconds, frame in moments(film, size, looks):
        yield seconds, clear + changes(before, frame, theme)
        before, clear = frame, ""


def to_cast(film: Film, looks: Appearance, size: tuple[int, int] = SIZE) -> str:
    """The film as asciicast version 2, which players of terminal recordings show."""
    header = {
        "version": 2,
        "width": size[0],
        "height": size[1],
        "title": film.title,
        "env": {"TERM": "xterm-256color"},
    }
    lines = [json.dumps(header)]
    last = 0.0
    for last, text in output(film, size, looks):
        lines.append(json.dumps([round(last, 3), "o", text]))
    lines.append(json.dumps([round(last, 3), "o", RESTORE]))
    return "\n".join(lines) + "\n"
